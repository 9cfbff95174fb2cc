// Pausing the account and resuming it, in the settings.
import { useFetcher } from "@remix-run/react";
import { useFocusOnChange } from "~/browser/use-focus";
import { Button } from "~/components/ui/button";
import { ViewerField } from "~/components/ui/viewer-field";
import { PAUSE_PATH } from "~/models/account/leaving/pause";

export function PauseButton({ isPaused }: { isPaused: boolean }) {
  const sender = useFetcher();
  const state = useFocusOnChange<HTMLParagraphElement>(isPaused);
  return (
    <li className="py-3">
      <p ref={state} tabIndex={-1} className="mb-3">
        {isPaused
          ? "Your account is paused."
          : "Pausing takes you out of Discover for a while. You keep your matches and conversations."}
      </p>
      <sender.Form method="post" action={PAUSE_PATH}>
        <ViewerField />
        {/* A new button each time: one that kept the focus would undo the change if pressed again. */}
        <Button
          key={String(isPaused)}
          name="paused"
          value={String(!isPaused)}
          isPending={sender.state !== "idle"}
        >
          {isPaused ? "Resume" : "Pause Account"}
        </Button>
      </sender.Form>
    </li>
  );
}
