// What Discover opens with: the usual filters, or the nearest wider ones that find anybody. Whom the home screen suggests.
import { beforeEach, expect, test } from "vitest";
import { cellOf } from "~/matching/cell";
import { DISCOVER_DEFAULTS } from "~/models/match/discover";
import { discoverFirst, suggestMembers } from "~/models/match/discover.server";
import { addMember, removeEverybody } from "../../matching/members";

const LONDON = cellOf(51.5, -0.1);
const READING = cellOf(51.45, -0.97);
const PARIS = cellOf(48.9, 2.4);
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
  ["score", { cell: LONDON }, otherTaste, { minCompatibility: undefined }],
  ["distance", { cell: READING }, taste, { maxDistance: 50 }],
  ["age", { cell: LONDON, age: 38 }, taste, { ageMax: 40 }],
  ["score and distance", { cell: READING }, otherTaste, { minCompatibility: undefined, maxDistance: 100 }],
  [
    "score and any distance",
    { cell: PARIS },
    otherTaste,
    { minCompatibility: undefined, maxDistance: undefined },
  ],
])("where the %s keeps everybody out, it is widened as far as needed", async (_, place, likes, change) => {
  await addMember(ben, place, likes);
  expect(await open()).toEqual({
    ids: [ben],
    filters: { ...DISCOVER_DEFAULTS, ...change },
    isWider: true,
  });
});

test("somebody of another age, place and taste is found by the widest search", async () => {
  await addMember(ben, { cell: PARIS, age: 80 }, otherTaste);
  expect(await open()).toEqual({ ids: [ben], filters: {}, isWider: true });
});

test("alone, a member keeps the usual filters", async () => {
  expect(await open()).toEqual({ ids: [], filters: DISCOVER_DEFAULTS, isWider: false });
});

test("the home screen suggests who is near before who is far, until there are enough", async () => {
  await addMember(ben, { cell: PARIS }, taste);
  await addMember(cleo, { cell: READING }, otherTaste);
  // Suggestions don't wait until the index is read.
  await open();
  const suggest = async (limit: number) =>
    (await suggestMembers(ana, true, limit)).map(({ id }) => Number(id));
  expect([await suggest(1), await suggest(6)]).toEqual([[cleo], [cleo, ben]]);
});
