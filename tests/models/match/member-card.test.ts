import { db } from "db/client.server";
import type { DistanceUnit } from "db/column-types";
import { block, member } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { describeDistance, toMemberCardData } from "~/models/match/member-card";
import { getMemberPage, isOnlyMember } from "~/models/match/member-card.server";
import type { MemberCardDto } from "~/models/member/member";
import { profileInput } from "~/models/member/profile-schema";
import { toPublicName } from "~/models/public-member";
import { addMember, makeMatch } from "../../cast";

const card: MemberCardDto = {
  id: "7",
  ...toPublicName({ firstName: "Ben", lastName: "B" }),
  ...profileInput.parse({ bio: "word ".repeat(100), age: 31, location: "Portland" }),
  profileImageUrl: null,
  profileImageFocus: null,
  coverImageUrl: null,
  distance: 15,
  compatibilityScore: 78,
  musicPreferences: { topArtists: ["a", "b", "c", "d"], favoriteGenres: ["Rock", "Jazz", "Folk"] },
  shared: { artists: ["d", "b"], atLeast: 20, genres: ["Rock", "Folk"] },
};
const nothing = { artists: [], atLeast: null, genres: [] };

test("a card shows three artists, shared ones first, the shared genres and a bio cut between words", () => {
  const data = toMemberCardData(card, 3, "miles");
  expect(data).toMatchObject({
    name: "Ben B.",
    picture: { url: "/avatars/Ben.svg?artist=a", focus: { x: 50, y: 65 } },
    distance: "15 miles away",
    artists: [
      { name: "d", isShared: true },
      { name: "b", isShared: true },
      { name: "a", isShared: false },
    ],
    interests: ["Rock", "Folk"],
    lead: { artist: "d", atLeast: 20, more: 1 },
  });
  expect(data.bio).toMatch(/word…$/);
  expect(data.bio.length).toBeLessThanOrEqual(241);
});

test("the nearest are within five miles, and a viewer without a town reads the member's", () => {
  const at = (distance: number | null, location: string | null, unit: DistanceUnit = "miles") =>
    describeDistance({ ...card, distance, location }, unit);
  expect([at(5, "Portland"), at(10, "Portland")]).toEqual(["within 5 miles", "10 miles away"]);
  expect([at(5, "Portland", "kilometers"), at(1_000, "Portland", "kilometers")]).toEqual([
    "within 8 km",
    "1,609 km away",
  ]);
  expect([at(null, "Portland"), at(null, null)]).toEqual(["Portland", "Location unknown"]);
});

test("a card says what is unknown", () => {
  const bare = {
    ...card,
    age: null,
    distance: null,
    location: null,
    bio: "",
    ...toPublicName({ firstName: "Ben", lastName: "" }),
    musicPreferences: null,
    shared: nothing,
  };
  expect(toMemberCardData(bare, 3, "miles")).toMatchObject({
    name: "Ben",
    age: null,
    distance: "Location unknown",
    artists: [],
    interests: [],
    lead: null,
  });
});

test("a one-word bio is cut between whole characters", () => {
  expect(toMemberCardData({ ...card, bio: `a${"🎧".repeat(200)}` }, 3, "miles").bio).not.toMatch(
    /[\uD800-\uDBFF]…$/,
  );
});

test("a member's page shows the viewer's decision", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  expect(await isOnlyMember(ada.id)).toBe(false);
  expect(await getMemberPage(ada, ada.id)).toBeUndefined();
  expect(await getMemberPage(ada, 4)).toBeUndefined();
  expect(await getMemberPage(ada, ben.id)).toMatchObject({
    liked: null,
    mutual: false,
    card: { lastName: "L" },
  });
  await makeMatch(ada, ben);
  expect(await getMemberPage(ada, ben.id)).toMatchObject({ liked: true, mutual: true });
});

test("paused members are visible to their matches only, deleted and blocked ones to nobody", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  const set = (change: object) => db.update(member).set(change).where(eq(member.id, ben.id));
  await makeMatch(ada, ben);
  await set({ pausedAt: new Date() });
  expect(await getMemberPage(ada, ben.id)).toBeDefined();
  expect(await getMemberPage(cleo, ben.id)).toBeUndefined();
  await set({ pausedAt: null, deletedAt: new Date() });
  expect(await getMemberPage(ada, ben.id)).toBeUndefined();
  await set({ deletedAt: null });
  await db.insert(block).values({ memberId: ben.id, targetId: ada.id, createdAt: new Date() });
  expect(await getMemberPage(ada, ben.id)).toBeUndefined();
  expect(await getMemberPage(ben, ada.id)).toBeUndefined();
});

test("the last member is the only one", async () => {
  const ada = await addMember("Ada");
  await db.update(member).set({ deletedAt: new Date() });
  expect(await isOnlyMember(ada.id)).toBe(true);
});
