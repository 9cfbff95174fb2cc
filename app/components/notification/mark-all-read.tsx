// The button that marks all notifications as read.
import { useFetcher } from "@remix-run/react";
import { useFocusAfterwards } from "~/browser/use-focus";
import { Button } from "~/components/ui/button";
import { ViewerField } from "~/components/ui/viewer-field";
import { NOTIFICATIONS_PATH } from "~/models/notification/notification";

export function MarkAllRead() {
  const sender = useFetcher();
  useFocusAfterwards();
  return (
    <sender.Form method="post" action={NOTIFICATIONS_PATH}>
      <ViewerField />
      <Button icon="check" isPending={sender.state !== "idle"}>
        Mark All as Read
      </Button>
    </sender.Form>
  );
}
