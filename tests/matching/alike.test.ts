// Artists who are alike, and what two members have in common.

import { client } from "db/client.server";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { type AlikePair, findAlike } from "~/matching/alike";
import { describeInCommon, readInCommon } from "~/matching/in-common.server";
import { makeQuery } from "~/matching/query";
import { countStatistics } from "~/matching/statistics.server";
import { addMember, removeEverybody } from "./members";

describe("alike", () => {
  const noPause = async () => undefined;

  /** Lists of artists by number, as `findAlike()` takes them. */
  function toLists(lists: number[][]) {
    const count = Math.max(-1, ...lists.flat()) + 1;
    const listeners = new Uint32Array(count);
    for (const artist of lists.flat()) listeners[artist] = (listeners[artist] ?? 0) + 1;
    const starts = [0];
    for (const list of lists) starts.push((starts.at(-1) ?? 0) + list.length);
    return { artists: Uint32Array.from(lists.flat()), starts: Uint32Array.from(starts), listeners };
  }

  /** The same pairs, found by comparing every artist with every other. */
  function findByComparing(lists: number[][]): AlikePair[] {
    const { listeners } = toLists(lists);
    const numbers = [...listeners.keys()];
    const liftOf = (one: number, other: number) => {
      const both = lists.filter((list) => list.includes(one) && list.includes(other)).length;
      const lift = (both * lists.length) / ((listeners[one] ?? 0) * (listeners[other] ?? 0));
      return both >= 5 && lift > 1 ? lift : 0;
    };
    const nearest = numbers.map((one) =>
      numbers
        .filter((other) => other !== one && liftOf(one, other))
        .sort((a, b) => liftOf(one, b) - liftOf(one, a) || a - b)
        .slice(0, 20),
    );
    return numbers.flatMap((one) =>
      (nearest[one] ?? [])
        .filter((other) => one < other && nearest[other]?.includes(one))
        .map((other) => ({ one, other, lift: liftOf(one, other) })),
    );
  }

  const inOrder = (pairs: AlikePair[]) =>
    pairs.map(({ one, other, lift }) => [one, other, lift] as const).sort(([a, b], [c, d]) => a - c || b - d);

  test("finds the pairs that comparing all artists finds", async () => {
    const lists = fc.array(fc.uniqueArray(fc.nat(40), { maxLength: 12 }), { minLength: 20, maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(lists, async (lists) => {
        const found = await findAlike(toLists(lists), lists.length, noPause);
        expect(inOrder(found)).toEqual(inOrder(findByComparing(lists)));
      }),
      { numRuns: 60 },
    );
  });

  test("a pair that only four members list, or that is no commoner than chance, is not alike", async () => {
    const together = (count: number) => [
      ...Array.from({ length: count }, () => [0, 1]),
      ...Array.from({ length: 40 }, () => [2]),
    ];
    expect(await findAlike(toLists(together(4)), 44, noPause)).toEqual([]);
    expect(await findAlike(toLists(together(5)), 45, noPause)).toEqual([{ one: 0, other: 1, lift: 9 }]);
    // Everybody lists 2, so those who list 0 do too.
    const chance = Array.from({ length: 30 }, (_, i) => (i < 10 ? [0, 2] : [2]));
    expect(await findAlike(toLists(chance), 30, noPause)).toEqual([]);
  });

  test("each artist is alike at most twenty others, and only mutually", async () => {
    // Artist 0 goes with each of 30 others, who have nobody else.
    const lists = Array.from({ length: 30 }, (_, i) => Array.from({ length: 6 }, () => [0, i + 1])).flat();
    const found = await findAlike(toLists(lists.concat(Array(200).fill([31]))), 380, noPause);
    expect(found.map(({ one, other }) => [one, other])).toEqual(
      Array.from({ length: 20 }, (_, i) => [0, i + 1]),
    );
  });

  test("artists with thousands of listeners are counted from an even sample", async () => {
    // Every third listener of 0 lists 1 as well, and both have more listeners than are looked at.
    const lists = Array.from({ length: 9000 }, (_, i) => (i % 3 ? [0] : [0, 1]));
    const others = Array.from({ length: 20_000 }, () => [2]);
    const [pair] = await findAlike(toLists([...lists, ...others]), 29_000, noPause);
    expect(pair).toMatchObject({ one: 0, other: 1 });
    expect(pair?.lift).toBeCloseTo((3000 * 29_000) / (9000 * 3000), 5);
  });

  test("a long count pauses in between", async () => {
    const lists = Array.from({ length: 2000 }, () => Array.from({ length: 50 }, (_, i) => i));
    let pauses = 0;
    await findAlike(toLists(lists), 2000, async () => pauses++);
    expect(pauses).toBeGreaterThan(2);
  });

  beforeEach(removeEverybody);

  async function readAlike() {
    const { rows } = await client.execute(`select one.key as one, other.key as other, weight from alike_artist
    join statistics on statistics.buffer = alike_artist.buffer and is_current
    join artist one on one.id = artist_id join artist other on other.id = other_id order by 1, 2`);
    return rows.map(({ one, other, weight }) => [one, other, Number(weight)]);
  }

  test("a count writes the pairs in both directions and replaces those of the count before last", async () => {
    for (let id = 1; id <= 30; id++) {
      const artists = id <= 6 ? ["Broadcast", "Pram"] : [`Solo ${id}`];
      await addMember(id, {}, { artists, genres: ["Indie"] });
    }
    await countStatistics();
    // (ln √(5 · 10) / ln 1033)² of 800,000
    const pairs = [
      ["broadcast", "pram", 63_546],
      ["pram", "broadcast", 63_546],
    ];
    expect(await readAlike()).toEqual(pairs);
    await client.execute("delete from member where id in (1, 2)");
    await countStatistics();
    expect(await readAlike()).toEqual([]);
    await countStatistics();
    expect((await client.execute("select count(*) from alike_artist")).rows[0]?.[0]).toBe(0);
  });
});

describe("in common", () => {
  const [ana, ben, cleo] = [1, 2, 3];

  beforeEach(removeEverybody);

  const inCommonWith = async (other: number) =>
    (await readInCommon(makeQuery(client), ana, [other])).get(other);

  test("shared artists come rarest first in the other's spelling, with the genres of both", async () => {
    await addMember(ana, {}, { artists: ["Radiohead", "Attic Tapes", "Pram"], genres: ["Rock", "Jazz"] });
    await addMember(ben, {}, { artists: ["RADIOHEAD", "Low", "attic tapes"], genres: ["Jazz", "Folk"] });
    await addMember(cleo, {}, { artists: ["Low"], genres: ["Soul"] });
    await countStatistics();
    expect(await inCommonWith(ben)).toEqual({ artists: ["attic tapes", "RADIOHEAD"], genres: ["Jazz"] });
    expect(await inCommonWith(cleo)).toEqual({ artists: [], genres: [] });
  });

  test("the cards of a page lead with different artists, as long as those are about as rare", () => {
    const shared = [1, 2, 3, 4].flatMap((member) => [
      { member, artist: 1, name: "Pram", listeners: 10, rank: 3 },
      { member, artist: 2, name: "Low", listeners: 15, rank: 2 },
      { member, artist: 3, name: "Abba", listeners: 400, rank: 2 },
    ]);
    const only = { member: 5, artist: 3, name: "Abba", listeners: 400, rank: 2 };
    const page = [1, 2, 3, 4, 5].map((id) => [id, []] as const);
    const leads = (order: typeof page) =>
      [...describeInCommon([...shared, only], new Map(order.map(([id]) => [id, []]))).values()].map(
        ({ artists }) => artists[0],
      );
    expect(leads(page)).toEqual(["Pram", "Low", "Pram", "Low", "Abba"]);
    expect(leads(page)).toEqual(leads(page));
    const first = describeInCommon([...shared], new Map([[2, []]])).get(2);
    expect(first?.artists).toEqual(["Pram", "Low", "Abba"]);
  });
});
