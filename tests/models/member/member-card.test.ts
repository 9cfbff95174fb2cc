import { db } from "db/client.server";
import { block, member } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { MemberCard } from "~/models/member";
import { cardFace } from "~/models/member-card";
import { getShownMember, isAlone } from "~/models/member-card.server";
import { cast, matchUp } from "../cast";

const card: MemberCard = {
  id: "7",
  firstName: "Ben",
  lastName: "B",
  age: 31,
  location: "Portland",
  bio: "word ".repeat(100).trim(),
  profileImageUrl: null,
  coverImageUrl: null,
  distance: 15,
  compatibilityScore: 78,
  musicPreferences: { topArtists: ["a", "b", "c", "d"], favoriteGenres: ["Rock", "Jazz", "Folk"] },
};

test("a card shows three artists, two genres and a bio cut between words", () => {
  const face = cardFace(card, 3);
  expect(face).toMatchObject({
    name: "Ben B.",
    picture: "/avatars/Ben.svg",
    whereabouts: "15 miles away",
    artists: ["a", "b", "c"],
    interests: ["Rock", "Jazz"],
  });
  expect(face.bio).toMatch(/word…$/);
  expect(face.bio.length).toBeLessThanOrEqual(241);
});

test("a card of somebody of whom little is known says so", () => {
  const bare = { ...card, age: null, distance: null, bio: "", lastName: "", musicPreferences: null };
  expect(cardFace(bare, 3)).toMatchObject({
    name: "Ben",
    age: null,
    whereabouts: "Location unknown",
    artists: [],
    interests: [],
  });
});

test("a bio of one long word is cut between whole characters", () => {
  expect(cardFace({ ...card, bio: `a${"🎧".repeat(200)}` }, 3).bio).not.toMatch(/[\uD800-\uDBFF]…$/);
});

test("a member's page is there for others, with what was decided", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  expect(await isAlone(ada.id)).toBe(false);
  expect(await getShownMember(ada, ada.id)).toBeUndefined();
  expect(await getShownMember(ada, 4)).toBeUndefined();
  expect(await getShownMember(ada, ben.id)).toMatchObject({
    liked: null,
    mutual: false,
    card: { lastName: "L" },
  });
  await matchUp(ada, ben);
  expect(await getShownMember(ada, ben.id)).toMatchObject({ liked: true, mutual: true });
});

test("who has paused is seen by their matches only, who is deleted or blocked by nobody", async () => {
  const [ada, ben, cleo] = [await cast("Ada"), await cast("Ben"), await cast("Cleo")];
  const set = (change: object) => db.update(member).set(change).where(eq(member.id, ben.id));
  await matchUp(ada, ben);
  await set({ pausedAt: new Date() });
  expect(await getShownMember(ada, ben.id)).toBeDefined();
  expect(await getShownMember(cleo, ben.id)).toBeUndefined();
  await set({ pausedAt: null, deletedAt: new Date() });
  expect(await getShownMember(ada, ben.id)).toBeUndefined();
  await set({ deletedAt: null });
  await db.insert(block).values({ memberId: ben.id, targetId: ada.id, createdAt: new Date() });
  expect(await getShownMember(ada, ben.id)).toBeUndefined();
  expect(await getShownMember(ben, ada.id)).toBeUndefined();
});

test("who has nobody else around is alone", async () => {
  const ada = await cast("Ada");
  await db.update(member).set({ deletedAt: new Date() });
  expect(await isAlone(ada.id)).toBe(true);
});
