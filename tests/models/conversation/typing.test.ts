// "Typing…": whose signs reach whom, and how they end.
import { db } from "db/client.server";
import { member, typing } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { setPaused } from "~/models/account/leaving/pause.server";
import { savePrivacy } from "~/models/account/privacy.server";
import { addMessage } from "~/models/conversation/message.server";
import { acceptRequest, startConversation } from "~/models/conversation/request.server";
import { listTyping, showTyping } from "~/models/conversation/typing.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import { likeWithNote } from "~/models/match/like-with-note.server";
import type { Member } from "~/models/member/member.server";
import { savePrompts } from "~/models/member/prompt.server";
import { blockMember } from "~/models/safety/block.server";
import { addMember, makeConversation } from "../../cast";

async function couple() {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  return { ada, ben, id };
}

/** The members who are shown a sign of typing in a conversation that `run` gives. */
async function shownDuring(id: string, run: () => Promise<unknown>) {
  const { last } = await listTyping(0);
  await run();
  const { signs } = await listTyping(last);
  return signs.filter(({ conversationId }) => conversationId === id).map(({ memberId }) => memberId);
}

const set = (id: number, values: Partial<typeof member.$inferInsert>) =>
  db.update(member).set(values).where(eq(member.id, id));

test("the other member is shown a sign once, and the next only after a pause", async () => {
  const { ada, ben, id } = await couple();
  expect(await shownDuring(id, () => showTyping(ben.id, id))).toEqual([ada.id]);
  expect(await shownDuring(id, () => showTyping(ben.id, id))).toEqual([]);
  await db
    .update(typing)
    .set({ at: new Date(Date.now() - 5000) })
    .where(eq(typing.memberId, ben.id));
  expect(await shownDuring(id, () => showTyping(ben.id, id))).toEqual([ada.id]);
  expect(await shownDuring(id, () => showTyping(ada.id, id))).toEqual([ben.id]);
});

test.each<[string, (one: Member, other: Member, id: string) => Promise<unknown>]>([
  ["message", ({ id: senderId }, _, id) => addMessage(senderId, id, { content: "Hello" })],
  [
    "note about the other's profile",
    async ({ id: senderId }, { id: otherId }) => {
      await savePrompts(otherId, { prompts: [{ prompt: "b_side", answer: "Pearly*" }] });
      const quote = { type: "prompt", prompt: "b_side" } as const;
      await likeWithNote(senderId, { targetUserId: otherId, content: "Hello", quote });
    },
  ],
])("a %s ends its sender's typing", async (_, write) => {
  const { ada, ben, id } = await couple();
  const shown = await shownDuring(id, async () => {
    await showTyping(ada.id, id);
    await showTyping(ben.id, id);
    await write(ben, ada, id);
  });
  expect(shown).toEqual([ben.id]);
});

test("somebody else's sign removes those of more than a minute ago", async () => {
  const [one, other] = [await couple(), await couple()];
  await showTyping(one.ben.id, one.id);
  await db
    .update(typing)
    .set({ at: new Date(Date.now() - 70_000) })
    .where(eq(typing.memberId, one.ben.id));
  await showTyping(other.ben.id, other.id);
  const kept = await db.select({ memberId: typing.memberId }).from(typing);
  expect(kept.map(({ memberId }) => memberId)).toContain(other.ben.id);
  expect(kept.map(({ memberId }) => memberId)).not.toContain(one.ben.id);
});

test("nobody is shown typing in a request before it is accepted", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  const both = async () => {
    await showTyping(ada.id, id);
    await showTyping(ben.id, id);
  };
  await addMessage(ada.id, id, { content: "Hello" });
  expect(await shownDuring(id, both)).toEqual([]);
  await acceptRequest(ben.id, id);
  expect(await shownDuring(id, both)).toEqual([ben.id, ada.id]);
});

test.each<[string, (one: Member, other: Member) => Promise<unknown>]>([
  ["turning it off", ({ id }) => savePrivacy(id, { showsSeen: true, showsTyping: false })],
  ["a pause", ({ id }) => setPaused(id, true)],
  ["hiding", ({ id }) => set(id, { hiddenAt: new Date() })],
  ["a suspension", ({ id }) => set(id, { suspendedAt: new Date() })],
  ["a deletion", ({ id }) => set(id, { deletedAt: new Date() })],
  ["a block", ({ id }, other) => blockMember(id, other.id)],
  ["an unmatch", ({ id }, other) => unmatch(id, other.id)],
])("%s of either ends it for both", async (_, leave) => {
  const { ada, ben, id } = await couple();
  const shown = await shownDuring(id, async () => {
    await showTyping(ben.id, id);
    await leave(ben, ada);
    await showTyping(ada.id, id).catch(() => undefined);
  });
  expect(shown).toEqual([]);
  const rows = await db.select().from(typing).where(eq(typing.conversationId, id));
  expect(rows.filter(({ memberId }) => memberId === ada.id)).toEqual([]);
});

test("strangers can show nothing", async () => {
  const { id } = await couple();
  const cleo = await addMember("Cleo");
  await expect(showTyping(cleo.id, id)).rejects.toMatchObject({ code: "absent" });
});
