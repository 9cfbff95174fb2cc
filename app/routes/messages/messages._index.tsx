import { EmptyState } from "~/ui/card";

export default function NoConversation() {
  return (
    <EmptyState title="Select a conversation" text="Choose a conversation from the left to start chatting" />
  );
}
