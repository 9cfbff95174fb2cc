// Who is seen at shows, and which shows cards name because both go, against everybody looked at one by one.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { GENDERS, GOING_VIEWERS, MEET_CHOICES } from "db/column-types";
import {
  block,
  conversation,
  decision,
  endedConnection,
  going,
  match,
  member,
  show,
  showArtist,
} from "db/schema";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { toDate } from "~/days";
import { DAY_MS } from "~/durations";
import { cellOf, hoursEast } from "~/matching/cell";
import { toPeopleCount } from "~/models/count";
import { discover } from "~/models/match/discover.server";
import { getMemberCards } from "~/models/match/member-card.server";
import { getMember } from "~/models/member/member.server";
import { isSeenAt, listGoers } from "~/models/show/going.server";
import { fits, type Wishes } from "../../matching/brute-force";
import { addMember, removeEverybody } from "../../matching/members";
import { runsOf } from "../../sampled";

const PEOPLE = 14;
const SHOWS = 6;
/** Towns from both ends of the world's day, where it is over at other times. */
const CELLS = [cellOf(45.5, -122.7), cellOf(51.5, -0.1), cellOf(-36.8, 174.8)] as const;

type Person = Wishes & {
  age: number | null;
  shows: (typeof GOING_VIEWERS)[number];
  isPaused: boolean;
  isSuspended: boolean;
  goes: ("no" | "going" | "together")[];
};
type Tie = {
  one: number;
  other: number;
  kind: "blocks" | "likes" | "passes" | "matches" | "talks" | "ended";
};
type Gig = { inDays: number; cell: number; isCancelled: boolean; isRemoved: boolean };
type World = { people: Person[]; ties: Tie[]; gigs: Gig[] };

const rarely = fc.integer({ min: 1, max: 8 }).map((number) => number === 1);
const person: fc.Arbitrary<Person> = fc.record({
  age: fc.option(fc.integer({ min: 20, max: 40 }), { freq: 8 }),
  gender: fc.option(fc.constantFrom(...GENDERS), { freq: 1 }),
  meets: fc.option(
    fc.constantFrom(...MEET_CHOICES).map((choice) => [choice]),
    { freq: 1 },
  ),
  meetAgeMin: fc.constant(null),
  meetAgeMax: fc.constant(null),
  purpose: fc.constantFrom(null, null, "dating" as const, "friends" as const),
  shows: fc.constantFrom("people", "people", "people", ...GOING_VIEWERS),
  isPaused: rarely,
  isSuspended: rarely,
  goes: fc.array(fc.constantFrom("no" as const, "going" as const, "together" as const), {
    minLength: SHOWS,
    maxLength: SHOWS,
  }),
});
const gig: fc.Arbitrary<Gig> = fc.record({
  inDays: fc.integer({ min: -2, max: 2 }),
  cell: fc.constantFrom(...CELLS),
  isCancelled: rarely,
  isRemoved: rarely,
});
const tie: fc.Arbitrary<Tie> = fc
  .record({
    one: fc.nat(PEOPLE - 1),
    other: fc.nat(PEOPLE - 1),
    kind: fc.constantFrom("blocks", "likes", "passes", "matches", "talks", "ended"),
  })
  .filter(({ one, other }) => one !== other);
const world: fc.Arbitrary<World> = fc.record({
  people: fc.array(person, { minLength: PEOPLE, maxLength: PEOPLE }),
  // Each pair has one tie at most.
  ties: fc.uniqueArray(tie, {
    minLength: 30,
    maxLength: 60,
    selector: ({ one, other }) => Math.min(one, other) * PEOPLE + Math.max(one, other),
  }),
  gigs: fc.array(gig, { minLength: SHOWS, maxLength: SHOWS }),
});

const idOf = (index: number) => index + 1;
const pairOf = (one: number, other: number) => ({
  lowId: idOf(Math.min(one, other)),
  highId: idOf(Math.max(one, other)),
});

/** Writes a world into the database; returns the ids of its shows. */
async function write({ people, ties, gigs }: World, now: number): Promise<string[]> {
  await removeEverybody();
  await db.delete(show);
  const at = new Date(now);
  for (const [index, { shows: _, goes, isPaused, isSuspended, ...rest }] of people.entries()) {
    const away = { pausedAt: isPaused ? at : null, suspendedAt: isSuspended ? at : null };
    await addMember(idOf(index), { ...rest, ...away }, { artists: ["Low"], genres: ["Rock"] });
  }
  for (const [index, { shows }] of people.entries())
    await db
      .update(member)
      .set({ showsGoing: shows })
      .where(eq(member.id, idOf(index)));
  for (const { one, other, kind } of ties) {
    const [memberId, targetId, pair] = [idOf(one), idOf(other), pairOf(one, other)];
    const row = { ...pair, id: randomUUID(), createdAt: at };
    const decided = (liked: boolean) => ({ memberId, targetId, liked, decidedAt: at });
    if (kind === "blocks") await db.insert(block).values({ memberId, targetId, createdAt: at });
    if (kind === "likes" || kind === "passes") await db.insert(decision).values(decided(kind === "likes"));
    if (kind === "matches") await db.insert(match).values(row);
    if (kind === "talks")
      await db.insert(conversation).values({ ...row, startedBy: memberId, acceptedAt: at });
    if (kind === "ended") await db.insert(endedConnection).values(pair);
  }
  const ids: string[] = [];
  for (const [index, { inDays, cell, isCancelled, isRemoved }] of gigs.entries()) {
    const id = randomUUID();
    const day = Math.floor(now / DAY_MS) + inDays;
    const off = { cancelledAt: isCancelled ? at : null, removedAt: isRemoved ? at : null };
    const place = { venue: "Hall", placeName: "Town", cell, day };
    await db.insert(show).values({ id, ...place, ...off, createdAt: at });
    const name = `Band ${index}`;
    await db.insert(showArtist).values({ showId: id, position: 0, artistKey: name, name, day, cell });
    ids.push(id);
    for (const [who, { goes }] of people.entries())
      if (goes[index] !== "no")
        await db.insert(going).values({
          ...{ memberId: idOf(who), showId: id, withSomebody: goes[index] === "together", createdAt: at },
        });
  }
  return ids;
}

