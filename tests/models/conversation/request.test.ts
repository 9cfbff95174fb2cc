import { db } from "db/client.server";
import { outbox } from "db/schema";
import { and, eq, gt } from "drizzle-orm";
import { expect, test } from "vitest";
import { getCounts } from "~/http/counts.server";
import { getOutboxBounds } from "~/live/outbox.server";
import { deleteAccount, restoreAccount } from "~/models/account/leaving/deletion.server";
import { toConversationRow } from "~/models/conversation/conversation";
import { getConversation } from "~/models/conversation/conversation.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { addMessage } from "~/models/conversation/message.server";
import { listMessages } from "~/models/conversation/message-list.server";
import {
  acceptRequest,
  declineRequest,
  restoreRequest,
  startConversation,
} from "~/models/conversation/request.server";
import { decideOn } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { addMember } from "../../cast";

/** A request: Ada likes Ben, who hasn't liked her back, and has messaged him. */
async function request() {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  await addMessage(ada.id, id, { content: "You like Broadcast too!" });
  return { ada, ben, id };
}

const statusOf = async (member: Member, id: string) => {
  const conversation = await getConversation(member.id, id);
  return conversation && toConversationRow(conversation, member.id).status;
};
/** The recipients of conversation events while `run` runs. */
async function notifiedBy(run: () => Promise<unknown>, id: string) {
  const { last } = await getOutboxBounds();
  await run();
  const rows = await db
    .select({ id: outbox.recipientId })
    .from(outbox)
    .where(and(gt(outbox.id, last), eq(outbox.kind, "conversation"), eq(outbox.reference, id)));
  return rows.map((row) => row.id).sort((one, other) => one - other);
}

test("an accepted request is open to both members, and both are notified", async () => {
  const { ada, ben, id } = await request();
  expect([await statusOf(ada, id), await statusOf(ben, id)]).toEqual(["sent", "received"]);
  const notified = await notifiedBy(() => acceptRequest(ben.id, id), id);
  expect(notified).toEqual([ada.id, ben.id].sort((one, other) => one - other));
  expect([await statusOf(ada, id), await statusOf(ben, id)]).toEqual(["open", "open"]);
  await addMessage(ada.id, id, { content: "Which record first?" });
  expect(await notifiedBy(() => acceptRequest(ben.id, id), id)).toEqual([]);
  expect(await listMessages(ben.id, id)).toHaveLength(2);
});

test("a member who is back in the moment when they are written to has the request that they sent", async () => {
  const { ada, ben, id } = await request();
  await deleteAccount(ada.id);
  const [started] = await Promise.all([startConversation(ben.id, ada.id), restoreAccount(ada.id)]);
  expect(started.id).toBe(id);
});

test("a declined request disappears for the recipient and looks unchanged to the sender", async () => {
  const { ada, ben, id } = await request();
  const before = await getConversation(ada.id, id);
  expect(await getCounts(ben.id)).toMatchObject({ conversations: 1, unread: 1 });
  const notified = await notifiedBy(() => declineRequest(ben.id, id), id);
  expect(notified).toEqual([ben.id]);
  expect(await getCounts(ben.id)).toMatchObject({ conversations: 0, unread: 0 });
  expect((await listConversations(ben.id)).conversations).toEqual([]);
  expect(await listMessages(ben.id, id)).toBeUndefined();
  await expect(addMessage(ben.id, id, { content: "Well" })).rejects.toMatchObject({ code: "absent" });

  expect(await getConversation(ada.id, id)).toEqual(before);
  expect((await listConversations(ada.id)).conversations).toEqual([before]);
  expect(await listMessages(ada.id, id)).toHaveLength(1);
  await expect(addMessage(ada.id, id, { content: "Hello?" })).rejects.toMatchObject({
    code: "forbidden",
    message: "You can send one message until Ben replies.",
  });
  expect((await startConversation(ada.id, ben.id)).id).toBe(id);
  expect(await statusOf(ben, id)).toBeUndefined();
});

test("undoing a decline restores the request, and so does a like", async () => {
  const { ada, ben, id } = await request();
  await declineRequest(ben.id, id);
  expect(await notifiedBy(() => restoreRequest(ben.id, id), id)).toEqual([ben.id]);
  expect(await statusOf(ben, id)).toBe("received");
  await declineRequest(ben.id, id);
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  expect([await statusOf(ada, id), await statusOf(ben, id)]).toEqual(["open", "open"]);
});

test("a reply accepts the request, which can then not be declined", async () => {
  const { ada, ben, id } = await request();
  await addMessage(ben.id, id, { content: "I do" });
  await expect(declineRequest(ben.id, id)).rejects.toMatchObject({ code: "conflict" });
  expect([await statusOf(ada, id), await statusOf(ben, id)]).toEqual(["open", "open"]);
});

test("only the recipient can answer a request", async () => {
  const { ada, ben, id } = await request();
  const cleo = await addMember("Cleo");
  for (const answer of [acceptRequest, declineRequest, restoreRequest]) {
    await expect(answer(ada.id, id)).rejects.toMatchObject({ code: "forbidden" });
    await expect(answer(cleo.id, id)).rejects.toMatchObject({ code: "absent" });
    await expect(answer(ben.id, "no-such-thing")).rejects.toMatchObject({ code: "absent" });
  }
  expect(await statusOf(ben, id)).toBe("received");
  await decideOn(ben.id, { targetUserId: ada.id, liked: false });
  for (const answer of [acceptRequest, declineRequest, restoreRequest]) {
    await expect(answer(ben.id, id)).rejects.toMatchObject({ code: "absent" });
  }
});

test("a request without a message can be neither answered nor restored", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  for (const answer of [acceptRequest, declineRequest, restoreRequest]) {
    await expect(answer(ben.id, id)).rejects.toMatchObject({ code: "absent" });
  }
});

test("a request can be declined twice, which is told once", async () => {
  const { ada, ben, id } = await request();
  const declined = await declineRequest(ben.id, id);
  const again = async () => expect(await declineRequest(ben.id, id)).toEqual(declined);
  expect(await notifiedBy(again, id)).toEqual([]);
  await restoreRequest(ben.id, id);
  expect(await statusOf(ben, id)).toBe("received");
  expect(await statusOf(ada, id)).toBe("sent");
});

test("a member who has just deleted their account sends nothing", async () => {
  const { ada, ben, id } = await request();
  await acceptRequest(ben.id, id);
  await deleteAccount(ben.id);
  const sending = addMessage(ben.id, id, { content: "Which record first?" });
  await expect(sending).rejects.toMatchObject({ code: "forbidden" });
  expect(await listMessages(ada.id, id)).toHaveLength(1);
});
