// Pausing the account and resuming it, in the settings.
import { useFetcher } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { PAUSE_PATH } from "~/models/account/pause";

export function PauseButton({ isPaused }: { isPaused: boolean }) {
  const sender = useFetcher();
  return (
    <li className="py-3">
      <p className="mb-3">
        {isPaused
          ? "Your account is paused."
          : "Pausing takes you out of Discover for a while. You keep your matches and conversations."}
      </p>
      <sender.Form method="post" action={PAUSE_PATH}>
        <Button name="paused" value={String(!isPaused)} disabled={sender.state !== "idle"}>
          {isPaused ? "Resume" : "Pause Account"}
        </Button>
      </sender.Form>
    </li>
  );
}
