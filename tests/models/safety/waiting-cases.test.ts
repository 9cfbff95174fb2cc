import { db } from "db/client.server";
import { application, mail, moderationCase, servicePace } from "db/schema";
import { beforeEach, expect, test, vi } from "vitest";
import { getCounts } from "~/http/counts.server";
import { composeMail } from "~/mail/template.server";
import { claimCase } from "~/models/safety/case/case-claim.server";
import { mailAboutWaitingCases } from "~/models/safety/case/case-list.server";
import { decideCase } from "~/models/safety/case/case-outcome.server";
import { addModerator, addNewcomer } from "../../cast";
import { changeRows } from "../../rows";
import { report, sanctionOf } from "./cases";

const HOUR = 3_600_000;

// The environment is read when the first module is imported. Nothing is sent here.
vi.hoisted(() =>
  Object.assign(process.env, { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "hi@b-side.example" }),
);

beforeEach(async () => {
  await db.delete(moderationCase);
  await db.delete(servicePace);
  await db.delete(mail);
});

test("moderators count the open cases, which nobody else does, without the one about themselves", async () => {
  const [mona, ada, ben] = [await addModerator("Mona"), await addNewcomer("Ada"), await addNewcomer("Ben")];
  expect([(await getCounts(mona.id)).toModerate, (await getCounts(ada.id)).toModerate]).toEqual([0, null]);
  const caseId = await report(ada, ben);
  await report(ada, mona);
  expect((await getCounts(mona.id)).toModerate).toBe(1);
  await claimCase(mona.id, caseId);
  await decideCase(mona.id, caseId, sanctionOf({ kind: "none" }));
  expect((await getCounts(mona.id)).toModerate).toBe(0);
});

test("moderators count the newcomers whom they can let in, but not those who still have to answer", async () => {
  const [mona, ada, ben] = [await addModerator("Mona"), await addNewcomer("Ada"), await addNewcomer("Ben")];
  const row = { cause: "approval", createdAt: new Date() } as const;
  await db.insert(application).values([
    { ...row, memberId: ada.id, submittedAt: new Date() },
    { ...row, memberId: ben.id, question: "What did you last play twice?" },
  ]);
  expect((await getCounts(mona.id)).toModerate).toBe(1);
  await db.update(application).set({ refusedAt: new Date(), statement: "No." });
  expect((await getCounts(mona.id)).toModerate).toBe(0);
});

test("moderators are mailed once a day while a case has been open for a day, and only how many", async () => {
  const [ada, ben] = [await addNewcomer("Ada"), await addNewcomer("Ben")];
  await addModerator("Mona");
  await report(ada, ben);
  const now = Date.now();
  const sent = async () => (await db.select().from(mail)).map(({ content }) => content);
  await mailAboutWaitingCases(now + 23 * HOUR);
  expect(await sent()).toEqual([]);
  await Promise.all(Array.from({ length: 4 }, () => mailAboutWaitingCases(now + 25 * HOUR)));
  const [content, ...others] = await sent();
  expect(content).toEqual({ kind: "waiting-cases", waiting: 1 });
  // Each moderator of this file's tests has one.
  expect(new Set(others.map((each) => JSON.stringify(each)))).toEqual(new Set([JSON.stringify(content)]));
  const count = others.length + 1;
  await mailAboutWaitingCases(now + 40 * HOUR);
  expect(await sent()).toHaveLength(count);
  await changeRows(servicePace, { service: "mail about waiting cases" }, { nextAt: new Date(now) });
  await mailAboutWaitingCases(now + 50 * HOUR);
  expect(await sent()).toHaveLength(2 * count);
  const { text } = composeMail({ kind: "waiting-cases", waiting: 2 });
  expect(text).toContain("2 cases have been open for more than a day");
  expect(text).toContain("/moderation");
  expect(text).not.toMatch(/Ben|harassment/);
});
