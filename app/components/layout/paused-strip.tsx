// The strip on every page while the member's account is paused. It has a form of its own, because the shared one would make
// every page heavier.

import { useFetcher } from "@remix-run/react";
import { useFocusAfterwards } from "~/browser/use-focus";
import { t } from "~/language/text";
import { PAUSE_PATH } from "~/models/account/leaving/pause";
import { Button } from "~/ui/button";
import { ViewerField } from "~/ui/viewer-field";

export function PausedStrip() {
  const sender = useFetcher();
  // Only after this button: the one in the settings moves the focus to its sentence.
  useFocusAfterwards("main", sender.state !== "idle");
  return (
    <div className="card cluster mb-4 justify-between p-4">
      <p>{t("Your account is paused, so you're not in Discover.")}</p>
      <sender.Form method="post" action={PAUSE_PATH}>
        <ViewerField />
        <Button name="paused" value="false" isPending={sender.state !== "idle"}>
          {t("Resume")}
        </Button>
      </sender.Form>
    </div>
  );
}
