import { db } from "db/client.server";
import { member, moderationLog } from "db/schema";
import { desc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { findOrAddMember } from "~/models/member/member.server";
import { viewCase } from "~/models/safety/case/case.server";
import { logFilters } from "~/models/safety/case/case-schema";
import { searchMembers } from "~/models/safety/staff/member-search.server";
import { listLog, writeLogCsv } from "~/models/safety/staff/moderation-log.server";
import { addMember, addNewcomer } from "../../cast";
import { addModerator, decide, report } from "./cases";

async function readAll(chunks: AsyncGenerator<string>) {
  let text = "";
  for await (const chunk of chunks) text += chunk;
  return text;
}

test("the log lists every step, newest first, and filters it", async () => {
  const mia = await addModerator("Mia");
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
  const mia = await addModerator("Mia");
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
  const mia = await addModerator("Mia");
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
  await db.delete(member).where(eq(member.id, zoe.id));
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
