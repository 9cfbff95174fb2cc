// The handler of reaction buttons, fetched on the first click.
import type { ReactionKind } from "db/column-types";
import { t } from "~/language/text";
import type { MessageDto } from "~/models/conversation/message";
import { showToast } from "~/ui/toast/toaster";
import type { MessageFeed } from "./use-message-feed";

/** Shows the member's reaction at once, and the previous one if it could not be saved. */
export async function react(
  show: MessageFeed["setReactions"],
  { id, conversationId, reactions = [] }: MessageDto,
  partnerId: string,
  reaction: ReactionKind | null,
): Promise<void> {
  const theirs = reactions.filter(({ memberId }) => memberId === partnerId);
  show(id, reaction ? [...theirs, { memberId: "", reaction }] : theirs);
  const answer = await fetch(`/api/messages/${id}/reaction`, {
    method: reaction ? "PUT" : "DELETE",
    headers: { "Content-Type": "application/json" },
    body: reaction ? JSON.stringify({ reaction }) : undefined,
  }).catch(() => undefined);
  if (answer?.ok) return;
  show(id, reactions);
  const description = t("Your reaction wasn't saved. Try again.");
  showToast({
    // Not translated: a code.
    id: `${conversationId} reaction`,
    kind: "error",
    title: t("Error"),
    description,
  });
}
