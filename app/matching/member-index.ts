// Everybody who can be discovered, with their artists, as typed arrays: what a search in memory reads. Members are numbered by
// group, and within a group in the order of their cells, so that the members within a distance who may fit somebody are a few
// ranges of numbers. Artists have postings (the members who list them) and members have lists (the artists they list). Neither
// ever changes: members who have changed since are kept beside the arrays, and a rebuild makes new ones. Members on a trip are
// always kept beside them: they are in two places, and the arrays have one order.
import { type CellRange, NO_CELL } from "./cell";
import { groupOf } from "./wishes";

/** A member as the table of candidates has them, with the artists in the order of their list. */
export type IndexedMember = {
  id: number;
  /** NO_CELL without a place. */
  cell: number;
  /** Their second place; NO_CELL without a trip. */
  tripCell: number;
  age: number;
  genres: number;
  wishes: number;
  /** The bits of their badges, as finder.ts has them. */
  badges: number;
  norm: number;
  artists: ArrayLike<number>;
};

/** The arrays, one entry for each member unless said otherwise. */
export type Arrays = {
  count: number;
  /** The groups of wishes.ts that there are, ascending, with their members. */
  groups: (MemberRange & { group: number })[];
  ids: Float64Array;
  cells: Int32Array;
  norms: Float64Array;
  ages: Uint8Array;
  genres: Int32Array;
  wishes: Int32Array;
  badges: Uint8Array;
  /** Where in `lists` each list starts, and where the last one ends. */
  listStarts: Uint32Array;
  /** Artists' ids, in the order of the lists. */
  lists: Uint32Array;
  /** Where in `postings` those of each artist's id start, and where the last ones end. */
  postingStarts: Uint32Array;
  /** The numbers of the members who list an artist, ascending. */
  postings: Uint32Array;
  /** The positions in those members' lists. */
  positions: Uint8Array;
};

/** Members from `from` (inclusive) to `to` (exclusive). */
export type MemberRange = { from: number; to: number };

export type MemberIndex = {
  readonly arrays: Arrays;
  /**
   * The members who have changed since the arrays were made, and those on a trip, by id; undefined for those who can't be
   * discovered any more.
   */
  readonly changed: ReadonlyMap<number, IndexedMember | undefined>;
  /** How many of these a rebuild would move into the arrays. */
  readonly unsettled: number;
  /** Replaces a member's entry, or removes it. */
  change: (id: number, member?: IndexedMember) => void;
  /** Replaces the norms of all members, by id. */
  replaceNorms: (norms: ReadonlyMap<number, number>) => void;
  /** Makes new arrays of all members. Changes may be made meanwhile; awaits `pause` between steps. */
  rebuild: (pause: () => Promise<unknown>) => Promise<void>;
};

type Changes = Map<number, IndexedMember | undefined>;

/** Members handled between two pauses, some ten milliseconds. */
const MEMBERS_PER_STEP = 10_000;

/** Makes an index of members in the order of their cells, or in that within each group. Awaits `pause` between steps. */
export async function makeIndex(
  members: Iterable<IndexedMember> | AsyncIterable<IndexedMember>,
  pause: () => Promise<unknown>,
): Promise<MemberIndex> {
  let changed: Changes = new Map();
  let arrays = await makeArrays(settle(members, changed), pause);
  let travelers = changed.size;
  /** The changes since a rebuild began; undefined while none is running. */
  let recent: Changes | undefined;

  function change(id: number, member?: IndexedMember) {
    travelers += Number(isTraveling(member)) - Number(isTraveling(changed.get(id)));
    changed.set(id, member);
    recent?.set(id, member);
  }

  function replaceNorms(norms: ReadonlyMap<number, number>) {
    for (let number = 0; number < arrays.count; number++) {
      const norm = norms.get(arrays.ids[number] as number);
      if (norm !== undefined) arrays.norms[number] = norm;
    }
    for (const member of changed.values()) if (member) member.norm = norms.get(member.id) ?? member.norm;
  }

  async function rebuild(pause: () => Promise<unknown>) {
    recent = new Map();
    const kept: Changes = new Map();
    arrays = await makeArrays(settle(merge(arrays, changed), kept), pause);
    // A search that is still reading keeps the old ones.
    changed = new Map([...kept, ...recent]);
    travelers = [...changed.values()].filter(isTraveling).length;
    recent = undefined;
  }

  return {
    get arrays() {
      return arrays;
    },
    get changed() {
      return changed;
    },
    get unsettled() {
      return changed.size - travelers;
    },
    change,
    replaceNorms,
    rebuild,
  };
}

function isTraveling(member: IndexedMember | undefined): boolean {
  return member !== undefined && member.tripCell !== NO_CELL;
}

