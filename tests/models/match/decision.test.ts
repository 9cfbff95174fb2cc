// Decisions, matches, and the card and mixtape of a match.

import { db } from "db/client.server";
import type { DistanceUnit } from "db/column-types";
import { block, conversation, decision, match, member, outbox } from "db/schema";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { addMessage } from "~/models/conversation/message.server";
import { acceptRequest, declineRequest, startConversation } from "~/models/conversation/request.server";
import { type NumberedCursor, numberedPage } from "~/models/cursor";
import { likedMessage, passedMessage } from "~/models/match/decision";
import { decideOn, passUnlessConnected, undoDecision, unmatch } from "~/models/match/decision.server";
import { discover } from "~/models/match/discover.server";
import { countMutualMatches, getMatchedMemberId, listMatches } from "~/models/match/match.server";
import { describeDistance, toMemberCardData } from "~/models/match/member-card";
import { getMemberPage, isOnlyMember } from "~/models/match/member-card.server";
import { drawMixtape } from "~/models/match/mixtape";
import { getMixtape, paintMixtape } from "~/models/match/mixtape.server";
import type { MemberCardDto } from "~/models/member/member";
import { profileInput } from "~/models/member/profile-schema";
import { toPublicName } from "~/models/public-member";
import { blockMember } from "~/models/safety/block.server";
import { ada, addMember, ben, freshCast, makeMatch } from "../../cast";
import { plansOf } from "../../matching/plans";
import { changeRows, countRows, rowsOf } from "../../rows";

freshCast("ada", "ben");

const like = (by: { id: number }, whom: { id: number }) =>
  decideOn(by.id, { targetUserId: whom.id, liked: true });
const pass = (by: { id: number }, whom: { id: number }) =>
  decideOn(by.id, { targetUserId: whom.id, liked: false });

test("the second like makes one match, seen by both", async () => {
  expect(await like(ada, ben)).toEqual({ mutual: false });
  expect(await countMutualMatches(ada.id)).toBe(0);
  expect(await like(ben, ada)).toEqual({ mutual: true });
  const [seen] = (await listMatches(ada, { mutual: true })).matches;
  expect(seen).toMatchObject({ mutual: true, targetUser: { id: String(ben.id), lastName: "L" } });
  expect(await countMutualMatches(ben.id)).toBe(1);
  const others = await Promise.all(
    [ada, ben, await addMember("Cleo")].map(({ id }) => getMatchedMemberId(id, seen?.id ?? "")),
  );
  expect(others).toEqual([ben.id, ada.id, undefined]);
});

test("lists and counts read what they show, not what a member has ever done", async () => {
  const others = JSON.stringify(
    Array.from({ length: 4000 }, (_, index) => ada.id - 2000 + index).filter((id) => id !== ada.id),
  );
  const args = { me: ada.id, others };
  const pair = "min(:me, value), max(:me, value)";
  for (const sql of [
    `insert or ignore into member (id, issuer, subject, first_name, last_name, created_at)
      select value, 'lists', value, 'Cleo', 'L', 1 from json_each(:others)`,
    `insert or ignore into decision (member_id, target_id, liked, decided_at)
      select :me, value, key % 3 < 2, 1000 + key / 2 from json_each(:others)`,
    `insert or ignore into match (id, low_id, high_id, created_at)
      select 'lists-' || value, ${pair}, 1000 + key / 2 from json_each(:others) where key % 3 = 0`,
  ])
    await db.$client.execute({ sql, args });
  await makeMatch(ada, ben);

  const counting = await plansOf(() => countMutualMatches(ada.id));
  expect(counting.filter((step) => /\bdecision\b/.test(step))).toEqual([]);
  for (const mutual of [true, false, undefined]) {
    const plans = await plansOf(() => listMatches(ada, { mutual, limit: 3 }));
    // After those of the cards.
    const listing = plans.slice(plans.findIndex((step) => step.includes(" match_low_age ")));
    expect(listing.filter((step) => /TEMP B-TREE|^SCAN (member|match|decision)\b/.test(step))).toEqual([]);
    const starts = listing.filter((step) => /INDEX (match_(low|high)_age|decision_liked)/.test(step));
    expect(starts).toEqual([
      expect.stringContaining("match_low_age (low_id=?)"),
      expect.stringContaining("match_high_age (high_id=?)"),
      expect.stringContaining("decision_liked (member_id=?)"),
    ]);
  }

  const keysOf = async (mutual?: boolean) => {
    const read: [number, string][] = [];
    for (let after: NumberedCursor | undefined; ; ) {
      const { matches, next } = await listMatches(ada, { mutual, after, limit: 500 });
      read.push(...matches.map((each): [number, string] => [Date.parse(each.createdAt), each.targetUser.id]));
      if (!next) return read;
      after = numberedPage.parse(next).cursor;
    }
  };
  const [all, mutual, liked] = [await keysOf(), await keysOf(true), await keysOf(false)];
  expect([mutual.length, liked.length]).toEqual([1334, 1333]);
  const inOrder = [...mutual, ...liked].sort(
    ([at, id], [otherAt, otherId]) => otherAt - at || Number(otherId) - Number(id),
  );
  expect(all).toEqual(inOrder);
});

