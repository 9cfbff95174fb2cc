// The strip on every page while the member's account is paused, with a form of its own: the shared one would add to every page.
import { useFetcher } from "@remix-run/react";
import { useFocusAfterwards } from "~/browser/use-focus";
import { Button } from "~/components/ui/button";
import { ViewerField } from "~/components/ui/viewer-field";
import { PAUSE_PATH } from "~/models/account/leaving/pause";

export function PausedStrip() {
  const sender = useFetcher();
  // The settings' own button ends the pause as well, and has its own sentence to focus.
  useFocusAfterwards("main", sender.state !== "idle");
  return (
    <div className="card cluster mb-4 justify-between p-4">
      <p>Your account is paused, so you're not in Discover.</p>
      <sender.Form method="post" action={PAUSE_PATH}>
        <ViewerField />
        <Button name="paused" value="false" isPending={sender.state !== "idle"}>
          Resume
        </Button>
      </sender.Form>
    </div>
  );
}