/** The members with one place; those on a trip go to `beside`. */
async function* settle(
  members: Iterable<IndexedMember> | AsyncIterable<IndexedMember>,
  beside: Changes,
): AsyncGenerator<IndexedMember> {
  for await (const member of members) {
    if (isTraveling(member)) beside.set(member.id, member);
    else yield member;
  }
}

/** The ranges of members in these groups and, if given, within ranges of cells; ascending. */
export function rangesOf(
  { cells, groups }: Arrays,
  isAsked: (group: number) => boolean,
  cellRanges?: readonly CellRange[],
): MemberRange[] {
  const ranges: MemberRange[] = [];
  // Across the date line the cells to the east have lower numbers.
  const ascending = cellRanges && [...cellRanges].sort((a, b) => a.low - b.low);
  const add = (from: number, to: number) => {
    const last = ranges.at(-1);
    if (last?.to === from) last.to = to;
    else if (from < to) ranges.push({ from, to });
  };
  for (const { group, from: start, to: end } of groups) {
    if (!isAsked(group)) continue;
    if (!ascending) add(start, end);
    let next = start;
    for (const { low, high } of ascending ?? []) {
      const from = firstFrom(cells, low, next, end);
      next = firstFrom(cells, high + 1, from, end);
      add(from, next);
    }
  }
  return ranges;
}

/** Listeners whose numbers are at most this far apart form one range: a search starts over with each. */
const LISTENERS_APART = 256;

/** The members in ranges who listed an artist when the arrays were made: ranges that hold all of them, and who they are. */
export function listenersIn(
  { postings, postingStarts, count }: Arrays,
  artist: number,
  ranges: MemberRange[],
): { ranges: MemberRange[]; listsArtist: Uint8Array } {
  const found: MemberRange[] = [];
  const listsArtist = new Uint8Array(count);
  let at = postingStarts[artist] ?? 0;
  const end = postingStarts[artist + 1] ?? at;
  for (const { from, to } of ranges) {
    at = firstFrom(postings, from, at, end);
    let last: MemberRange | undefined;
    for (; at < end && (postings[at] as number) < to; at++) {
      const number = postings[at] as number;
      listsArtist[number] = 1;
      if (last && number - last.to <= LISTENERS_APART) last.to = number + 1;
      else {
        last = { from: number, to: number + 1 };
        found.push(last);
      }
    }
  }
  return { ranges: found, listsArtist };
}

/**
 * The index of the first value that is at least `least`, from `from` on; `to` if none is. The values ascend. Looks near
 * `from` first, in steps that double: Bentley and Yao, "An Almost Optimal Algorithm for Unbounded Searching", 1976.
 */
