// Synthetic shows: in the towns of synthetic members, with the artists that they list, and who of them goes.
import { artistKey } from "~/matching/artist-key";
import { dayAt } from "~/matching/cell";
import { client } from "../client.server";
import { type Random, seededRandom } from "./seeded-random";
import type { Town } from "./synthetic-members";

const SHOWS_PER_BATCH = 5000;
const MEMBERS_PER_BATCH = 2000;
/** How far ahead they are: twice as far as lists reach. */
const DAYS = 180;
const GOINGS = 20;
/** In larger communities, only this many members go to shows. */
const GOERS_MAX = 100_000;

/** A member, as far as shows are concerned. */
export type Goer = { id: number; town: Town; favorite: string };

/** Adds half as many shows as there are members, and makes each member go to twenty, in their own town if it has that many. */
export async function addShows(everybody: Goer[]): Promise<void> {
  const random = seededRandom(4);
  const goers = everybody.slice(0, GOERS_MAX);
  const today = dayAt(null);
  const byCell = new Map<number, string[]>();
  const all: string[] = [];
  for (let from = 0; from < goers.length / 2; from += SHOWS_PER_BATCH) {
    const shows = goers
      .slice(from * 2, (from + SHOWS_PER_BATCH) * 2)
      .filter((_, index) => index % 2 === 0)
      .map(({ id, town, favorite }) => ({
        ...{
          id: `synthetic-${id}`,
          day: today + 1 + Math.floor(DAYS * random()),
          town: town.name,
          cell: town.cell,
        },
        ...{ name: favorite, key: artistKey(favorite), doors: 18 * 60 + 30 * Math.floor(6 * random()) },
      }));
    for (const { id, cell } of shows) {
      byCell.set(cell, [...(byCell.get(cell) ?? []), id]);
      all.push(id);
    }
    await insertShows(shows);
  }
  for (let from = 0; from < goers.length; from += MEMBERS_PER_BATCH)
    await insertGoings(
      goers.slice(from, from + MEMBERS_PER_BATCH).flatMap(({ id, town }) => {
        const near = byCell.get(town.cell) ?? [];
        const chosen = new Set(near.length <= GOINGS ? near : pickSome(near, random));
        while (chosen.size < Math.min(GOINGS, all.length)) chosen.add(pick(all, random));
        return [...chosen].map((showId) => [id, showId, random() < 0.3 ? 1 : 0]);
      }),
    );
}

/** One of these; the first are chosen far more often. */
function pick(ids: string[], random: Random): string {
  return ids[Math.floor(ids.length * random() ** 2)] ?? "";
}

function pickSome(ids: string[], random: Random): Set<string> {
  const chosen = new Set<string>();
  while (chosen.size < GOINGS) chosen.add(pick(ids, random));
  return chosen;
}

async function insertShows(shows: object[]): Promise<void> {
  const rows = JSON.stringify(shows);
  await client.batch(
    [
      {
        sql: `insert into show (id, day, doors, venue, place_name, cell, created_at)
          select value ->> 'id', value ->> 'day', value ->> 'doors', 'The Hall', value ->> 'town', value ->> 'cell', ?
          from json_each(?) where true on conflict do nothing`,
        args: [Date.now(), rows],
      },
      {
        sql: `insert into show_artist (show_id, position, artist_key, name, day, cell)
          select value ->> 'id', 0, value ->> 'key', value ->> 'name', value ->> 'day', value ->> 'cell'
          from json_each(?) where true on conflict do nothing`,
        args: [rows],
      },
    ],
    "write",
  );
}

async function insertGoings(goings: (string | number)[][]): Promise<void> {
  await client.execute({
    sql: `insert into going (member_id, show_id, with_somebody, created_at)
      select value ->> 0, value ->> 1, value ->> 2, ? from json_each(?) where true on conflict do nothing`,
    args: [Date.now(), JSON.stringify(goings)],
  });
}