test("ten simultaneous likes make one match, with one event per member", async () => {
  await Promise.all(Array.from({ length: 10 }, (_, i) => (i % 2 ? like(ada, ben) : like(ben, ada))));
  const matches = await rowsOf(match, { lowId: Math.min(ada.id, ben.id) });
  expect(matches).toHaveLength(1);
  for (const one of [ada, ben]) {
    expect(await rowsOf(outbox, { recipientId: one.id })).toHaveLength(1);
  }
});

test("repeating a decision changes nothing, and the opposite one replaces it", async () => {
  const read = async () => (await rowsOf(decision, { memberId: ada.id }))[0];
  await like(ada, ben);
  const first = await read();
  await like(ada, ben);
  expect(await read()).toEqual(first);
  await pass(ada, ben);
  expect(await read()).toMatchObject({ liked: false });
  await like(ada, ben);
  expect(await read()).toMatchObject({ liked: true });
});

test("a pass after a match ends it for both members", async () => {
  await makeMatch(ada, ben);
  await pass(ben, ada);
  expect(await countMutualMatches(ada.id)).toBe(0);
  expect((await listMatches(ben)).matches).toEqual([]);
});

test("members can't decide on themselves or on missing, paused, deleted or blocked members", async () => {
  const refused = { code: "absent" };
  await expect(like(ada, ada)).rejects.toMatchObject(refused);
  await expect(like(ada, { id: 4 })).rejects.toMatchObject(refused);
  await changeRows(member, { id: ben.id }, { pausedAt: new Date() });
  await expect(like(ada, ben)).rejects.toMatchObject(refused);
  await changeRows(member, { id: ben.id }, { pausedAt: null, deletedAt: new Date() });
  await expect(pass(ada, ben)).rejects.toMatchObject(refused);
  await changeRows(member, { id: ben.id }, { deletedAt: null });
  await db.insert(block).values({ memberId: ben.id, targetId: ada.id, createdAt: new Date() });
  await expect(like(ada, ben)).rejects.toMatchObject(refused);
});

test("a block after both likes rules out another match", async () => {
  await makeMatch(ada, ben);
  await pass(ada, ben);
  await db
    .insert(decision)
    .values({ memberId: ada.id, targetId: ben.id, liked: true, decidedAt: new Date() })
    .onConflictDoUpdate({ target: [decision.memberId, decision.targetId], set: { liked: true } });
  await db.insert(block).values({ memberId: ben.id, targetId: ada.id, createdAt: new Date() });
  await expect(like(ada, ben)).toBeRefused("absent");
  expect(await rowsOf(match, { lowId: Math.min(ada.id, ben.id) })).toEqual([]);
});

