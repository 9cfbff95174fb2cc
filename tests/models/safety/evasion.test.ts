import { db } from "db/client.server";
import { conversation, member, message, rateLimit } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import { getConversation } from "~/models/conversation/conversation.server";
import {
  deleteEndedConversations,
  listEndedConversations,
} from "~/models/conversation/list/ended-conversation.server";
import { addMessage } from "~/models/conversation/message.server";
import { declineRequest, startConversation } from "~/models/conversation/request.server";
import { decideOn } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { blockMember } from "~/models/safety/block.server";
import { findReported, listReportableMessages } from "~/models/safety/evidence/reported.server";
import { fileReport } from "~/models/safety/report.server";
import { reportAbout, reportInput } from "~/models/safety/report-schema";
import { addMember, makeConversation } from "../../cast";
import { sampled } from "../../sampled";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Ben threatens Ada in a request. */
async function threaten() {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  const { id } = await startConversation(ben.id, ada.id);
  const threat = await addMessage(ben.id, id, { content: "I know where you live" });
  return { ada, ben, id, threat };
}

const change = (who: Member, columns: Partial<typeof member.$inferInsert>) =>
  db.update(member).set(columns).where(eq(member.id, who.id));
const listEnded = async (who: Member) => (await listEndedConversations(who.id)).ended;
const purge = async (who: Member) => {
  await change(who, { deletedAt: new Date() });
  await purgeDeletedMembers(Date.now() + 15 * DAY_MS);
};
const pass = (who: Member, other: Member) => decideOn(who.id, { targetUserId: other.id, liked: false });

const answers: Record<string, (ada: Member, ben: Member, id: string) => Promise<unknown>> = {
  declines: (ada, _, id) => declineRequest(ada.id, id),
  "passes on the sender": (ada, ben) => pass(ada, ben),
  "does not answer": async () => undefined,
};
const escapes: Record<string, (ada: Member, ben: Member) => Promise<unknown>> = {
  blocks: (ada, ben) => blockMember(ben.id, ada.id),
  passes: (ada, ben) => pass(ben, ada),
  pauses: (_, ben) => setPaused(ben.id, true),
  "deletes the account": (_, ben) => change(ben, { deletedAt: new Date() }),
  "is erased": (_, ben) => purge(ben),
  "blocks and is erased": async (ada, ben) => {
    await blockMember(ben.id, ada.id);
    await purge(ben);
  },
  "is suspended": (_, ben) => change(ben, { suspendedAt: new Date() }),
};
const product = Object.keys(answers).flatMap((answer, row) =>
  Object.keys(escapes).map((act, column) => ({ chain: [answer, act] as const, isFirst: !row || !column })),
);
const pairs = product.filter(({ isFirst }) => isFirst);
const others = product.filter(({ isFirst }) => !isFirst);
/** Each answer and each escape once, and in the whole run each with each. */
const chains = sampled([...pairs, ...others], pairs.length).map(({ chain }) => chain);

test.each(chains)(
  "whoever was threatened and %s finds and reports the sender who %s",
  async (answer, act) => {
    const { ada, ben, id, threat } = await threaten();
    await answers[answer]?.(ada, ben, id);
    const before = await listEnded(ada);
    expect(before).toHaveLength(answer === "does not answer" ? 0 : 1);
    expect(await listEnded(ben)).toEqual([]);
    await escapes[act]?.(ada, ben);
    const isInInbox = (await getConversation(ada.id, id)) !== undefined;
    const listed = await listEnded(ada);
    expect(listed.map((each) => each.id)).toEqual(isInInbox ? [] : [id]);
    // What the sender does later moves nothing.
    expect(listed[0]?.endedAt).toBe(before[0]?.endedAt ?? listed[0]?.endedAt);
    for (const about of [
      `member:${ben.id}`,
      `photo:${ben.id}`,
      `conversation:${id}`,
      `message:${threat.id}`,
    ]) {
      expect(await findReported(ada.id, reportAbout.parse(about)), about).toMatchObject({ id: ben.id });
      const { report, isNew } = await fileReport(
        ada.id,
        reportInput.parse({ about, reason: "danger", alsoBlock: about.startsWith("message") }),
      );
      expect([isNew, report.firstName], about).toEqual([
        true,
        /delete|erased/.test(act) ? "Former member" : "Ben",
      ]);
    }
  },
);

