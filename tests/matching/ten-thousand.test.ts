// A community of ten thousand: Discover against scoring everybody, and a new count while members search.
import { spawnSync } from "node:child_process";
import { client, db } from "db/client.server";
import { block, decision } from "db/schema";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { recount } from "~/matching/census.server";
import { discover } from "~/matching/discover.server";
import { queryBy } from "~/matching/query";
import { recountBy } from "~/matching/recount";
import { idf } from "~/matching/score";
import { searchPage } from "~/matching/search";
import { DISCOVER_DEFAULTS, type DiscoverFilters } from "~/models/discovery";
import { GENRES } from "~/models/genre";
import { type Community, type Person, scoreEverybody, sift, widenBySifting } from "./brute-force";
import { listen } from "./members";

const SEED = 20_261_120;

let community: Community;

beforeAll(async () => {
  const seeding = spawnSync("node_modules/.bin/tsx", ["db/seed.ts", "--members", "10000"], {
    env: { ...process.env, NODE_ENV: "test" },
    encoding: "utf8",
  });
  expect(seeding.stderr + seeding.stdout).toContain("10000 synthetic members");
  community = await readCommunity();
}, 120_000);

/** Everybody as the tables of members and preferences have them; weighed by counting. */
async function readCommunity(): Promise<Community> {
  const { rows } = await client.execute(
    `select json_group_array(json_object('id', id, 'age', age, 'cell', cell, 'genres', json(favorite_genres),
      'standing', 'here', 'artists', (
        select json_group_array(key) from member_artist join artist on artist.id = artist_id
        where member_artist.member_id = member.id))) as people
    from member join preferences on preferences.member_id = member.id`,
  );
  const people: Person[] = JSON.parse(String(rows[0]?.people));
  return { people, weights: weigh(people), closed: new Set(people.map(({ id }) => `${id} ${id}`)) };
}

function weigh(people: Person[]) {
  const listeners = new Map<string, number>();
  for (const artist of people.flatMap(({ artists }) => artists)) {
    listeners.set(artist, (listeners.get(artist) ?? 0) + 1);
  }
  return new Map([...listeners].map(([artist, count]) => [artist, idf(count, people.length)]));
}

/** A page as the oracle words it. */
const bare = ({ members }: Awaited<ReturnType<typeof discover>>) =>
  members.map(({ id, compatibilityScore, distance }) => ({
    id: Number(id),
    score: compatibilityScore,
    distance,
  }));

test("200 viewers with filters of all kinds are shown whom scoring everybody finds, and the same counts", async () => {
  const filters: fc.Arbitrary<DiscoverFilters> = fc.record(
    {
      ageMin: fc.integer({ min: 18, max: 40 }),
      ageMax: fc.integer({ min: 30, max: 65 }),
      maxDistance: fc.integer({ min: 1, max: 20 }).map((step) => step * 5),
      genres: fc.uniqueArray(fc.constantFrom(...GENRES), { minLength: 1, maxLength: 4 }),
      minCompatibility: fc.integer({ min: 10, max: 18 }).map((step) => step * 5),
    },
    { requiredKeys: [] },
  );
  const { people, closed } = community;
  const places = fc.integer({ min: 0, max: people.length - 1 });
  const asked = fc.sample(
    fc.record({ viewer: places, filters, others: fc.array(places, { maxLength: 60 }) }),
    {
      numRuns: 200,
      seed: SEED,
    },
  );
  let pages = 0;
  for (const [turn, { viewer: place, filters, others }] of asked.entries()) {
    const viewer = people[place] as Person;
    const away = [...new Set(others)].map((other) => people[other] as Person);
    const fresh = away.filter(({ id }) => id !== viewer.id && !closed.has(`${viewer.id} ${id}`));
    for (const [i, { id }] of fresh.entries()) {
      closed.add(`${viewer.id} ${id}`);
      if (i % 3 === 0) closed.add(`${id} ${viewer.id}`);
    }
    const [blocked, decided] = [fresh.filter((_, i) => i % 3 === 0), fresh.filter((_, i) => i % 3)];
    const at = new Date();
    if (blocked.length) {
      const rows = blocked.map(({ id }) => ({ memberId: viewer.id, targetId: id, createdAt: at }));
      await db.insert(block).values(rows).onConflictDoNothing();
    }
    if (decided.length) {
      const rows = decided.map(({ id }) => ({
        memberId: viewer.id,
        targetId: id,
        liked: true,
        decidedAt: at,
      }));
      await db.insert(decision).values(rows).onConflictDoNothing();
    }

    const scored = scoreEverybody(viewer, community);
    const expected = sift(scored, filters);
    const first = await discover(viewer.id, filters);
    expect(bare(first), `viewer ${turn}`).toEqual(expected.slice(0, 20));
    const wider = widenBySifting(scored, filters);
    expect(first.wider, `viewer ${turn}`).toEqual(wider);
    // To its members this community is small: the ways of larger ones are gone too.
    const size = turn % 2 ? "middle" : "large";
    const page = await searchPage(queryBy(client), { viewerId: viewer.id, filters }, size);
    const members = page?.members.map(({ id, score, distance }) => ({ id, score, distance }));
    expect([members, page?.wider], `viewer ${turn}, ${size}`).toEqual([expected.slice(0, 20), wider]);
    if (!first.next) continue;
    pages++;
    expect(bare(await discover(viewer.id, filters, first.next)), `viewer ${turn}`).toEqual(
      expected.slice(20, 40),
    );
  }
  expect(pages).toBeGreaterThan(30);
}, 300_000);

test("while listeners are counted anew, every page is of one count, and so are the pages of one list", async () => {
  const { people } = community;
  // Whoever turns to an artist that few knew changes what that artist weighs, but not before the next count.
  const [viewer, ...others] = people.filter(({ cell, artists }) => cell !== null && artists.length > 15);
  if (!viewer) throw new Error("Nobody to look from");
  for (const other of others.slice(0, 60)) {
    other.artists = [...new Set([...other.artists, ...viewer.artists.slice(0, 8)])].slice(0, 50);
    await listen(other.id, other.artists, other.genres);
  }
  const before = community;
  const after = { ...community, weights: weigh(people) };
  const asked: DiscoverFilters = { minCompatibility: 50 };
  const expected = (by: Community) => sift(scoreEverybody(viewer, by), asked);
  expect(expected(before)).not.toEqual(expected(after));

  const { next } = await discover(viewer.id, asked);
  let turns = 0;
  const counting = recountBy(queryBy(client), async () => {
    if (turns++ % 20) return;
    expect(bare(await discover(viewer.id, asked))).toEqual(expected(before).slice(0, 20));
    expect(await recount()).toBe(false);
    // Somebody is listed anew in the middle of it: by their artists of now, for both counts.
    const someone = others[100 + (turns % 50)] as Person;
    await listen(someone.id, someone.artists, someone.genres);
  });
  expect(await counting).toBe(true);
  expect(turns).toBeGreaterThan(100);

  expect(bare(await discover(viewer.id, asked))).toEqual(expected(after).slice(0, 20));
  expect(bare(await discover(viewer.id, asked, next ?? ""))).toEqual(expected(before).slice(20, 40));
  for (const place of [5, 500, 5000]) {
    const other = people[place] as Person;
    const found = sift(scoreEverybody(other, after), DISCOVER_DEFAULTS);
    expect(bare(await discover(other.id, DISCOVER_DEFAULTS))).toEqual(found.slice(0, 20));
  }
});
