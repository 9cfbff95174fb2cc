// Alerts in small communities by the clock: three weeks of 5 and 50 members beside a model, and the day of number six.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS } from "~/durations";
import { setPaused } from "~/models/account/leaving/pause.server";
import { saveAlert } from "~/models/alert/alert.server";
import { alertInput } from "~/models/alert/alert-schema";
import { searchForAlerts } from "~/models/alert/alert-search.server";
import { notifyOfHits } from "~/models/alert/hit-notifications.server";
import { ALL_BELOW, discoverFirst } from "~/models/match/discover.server";
import type { Member } from "~/models/member/member.server";
import { listNotifications } from "~/models/notification/notification.server";
import { addMember } from "../../cast";
import { removeEverybody } from "../../matching/members";
import { playWeeks } from "../../simulation/weeks";

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterAll(() => {
  vi.useRealTimers();
});

test.each([
  [5, 2],
  [50, 3],
])("three weeks of %i members with %i acts every six hours", async (size, acts) => {
  const told = await playWeeks({ size, days: 21, acts, seed: 1 });
  const weeks = new Set(told.map(({ at }) => Math.floor(at / (7 * DAY_MS))));
  expect(weeks.size).toBeGreaterThanOrEqual(3);
});

const MORNING = Date.UTC(2026, 2, 2, 10);

test("the day of number six: who asked is told once, and the five and the newcomer find each other", async () => {
  await removeEverybody();
  vi.setSystemTime(MORNING - 60 * DAY_MS);
  const five: Member[] = [];
  for (const name of ["Ada", "Ben", "Cleo", "Dan", "Eve"]) five.push(await addMember(name));
  const [ada, ben, cleo, , eve] = five as [Member, Member, Member, Member, Member];
  await look();
  for (const { id } of [ada, eve]) await saveAlert(id, alertInput.parse({}));
  await saveAlert(ben.id, alertInput.parse({ artist: "Abba" }));
  await saveAlert(cleo.id, alertInput.parse({ artist: "Pram" }));
  await setPaused(eve.id, true);
  await look();

  vi.setSystemTime(MORNING);
  const fay = await addMember("Fay");
  await look();
  const day = {
    Ada: ["Somebody new for you: Fay.", "4 people so far: Fay (new), Ben, Cleo, Dan"],
    Ben: ["Somebody new for you: Fay loves Abba.", "4 people so far: Fay (new), Ada, Cleo, Dan"],
    // Nobody loves Pram.
    Cleo: ["4 people so far: Fay (new), Ada, Ben, Dan"],
    Dan: ["4 people so far: Fay (new), Ada, Ben, Cleo"],
    Eve: ["5 people so far: Fay (new), Ada, Ben, Cleo, Dan"],
    // Members who are found aren't told.
    Fay: ["4 people so far: Ada, Ben, Cleo, Dan"],
  };
  expect(await readDay([...five, fay])).toEqual(day);

  for (const isPaused of [true, false]) {
    await setPaused(fay.id, isPaused);
    vi.setSystemTime(Date.now() + 6 * HOUR_MS);
    await look();
  }
  expect(await readDay([...five, fay])).toEqual(day);
  vi.setSystemTime(MORNING + 14 * DAY_MS);
  const later = await readDay([ada]);
  expect(later.Ada?.at(-1)).toBe("4 people so far: Ben, Cleo, Dan, Fay");
});

async function look() {
  while (await searchForAlerts());
  while (await notifyOfHits());
}

/** What each member hears of others, and whom Discover shows: who is new first, the others by name. */
async function readDay(members: Member[]): Promise<Record<string, string[]>> {
  const lines = members.map(async ({ id, firstName }): Promise<[string, string[]]> => {
    const { notifications } = await listNotifications(id);
    const { page } = await discoverFirst(id, true, { allBelow: ALL_BELOW });
    const names = page.members.map((each) => (each.isNewHere ? ` ${each.firstName} (new)` : each.firstName));
    const people = `${page.people} people so far: ${names.sort().join(", ").trim()}`;
    return [firstName, [...notifications.map(({ text }) => text), people]];
  });
  return Object.fromEntries(await Promise.all(lines));
}
