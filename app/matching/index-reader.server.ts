// Reads the index in memory from the database, and keeps it up to date.
import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { AlikePairs } from "./alike";
import { type AlikeTable, makeAlikeTable } from "./alike";
import { NO_CELL } from "./cell";
import type { Viewer } from "./finder";
import { findInIndex, type ReadClosed } from "./index-finder";
import { type IndexedMember, type MemberIndex, makeIndex } from "./member-index";
import type { Query } from "./query";
import {
  type ClosedTexts,
  type SearchIndex,
  type SearchJob,
  type SearchResult,
  searchPage,
} from "./search-page.server";

/** Members per read while the index is made, so that their text stays small. */
const MEMBERS_PER_READ = 1000;
const NORMS_PER_READ = 20_000;
const ALIKE_PER_READ = 20_000;

/** An index that has missed more changes than this is read anew. */
const MOST_CHANGES = 5000;

/** An index with this many changed members, or this share of all, is rebuilt. */
const CHANGED_BEFORE_REBUILD = 1000;
const CHANGED_SHARE_BEFORE_REBUILD = 0.02;

/** How many viewers are kept for their next searches; one takes some 50 KB. */
const VIEWERS_KEPT = 200;

/** Calls a function with a `query` whose calls all see one snapshot, or each a later one than the call before. */
export type InSnapshot = <T>(read: (query: Query) => Promise<T>) => Promise<T>;

/** Holds the index of a process and searches it, one search after the other. */
export function createIndexHolder(query: Query, inSnapshot: InSnapshot) {
  let index: LiveIndex | undefined;
  let last: Promise<unknown> = Promise.resolve();

  return {
    /** Reads the index, which takes seconds in a large community. */
    async read(): Promise<void> {
      index = undefined;
      index = await readIndex(query);
    },
    /** Searches everything that was written before. Undefined if the index has to be read first. */
    search(search: SearchJob): Promise<{ found: SearchResult | undefined } | undefined> {
      const found = last.then(() =>
        inSnapshot(async (query) => {
          if (!(await index?.catchUp(query))) index = undefined;
          return index && { found: await searchPage(query, search, index.withQuery(query, search.closed)) };
        }),
      );
      last = found.catch(() => undefined);
      return found;
    },
  };
}

/** Which buffer holds the current statistics, and when they were counted. */
type Statistics = { buffer: 0 | 1; countedAt: number };

/** The state that the index was read from: the statistics, and the last change that is in it. */
type ReadState = { statistics: Statistics; sequence: number };

/** Reads the index. The first `catchUp()` reads again what changes meanwhile. */
export async function readIndex(query: Query): Promise<LiveIndex> {
  const state = await readState(query);
  const index = await makeIndex(readAllMembers(query, state.statistics.buffer), nextTurn);
  return new LiveIndex(index, await readAlike(query, state.statistics), state);
}

/** The index in memory of one process. */
export class LiveIndex {
  readonly #index: MemberIndex;
  #alike: AlikeTable;
  #state: ReadState;
  #rebuilding: Promise<void> | undefined;
  readonly #viewers = new LRUCache<number, Viewer>({ max: VIEWERS_KEPT });

  constructor(index: MemberIndex, alike: AlikeTable, state: ReadState) {
    this.#index = index;
    this.#alike = alike;
    this.#state = state;
  }

