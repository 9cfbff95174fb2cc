import { db } from "db/client.server";
import { appeal, report as reportTable, sanction } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { decideAppeal, fileAppeal } from "~/models/safety/appeal.server";
import { listSanctions } from "~/models/safety/sanction.server";
import { countByQuarter } from "~/models/safety/transparency.server";
import { addMember } from "../../cast";
import { addModerator, decide, report } from "./cases";

test("reports, decisions, appeals and the median time are counted in their quarter", async () => {
  const [mia, noa] = [await addModerator("Mia"), await addModerator("Noa")];
  const [ada, ben, cleo, dan] = [
    await addMember("Ada"),
    await addMember("Ben"),
    await addMember("Cleo"),
    await addMember("Dan"),
  ];
  const filed = Date.UTC(2031, 1, 10);
  for (const [reported, reason, kind, hours] of [
    [ben, "hate", "ban", 2],
    [cleo, "hate", "none", 5],
    [dan, "scam", "warning", 100],
  ] as const) {
    const id = await report(ada, reported, { reason });
    await decide(mia, id, { kind });
    const closedAt = new Date(filed + hours * 3_600_000);
    await db
      .update(reportTable)
      .set({ createdAt: new Date(filed), closedAt })
      .where(eq(reportTable.caseId, id));
  }
  const [given] = await listSanctions(ben.id);
  await fileAppeal(ben.id, given?.id ?? "", { words: "It wasn't me." });
  const [sent] = await db
    .select()
    .from(appeal)
    .where(eq(appeal.sanctionId, given?.id ?? ""));
  await decideAppeal(noa.id, sent?.id ?? "", { outcome: "overturned", statement: "You're right." });
  await db
    .update(sanction)
    .set({ startsAt: new Date(filed) })
    .where(eq(sanction.moderatorId, mia.id));

  const [now, earlier, ...others] = await countByQuarter(new Date(Date.UTC(2031, 4, 1)));
  expect(now).toMatchObject({ name: "2031, April to June", medianHours: null, appeals: 0 });
  expect(earlier).toMatchObject({
    name: "2031, January to March",
    reports: { hate: 2, scam: 1, danger: 0 },
    decisions: { ban: 1, none: 1, warning: 1, suspend: 0 },
    medianHours: 5,
    appeals: 1,
    overturned: 1,
  });
  expect(others).toEqual([]);
  const [first] = await countByQuarter(new Date(Date.UTC(2031, 0, 1)));
  expect(first?.name).toBe("2031, January to March");
});
