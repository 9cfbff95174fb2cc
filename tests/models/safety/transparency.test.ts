import { db } from "db/client.server";
import { appeal, moderationCase, report as reportTable, sanction } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { decideAppeal, fileAppeal } from "~/models/safety/sanctions/appeal.server";
import { listSanctions } from "~/models/safety/sanctions/sanction.server";
import { countByQuarter, getQuarters } from "~/models/safety/staff/transparency.server";
import { addMember } from "../../cast";
import { addModerator, decide, report } from "./cases";

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
    await db
      .update(reportTable)
      .set({ createdAt: new Date(filed), closedAt })
      .where(eq(reportTable.caseId, id));
    await db.update(moderationCase).set({ closedAt }).where(eq(moderationCase.id, id));
    await db.update(sanction).set({ startsAt: closedAt }).where(eq(sanction.caseId, id));
    if (n > appeals) continue;
    const [given] = await listSanctions(ben.id);
    await db.update(sanction).set({ startsAt: new Date() }).where(eq(sanction.caseId, id));
    await fileAppeal(ben.id, given?.id ?? "", { words: "It wasn't me." });
    await db.update(sanction).set({ startsAt: closedAt }).where(eq(sanction.caseId, id));
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
