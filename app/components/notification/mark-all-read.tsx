// The button that marks all notifications as read.
import { useFocusAfterwards } from "~/browser/use-focus";
import { PostButton } from "~/components/ui/form";
import { NOTIFICATIONS_PATH } from "~/models/notification/notification";

export function MarkAllRead() {
  useFocusAfterwards();
  return (
    <PostButton to={NOTIFICATIONS_PATH} icon="check">
      Mark All as Read
    </PostButton>
  );
}
