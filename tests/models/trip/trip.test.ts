// Trips: adding one, who finds whom in its days, what nobody learns, and its end.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { trip } from "db/schema";
import { beforeEach, expect, test } from "vitest";
import { toDate } from "~/days";
import { DAY_MS } from "~/durations";
import { dayAt } from "~/matching/cell";
import { discover } from "~/models/match/discover.server";
import { getMemberCards } from "~/models/match/member-card.server";
import { getMember, type Member, saveProfile } from "~/models/member/member.server";
import { profileInput } from "~/models/member/profile-schema";
import { TRIP_AHEAD_DAYS, tripPath } from "~/models/trip/trip";
import {
  addTrip,
  endTrip,
  getCurrentTrip,
  listTrips,
  suggestTrip,
  updateTrips,
} from "~/models/trip/trip.server";
import { tripInput } from "~/models/trip/trip-schema";
import { ada, ben, cleo, freshCast } from "../../cast";

freshCast("ada", "ben", "cleo");

const BERLIN = { name: "Berlin, State of Berlin, Germany", milesFromPortland: 5250 };
const today = () => dayAt(ada.cell);

/** A trip that begins and ends in this many days, as its form is filled in. */
const typed = (from: number, until: number, fields: Record<string, unknown> = {}) =>
  tripInput.parse({
    town: "Berlin",
    from: toDate(today() + from),
    until: toDate(today() + until),
    ...fields,
  });

/** Ben lives in Berlin, Ada and Cleo in Portland. */
beforeEach(async () => {
  const profile = profileInput.parse({ ...ben, location: "Berlin" });
  await saveProfile(ben.id, profile);
});

/** How a viewer's Discover within 50 miles shows somebody; undefined if they aren't there. */
async function findsNear(viewer: Member, other: Member) {
  const { members } = await discover(viewer.id, { maxDistance: 50, minCompatibility: undefined });
  return members.find(({ id }) => id === String(other.id));
}

/** The card of somebody, as any page but Discover shows it. */
async function cardOf(viewer: Member, other: Member) {
  return (await getMemberCards(await getMember(viewer.id), [other.id])).get(other.id);
}

test("in its days two find each other there, and everybody at home as ever", async () => {
  expect(await findsNear(ada, ben)).toBeUndefined();
  const { town, from, until } = await addTrip(ada, typed(0, 3));
  expect(await findsNear(ada, ben)).toMatchObject({ distance: 5 });
  expect(await findsNear(ben, ada)).toMatchObject({ distance: 5, trip: { town, from, until } });
  expect(await cardOf(ben, ada)).toMatchObject({ distance: 5, trip: { town, from, until } });
  expect(await findsNear(ada, cleo)).toMatchObject({ distance: 5 });
  expect(await getCurrentTrip(ada.id)).toMatchObject({ town: BERLIN.name });
});

test.each(["Chicago, Illinois", "Paris, France"])(
  "near home, or in %s, nobody reads of somebody away anything but what they read before",
  async (location) => {
    await saveProfile(ben.id, profileInput.parse({ ...ben, location }));
    const read = async () => [await cardOf(cleo, ada), await findsNear(cleo, ada), await cardOf(ben, ada)];
    const found = async () => (await discover(ben.id, {})).members.find(({ id }) => id === String(ada.id));
    const before = [...(await read()), await found()];
    await addTrip(ada, typed(0, 3));
    expect([...(await read()), await found()]).toEqual(before);
  },
);

test("two who visit the same town are told of each other's trips there", async () => {
  await addTrip(ada, typed(0, 3));
  expect((await cardOf(cleo, ada))?.trip).toBeUndefined();
  await addTrip(cleo, typed(0, 1));
  expect(await cardOf(cleo, ada)).toMatchObject({ trip: { town: BERLIN.name } });
});

test("of two trips to a town the one is told of whose days it is", async () => {
  const { town, from, until } = await addTrip(ada, typed(0, 1));
  await addTrip(ada, typed(4, 5, { isEarly: "on" }));
  expect(await findsNear(ben, ada)).toMatchObject({ trip: { town, from, until } });
});

test("a trip begins and ends on its days, a week early if that was wished", async () => {
  await addTrip(ada, typed(10, 12));
  await updateTrips();
  expect(await findsNear(ada, ben)).toBeUndefined();
  const at = (day: number) => (today() + day) * DAY_MS + DAY_MS / 2;
  await updateTrips(at(11));
  expect(await findsNear(ada, ben)).toBeDefined();
  await updateTrips(at(14));
  expect(await findsNear(ada, ben)).toBeUndefined();
  expect(await listTrips(ada.id, at(14))).toEqual([]);
  await addTrip(cleo, typed(6, 8, { isEarly: "on" }));
  expect(await findsNear(cleo, ben)).toBeDefined();
});

test("a trip that was taken back counts in its month, and is erased after it", async () => {
  const { id } = await addTrip(ada, typed(0, 3));
  await expect(endTrip(ben.id, id)).toBeRefused("absent");
  await endTrip(ada.id, id);
  expect(await findsNear(ada, ben)).toBeUndefined();
  await expect(endTrip(ada.id, id)).toBeRefused("absent");
  await addTrip(ada, typed(0, 3));
  await expect(addTrip(ada, typed(20, 22))).toBeRefused("too-many", "You can add up to 2 trips in 30 days.");
  await updateTrips(Date.now() + 31 * DAY_MS);
  expect(await db.$count(trip)).toBe(0);
});

test("a repeat with the same id is the same trip", async () => {
  const id = randomUUID();
  const once = await addTrip(ada, typed(0, 3, { id }));
  expect(await addTrip(ada, typed(0, 3, { id }))).toEqual(once);
  await expect(addTrip(ben, typed(0, 3, { id }))).toBeRefused("conflict");
});

test.each([
  ["a town that nobody knows", [1, 2, { town: "Xyzzyville" }], "town", "We couldn't find Xyzzyville"],
  ["days that are over", [-5, -3], "until", "This day is over"],
  ["days in the wrong order", [5, 3], "until", "The last day can't be before the first"],
  ["31 days", [1, 31], "until", "A trip can take up to 30 days"],
  ["days too far ahead", [TRIP_AHEAD_DAYS + 2, TRIP_AHEAD_DAYS + 3], "from", /^Use a date before \d{4}-/],
  ["days of another trip", [12, 14], "from", "You're in Berlin then. Remove that trip first"],
] as const)("%s are refused at their field", async (_, days, field, message) => {
  await addTrip(ada, typed(10, 12, { town: "Berlin" }));
  const [from, until, fields] = days;
  const refused = await addTrip(ada, typed(from, until, fields)).catch((refusal) => refusal);
  expect(refused).toMatchObject({ code: "invalid", fields: { [field]: expect.stringMatching(message) } });
});

test("whoever goes to a show elsewhere is asked once whether to be seen there", async () => {
  const show = { town: BERLIN.name, date: toDate(today() + 9), distance: BERLIN.milesFromPortland } as const;
  const asked = { ...show, going: "going", isCancelled: false } as const;
  expect(await suggestTrip(ada.id, asked)).toBe(tripPath(show));
  for (const other of [{ going: "no" }, { isCancelled: true }, { distance: 5 }, { distance: null }] as const)
    expect(await suggestTrip(ada.id, { ...asked, ...other })).toBeUndefined();
  await addTrip(ada, typed(8, 10));
  expect(await suggestTrip(ada.id, asked)).toBeUndefined();
});