export function firstFrom(values: Int32Array | Uint32Array, least: number, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let step = 1; low + step < to; step *= 2) {
    if ((values[low + step] as number) >= least) {
      high = low + step;
      break;
    }
    low += step;
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The members of the arrays who have not changed, and those who have, in one order. */
function* merge(arrays: Arrays, changes: Changes): Generator<IndexedMember> {
  const changed = [...changes.values()].filter((member) => member !== undefined).sort(compareNumbering);
  let next = 0;
  for (let number = 0; number < arrays.count; number++) {
    const member = readMember(arrays, number);
    if (changes.has(member.id)) continue;
    for (let other = changed[next]; other && compareNumbering(other, member) < 0; other = changed[next]) {
      yield other;
      next++;
    }
    yield member;
  }
  yield* changed.slice(next);
}

/** Compares members by group and cell. */
function compareNumbering(a: IndexedMember, b: IndexedMember): number {
  return groupOf(a.wishes, a.age) - groupOf(b.wishes, b.age) || a.cell - b.cell;
}

function readMember(arrays: Arrays, number: number): IndexedMember {
  return {
    id: arrays.ids[number] ?? 0,
    cell: arrays.cells[number] ?? NO_CELL,
    tripCell: NO_CELL,
    age: arrays.ages[number] ?? 0,
    genres: arrays.genres[number] ?? 0,
    wishes: arrays.wishes[number] ?? 0,
    badges: arrays.badges[number] ?? 0,
    norm: arrays.norms[number] ?? 0,
    artists: arrays.lists.subarray(arrays.listStarts[number], arrays.listStarts[number + 1]),
  };
}

async function makeArrays(
  members: Iterable<IndexedMember> | AsyncIterable<IndexedMember>,
  pause: () => Promise<unknown>,
): Promise<Arrays> {
  const byGroup = new Map<number, Columns>();
  let [count, highest] = [0, 0];
  for await (const member of members) {
    const group = groupOf(member.wishes, member.age);
    const columns = byGroup.get(group) ?? makeColumns();
    byGroup.set(group, columns);
    columns.ids.push(member.id);
    columns.cells.push(member.cell);
    columns.ages.push(member.age);
    columns.genres.push(member.genres);
    columns.wishes.push(member.wishes);
    columns.badges.push(member.badges);
    columns.norms.push(member.norm);
    columns.lengths.push(member.artists.length);
    for (let position = 0; position < member.artists.length; position++) {
      const artist = member.artists[position] ?? 0;
      if (artist > highest) highest = artist;
      columns.lists.push(artist);
    }
    if (++count % MEMBERS_PER_STEP === 0) await pause();
  }

  const groups: Arrays["groups"] = [];
  const parts: Columns[] = [];
  for (const [group, columns] of [...byGroup].sort(([a], [b]) => a - b)) {
    const from = groups.at(-1)?.to ?? 0;
    groups.push({ group, from, to: from + columns.ids.length() });
    parts.push(columns);
  }
  const join = <T extends TypedArray>(kind: ArrayKind<T>, column: (columns: Columns) => Growing<T>) =>
    joinArrays(
      kind,
      parts.map((columns) => column(columns).values()),
    );
  const lengths = join(Uint8Array, (columns) => columns.lengths);
  const tastes = { listStarts: startsOf(lengths), lists: join(Uint32Array, (columns) => columns.lists) };
  const inverted = await invert(tastes, highest, pause);
  return {
    count,
    groups,
    ids: join(Float64Array, (columns) => columns.ids),
    cells: join(Int32Array, (columns) => columns.cells),
    norms: join(Float64Array, (columns) => columns.norms),
    ages: join(Uint8Array, (columns) => columns.ages),
    genres: join(Int32Array, (columns) => columns.genres),
    wishes: join(Int32Array, (columns) => columns.wishes),
    badges: join(Uint8Array, (columns) => columns.badges),
    ...tastes,
    ...inverted,
  };
}

/** What is known of the members of a group while the arrays are made. */
type Columns = ReturnType<typeof makeColumns>;

function makeColumns() {
  return {
    ids: growing(Float64Array),
    cells: growing(Int32Array),
    ages: growing(Uint8Array),
    genres: growing(Int32Array),
    wishes: growing(Int32Array),
    badges: growing(Uint8Array),
    norms: growing(Float64Array),
    lengths: growing(Uint8Array),
    lists: growing(Uint32Array),
  };
}

/** Where lists of these lengths start, one after the other, and where the last one ends. */
function startsOf(lengths: Uint8Array): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  for (let number = 0; number < lengths.length; number++) {
    starts[number + 1] = (starts[number] as number) + (lengths[number] as number);
  }
  return starts;
}

/** The postings of lists. */
async function invert(
  { lists, listStarts }: Pick<Arrays, "lists" | "listStarts">,
  highestArtist: number,
  pause: () => Promise<unknown>,
) {
  const postingStarts = new Uint32Array(highestArtist + 2);
  for (const artist of lists) postingStarts[artist + 1] = (postingStarts[artist + 1] ?? 0) + 1;
  for (let artist = 0; artist <= highestArtist; artist++) {
    postingStarts[artist + 1] = (postingStarts[artist + 1] ?? 0) + (postingStarts[artist] ?? 0);
  }
  const next = postingStarts.slice();
  const postings = new Uint32Array(lists.length);
  const positions = new Uint8Array(lists.length);
  for (let number = 0; number + 1 < listStarts.length; number++) {
    const start = listStarts[number] ?? 0;
    const end = listStarts[number + 1] ?? 0;
    for (let at = start; at < end; at++) {
      const artist = lists[at] ?? 0;
      const posting = next[artist] ?? 0;
      postings[posting] = number;
      positions[posting] = at - start;
      next[artist] = posting + 1;
    }
    if (number % MEMBERS_PER_STEP === 0) await pause();
  }
  return { postingStarts, postings, positions };
}

type TypedArray = Float64Array | Int32Array | Uint32Array | Uint8Array;

type ArrayKind<T extends TypedArray> = new (length: number) => T;

/** An array that grows while values are added to it. */
type Growing<T extends TypedArray> = {
  push: (value: number) => void;
  length: () => number;
  /** The values so far, not copied. */
  values: () => T;
};

function growing<T extends TypedArray>(kind: ArrayKind<T>): Growing<T> {
  let array = new kind(1024);
  let used = 0;
  return {
    push(value) {
      if (used === array.length) {
        const larger = new kind(Math.ceil(array.length * 1.5));
        larger.set(array);
        array = larger;
      }
      array[used++] = value;
    },
    length: () => used,
    values: () => array.subarray(0, used) as T,
  };
}

function joinArrays<T extends TypedArray>(kind: ArrayKind<T>, parts: T[]): T {
  const joined = new kind(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
