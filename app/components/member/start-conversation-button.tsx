// The button that starts a conversation with a member.
import { useFetcher } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { ViewerField } from "~/components/ui/viewer-field";

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
  const fetcher = useFetcher({ key: `talk-${memberId}` });
  const starting = fetcher.state !== "idle";
  const label = mutual ? "Start Conversation" : "Send Message";
  const accessibleName = `${label} ${mutual ? "with" : "to"} ${name}`;
  return (
    <fetcher.Form method="post" action="/matches/talk">
      <ViewerField />
      <input type="hidden" name="targetUserId" value={memberId} />
      <Button
        variant={mutual ? "primary" : "quiet"}
        icon="messages"
        isPending={starting}
        className="w-full"
        aria-label={starting ? undefined : accessibleName}
      >
        {starting ? "Starting..." : label}
      </Button>
    </fetcher.Form>
  );
}