  /**
   * Applies the changes since the last call, so that members find what they have just changed. False if the index has to be
   * read anew: there are too many changes, or the database was put back to an earlier state.
   */
  async catchUp(query: Query): Promise<boolean> {
    const { statistics, sequence } = await readState(query);
    if (sequence < this.#state.sequence) return false;
    if (statistics.countedAt !== this.#state.statistics.countedAt)
      await this.#updateStatistics(query, statistics);
    if (sequence !== this.#state.sequence) {
      if (!(await this.#applyChanges(query))) return false;
      this.#state.sequence = sequence;
    }
    this.#rebuildIfDue();
    return true;
  }

  /** The index as a search sees it; `closed` says whom it leaves out. */
  withQuery(query: Query, closed: ClosedTexts): SearchIndex {
    return {
      viewers: this.#viewers,
      pairsOf: this.#alike.pairsOf,
      makeFinder: (viewer, compare, artist) =>
        findInIndex(this.#index, viewer, compare, readClosed(viewer, closed), artist),
      countPeople: (viewer, atMost) =>
        findInIndex(this.#index, viewer, () => 0, readClosed(viewer, closed.apart)).count({}, atMost),
    };

    function readClosed({ id }: Viewer, texts: { among: string; all: string }): ReadClosed {
      return {
        among: async (ids) => readIds(query, texts.among, { viewer: id, ids: JSON.stringify(ids) }),
        all: async () => readIds(query, texts.all, { viewer: id }),
      };
    }
  }

  /** Reads what depends on the statistics after a new count. */
  async #updateStatistics(query: Query, statistics: Statistics) {
    const norms = await readNorms(query, statistics.buffer);
    this.#alike = await readAlike(query, statistics);
    await this.#rebuilding;
    this.#index.replaceNorms(norms);
    this.#viewers.clear();
    this.#state.statistics = statistics;
  }

  /** Reads the members who have changed since the last call; false if they are too many. */
  async #applyChanges(query: Query): Promise<boolean> {
    const { statistics, sequence } = this.#state;
    const text = await query(
      `select json_group_array(member_id) from (
        select member_id from candidate_change where sequence > ? limit ${MOST_CHANGES + 1})`,
      [sequence],
    );
    const ids: number[] = JSON.parse(String(text));
    if (ids.length > MOST_CHANGES) return false;
    const listed = JSON.stringify(ids);
    const members = await readMembers(
      query,
      statistics.buffer,
      "member_id in (select value from json_each(:ids))",
      { ids: listed },
    );
    const found = new Map(members.map((member) => [member.id, member]));
    for (const id of ids) {
      this.#index.change(id, found.get(id));
      this.#viewers.delete(id);
    }
    return true;
  }

  #rebuildIfDue() {
    const { arrays, unsettled } = this.#index;
    const most = Math.max(CHANGED_BEFORE_REBUILD, arrays.count * CHANGED_SHARE_BEFORE_REBUILD);
    if (unsettled <= most || this.#rebuilding) return;
    this.#rebuilding = this.#index.rebuild(nextTurn).then(() => {
      this.#rebuilding = undefined;
    });
  }
}

async function* readAllMembers(query: Query, buffer: 0 | 1): AsyncGenerator<IndexedMember> {
  // A member who moves meanwhile would be read twice.
  const met = new Set<number>();
  for (let after = [-2, -1]; ; ) {
    const members = await readMembers(
      query,
      buffer,
      `(cell, member_id) > (${after.join()}) order by cell, member_id limit ${MEMBERS_PER_READ}`,
    );
    const last = members.at(-1);
    if (!last) return;
    for (const member of members) if (!met.has(member.id)) yield member;
    for (const { id } of members) met.add(id);
    after = [last.cell, last.id];
  }
}

async function readIds(query: Query, sql: string, args: Record<string, number | string>): Promise<number[]> {
  return JSON.parse(String(await query(sql, args)));
}

/** Reads in one statement, since every search begins with it and a server may be some milliseconds away. */
async function readState(query: Query): Promise<ReadState> {
  const text = await query(
    `select json_object('sequence', (select coalesce(max(sequence), 0) from candidate_change), 'statistics',
      (select json_object('buffer', buffer, 'countedAt', counted_at) from statistics where is_current))`,
  );
  const { sequence, statistics }: { sequence: number; statistics: Statistics | null } = JSON.parse(
    String(text),
  );
  return { sequence, statistics: statistics ?? { buffer: 0, countedAt: 0 } };
}

/** Reads the alike artists of a count. */
async function readAlike(query: Query, { buffer }: Statistics): Promise<AlikeTable> {
  const rows: AlikePairs = [];
  for (let after = [-1, -1]; ; ) {
    const text = await query(
      `select json_group_array(json_array(artist_id, other_id, weight)) from (
        select * from alike_artist where buffer = ${buffer} and (artist_id, other_id) > (?, ?) order by artist_id, other_id limit ${ALIKE_PER_READ})`,
      after,
    );
    const read: [number, number, number][] = JSON.parse(String(text));
    for (const [artist, other, weight] of read) rows.push({ artist, other, weight });
    const last = read.at(-1);
    if (!last) return makeAlikeTable(rows);
    after = [last[0], last[1]];
  }
}

/** Reads candidates who meet a condition, with their artists in order. */
async function readMembers(
  query: Query,
  buffer: 0 | 1,
  condition: string,
  args?: Record<string, number | string>,
): Promise<IndexedMember[]> {
  const text = await query(
    `select json_group_array(json_array(member_id, cell, coalesce(trip_cell, ${NO_CELL}), age, genres, wishes, badges, norm, (
        select json_group_array(artist_id) from (
          select artist_id from member_artist where member_artist.member_id = listed.member_id order by position))))
      from (select *, norm_${buffer} as norm from candidate where ${condition}) as listed`,
    args,
  );
  const rows: [number, number, number, number, number, number, number, number, number[]][] = JSON.parse(
    String(text),
  );
  return rows.map(([id, cell, tripCell, age, genres, wishes, badges, norm, artists]) => {
    return { id, cell, tripCell, age, genres, wishes, badges, norm, artists };
  });
}

/** Reads everybody's norms, by id. */
async function readNorms(query: Query, buffer: 0 | 1): Promise<Map<number, number>> {
  const norms = new Map<number, number>();
  for (let after = -1; ; ) {
    const text = await query(
      `select json_group_array(json_array(member_id, norm_${buffer})) from (
        select * from candidate where member_id > ? order by member_id limit ${NORMS_PER_READ})`,
      [after],
    );
    const read: [number, number][] = JSON.parse(String(text));
    for (const [id, norm] of read) norms.set(id, norm);
    const last = read.at(-1);
    if (!last) return norms;
    [after] = last;
  }
}
