// The index in memory: what it holds after any changes and rebuilds, and how its process is replaced.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type IndexedMember, type MemberIndex, makeIndex, rangesOf } from "~/matching/member-index";
import { groupOf } from "~/matching/wishes";

const SEED = 20_261_121;

/** Any member of a small community; ids beyond 32 bits occur. */
const members = fc.record({
  id: fc.oneof(
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 1, max: 60 }).map((id) => 2 ** 40 + id),
  ),
  cell: fc.integer({ min: -1, max: 40 }),
  tripCell: fc.oneof({ weight: 4, arbitrary: fc.constant(-1) }, fc.integer({ min: 0, max: 40 })),
  age: fc.integer({ min: 18, max: 110 }),
  genres: fc.integer({ min: 0, max: 2 ** 25 - 1 }),
  wishes: fc.integer({ min: 0, max: 2 ** 28 - 1 }),
  badges: fc.integer({ min: 0, max: 1 }),
  norm: fc.integer({ min: 1, max: 2 ** 50 }),
  artists: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 12 }),
});

/** Everybody in the index, read the way a search reads the arrays: by the postings of each artist, too. */
function readIndexed({ arrays, changed }: MemberIndex): Map<number, IndexedMember> {
  const found = new Map<number, IndexedMember>();
  for (let number = 0; number < arrays.count; number++) {
    const id = arrays.ids[number] as number;
    if (changed.has(id)) continue;
    expect(found.has(id)).toBe(false);
    found.set(id, {
      id,
      cell: arrays.cells[number] as number,
      tripCell: -1,
      age: arrays.ages[number] as number,
      genres: arrays.genres[number] as number,
      wishes: arrays.wishes[number] as number,
      badges: arrays.badges[number] as number,
      norm: arrays.norms[number] as number,
      artists: readPostings(arrays, number),
    });
  }
  for (const [id, member] of changed) {
    if (member) found.set(id, { ...member, artists: [...Array.from(member.artists)] });
  }
  return found;
}

function readPostings({ postingStarts, postings, positions }: MemberIndex["arrays"], number: number) {
  const artists: number[] = [];
  for (let artist = 0; artist + 1 < postingStarts.length; artist++) {
    for (let at = postingStarts[artist] as number; at < (postingStarts[artist + 1] as number); at++) {
      if (postings[at] === number) artists[positions[at] as number] = artist;
    }
  }
  return artists;
}

/** Members by id, the last of each, and in the order of their cells. */
function toCommunity(list: IndexedMember[]) {
  return [...new Map(list.map((member) => [member.id, member])).values()].sort((a, b) => a.cell - b.cell);
}

test("after any changes, and changes while it is rebuilt, the index holds what everybody was changed to", async () => {
  const changes = fc.array(fc.tuple(members, fc.boolean()), { maxLength: 40 });
  const property = fc.asyncProperty(
    fc.array(members, { maxLength: 80 }),
    changes,
    changes,
    async (list, before, during) => {
      const expected = new Map<number, IndexedMember>(toCommunity(list).map((member) => [member.id, member]));
      const index = await makeIndex(toCommunity(list), async () => undefined);
      const change = ([member, isGone]: [IndexedMember, boolean]) => {
        index.change(member.id, isGone ? undefined : member);
        if (isGone) expected.delete(member.id);
        else expected.set(member.id, member);
      };
      before.forEach(change);
      expect(readIndexed(index)).toEqual(expected);
      const left = [...during];
      await index.rebuild(async () => {
        const next = left.shift();
        if (next) change(next);
      });
      for (const next of left) change(next);
      expect(readIndexed(index)).toEqual(expected);
      await index.rebuild(async () => undefined);
      expect(index.unsettled).toBe(0);
      expect(index.changed.size).toBe(
        [...expected.values()].filter(({ tripCell }) => tripCell !== -1).length,
      );
      expect(readIndexed(index)).toEqual(expected);
    },
  );
  await fc.assert(property, { seed: SEED, numRuns: 300 });
});

test("groups and cells are ranges of members, after a rebuild too, and adjacent ranges become one", async () => {
  const lists = fc.array(members, { maxLength: 80 });
  const cells = [
    { low: -1, high: -1 },
    { low: 3, high: 9 },
    { low: 10, high: 10 },
    { low: 30, high: 99 },
  ];
  const property = fc.asyncProperty(lists, lists, fc.integer({ min: 0 }), async (list, changed, asked) => {
    const index = await makeIndex(toCommunity(list), async () => undefined);
    for (const member of changed) index.change(member.id, member);
    await index.rebuild(async () => undefined);
    const { arrays } = index;
    for (const within of [cells, undefined]) {
      const ranges = rangesOf(arrays, (group) => (group & asked) === 0, within);
      const numbers = ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i));
      const expected = Array.from(arrays.cells.keys()).filter((number) => {
        const cell = arrays.cells[number] as number;
        const isWithin = !within || cell === -1 || (cell >= 3 && cell <= 10) || cell >= 30;
        return (
          isWithin && (groupOf(arrays.wishes[number] as number, arrays.ages[number] as number) & asked) === 0
        );
      });
      expect(numbers).toEqual(expected);
      for (const [i, range] of ranges.entries()) expect(range.from).not.toBe(ranges[i - 1]?.to);
    }
  });
  await fc.assert(property, { seed: SEED, numRuns: 200 });
});

test("a count's norms replace those of everybody, the changed members included", async () => {
  const one = { cell: 1, tripCell: -1, age: 30, genres: 0, wishes: 0, badges: 0, norm: 5, artists: [1] };
  const index = await makeIndex(
    [
      { ...one, id: 1 },
      { ...one, id: 2 },
    ],
    async () => undefined,
  );
  index.change(2, { ...one, id: 2, age: 31 });
  index.replaceNorms(
    new Map([
      [1, 6],
      [2, 7],
      [3, 8],
    ]),
  );
  const norms = [...readIndexed(index)].map(([id, { norm }]) => [id, norm]);
  expect(norms).toEqual([
    [1, 6],
    [2, 7],
  ]);
});
