// The talk of moderators about a case, the log of what they do, and figures about it.

import { db } from "db/client.server";
import {
  appeal,
  caseMessage,
  evidence,
  member,
  member as memberTable,
  moderationCase,
  moderationLog,
  report as reportTable,
  sanction,
  staff,
} from "db/schema";
import { desc, eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { findOrAddMember, type Member } from "~/models/member/member.server";
import { listNotifications } from "~/models/notification/notification.server";
import { viewCase } from "~/models/safety/case/case.server";
import { claimCase, releaseCase } from "~/models/safety/case/case-claim.server";
import { listCases } from "~/models/safety/case/case-list.server";
import { writeNote } from "~/models/safety/case/case-note.server";
import { decideCase } from "~/models/safety/case/case-outcome.server";
import { answerQuestion, askMember, listQuestions } from "~/models/safety/case/case-question.server";
import { caseNoteInput, queuePage } from "~/models/safety/case/case-schema";
import { deleteExpiredTalk } from "~/models/safety/case/case-talk.server";
import { sendNotice } from "~/models/safety/notice/notice.server";
import { noticeInput } from "~/models/safety/notice/notice-schema";
import { decideAppeal, fileAppeal } from "~/models/safety/sanctions/appeal.server";
import { listSanctions } from "~/models/safety/sanctions/sanction.server";
import { searchMembers } from "~/models/safety/staff/member-search.server";
import { listLog, writeLogCsv } from "~/models/safety/staff/moderation-log.server";
import { logFilters } from "~/models/safety/staff/moderation-log-schema";
import { countByQuarter, getQuarters } from "~/models/safety/staff/transparency.server";
import { listExportParts } from "~/operations/export-content.server";
import { addMember, addModerator, addNewcomer, freshCast, mia } from "../../cast";
import { changeRows, countRows, deleteRows, rowsOf } from "../../rows";
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

test("who asks for a second opinion that is needed can't decide before another moderator has written a note", async () => {
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

async function readAll(chunks: AsyncGenerator<string>) {
  let text = "";
  for await (const chunk of chunks) text += chunk;
  return text;
}

test("the log lists every step, newest first, and filters it", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const id = await report(ada, ben);
  await viewCase(mia.id, id);
  await decide(mia, id, { kind: "ban" });
  const ofCase = await listLog(mia.id, logFilters.parse({ case: id }));
  expect(ofCase.entries.map(({ action, actorName, detail }) => [action, actorName, detail])).toEqual([
    ["decided", "Mia Lovelace", "Banned"],
    ["claimed", "Mia Lovelace", ""],
    ["viewed", "Mia Lovelace", ""],
    ["reported", "Ada Lovelace", "Member (Harassment)"],
  ]);
  const decided = await listLog(mia.id, logFilters.parse({ actor: String(mia.id), action: "decided" }));
  expect(decided.entries.map(({ caseId }) => caseId)).toEqual([id]);
  expect((await listLog(mia.id, logFilters.parse({ member: String(ben.id) }))).entries).toHaveLength(4);
  // A member who moderates doesn't read about themselves.
  expect((await listLog(ben.id, logFilters.parse({ case: id }))).entries).toEqual([]);
});

test("the log as CSV has no formulas, and its rows can't be changed", async () => {
  const [ada, ben] = [await addMember("Ada"), await addNewcomer('=HYPERLINK("https://evil.example")')];
  const id = await report(ada, ben);
  const csv = await readAll(writeLogCsv(mia.id, logFilters.parse({ case: id })));
  expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"") Lovelace"`);
  expect(csv.split("\r\n")[0]).toBe("Time,Who,Action,Case,Member,Detail");
  const rows = db
    .select({ id: moderationLog.id })
    .from(moderationLog)
    .orderBy(desc(moderationLog.id))
    .limit(1);
  const [last] = await rows;
  const change = db
    .update(moderationLog)
    .set({ detail: "x" })
    .where(eq(moderationLog.id, last?.id ?? 0));
  await expect(change).rejects.toThrow();
  await expect(db.delete(moderationLog).where(eq(moderationLog.id, last?.id ?? 0))).rejects.toThrow();
});

test("members are found by the beginning of a name and by an email address, with the strikes of an earlier account", async () => {
  const ada = await addMember("Ada");
  const identity = {
    issuer: "embedded",
    subject: "zoe",
    firstName: "Zoë",
    lastName: "Quist",
    email: "zoe@example.org",
  };
  const zoe = await findOrAddMember(identity);
  const names = async (query: string) => (await searchMembers(mia.id, query)).members.map(({ name }) => name);
  expect(await names("zoë q")).toEqual(["Zoë Quist"]);
  expect(await names("QUI")).toEqual(["Zoë Quist"]);
  expect(await names("Zoe@Example.org")).toEqual(["Zoë Quist"]);
  expect(await names("oë")).toEqual([]);
  expect(await names("  ")).toEqual([]);
  await decide(mia, await report(ada, zoe), { kind: "warning" });
  await deleteRows(member, { id: zoe.id });
  expect(await searchMembers(mia.id, "zoe@example.org")).toMatchObject({
    members: [],
    strikes: [{ kind: "warning" }],
  });
  const searched = await listLog(mia.id, logFilters.parse({ action: "searched", actor: String(mia.id) }));
  expect(new Set(searched.entries.map(({ detail }) => detail))).toEqual(new Set(["By name", "By email"]));
});

test("a search for members reads indexes only", async () => {
  for (const condition of [
    sql`lower(email) = 'a@example.org'`,
    sql`lower(first_name || ' ' || last_name) >= 'a' and lower(first_name || ' ' || last_name) < 'b'
      or lower(last_name) >= 'a' and lower(last_name) < 'b'`,
  ]) {
    const plan = await db.all<{ detail: string }>(
      sql`explain query plan select id from member where ${condition}`,
    );
    expect(plan.map(({ detail }) => detail).join("\n")).not.toMatch(/SCAN member/);
  }
});

const HOUR_MS = 3_600_000;
const within = Date.UTC(2031, 1, 10);
const afterwards = new Date(Date.UTC(2031, 4, 1));

/** Reports and bans `count` members in a quarter, the nth after n times `ms`, and has the first appeals upheld. */
async function fill(count: number, { filed = within, appeals = 0, ms = HOUR_MS } = {}) {
  const [mia, noa, ada] = [await addModerator("Mia"), await addModerator("Noa"), await addMember("Ada")];
  for (let n = 1; n <= count; n++) {
    const ben = await addMember("Ben");
    const id = await report(ada, ben, { reason: "hate" });
    await decide(mia, id, { kind: "ban" });
    const closedAt = new Date(filed + n * ms);
    await changeRows(reportTable, { caseId: id }, { createdAt: new Date(filed), closedAt });
    await changeRows(moderationCase, { id }, { closedAt });
    await changeRows(sanction, { caseId: id }, { startsAt: closedAt });
    if (n > appeals) continue;
    const [given] = await listSanctions(ben.id);
    await changeRows(sanction, { caseId: id }, { startsAt: new Date() });
    await fileAppeal(ben.id, given?.id ?? "", { words: "It wasn't me." });
    await changeRows(sanction, { caseId: id }, { startsAt: closedAt });
    const ofGiven = eq(appeal.sanctionId, given?.id ?? "");
    const [sent] = await db.select().from(appeal).where(ofGiven);
    await decideAppeal(noa.id, sent?.id ?? "", { outcome: "overturned", statement: "You're right." });
    await db.update(appeal).set({ createdAt: closedAt, decidedAt: closedAt }).where(ofGiven);
  }
}

test("reports, sanctions, appeals and the median time count in the quarter they happened in, once it is over", async () => {
  await fill(7, { appeals: 5 });
  const [earlier, ...others] = await countByQuarter(afterwards);
  expect(earlier).toMatchObject({
    name: "2031, January to March",
    reports: { hate: 7, scam: null, danger: null },
    sanctions: { ban: 7, none: null },
    medianHours: 4,
    appeals: 5,
    overturned: 5,
  });
  expect(others).toEqual([]);
  // While it runs, nothing shows what was reported or decided today.
  expect(await countByQuarter(new Date(within))).toEqual([]);
});

test("nobody can tell one report from none", async () => {
  const filed = Date.UTC(2033, 1, 10);
  const later = new Date(Date.UTC(2033, 4, 1));
  const before = await countByQuarter(later);
  await fill(4, { filed, appeals: 1 });
  expect(await countByQuarter(later)).toEqual(before);
  await fill(1, { filed });
  const [quarter] = await countByQuarter(later);
  expect(quarter).toMatchObject({
    reports: { hate: 5, scam: null },
    sanctions: { ban: 5, warning: null },
    medianHours: 2,
    appeals: null,
    overturned: null,
  });
});

test("everybody reads what was counted within the last hour", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2035, 4, 1) });
  onTestFinished(() => void vi.useRealTimers());
  expect(await getQuarters()).toEqual([]);
  await fill(5, { filed: Date.UTC(2035, 1, 10) });
  vi.advanceTimersByTime(HOUR_MS - 1);
  expect(await getQuarters()).toEqual([]);
  vi.advanceTimersByTime(2);
  expect(await getQuarters()).toHaveLength(1);
});

test.each([
  [1, 0],
  [10, 0],
  [19, 0],
  [20, 1],
  [29, 1],
  [31, 2],
])("a median of three times %i minutes is %i hours, 0 for less than one", async (minutes, hours) => {
  const year = 2040 + minutes;
  await fill(5, { filed: Date.UTC(year, 1, 10), ms: minutes * 60_000 });
  const [quarter] = await countByQuarter(new Date(Date.UTC(year, 4, 1)));
  expect(quarter?.medianHours).toBe(hours);
});