test.each(chains)(
  "whoever was threatened and %s picks the message of the sender who %s, where the chat can't be opened",
  async (answer, act) => {
    const { ada, ben, id, threat } = await threaten();
    await answers[answer]?.(ada, ben, id);
    await escapes[act]?.(ada, ben);
    const isOpen = (await getConversation(ada.id, id)) !== undefined;
    const { messages } = await listReportableMessages(ada.id, id);
    expect(messages).toEqual(
      isOpen ? [] : [{ id: threat.id, excerpt: "I know where you live", createdAt: threat.createdAt }],
    );
    expect((await listReportableMessages(ben.id, id)).messages).toEqual([]);
  },
);

test("the other's messages of an ended conversation are listed in pages for 90 days, to their recipient only", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  const { id } = await makeConversation(ben, ada);
  for (let number = 1; number <= 45; number++) {
    await addMessage(ben.id, id, { content: `No. ${number}${"!".repeat(300)}` });
    await addMessage(ada.id, id, { content: "Stop" });
    // Their limit is 30 in 10 seconds.
    await db.delete(rateLimit);
  }
  expect(await listReportableMessages(ada.id, id)).toEqual({ messages: [] });
  await blockMember(ada.id, ben.id);
  const pages: string[][] = [];
  for (let before: string | undefined; ; ) {
    const page = await listReportableMessages(ada.id, id, before);
    pages.push(page.messages.map(({ excerpt }) => excerpt.replace(/!+…$/, "")));
    for (const { excerpt } of page.messages) expect(excerpt).toHaveLength(200);
    before = page.before;
    if (!before) break;
  }
  expect(pages.map(({ length }) => length)).toEqual([20, 20, 5]);
  expect(pages.flat()).toEqual(Array.from({ length: 45 }, (_, index) => `No. ${45 - index}`));
  expect((await listReportableMessages(cleo.id, id)).messages).toEqual([]);
  expect((await listReportableMessages(ada.id, id, crypto.randomUUID())).messages).toEqual([]);
  await db
    .update(conversation)
    .set({ endedAt: new Date(Date.now() - 91 * DAY_MS) })
    .where(eq(conversation.id, id));
  expect((await listReportableMessages(ada.id, id)).messages).toEqual([]);
});

test("a declined request is listed by the day of the decline for 30 days, under the name that still stands", async () => {
  const { ada, ben, id } = await threaten();
  await declineRequest(ada.id, id);
  const [listed] = await listEnded(ada);
  expect(listed).toEqual({ id, firstName: "Ben", endedAt: expect.any(String) });
  await change(ben, { deletedAt: new Date() });
  expect(await listEnded(ada)).toEqual([{ ...listed, firstName: "Former member" }]);
  await db
    .update(conversation)
    .set({ declinedAt: new Date(Date.now() - 31 * DAY_MS) })
    .where(eq(conversation.id, id));
  expect(await listEnded(ada)).toEqual([]);
});

test("a request that never arrived is not listed", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await pass(ada, ben);
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  const { id } = await startConversation(ben.id, ada.id);
  expect(await listEnded(ada)).toEqual([]);
  await addMessage(ben.id, id, { content: "Hello" });
  await pass(ben, ada);
  expect(await listEnded(ada)).toEqual([]);
});

test("the request of an erased member is kept for 90 days from the deletion", async () => {
  const { ada, ben, id, threat } = await threaten();
  await purge(ben);
  const about = reportAbout.parse(`message:${threat.id}`);
  await deleteEndedConversations(Date.now() + 89 * DAY_MS);
  expect(await findReported(ada.id, about)).toMatchObject({ firstName: "Former member" });
  await deleteEndedConversations(Date.now() + 91 * DAY_MS);
  expect(await db.$count(message, eq(message.conversationId, id))).toBe(0);
  expect(await findReported(ada.id, about)).toBeUndefined();
});

test("what an erased member received, and a request without a message, go at once", async () => {
  const { ada, ben, id } = await threaten();
  const cleo = await addMember("Cleo");
  await decideOn(ada.id, { targetUserId: cleo.id, liked: true });
  const empty = await startConversation(ada.id, cleo.id);
  await purge(ada);
  for (const gone of [id, empty.id]) expect(await db.$count(conversation, eq(conversation.id, gone))).toBe(0);
  expect(await listEnded(ben)).toEqual([]);
});
