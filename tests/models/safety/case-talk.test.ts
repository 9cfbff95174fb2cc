// The talk of moderators about a case: questions to its member, second opinions and notes.

import { db } from "db/client.server";
import {
  caseMessage,
  evidence,
  member as memberTable,
  moderationCase,
  report as reportTable,
  staff,
} from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import type { Member } from "~/models/member/member.server";
import { listNotifications } from "~/models/notification/notification.server";
import { viewCase } from "~/models/safety/case/case.server";
import { claimCase, releaseCase } from "~/models/safety/case/case-claim.server";
import { listCases } from "~/models/safety/case/case-list.server";
import { decideCase } from "~/models/safety/case/case-outcome.server";
import {
  answerQuestion,
  askMember,
  listQuestions,
  writeNote,
} from "~/models/safety/case/case-question.server";
import { caseNoteInput, queuePage } from "~/models/safety/case/case-schema";
import { deleteExpiredTalk } from "~/models/safety/case/case-talk.server";
import { sendNotice } from "~/models/safety/notice/notice.server";
import { noticeInput } from "~/models/safety/notice/notice-schema";
import { listLog } from "~/models/safety/staff/moderation-log.server";
import { listExportParts } from "~/operations/export-content.server";
import { addMember, addModerator, addNewcomer, freshCast, mia } from "../../cast";
import { countRows, deleteRows, rowsOf } from "../../rows";
import { decide, report, sanctionOf } from "./cases";

freshCast("mia");

const DAY_MS = 86_400_000;

const ask = (moderator: Member, id: string, question = "What happened?") =>
  askMember(moderator.id, id, { question });

async function answer(member: Member, words = "It was a joke.") {
  const waiting = (await listQuestions(member.id)).find(({ waitingId }) => waitingId !== null);
  await answerQuestion(member.id, { question: waiting?.waitingId ?? 0, answer: words });
}

const note = (moderator: Member, id: string, change: Record<string, unknown> = {}) =>
  writeNote(moderator.id, id, caseNoteInput.parse({ note: "Looks like a song.", ...change }));

const second = (colleague: Member, isBinding = true) => ({ colleague: String(colleague.id), isBinding });

/** A case of a reported member that a moderator has claimed. */
async function openCase(moderator: Member, change?: Parameters<typeof report>[2]) {
  const [reporter, member] = [await addMember("Ada"), await addMember("Ben")];
  const id = await report(reporter, member, change);
  await claimCase(moderator.id, id);
  return { id, member, reporter };
}

async function exportOf(member: Member): Promise<string> {
  const texts: string[] = [];
  for (const part of await listExportParts(member)) {
    if (!part.file.endsWith(".json")) continue;
    for await (const chunk of (await part.read()) ?? []) texts.push(String(chunk));
  }
  return texts.join("\n");
}

test("a member is told of a question, answers once, and learns no names", async () => {
  const mia = await addModerator("Miamoderates");
  const { id, member, reporter } = await openCase(mia);
  await ask(mia, id);
  const { notifications } = await listNotifications(member.id, {});
  expect(notifications[0]).toMatchObject({
    kind: "question",
    text: "A moderator has a question for you.",
    url: "/account-status/questions",
  });
  expect((await viewCase(mia.id, id))?.talk.said).toEqual([
    expect.objectContaining({ kind: "question", content: "What happened?", author: "Miamoderates Lovelace" }),
  ]);
  await answer(member);
  await expect(answerQuestion(member.id, await firstQuestion(id))).rejects.toThrow(
    "You've already answered this question.",
  );
  const [shown] = await listQuestions(member.id);
  expect(shown).toMatchObject({ isOpen: true, waitingId: null });
  expect(shown?.said.map(({ kind, content }) => [kind, content])).toEqual([
    ["question", "What happened?"],
    ["answer", "It was a joke."],
  ]);
  await note(mia, id, { note: "Secretnote" });
  const said = `${JSON.stringify([shown, notifications])}${await exportOf(member)}`;
  expect(said).toContain("It was a joke.");
  for (const secret of ["Miamoderates", String(mia.id), "Secretnote", reporter.lastName + reporter.id])
    expect(said.includes(secret), secret).toBe(false);
});

