// Communities of 100, 1,000 and 10,000: Discover compared with brute force, and a recount while members search.

import { spawnSync } from "node:child_process";
import { client, db } from "db/client.server";
import type { Genre } from "db/column-types";
import { block, decision } from "db/schema";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { countStatisticsWith } from "~/matching/count-statistics.server";
import type { DiscoverFilters } from "~/matching/filters";
import { type LiveIndex, readIndex } from "~/matching/index-reader.server";
import { makeQuery } from "~/matching/query";
import { tieOrder } from "~/matching/search.server";
import { type Search, searchPage } from "~/matching/search-page.server";
import { countStatistics } from "~/matching/statistics.server";
import { closedInDiscover } from "~/models/access.server";
import { DISCOVER_DEFAULTS } from "~/models/match/discover";
import { discover } from "~/models/match/discover.server";
import {
  type Community,
  filterScored,
  type Person,
  scoreEverybody,
  weigh,
  widenByBruteForce,
} from "../../matching/brute-force";
import { changeMember, removeEverybody, saveTaste } from "../../matching/members";

const SEED = 20_261_120;

const query = makeQuery(client);

let community: Community;
let artistIds: Map<string, number>;
let index: LiveIndex;

/** Replaces the members by a community of this size, and reads its index. */
async function seedCommunity(size: number) {
  await removeEverybody();
  const seeding = spawnSync("node_modules/.bin/tsx", ["db/seed/run.ts", "--members", String(size)], {
    env: { ...process.env, NODE_ENV: "test" },
    encoding: "utf8",
  });
  expect(seeding.stderr + seeding.stdout).toContain(`${size} synthetic members`);
  community = await readCommunity();
  expect(community.people).toHaveLength(size);
  index = await readIndex(query);
}

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

/** The page that a search finds, in the oracle's terms. */
async function findPage(search: Search) {
  expect(await index.catchUp(query)).toBe(true);
  const page = await searchPage(query, search, index.withQuery(query, closedInDiscover));
  return {
    members: page?.members.map(({ id, score, distance }) => ({ id, score, distance })),
    next: page?.next,
    wider: page?.wider,
  };
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

/** The filters that each viewer searches with. */
const filterSets: Record<string, (viewer: Person) => DiscoverFilters> = {
  "as the screen opens": () => DISCOVER_DEFAULTS,
  "ages alone": () => ({ ageMin: 25, ageMax: 40 }),
  "a distance alone": () => ({ maxDistance: 50 }),
  "a genre alone": ({ genres }) => ({ genres: genres.slice(0, 1) }),
  "a minimum of 0": () => ({ minCompatibility: 0 }),
  "a minimum of 50": () => ({ minCompatibility: 50 }),
  "a minimum of 90": () => ({ minCompatibility: 90 }),
  "nobody in range": () => ({ ageMin: 64, ageMax: 64, maxDistance: 5, minCompatibility: 100 }),
  "several genres": ({ genres }) => ({
    genres: [...new Set<Genre>([...genres, "Jazz", "Metal"])],
    maxDistance: 100,
  }),
  "their own age": ({ age }) => ({ ageMin: Math.min(age ?? 18, 65), ageMax: Math.min(age ?? 18, 65) }),
  "the widest of the screen": () => ({ ageMin: 18, ageMax: 65, maxDistance: 100, minCompatibility: 50 }),
  "any distance, without a town": () => ({ minCompatibility: 50 }),
};

/** Decides on some and blocks every third, in either direction, and tells the oracle. */
async function decideOnSome(viewer: Person, chosen: Person[]) {
  const { hidden } = community;
  const fresh = chosen.filter(({ id }) => id !== viewer.id && !hidden.has(`${viewer.id} ${id}`));
  const at = new Date();
  for (const [i, { id }] of fresh.entries()) {
    hidden.add(`${viewer.id} ${id}`);
    if (i % 3) {
      await db
        .insert(decision)
        .values({ memberId: viewer.id, targetId: id, liked: i % 2 > 0, decidedAt: at });
    } else {
      hidden.add(`${id} ${viewer.id}`);
      const pair = i % 2 ? { memberId: viewer.id, targetId: id } : { memberId: id, targetId: viewer.id };
      await db
        .insert(block)
        .values({ ...pair, createdAt: at })
        .onConflictDoNothing();
    }
  }
}

describe.each([100, 1000, 10_000])("in a community of %i", (size) => {
  beforeAll(() => seedCommunity(size));

  test(`200 viewers with 12 sets of filters get the pages and the wider filters that brute force finds, with changes in between (seed ${SEED})`, async () => {
    const { people } = community;
    const indexes = fc.integer({ min: 0, max: size - 1 });
    const turns = fc.sample(
      fc.record({ viewer: indexes, others: fc.array(indexes, { maxLength: Math.min(40, size / 20) }) }),
      { numRuns: 200, seed: SEED },
    );
    const found = { pages: 0, second: 0, none: 0 };
    for (const [turn, { viewer: number, others }] of turns.entries()) {
      const viewer = people[number] as Person;
      await decideOnSome(
        viewer,
        [...new Set(others)].map((other) => people[other] as Person),
      );
      let scored = scoreEverybody(viewer, community);
      const ties = tieOrder(viewer.id);
      for (const [name, makeFilters] of Object.entries(filterSets)) {
        const filters = makeFilters(viewer);
        if (name === "any distance, without a town") {
          viewer.cell = null;
          await changeMember(viewer.id, { cell: null });
          scored = scored.map((each) => ({ ...each, distance: null }));
        }
        const expected = filterScored(scored, filters);
        const first = {
          members: expected.slice(0, 20),
          next: expected.length > 20 ? expect.anything() : null,
          wider: widenByBruteForce(scored, filters),
        };
        const page = await findPage({ viewerId: viewer.id, filters, ties });
        expect(page, `viewer ${turn}, ${name}`).toEqual(first);
        found.pages += 1;
        if (!expected.length) found.none += 1;
        const after = page.next;
        if (after && turn % 12 === Object.keys(filterSets).indexOf(name)) {
          const second = {
            members: expected.slice(20, 40),
            next: expected.length > 40 ? expect.anything() : null,
            wider: [],
          };
          const page = await findPage({ viewerId: viewer.id, filters, ties, after });
          expect(page, `viewer ${turn}, ${name}, page 2`).toEqual(second);
          found.second += 1;
        }
      }
      if (turn % 4 === 0) {
        const expected = filterScored(scored, DISCOVER_DEFAULTS).slice(0, 20);
        expect(toScored(await discover(viewer.id, DISCOVER_DEFAULTS)), `viewer ${turn}`).toEqual(expected);
      }
      await changeSomebody(turn, people[(turn * 104_729) % size] as Person);
      await changeSomebody(turn + 1, viewer);
    }
    expect(found.pages).toBe(2400);
    expect(found.second).toBeGreaterThan(5);
    expect(found.none).toBeGreaterThan(150);
  }, 600_000);
});

test("during a recount, no page mixes two counts", async () => {
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

  const { next, ...first } = await discover(viewer.id, filters);
  expect(toScored({ next, ...first })).toEqual(expected(after).slice(0, 20));
  expect(toScored(await discover(viewer.id, filters, next ?? ""))).toEqual(expected(after).slice(20, 40));
  for (const index of [5, 500, 5000]) {
    const other = people[index] as Person;
    const expectedDefaults = filterScored(scoreEverybody(other, after), DISCOVER_DEFAULTS);
    expect(toScored(await discover(other.id, DISCOVER_DEFAULTS))).toEqual(expectedDefaults.slice(0, 20));
  }
});