/** Whether one member sees where another goes. */
function sees({ people, ties }: World, viewer: number, other: number): boolean {
  const [me, you] = [people[viewer] as Person, people[other] as Person];
  const tied = ties.find(({ one, other: two }) => [one, two].includes(viewer) && [one, two].includes(other));
  const isApart = tied?.kind === "blocks" || tied?.kind === "ended";
  const hasPassed = tied?.kind === "passes" && tied.one === viewer;
  const isMatch = tied?.kind === "matches";
  const isListed = (who: Person) => who.age !== null && !who.isPaused && !who.isSuspended;
  const isFitting = isListed(me) && isListed(you) && fits(me, you);
  const isShown = you.shows === "people" || (you.shows === "matches" && isMatch);
  if (viewer === other || isApart || hasPassed || me.isPaused || you.isPaused || you.isSuspended)
    return false;
  return isShown && (isMatch || tied?.kind === "talks" || isFitting);
}

/** The next show to which a member and the viewer both go, if the viewer sees it. */
function findShared(made: World, ids: string[], viewer: number, other: number, now: number) {
  if (!sees(made, viewer, other)) return undefined;
  const [next] = made.gigs
    .map((gig, index) => ({ ...gig, index, id: ids[index] ?? "" }))
    .filter(({ index }) => [viewer, other].every((who) => made.people[who]?.goes[index] !== "no"))
    .filter((gig) => !gig.isCancelled && !gig.isRemoved && !isOver(gig, now))
    .sort((one, two) => one.inDays - two.inDays || (one.id < two.id ? -1 : 1));
  if (!next) return undefined;
  const date = toDate(Math.floor(now / DAY_MS) + next.inDays);
  return { id: next.id, date, artist: `Band ${next.index}` };
}

function isOver({ inDays, cell }: Gig, now: number): boolean {
  const local = Math.floor((now + hoursEast(cell) * 3_600_000) / DAY_MS);
  return Math.floor(now / DAY_MS) + inDays < local;
}

afterAll(() => {
  vi.useRealTimers();
});

test("a member sees the goers whom they could meet, each by their choice, and the next show to which both go", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const property = fc.asyncProperty(world, fc.nat(23), async (made, hour) => {
    const now = Date.UTC(2026, 5, 1, hour);
    vi.setSystemTime(now);
    const ids = await write(made, now);
    for (const viewer of made.people.keys()) {
      const seen = made.people.map((_, other) => sees(made, viewer, other));
      const expected = made.people.map((_, other) => findShared(made, ids, viewer, other, now));
      const everybody = made.people.map((_, index) => idOf(index)).filter((id) => id !== idOf(viewer));
      const cards = await getMemberCards(await getMember(idOf(viewer)), everybody);
      const { members } = await discover(idOf(viewer), {});
      for (const card of [...cards.values(), ...members])
        expect(card.sharedShow).toEqual(expected[Number(card.id) - 1]);
      for (const [index, id] of ids.entries()) {
        const goers = (choice: string) =>
          made.people.flatMap(({ goes }, other) =>
            seen[other] && goes[index] === choice ? idOf(other) : [],
          );
        const people = { together: goers("together"), going: goers("going") };
        const found = await listGoers(idOf(viewer), id);
        expect([found.together, found.going].map((each) => [...each].sort())).toEqual(
          [people.together, people.going].map((each) => each.sort()),
        );
        expect(found.atLeast).toEqual({
          together: toPeopleCount(people.together.length),
          going: toPeopleCount(people.going.length),
        });
        if (viewer % SHOWS !== index) continue;
        const gig = made.gigs[index] as Gig;
        for (const other of everybody) {
          const isThere = !gig.isRemoved && !isOver(gig, now);
          const isSeen = await isSeenAt(db, idOf(viewer), other, id);
          expect(isSeen).toBe(isThere && [...people.together, ...people.going].includes(other));
        }
      }
    }
  });
  await fc.assert(property, { numRuns: runsOf(20, 2), endOnFailure: true });
});