/** The first question of a case, with an answer to it. */
async function firstQuestion(caseId: string) {
  const [asked] = await rowsOf(caseMessage, { caseId });
  return { question: asked?.id ?? 0, answer: "Once more" };
}

test("a case has one waiting question at a time, and five in all", async () => {
  const { id, member } = await openCase(mia);
  await ask(mia, id);
  await expect(ask(mia, id)).rejects.toThrow("still waiting");
  for (let asked = 1; asked < 5; asked++) {
    await answer(member);
    await ask(mia, id);
  }
  await answer(member);
  await expect(ask(mia, id)).rejects.toThrow("You can ask 5 questions in a case.");
  expect((await viewCase(mia.id, id))?.talk.said).toHaveLength(10);
});

test("only the moderator who works on a case asks, and nobody in a case about themselves or by their own report", async () => {
  const noa = await addModerator("Noa");
  const { id, member } = await openCase(mia);
  await expect(ask(noa, id)).rejects.toThrow("Mia Lovelace is working on this case.");
  await db.insert(staff).values({ memberId: member.id, role: "moderator", addedAt: new Date() });
  await expect(ask(member, id)).toBeRefused("absent");
  await expect(note(member, id)).toBeRefused("absent");
  await expect(note(mia, id, second(member))).toBeRefused("invalid");
  const kim = await addModerator("Kim");
  await report(kim, member);
  await expect(note(kim, id)).rejects.toThrow("You reported this member");
  await expect(note(mia, id, second(kim))).toBeRefused("invalid");
  await expect(note(noa, id, second(mia))).rejects.toThrow("Mia Lovelace is working on this case.");
  await releaseCase(mia.id, id);
  await expect(ask(mia, id)).rejects.toThrow("Claim this case first.");
});

test("a question is for its member alone, and a closed case needs no answer", async () => {
  const { id, member, reporter } = await openCase(mia);
  await ask(mia, id);
  const asked = await firstQuestion(id);
  await expect(answerQuestion(reporter.id, asked)).toBeRefused("absent");
  await decideCase(mia.id, id, sanctionOf({ kind: "none" }));
  await expect(answerQuestion(member.id, asked)).rejects.toThrow("This case is closed");
  expect((await listNotifications(member.id, {})).notifications.map(({ kind }) => kind)).not.toContain(
    "question",
  );
  await expect(ask(mia, id)).rejects.toThrow("You already decided this case");
});

test("a suspended member can be asked, a deleted one can't", async () => {
  const { id, member } = await openCase(mia);
  await db.update(memberTable).set({ suspendedAt: new Date() }).where(eq(memberTable.id, member.id));
  await ask(mia, id);
  await answer(member);
  await deleteAccount(member.id);
  await expect(ask(mia, id)).rejects.toThrow("This member has deleted their account.");
});

test("answered cases come first in the queue, on one page only", async () => {
  const urgent = await openCase(mia, { reason: "danger" });
  const mild = await openCase(mia, { reason: "harassment" });
  const order = async (start?: string) => {
    const { cases, next } = await listCases(mia.id, queuePage.parse({ cursor: start }).cursor);
    const ours = cases.filter(({ id }) => [urgent.id, mild.id].includes(id));
    return { next, shown: ours.map(({ id, lastSaid }) => [id === mild.id ? "mild" : "urgent", lastSaid]) };
  };
  await ask(mia, mild.id);
  expect((await order()).shown).toEqual([
    ["urgent", null],
    ["mild", "question"],
  ]);
  await answer(mild.member);
  for (let more = 0; more < 26; more++) await openCase(mia, { reason: "danger" });
  const { next, shown } = await order();
  expect(shown).toEqual([
    ["mild", "answer"],
    ["urgent", null],
  ]);
  expect((await order(next?.cursor)).shown).toEqual([]);
});