test("likes are listed page by page, mutual ones included", async () => {
  const others = [await addMember("Ben"), await addMember("Cleo"), await addMember("Dan")];
  for (const other of others) await like(ada, other);
  const first = await listMatches(ada, { limit: 2 });
  expect(first.matches).toHaveLength(2);
  const second = await listMatches(ada, { limit: 2, after: numberedPage.parse(first.next).cursor });
  const ids = [...first.matches, ...second.matches].map((shown) => shown.targetUser.id);
  expect(new Set(ids)).toEqual(new Set(others.map((other) => String(other.id))));
});

test("undoing a pass brings the member back to Discover, and undoing twice changes nothing", async () => {
  const found = async () => (await discover(ada.id, {})).members.map(({ id }) => id);
  expect(await found()).toContain(String(ben.id));
  await pass(ada, ben);
  expect(await found()).not.toContain(String(ben.id));
  await undoDecision(ada.id, ben.id);
  await undoDecision(ada.id, ben.id);
  expect(await found()).toContain(String(ben.id));
});

test("a like is undone until it is mutual, and is the member's own", async () => {
  const decisions = () => rowsOf(decision, { targetId: ben.id });
  const found = async () => (await discover(ada.id, {})).members.map(({ id }) => id);
  await like(ada, ben);
  expect(await found()).not.toContain(String(ben.id));
  expect(await undoDecision(ben.id, ada.id)).toBe("pass");
  expect(await decisions()).toMatchObject([{ liked: true }]);
  expect(await undoDecision(ada.id, ben.id)).toBe("like");
  expect(await decisions()).toEqual([]);
  expect(await found()).toContain(String(ben.id));
  await like(ben, ada);
  expect(await listMatches(ben)).toMatchObject({ matches: [{ mutual: false }] });

  await like(ada, ben);
  await expect(undoDecision(ada.id, ben.id)).toBeRefused("conflict");
  expect(await decisions()).toMatchObject([{ liked: true }]);
});

test("the like of a request stays, whatever has become of the request", async () => {
  for (const end of ["waits", "declined", "blocked", "suspended"]) {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    await like(ada, ben);
    const { id } = await startConversation(ada.id, ben.id);
    await addMessage(ada.id, id, { content: "You like Broadcast too!" });
    if (end === "declined") await declineRequest(ben.id, id);
    if (end === "blocked") await blockMember(ben.id, ada.id);
    if (end === "suspended") await changeRows(member, { id: ben.id }, { suspendedAt: new Date() });
    await expect(undoDecision(ada.id, ben.id), end).rejects.toMatchObject({
      message: "You have started a message request to them.",
    });
  }
});

test("a like and an undo at the same moment leave one or the other", async () => {
  await pass(ada, ben);
  await Promise.allSettled([like(ada, ben), undoDecision(ada.id, ben.id), like(ada, ben)]);
  const rows = await rowsOf(decision, { memberId: ada.id });
  expect(rows).toMatchObject([{ liked: true }]);
});

test("the notices of a like and a pass name the member and offer to undo it", () => {
  expect(likedMessage(7, "Ben L.", "/discover/undo")).toMatchObject({
    subject: "Liked Ben L.",
    title: "Match recorded",
    description: "We'll let you know if it's mutual!",
    action: { label: "Undo", name: "Undo liking Ben L." },
  });
  expect(passedMessage(7, "Ben L.", "/discover/undo?ageMin=20")).toMatchObject({
    title: "Passed",
    description: "You won't see Ben L. again.",
    action: {
      label: "Undo",
      name: "Undo passing on Ben L.",
      to: "/discover/undo?ageMin=20",
      fields: { targetUserId: "7" },
    },
  });
});

