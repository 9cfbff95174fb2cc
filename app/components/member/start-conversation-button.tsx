// The button that starts a conversation with a member.
import { PostButton } from "~/components/ui/form";

/** 'Start Conversation' for a match, 'Send Message' for a member who was liked; both open the conversation. */
export function StartConversationButton({
  memberId,
  name,
  mutual,
}: {
  memberId: string;
  name: string;
  mutual: boolean;
}) {
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