test("a moderator who asks for a binding second opinion can't decide before another has written a note", async () => {
  const [noa, kim] = [await addModerator("Noa"), await addModerator("Kim")];
  const { id } = await openCase(mia);
  const isAsked = async (who: Member) =>
    (await listCases(who.id)).cases.some((each) => each.id === id && each.asksMe);
  await note(mia, id, second(noa));
  await note(mia, id, { note: "I still think so." });
  expect((await viewCase(noa.id, id))?.talk.notes.map(({ author, asked }) => [author, asked])).toEqual([
    ["Mia Lovelace", "Noa Lovelace"],
    ["Mia Lovelace", null],
  ]);
  expect([await isAsked(noa), await isAsked(kim)]).toEqual([true, false]);
  await expect(decideCase(mia.id, id, sanctionOf())).rejects.toThrow("another moderator has written a note");
  expect((await viewCase(mia.id, id))?.needsNote).toBe(true);
  await note(noa, id, { note: "I agree." });
  expect(await isAsked(noa)).toBe(false);
  await decideCase(mia.id, id, sanctionOf());
  const { entries } = await listLog(mia.id, { case: id });
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["asked", "noted", "decided", "claimed", "reported"]),
  );
});

test("whoever is asked can decide, and a needed second opinion lapses when nobody is left to give it", async () => {
  await db.delete(staff);
  const noa = await addModerator("Noa");
  const first = await openCase(mia);
  await note(mia, first.id, second(noa));
  await releaseCase(mia.id, first.id);
  await decide(noa, first.id);
  const other = await openCase(mia);
  await note(mia, other.id, second(noa));
  await deleteRows(staff, { memberId: noa.id });
  await decideCase(mia.id, other.id, sanctionOf());
  expect((await viewCase(mia.id, other.id))?.sanction?.kind).toBe("warning");
});

test("whoever gave notice of the member isn't asked for an opinion", async () => {
  await db.delete(staff);
  const noa = await addModerator("Noa");
  const { id, member } = await openCase(mia);
  const given = { about: `/members/${member.id}`, words: "Look", goodFaith: "on", name: "Noa" };
  const input = noticeInput.parse({ ...given, reason: "hate", email: "noa@example.org" });
  await sendNotice(input, { memberId: noa.id }, []);
  expect((await viewCase(mia.id, id))?.hasColleagues).toBe(false);
  await expect(note(mia, id, second(noa))).toBeRefused("invalid");
});

test("an unneeded second opinion keeps nobody from deciding", async () => {
  const noa = await addModerator("Noa");
  const { id } = await openCase(mia);
  await note(mia, id, second(noa, false));
  await decideCase(mia.id, id, sanctionOf());
  expect((await viewCase(mia.id, id))?.sanction?.kind).toBe("warning");
});

test("what was said expires with the evidence, and an open case keeps it", async () => {
  const [closed, open] = [await openCase(mia), await openCase(mia)];
  for (const { id } of [closed, open]) await note(mia, id);
  await ask(mia, open.id);
  await decideCase(mia.id, closed.id, sanctionOf());
  const [kept] = await db
    .select({ expiresAt: evidence.expiresAt })
    .from(evidence)
    .innerJoin(reportTable, eq(reportTable.id, evidence.reportId))
    .where(eq(reportTable.caseId, closed.id));
  const expiry = kept?.expiresAt?.getTime() ?? 0;
  const count = (id: string) => countRows(caseMessage, { caseId: id });
  await deleteExpiredTalk(expiry);
  expect([await count(closed.id), await count(open.id)]).toEqual([1, 2]);
  await deleteExpiredTalk(expiry + DAY_MS);
  expect([await count(closed.id), await count(open.id)]).toEqual([0, 2]);
  await deleteRows(moderationCase, { id: open.id });
  expect(await count(open.id)).toBe(0);
});

test("a case can have 50 notes", async () => {
  const newcomer = await addNewcomer("Ben");
  const id = await report(await addMember("Ada"), newcomer);
  for (let written = 0; written < 50; written++) await note(mia, id);
  await expect(note(mia, id)).rejects.toThrow("A case can have 50 notes.");
});
