// A community of 10,000: Discover compared with brute force, and a recount while members search.
import { spawnSync } from "node:child_process";
import { client, db } from "db/client.server";
import { GENRES } from "db/column-types";
import { block, decision } from "db/schema";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { countStatisticsWith } from "~/matching/count-statistics.server";
import type { DiscoverFilters } from "~/matching/filters";
import { makeQuery } from "~/matching/query";
import { tieOrder } from "~/matching/search.server";
import { searchPage } from "~/matching/search-page.server";
import { countStatistics } from "~/matching/statistics.server";
import { DISCOVER_DEFAULTS } from "~/models/match/discover";
import { discover } from "~/models/match/discover.server";
import {
  type Community,
  filterScored,
  type Person,
  scoreEverybody,
  weigh,
  widenByBruteForce,
} from "./brute-force";
import { saveTaste } from "./members";

const SEED = 20_261_120;

let community: Community;
let artistIds: Map<string, number>;

beforeAll(async () => {
  const seeding = spawnSync("node_modules/.bin/tsx", ["db/seed/run.ts", "--members", "10000"], {
    env: { ...process.env, NODE_ENV: "test" },
    encoding: "utf8",
  });
  expect(seeding.stderr + seeding.stdout).toContain("10000 synthetic members");
  community = await readCommunity();
});

/** Reads the community from its source tables and weighs the artists by counting. */
async function readCommunity(): Promise<Community> {
  const { rows } = await client.execute(
    `select json_group_array(json_object('id', id, 'age', age, 'cell', cell, 'genres', json(favorite_genres),
      'gender', gender, 'meets', json(meets), 'meetAgeMin', meet_age_min, 'meetAgeMax', meet_age_max,
      'purpose', purpose, 'status', 'active', 'artists', (
        select json_group_array(key order by position) from member_artist join artist on artist.id = artist_id
        where member_artist.member_id = member.id))) as people,
      (select json_group_array(json_array(key, id)) from artist) as artists
    from member join preferences on preferences.member_id = member.id`,
  );
  const people: Person[] = JSON.parse(String(rows[0]?.people));
  artistIds = new Map(JSON.parse(String(rows[0]?.artists)));
  return {
    people,
    weights: weigh(people, artistIds),
    hidden: new Set(people.map(({ id }) => `${id} ${id}`)),
  };
}

/** A page in the oracle's terms. */
const toScored = ({ members }: Awaited<ReturnType<typeof discover>>) =>
  members.map(({ id, compatibilityScore, distance }) => ({
    id: Number(id),
    score: compatibilityScore,
    distance,
  }));

test("400 viewers with random filters get the page and the wider filters that brute force finds", async () => {
  const filters: fc.Arbitrary<DiscoverFilters> = fc.record(
    {
      ageMin: fc.integer({ min: 18, max: 40 }),
      ageMax: fc.integer({ min: 30, max: 65 }),
      maxDistance: fc.integer({ min: 1, max: 20 }).map((step) => step * 5),
      genres: fc.uniqueArray(fc.constantFrom(...GENRES), { minLength: 1, maxLength: 4 }),
      minCompatibility: fc.integer({ min: 6, max: 18 }).map((step) => step * 5),
    },
    { requiredKeys: [] },
  );
  const { people, hidden } = community;
  const indexes = fc.integer({ min: 0, max: people.length - 1 });
  const searches = fc.sample(
    fc.record({ viewer: indexes, filters, others: fc.array(indexes, { maxLength: 60 }) }),
    {
      numRuns: 400,
      seed: SEED,
    },
  );
  let pages = 0;
  for (const [turn, { viewer: index, filters, others }] of searches.entries()) {
    const viewer = people[index] as Person;
    const chosen = [...new Set(others)].map((other) => people[other] as Person);
    const fresh = chosen.filter(({ id }) => id !== viewer.id && !hidden.has(`${viewer.id} ${id}`));
    for (const [i, { id }] of fresh.entries()) {
      hidden.add(`${viewer.id} ${id}`);
      if (i % 3 === 0) hidden.add(`${id} ${viewer.id}`);
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
    const expected = filterScored(scored, filters);
    const first = await discover(viewer.id, filters);
    expect(toScored(first), `viewer ${turn}`).toEqual(expected.slice(0, 20));
    const wider = widenByBruteForce(scored, filters);
    expect(first.wider, `viewer ${turn}`).toEqual(wider);
    // Members see a community of this size as small, so the strategies of larger ones are forced.
    const size = turn % 2 ? "medium" : "large";
    const page = await searchPage(
      makeQuery(client),
      { viewerId: viewer.id, filters, ties: tieOrder(viewer.id) },
      size,
    );
    const members = page?.members.map(({ id, score, distance }) => ({ id, score, distance }));
    expect([members, page?.wider], `viewer ${turn}, ${size}`).toEqual([expected.slice(0, 20), wider]);
    if (!first.next) continue;
    pages++;
    expect(toScored(await discover(viewer.id, filters, first.next)), `viewer ${turn}`).toEqual(
      expected.slice(20, 40),
    );
  }
  expect(pages).toBeGreaterThan(30);
}, 300_000);

test("during a recount, no page mixes two counts, and neither do the pages of one list", async () => {
  const { people } = community;
  // More listeners make an artist lighter, but only from the next count on.
  const [viewer, ...others] = people.filter(({ cell, artists }) => cell !== null && artists.length > 15);
  if (!viewer) throw new Error("No member is suitable as a viewer");
  for (const other of others.slice(0, 60)) {
    other.artists = [...new Set([...other.artists, ...viewer.artists.slice(0, 8)])].slice(0, 50);
    await saveTaste(other.id, other.artists, other.genres);
  }
  const before = community;
  const after = { ...community, weights: weigh(people, artistIds) };
  const filters: DiscoverFilters = { minCompatibility: 50 };
  const expected = (by: Community) => filterScored(scoreEverybody(viewer, by), filters);
  expect(expected(before)).not.toEqual(expected(after));

  const { next } = await discover(viewer.id, filters);
  let turns = 0;
  const counting = countStatisticsWith(makeQuery(client), async () => {
    if (turns++ % 20) return;
    expect(toScored(await discover(viewer.id, filters))).toEqual(expected(before).slice(0, 20));
    expect(await countStatistics()).toBe(false);
    // A member who saves their artists in the middle of a count gets norms for both.
    const someone = others[100 + (turns % 50)] as Person;
    await saveTaste(someone.id, someone.artists, someone.genres);
  });
  expect(await counting).toBe(true);
  expect(turns).toBeGreaterThan(100);

  expect(toScored(await discover(viewer.id, filters))).toEqual(expected(after).slice(0, 20));
  expect(toScored(await discover(viewer.id, filters, next ?? ""))).toEqual(expected(before).slice(20, 40));
  for (const index of [5, 500, 5000]) {
    const other = people[index] as Person;
    const expectedDefaults = filterScored(scoreEverybody(other, after), DISCOVER_DEFAULTS);
    expect(toScored(await discover(other.id, DISCOVER_DEFAULTS))).toEqual(expectedDefaults.slice(0, 20));
  }
});
