import { db } from "db/client.server";
import { outbox } from "db/schema";
import { and, eq, gt } from "drizzle-orm";
import { expect, test } from "vitest";
import { outboxBounds } from "~/live/outbox.server";
import { conversationRow } from "~/models/conversation";
import {
  acceptRequest,
  declineRequest,
  getConversation,
  listConversations,
  startConversation,
  undoDecline,
} from "~/models/conversation.server";
import { getCounts } from "~/models/counts.server";
import { decideOn } from "~/models/decision.server";
import type { Member } from "~/models/member.server";
import { addMessage, listMessages } from "~/models/message.server";
import { cast } from "../cast";

/** Ada has written to Ben, whom she likes and who has not liked her back. */
async function request() {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  await addMessage(ada.id, id, { content: "You like Broadcast too!" });
  return { ada, ben, id };
}

const standing = async (member: Member, id: string) => {
  const talk = await getConversation(member.id, id);
  return talk && conversationRow(talk, member.id).standing;
};
/** Who is told that the conversation has changed while `run` runs. */
async function toldBy(run: () => Promise<void>, id: string) {
  const { last } = await outboxBounds();
  await run();
  const rows = await db
    .select({ id: outbox.recipientId })
    .from(outbox)
    .where(and(gt(outbox.id, last), eq(outbox.kind, "conversation"), eq(outbox.reference, id)));
  return rows.map((row) => row.id).sort((one, other) => one - other);
}

test("an accepted request is open to both, who are told of it", async () => {
  const { ada, ben, id } = await request();
  expect([await standing(ada, id), await standing(ben, id)]).toEqual(["sent", "received"]);
  const told = await toldBy(() => acceptRequest(ben.id, id), id);
  expect(told).toEqual([ada.id, ben.id].sort((one, other) => one - other));
  expect([await standing(ada, id), await standing(ben, id)]).toEqual(["open", "open"]);
  await addMessage(ada.id, id, { content: "Which record first?" });
  expect(await toldBy(() => acceptRequest(ben.id, id), id)).toEqual([]);
  expect(await listMessages(ben.id, id)).toHaveLength(2);
});

test("a declined request is gone for its receiver, and looks to its sender as before", async () => {
  const { ada, ben, id } = await request();
  const before = await getConversation(ada.id, id);
  expect(await getCounts(ben.id)).toMatchObject({ conversations: 1, unread: 1 });
  const told = await toldBy(() => declineRequest(ben.id, id), id);
  expect(told).toEqual([ben.id]);
  expect(await getCounts(ben.id)).toMatchObject({ conversations: 0, unread: 0 });
  expect((await listConversations(ben.id)).talks).toEqual([]);
  expect(await listMessages(ben.id, id)).toBeUndefined();
  await expect(addMessage(ben.id, id, { content: "Well" })).rejects.toMatchObject({ code: "absent" });

  expect(await getConversation(ada.id, id)).toEqual(before);
  expect((await listConversations(ada.id)).talks).toEqual([before]);
  expect(await listMessages(ada.id, id)).toHaveLength(1);
  await expect(addMessage(ada.id, id, { content: "Hello?" })).rejects.toMatchObject({
    code: "forbidden",
    message: "Wait until Ben answers your first message.",
  });
  expect((await startConversation(ada.id, ben.id)).id).toBe(id);
  expect(await standing(ben, id)).toBeUndefined();
});

test("a decline can be taken back, and a like brings the conversation back too", async () => {
  const { ada, ben, id } = await request();
  await declineRequest(ben.id, id);
  expect(await toldBy(() => undoDecline(ben.id, id), id)).toEqual([ben.id]);
  expect(await standing(ben, id)).toBe("received");
  await declineRequest(ben.id, id);
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  expect([await standing(ada, id), await standing(ben, id)]).toEqual(["open", "open"]);
});

test("an answer accepts, and then there is nothing to decline", async () => {
  const { ada, ben, id } = await request();
  await addMessage(ben.id, id, { content: "I do" });
  await expect(declineRequest(ben.id, id)).rejects.toMatchObject({ code: "conflict" });
  expect([await standing(ada, id), await standing(ben, id)]).toEqual(["open", "open"]);
});

test("only who received a request answers it", async () => {
  const { ada, ben, id } = await request();
  const cleo = await cast("Cleo");
  for (const answer of [acceptRequest, declineRequest, undoDecline]) {
    await expect(answer(ada.id, id)).rejects.toMatchObject({ code: "forbidden" });
    await expect(answer(cleo.id, id)).rejects.toMatchObject({ code: "absent" });
    await expect(answer(ben.id, "no-such-thing")).rejects.toMatchObject({ code: "absent" });
  }
  expect(await standing(ben, id)).toBe("received");
  await decideOn(ben.id, { targetUserId: ada.id, liked: false });
  for (const answer of [acceptRequest, declineRequest, undoDecline]) {
    await expect(answer(ben.id, id)).rejects.toMatchObject({ code: "absent" });
  }
});

test("a request without a word yet cannot be answered, nor be found by undoing", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  for (const answer of [acceptRequest, declineRequest, undoDecline]) {
    await expect(answer(ben.id, id)).rejects.toMatchObject({ code: "absent" });
  }
});
