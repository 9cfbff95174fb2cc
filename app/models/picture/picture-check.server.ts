// What the operator's checking service says about new photos.
import { judge, uncheckedRefusal } from "~/integrations/checking-service.server";
import { msg } from "~/language/text";
import { Refusal } from "~/refusal";

/** Why a photo has to wait for a moderator; undefined if it doesn't. Refuses one that the service refuses (invalid). */
export async function rejectRefusedPicture(picture: Uint8Array): Promise<{ reason: string } | undefined> {
  const { verdict, reason } = await judge({ kind: "photo", picture });
  if (verdict === "fine") return undefined;
  if (verdict === "hold") return { reason };
  throw new Refusal(
    "invalid",
    reason ? msg("This picture can't be used: {reason}", { reason }) : msg("This picture can't be used."),
  );
}

/**
 * Refuses a photo for a conversation, where nothing can wait unseen, if the service refuses or holds it (invalid), or if it
 * doesn't answer and the operator holds what isn't judged (unavailable).
 */
export async function rejectHeldPicture(picture: Uint8Array): Promise<void> {
  const { verdict, reason, isAnswer } = await judge({ kind: "photo", picture });
  if (verdict === "fine") return;
  if (!isAnswer) throw uncheckedRefusal("photo");
  throw new Refusal(
    "invalid",
    reason ? msg("This photo can't be sent: {reason}", { reason }) : msg("This photo can't be sent."),
  );
}