test("the button for a pass ends neither a match nor a conversation that both agreed to", async () => {
  const cleo = await addMember("Cleo");
  await like(ada, ben);
  const { id } = await startConversation(ada.id, ben.id);
  await addMessage(ada.id, id, { content: "You like Broadcast too!" });
  expect(await passUnlessConnected(ben.id, ada.id)).toBe(true);
  await undoDecision(ben.id, ada.id);
  await acceptRequest(ben.id, id);
  const countEvents = () => countRows(outbox, { recipientId: ada.id });
  const before = await countEvents();
  expect(await passUnlessConnected(ben.id, ada.id)).toBe(false);
  expect(await countEvents()).toBe(before);
  const isSame = eq(conversation.id, id);
  expect(await db.select().from(conversation).where(isSame)).toMatchObject([{ endedAt: null }]);
  expect((await listMatches(ada)).matches).toHaveLength(1);

  await makeMatch(ada, cleo);
  expect(await passUnlessConnected(cleo.id, ada.id)).toBe(false);
  expect((await listMatches(ada, { mutual: true })).matches).toHaveLength(1);
  await expect(passUnlessConnected(ada.id, ada.id)).toBeRefused("absent");
});

test("unmatching ends the match and the conversation for both, and refuses a member without either", async () => {
  await expect(unmatch(ada.id, ben.id)).toBeRefused("absent");
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  await expect(unmatch(ada.id, ben.id)).toBeRefused("absent");
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  await unmatch(ada.id, ben.id);
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect((await listMatches(one)).matches).toEqual([]);
    const met = (await discover(one.id, {})).members.map(({ id }) => id);
    expect(met).not.toContain(String(other.id));
  }
  const isOfPair = eq(conversation.lowId, Math.min(ada.id, ben.id));
  expect(await db.select().from(conversation).where(isOfPair)).toMatchObject([{ endedAt: expect.any(Date) }]);
  expect(await unmatch(ben.id, ada.id)).toBeUndefined();
});

test("only two who match have a card, until the match ends", async () => {
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  expect(await getMixtape(ada, ben.id)).toBeUndefined();
  expect(await getMixtape(ben, ada.id)).toBeUndefined();
  await makeMatch(ada, ben);
  const card = await getMixtape(ada, ben.id);
  expect(card).toMatchObject({
    names: ["Ada", "Ben"],
    artists: expect.arrayContaining(["Broadcast", "Radiohead"]),
  });
  expect(card?.artists).not.toContain("Stereolab");
  expect(await getMixtape(ben, ada.id)).toEqual({ ...card, names: ["Ben", "Ada"] });
  await blockMember(ada.id, ben.id);
  expect(await getMixtape(ben, ada.id)).toBeUndefined();
});

test.each([
  ["nothing shared", { names: ["Ada", "Ben"], score: 0, sleeves: [], artists: [] }],
  [
    "hostile words",
    {
      names: ["</svg><script>alert(1)</script>", "\u0000\ud800\u202e\"'&"],
      score: 100,
      sleeves: [{ artist: "]]><![CDATA[", title: "</style><svg onload=alert(1)>" }],
      artists: ["<image href='https://example.org/'/>", "x".repeat(300), "宇宙", ""],
    },
  ],
] as const)("a card with %s is a picture of its size, and loads nothing", async (_, { names, ...rest }) => {
  const card = {
    ...rest,
    names: [...names] as [string, string],
    sleeves: [...rest.sleeves],
    artists: [...rest.artists],
  };
  expect(drawMixtape(card)).not.toMatch(/<script|<image|onload=|href=/);
  const picture = await sharp(await paintMixtape(card)).metadata();
  expect(picture).toMatchObject({ format: "png", width: 1080, height: 1350 });
});

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
  const cleo = await addMember("Cleo");
  const set = (change: object) => changeRows(member, { id: ben.id }, change);
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
  await db.update(member).set({ deletedAt: new Date() });
  expect(await isOnlyMember(ada.id)).toBe(true);
});
