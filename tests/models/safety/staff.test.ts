// Moderators and operators: who they are, their log, their search for members, and the figures about their work.
import { db } from "db/client.server";
import { appeal, member, moderationCase, moderationLog, report as reportTable, sanction } from "db/schema";
import { desc, eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { findOrAddMember } from "~/models/member/member.server";
import { viewCase } from "~/models/safety/case/case.server";
import { decideAppeal, fileAppeal } from "~/models/safety/sanctions/appeal.server";
import { listSanctions } from "~/models/safety/sanctions/sanction.server";
import { searchMembers } from "~/models/safety/staff/member-search.server";
import { listLog, writeLogCsv } from "~/models/safety/staff/moderation-log.server";
import { logFilters } from "~/models/safety/staff/moderation-log-schema";
import { addStaff, listStaff, removeStaff } from "~/models/safety/staff/staff.server";
import { countByQuarter, getQuarters } from "~/models/safety/staff/transparency.server";
import { addMember, addModerator, addNewcomer, freshCast, mia } from "../../cast";
import { changeRows, deleteRows } from "../../rows";
import { decide, report } from "./cases";

freshCast("mia");

/** Adds a newcomer with an email address of their own; returns it. */
async function join(firstName: string) {
  const { id } = await addNewcomer(firstName);
  const email = `${firstName.toLowerCase()}-${id}@example.org`;
  await changeRows(member, { id }, { email });
  return email;
}

test("the console finds an address as its owner writes it, its domain in their script", async () => {
  const { id } = await addNewcomer("Ivan");
  const email = `ivan-${id}@xn--e1afmkfd.xn--p1ai`;
  await changeRows(member, { id }, { email });
  expect((await addStaff(` Ivan-${id}@пример.рф`, "operator")).email).toBe(email);
});

const emailsOf = async (role: "moderator" | "operator") => (await listStaff(role)).map(({ email }) => email);

test("a member has one role: a moderator can become an operator, and an operator stays one", async () => {
  const cleo = await join("Cleo");
  await addStaff(cleo, "moderator");
  await addStaff(cleo, "operator");
  expect(await emailsOf("moderator")).not.toContain(cleo);
  await expect(addStaff(cleo, "moderator")).toBeRefused("conflict", `${cleo} is already an operator.`);
  await expect(removeStaff(cleo, "moderator")).toBeRefused("absent", `${cleo} is not a moderator.`);
  expect(await emailsOf("operator")).toContain(cleo);
});

test("an address that several members have, in any case, is refused, and so is an unknown one", async () => {
  const [dan, eve] = [await join("Dan"), await join("Eve")];
  await changeRows(member, { email: eve }, { email: dan.toUpperCase() });
  const several = { code: "conflict", message: `Several members have the email address ${dan}.` };
  await expect(addStaff(dan, "operator")).rejects.toMatchObject(several);
  const unknown = { code: "absent", message: `No member has the email address ${eve}.` };
  await expect(addStaff(eve, "operator")).rejects.toMatchObject(unknown);
  expect(await emailsOf("operator")).not.toContain(dan);
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
    year: 2031,
    quarter: 1,
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
