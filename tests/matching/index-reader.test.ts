// What the index in memory keeps between two searches of a viewer.

import { setImmediate as nextTurn } from "node:timers/promises";
import { client, db } from "db/client.server";
import { expect, test } from "vitest";
import { rebuildCandidates } from "~/matching/candidate.server";
import { cellOf } from "~/matching/cell";
import { readIndex } from "~/matching/index-reader.server";
import { makeQuery } from "~/matching/query";
import { tieOrder } from "~/matching/search.server";
import { type SearchResult, searchPage } from "~/matching/search-page.server";
import { countStatistics } from "~/matching/statistics.server";
import { closedInDiscover } from "~/models/access.server";
import { addMember, changeMember, saveTaste } from "./members";

const VIEWER = 1;
const ARTISTS = Array.from({ length: 20 }, (_, i) => `Band ${i}`);

const queryDatabase = makeQuery(client);
const asked: string[] = [];
const query: typeof queryDatabase = (sql, args) => {
  asked.push(sql);
  return queryDatabase(sql, args);
};

await addMember(VIEWER, {}, { artists: ["Band 0"], genres: ["Rock"] });
await addMember(2, {}, { artists: ["Band 0"], genres: ["Rock"] });
await addMember(3, { age: 60 }, { artists: ["Band 19"], genres: ["Jazz"] });
await countStatistics();
const index = await readIndex(query);

/** Finds a page as an index does that has just been read, and tells whether the viewer was read for it. */
async function search(): Promise<{ members: SearchResult["members"]; hasReadViewer: boolean }> {
  const request = { viewerId: VIEWER, filters: { minCompatibility: 50 }, ties: tieOrder(VIEWER) };
  expect(await index.catchUp(query)).toBe(true);
  asked.length = 0;
  const found = await searchPage(query, request, index.withQuery(query, closedInDiscover));
  const hasReadViewer = asked.some((sql) => sql.includes("from statistics"));
  const another = (await readIndex(queryDatabase)).withQuery(queryDatabase, closedInDiscover);
  expect(found).toEqual(await searchPage(queryDatabase, request, another));
  return { members: found?.members ?? [], hasReadViewer };
}

const idsOf = ({ members }: Awaited<ReturnType<typeof search>>) => new Set(members.map(({ id }) => id));

test("a viewer is read once, and again when something about them or the statistics have changed", async () => {
  expect(await search()).toMatchObject({ hasReadViewer: true });
  expect(await search()).toMatchObject({ hasReadViewer: false });
  await saveTaste(2, ["Band 1"], ["Rock"]);
  expect(await search()).toMatchObject({ hasReadViewer: false });

  const changes = {
    artists: () => saveTaste(VIEWER, ["Band 1", "Band 19"], ["Rock"]),
    genres: () => saveTaste(VIEWER, ["Band 1", "Band 19"], ["Jazz"]),
    age: () => changeMember(VIEWER, { age: 50 }),
    wishes: () => changeMember(VIEWER, { meetAgeMin: 50 }),
    statistics: () => countStatistics(),
  };
  for (const [what, change] of Object.entries(changes)) {
    await change();
    expect(await search(), what).toMatchObject({ hasReadViewer: true });
    expect(await search(), what).toMatchObject({ hasReadViewer: false });
  }
  expect(idsOf(await search())).toEqual(new Set([3]));
});

test("a viewer who is kept while the index is rebuilt finds those whose lists are longer than any before", async () => {
  await changeMember(VIEWER, { meetAgeMin: null });
  await saveTaste(VIEWER, ARTISTS, ["Rock"]);
  await search();
  expect(await search()).toMatchObject({ hasReadViewer: false });

  // More than 1,000 changes make the index be rebuilt; those who list nothing keep its postings short.
  await client.execute(
    `insert into member (id, issuer, subject, first_name, last_name, created_at, age)
      with recursive number (n) as (select 100 union all select n + 1 from number where n < 1200)
      select n, 'test', n, 'Many', 'Test', 0, 30 from number`,
  );
  await saveTaste(100, ARTISTS, ["Rock"]);
  await db.batch(rebuildCandidates());
  expect(idsOf(await search())).toEqual(new Set([2, 3, 100]));
  for (let turn = 0; turn < 100; turn++) await nextTurn();
  expect(idsOf(await search())).toEqual(new Set([2, 3, 100]));
});

/** Everybody whom a search finds in an index, and at which distances. */
async function findAll(index: Awaited<ReturnType<typeof readIndex>>) {
  const request = { viewerId: VIEWER, filters: {}, ties: tieOrder(VIEWER) };
  const pages: SearchResult["members"] = [];
  for (let after: SearchResult["next"] | undefined; after !== null; ) {
    const page = await searchPage(
      queryDatabase,
      { ...request, after },
      index.withQuery(queryDatabase, closedInDiscover),
    );
    pages.push(...(page?.members ?? []));
    after = page?.next ?? null;
  }
  return pages.map(({ id, distance }) => `${id} at ${distance}`);
}

test("members who move, come or go while the index is read are found once, where they are now", async () => {
  const [west, east] = [cellOf(40, -100), cellOf(40, -99)];
  await changeMember(VIEWER, { cell: west });
  await changeMember(101, { cell: west });
  await changeMember(102, { cell: east });
  let reads = 0;
  const whileMembersMove: typeof queryDatabase = async (sql, args) => {
    const answer = await queryDatabase(sql, args);
    if (sql.includes("order by cell, member_id") && ++reads === 1) {
      await changeMember(101, { cell: east });
      await changeMember(102, { cell: null });
      await changeMember(103, { cell: east });
      await changeMember(104, { age: null });
      await addMember(5000, { cell: west });
    }
    return answer;
  };
  const index = await readIndex(whileMembersMove);
  expect(reads).toBeGreaterThan(1);
  expect(await index.catchUp(queryDatabase)).toBe(true);
  const found = await findAll(index);
  expect(found).toEqual(await findAll(await readIndex(queryDatabase)));
  expect(new Set(found).size).toBe(found.length);
  expect(found.filter((one) => /^(101|102|103|104|5000) /.test(one)).sort()).toEqual([
    "101 at 55",
    "102 at null",
    "103 at 55",
    "5000 at 5",
  ]);
});
