import { t } from "~/language/text";
import { EmptyState } from "~/ui/card";

export default function NoConversation() {
  return (
    <EmptyState
      title={t("Select a conversation")}
      text={t("Choose a conversation from the left to start chatting")}
    />
  );
}
