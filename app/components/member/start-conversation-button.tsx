// The button that starts a conversation with a member, or opens it.
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
        aria-label={`Open Conversation with ${name}`}
      >
        Open Conversation
      </ButtonLink>
    );
  const label = mutual ? "Start Conversation" : "Send Message";
  return (
    <PostButton
      to="/matches/talk"
      fields={{ targetUserId: memberId }}
      variant={mutual ? "primary" : "quiet"}
      icon="messages"
      pending="Starting..."
      className="w-full"
      aria-label={`${label} ${mutual ? "with" : "to"} ${name}`}
    >
      {label}
    </PostButton>
  );
}
