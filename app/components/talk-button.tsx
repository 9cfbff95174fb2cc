// The button that begins a conversation, wherever a member stands.
import { useFetcher } from "@remix-run/react";
import { Button } from "./button";

/** 'Start Conversation' with a match, 'Send Message' to somebody liked; both go on to the conversation. */
export function TalkButton({ memberId, name, mutual }: { memberId: string; name: string; mutual: boolean }) {
  const fetcher = useFetcher({ key: `talk-${memberId}` });
  const starting = fetcher.state !== "idle";
  const says = mutual ? "Start Conversation" : "Send Message";
  return (
    <fetcher.Form method="post" action="/matches/talk">
      <input type="hidden" name="targetUserId" value={memberId} />
      <Button
        look={mutual ? "primary" : "quiet"}
        icon="messages"
        disabled={starting}
        className="w-full"
        aria-label={starting ? undefined : `${says} with ${name}`.replace("Message with", "Message to")}
      >
        {starting ? "Starting..." : says}
      </Button>
    </fetcher.Form>
  );
}
