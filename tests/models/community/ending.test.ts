import { db } from "db/client.server";
import { account, mail, member, servicePace } from "db/schema";
import { and, eq, isNull } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { composeMail } from "~/mail/template.server";
import { rejectNewcomer } from "~/models/account/sign-in/registration.server";
import { describeEnd, describeErasure } from "~/models/community/ending";
import { getEnding, hasEnded } from "~/models/community/ending.server";
import { announceEnding, closeAfterEnd } from "~/models/community/ending-jobs.server";
import { addNewcomer } from "../../cast";
import { changeRows } from "../../rows";

const DAY = 24 * 3_600_000;
const END = Date.UTC(2031, 7, 31);

// The environment is read when the first module is imported. Nothing is sent here.
vi.hoisted(() =>
  Object.assign(process.env, {
    ...{ SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "hi@b-side.example" },
    ...{ ENDS_ON: "2031-08-31", COMMUNITY_NAME: "Sad Fest", BACKUP_TO: "/tmp/backups", BACKUP_KEEP: "5" },
  }),
);

beforeEach(async () => {
  await db.delete(servicePace);
  await db.delete(mail);
});

const sent = async () =>
  (await db.select().from(mail)).flatMap(({ content }) => (content.kind === "ending" ? [content] : []));
const countMembers = () => db.$count(member, isNull(member.deletedAt));

test("the end is announced from 30 days before, with what becomes of everything and of backups", () => {
  expect(getEnding(END - 31 * DAY)).toBeUndefined();
  const ending = getEnding(END - 30 * DAY);
  if (!ending) throw new Error("It isn't announced");
  expect([describeEnd(ending), describeErasure(ending)]).toEqual([
    "Sad Fest ends on August 31.",
    "After that, you can read and download everything until September 15, 2031, when it's erased. The last backup that holds it is gone by September 21, 2031.",
  ]);
  // The last day is over everywhere at noon of the next in Greenwich.
  expect([hasEnded(END + 1.4 * DAY), hasEnded(END + 1.5 * DAY)]).toEqual([false, true]);
  const over = getEnding(END + 2 * DAY);
  expect(over && describeEnd(over)).toBe("Sad Fest has ended.");
});

test("members are mailed 30, 7 and 1 days before the end, once each, whichever machine is first", async () => {
  for (const name of ["Ada", "Ben"]) await addNewcomer(name);
  const members = await countMembers();
  const count = async (days: number) => {
    await Promise.all([1, 2, 3].map(() => announceEnding(END - days * DAY)));
    return (await sent()).length / members;
  };
  const counts = [];
  for (const days of [31, 30, 29, 8, 7, 6.5, 2, 1, 0.5, -2]) counts.push(await count(days));
  expect(counts).toEqual([0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
  const [content] = await sent();
  if (!content) throw new Error("Nothing was sent");
  const { subject, text } = composeMail(content);
  expect(subject).toBe("Sad Fest ends on August 31");
  expect(text).toContain("/settings/export");
  expect(text).toContain("until September 15, 2031, when it's erased");
});

test("a date that is set late is announced once, with the mail that is due", async () => {
  await addNewcomer("Ada");
  await announceEnding(END - 5 * DAY);
  expect(await sent()).toHaveLength(await countMembers());
});

test("nobody can join after the end", () => {
  vi.useFakeTimers({ now: END, toFake: ["Date"] });
  expect(() => rejectNewcomer(null)).not.toThrow();
  vi.setSystemTime(END + 2 * DAY);
  expect(() => rejectNewcomer(null)).toThrow("Sad Fest isn't taking new members right now.");
  vi.useRealTimers();
});

test("a server that learns of an end in the past erases nothing for 14 days", async () => {
  await addNewcomer("Ada");
  const members = await countMembers();
  const late = END + 300 * DAY;
  await closeAfterEnd(late);
  await closeAfterEnd(late + 13 * DAY);
  expect(await countMembers()).toBe(members);
});

test("14 days after the end the purge erases every account, also those that could still have come back", async () => {
  const [ada, ben] = [await addNewcomer("Ada"), await addNewcomer("Ben")];
  const over = END + 1.5 * DAY;
  await closeAfterEnd(over);
  await changeRows(member, { id: ben.id }, { deletedAt: new Date(over + 10 * DAY) });
  await closeAfterEnd(over + 13 * DAY);
  expect(await countMembers()).toBeGreaterThan(0);
  await closeAfterEnd(over + 14 * DAY);
  await purgeDeletedMembers(over + 14 * DAY);
  expect(await db.$count(member, isNull(member.purgedAt))).toBe(0);
  expect(await db.$count(member, and(eq(member.id, ada.id), isNull(member.email)))).toBe(1);
  expect(await db.$count(account)).toBe(0);
});
