// What the index in memory keeps between two searches of a viewer.
import { setImmediate as nextTurn } from "node:timers/promises";
import { client, db } from "db/client.server";
import { expect, test } from "vitest";
import { rebuildCandidates } from "~/matching/candidate.server";
import { readIndex } from "~/matching/index-reader.server";
import { makeQuery } from "~/matching/query";
import { tieOrder } from "~/matching/search.server";
import { type SearchResult, searchPage } from "~/matching/search-page.server";
import { countStatistics } from "~/matching/statistics.server";
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
const index = await readIndex(query, 1e9);

/** Finds a page in the index, as the database does, and tells whether the viewer was read for it. */
async function search(): Promise<{ members: SearchResult["members"]; hasReadViewer: boolean }> {
  const request = { viewerId: VIEWER, filters: { minCompatibility: 50 }, ties: tieOrder(VIEWER) };
  expect(await index?.catchUp(query)).toBe(true);
  asked.length = 0;
  const found = await searchPage(query, request, index?.withQuery(query));
  const hasReadViewer = asked.some((sql) => sql.includes("from statistics"));
  expect(found).toEqual(await searchPage(queryDatabase, request));
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
