// What Discover opens with: the usual filters, or the nearest wider ones that find anybody. Whom the home screen suggests.
import { beforeEach, expect, test } from "vitest";
import { cellOf } from "~/matching/cell";
import { DISCOVER_DEFAULTS } from "~/models/match/discover";
import { discoverFirst, suggestMembers } from "~/models/match/discover.server";
import { addMember, changeMember, removeEverybody } from "../../matching/members";

const LONDON = cellOf(51.5, -0.1);
const READING = cellOf(51.45, -0.97);
const PARIS = cellOf(48.9, 2.4);
const ANYWHERE_ANY_AGE = { maxDistance: undefined, ageMin: undefined, ageMax: undefined };
const taste = { artists: ["Muse", "Blur"], genres: ["Rock" as const] };
const otherTaste = { artists: ["Nina Simone"], genres: ["Jazz" as const] };
const [ana, ben, cleo] = [1, 2, 3];

beforeEach(async () => {
  await removeEverybody();
  await addMember(ana, { cell: LONDON }, taste);
});

async function open(hasPreferences = true, viewer = ana) {
  const { page, filters, isWider } = await discoverFirst(viewer, hasPreferences);
  return { ids: page.members.map(({ id }) => Number(id)), filters, isWider };
}

test("the usual filters stay where they find somebody", async () => {
  await addMember(ben, { cell: LONDON }, taste);
  expect(await open()).toEqual({ ids: [ben], filters: DISCOVER_DEFAULTS, isWider: false });
});

test("without preferences the score is no limit, and the nearest come first", async () => {
  const newcomer = 9;
  await addMember(newcomer, { cell: LONDON });
  await addMember(cleo, {}, taste);
  await addMember(ben, { cell: READING }, otherTaste);
  const { ids, filters, isWider } = await open(false, newcomer);
  expect([ids, isWider]).toEqual([[ana, cleo], false]);
  expect(filters).toEqual({ ...DISCOVER_DEFAULTS, minCompatibility: undefined });
});

test.each([
  ["distance", { cell: READING }, taste, { maxDistance: 50 }],
  ["any distance", { cell: PARIS }, taste, { maxDistance: undefined }],
  ["age", { cell: LONDON, age: 38 }, taste, { maxDistance: undefined, ageMax: 40 }],
  ["distance and any age", { cell: PARIS, age: 60 }, taste, ANYWHERE_ANY_AGE],
  ["score", { cell: LONDON }, otherTaste, { ...ANYWHERE_ANY_AGE, minCompatibility: undefined }],
])("where the %s keeps everybody out, it is widened as far as needed", async (_, place, likes, change) => {
  await addMember(ben, place, likes);
  expect(await open()).toEqual({ ids: [ben], filters: { ...DISCOVER_DEFAULTS, ...change }, isWider: true });
});

test("taste gives way last: who shares it is found far away and at another age before a stranger nearby", async () => {
  await addMember(ben, { cell: LONDON }, otherTaste);
  await addMember(cleo, { cell: PARIS, age: 80 }, taste);
  expect((await open()).ids).toEqual([cleo]);
  const { members, filters, isWider } = await suggestMembers(ana, true, 5);
  expect(members.map(({ id }) => Number(id))).toEqual([cleo, ben]);
  expect([filters, isWider]).toEqual([{}, true]);
});

test("the suggestions are those whom the narrowest searches find, best match first", async () => {
  const near = await addMember(
    11,
    { cell: LONDON },
    { artists: ["Blur", "Suede"], genres: ["Rock" as const] },
  );
  for (const id of [12, 13, 14]) await addMember(id, { cell: PARIS }, taste);
  const { members, filters } = await suggestMembers(ana, false, 3);
  expect(members.map(({ id }) => Number(id)).at(-1)).toBe(near);
  expect(members).toHaveLength(3);
  expect(filters.maxDistance).toBeUndefined();
});

test.each([
  ["those who haven't said a gender", { gender: "woman" as const, meets: ["man" as const] }, {}, true],
  [
    "those whom the viewer would not meet anyway",
    { meets: ["man" as const] },
    { gender: "woman" as const },
    false,
  ],
  ["those who would not meet the viewer", { meets: ["man" as const] }, { meets: ["man" as const] }, false],
])("says whether the viewer's wishes keep out %s", async (_, wishes, others, expected) => {
  await changeMember(ana, wishes);
  await addMember(ben, { cell: LONDON, ...others }, taste);
  const { page } = await discoverFirst(ana, true);
  expect([page.members, page.hidesUnsaid]).toEqual([[], expected]);
  expect(await suggestMembers(ana, true, 5)).toMatchObject({ members: [], hidesUnsaid: expected });
});

test("somebody of another age, place and taste is found by the widest search", async () => {
  await addMember(ben, { cell: PARIS, age: 80 }, otherTaste);
  expect(await open()).toEqual({ ids: [ben], filters: {}, isWider: true });
});

test("alone, a member keeps the usual filters", async () => {
  expect(await open()).toEqual({ ids: [], filters: DISCOVER_DEFAULTS, isWider: false });
});
