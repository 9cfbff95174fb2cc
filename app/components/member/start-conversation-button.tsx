// The button that starts a conversation with a member, or opens it.
import { t } from "~/language/text";
import { ButtonLink } from "~/ui/button";
import { PostButton } from "~/ui/form";

/** 'Start Conversation' for a match, 'Send Message' for a member who was liked; a link if they have a conversation. */
export function StartConversationButton({
  memberId,
  name,
  mutual,
  conversationId,
}: {
  memberId: string;
  name: string;
  mutual: boolean;
  conversationId?: string;
}) {
  if (conversationId)
    return (
      <ButtonLink
        to={`/messages/${conversationId}`}
        variant={mutual ? "primary" : "quiet"}
        icon="messages"
        className="w-full"
        aria-label={t("Open Conversation with {name}", { name })}
      >
        {t("Open Conversation")}
      </ButtonLink>
    );
  const label = mutual ? t("Start Conversation") : t("Send Message");
  return (
    <PostButton
      to="/matches/talk"
      fields={{ targetUserId: memberId }}
      variant={mutual ? "primary" : "quiet"}
      icon="messages"
      pending={t("Starting...")}
      className="w-full"
      aria-label={
        mutual ? t("Start Conversation with {name}", { name }) : t("Send Message to {name}", { name })
      }
    >
      {label}
    </PostButton>
  );
}
