// A community of 10,000: Discover compared with brute force, and a recount while members search.
import { spawnSync } from "node:child_process";
import { client, db } from "db/client.server";
import { GENRES } from "db/column-types";
import { block, decision } from "db/schema";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { countStatisticsWith } from "~/matching/count-statistics.server";
import type { DiscoverFilters } from "~/matching/filters";
import { type LiveIndex, readIndex } from "~/matching/index-reader.server";
import { makeQuery } from "~/matching/query";
import { tieOrder } from "~/matching/search.server";
import { type Search, searchPage } from "~/matching/search-page.server";
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
import { changeMember, saveTaste } from "./members";

const SEED = 20_261_120;

const query = makeQuery(client);

let community: Community;
let artistIds: Map<string, number>;
let index: LiveIndex;

beforeAll(async () => {
  const seeding = spawnSync("node_modules/.bin/tsx", ["db/seed/run.ts", "--members", "10000"], {
    env: { ...process.env, NODE_ENV: "test" },
    encoding: "utf8",
  });
  expect(seeding.stderr + seeding.stdout).toContain("10000 synthetic members");
  community = await readCommunity();
  index = (await readIndex(query, 1e9)) as LiveIndex;
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

/** A page that the index in memory finds, in the oracle's terms. */
async function searchInIndex(search: Search) {
  expect(await index.catchUp(query)).toBe(true);
  const page = await searchPage(query, search, index.makeFinder(query));
  const members = page?.members.map(({ id, score, distance }) => ({ id, score, distance }));
  return { members, next: page?.next ?? undefined, wider: page?.wider };
}

/** Changes what a member lists, their age or town, or whether they can be found, and tells the oracle. */
async function changeSomebody(turn: number, person: Person) {
  const { people } = community;
  const other = people[(turn * 7919) % people.length] as Person;
  if (turn % 4 === 0) {
    person.artists = [...new Set([...other.artists, ...person.artists])].slice(0, 25);
    await saveTaste(person.id, person.artists, person.genres);
  } else {
    if (turn % 4 === 1) person.cell = other.cell;
    if (turn % 4 === 2) person.age = person.age === null ? 30 : (person.age % 60) + 20;
    if (turn % 4 === 3) person.status = person.status === "paused" ? "active" : "paused";
    const pausedAt = person.status === "paused" ? new Date() : null;
    await changeMember(person.id, { cell: person.cell, age: person.age, pausedAt });
  }
}

test("400 viewers with random filters get the page and the wider filters that brute force finds, from the database and from the index, with changes in between", async () => {
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
    const ties = tieOrder(viewer.id);
    const found = await searchInIndex({ viewerId: viewer.id, filters, ties });
    expect([found.members, found.wider], `viewer ${turn}, index`).toEqual([expected.slice(0, 20), wider]);
    if (first.next) {
      pages++;
      const second = await discover(viewer.id, filters, first.next);
      expect(toScored(second), `viewer ${turn}`).toEqual(expected.slice(20, 40));
      const after = found.next;
      const { members } = await searchInIndex({ viewerId: viewer.id, filters, ties, after });
      expect(members, `viewer ${turn}, index`).toEqual(expected.slice(20, 40));
    }
    await changeSomebody(turn, people[(turn * 104_729) % people.length] as Person);
    await changeSomebody(turn + 1, viewer);
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
