// The baseline that Discover is compared with: everybody in a bounding box joined with their artists in SQL, then
// scored, filtered and sorted in JavaScript.
import { client } from "db/client.server";
import type { Genre } from "db/column-types";
import { expandList, overlapWith } from "~/matching/alike";
import { cellsWithin, distanceMiles } from "~/matching/cell";
import { agesOf, type DiscoverFilters } from "~/matching/filters";
import { genreMask } from "~/matching/genre";
import { artistWeight, type ListedArtist, norm, orderFactor, score } from "~/matching/score";
import { tieOrder } from "~/matching/search.server";
import { tieRank } from "~/matching/tie";
import { fits, type Wishes } from "../matching/brute-force";

type Person = Wishes & {
  id: number;
  age: number | null;
  cell: number | null;
  genres: Genre[];
  list: Map<number, ListedArtist>;
};

/** Creates the index that the baseline needs to find everybody in a box without a full scan. */
export async function prepareBaseline() {
  await client.execute("create index if not exists bench_member_cell on member (cell)");
}

/** Returns the first 20 by score, distance and rank of the day, without the cards and wider filters that `discover()` adds. */
export async function discoverBaseline(viewerId: number, filters: DiscoverFilters) {
  const { rows } = await client.execute("select members, buffer from statistics where is_current");
  const statistics = { members: Number(rows[0]?.members), buffer: Number(rows[0]?.buffer) };
  const [viewer] = await listPeople("member.id = :viewer", { viewer: viewerId }, statistics);
  if (!viewer) return [];
  const alike = await client.execute({
    sql: `select artist_id as artist, other_id as other, weight from alike_artist
      where buffer = ? and artist_id in (select value from json_each(?))`,
    args: [statistics.buffer, JSON.stringify([...viewer.list.keys()])],
  });
  const expanded = expandList(
    viewer.list,
    alike.rows.map((row) => ({
      artist: Number(row.artist),
      other: Number(row.other),
      weight: Number(row.weight),
    })),
  );
  const { from, to } = agesOf(filters);
  const people = await listPeople(
    `member.id <> :viewer and age between :from and :to and unlisted_at is null and withdrawn_at is null
      and (cell is null or (cell between :low and :high and cell % 3600 between :west and :east))
      and not exists (select 1 from decision where decision.member_id = :viewer and target_id = member.id)
      and not exists (select 1 from block where block.member_id = :viewer and target_id = member.id)
      and not exists (select 1 from block where block.member_id = member.id and target_id = :viewer)`,
    { viewer: viewerId, from, to, ...boundingBox(viewer.cell, filters.maxDistance) },
    statistics,
  );
  const { maxDistance = 100_000, minCompatibility = 0, genres } = filters;
  const { seed } = tieOrder(viewerId);
  return people
    .filter((person) => fits(viewer, person))
    .map((person) => ({
      id: person.id,
      score: score(tasteOf(viewer), tasteOf(person), overlapWith(expanded, person.list)),
      distance: distanceMiles(viewer.cell, person.cell),
      genres: person.genres,
    }))
    .filter(
      (person) =>
        person.score >= minCompatibility &&
        (person.distance ?? 0) <= maxDistance &&
        (!genres || person.genres.some((genre) => genres.includes(genre))),
    )
    .sort(
      (a, b) =>
        b.score - a.score ||
        (a.distance ?? 100_000) - (b.distance ?? 100_000) ||
        tieRank(seed, a.id) - tieRank(seed, b.id),
    )
    .slice(0, 20);
}

async function listPeople(
  where: string,
  args: Record<string, number>,
  { members, buffer }: { members: number; buffer: number },
): Promise<Person[]> {
  const { rows } = await client.execute({
    sql: `select member.id, cell, age, gender, meets, meet_age_min, meet_age_max, purpose, favorite_genres, artist_id, position, listeners_${buffer} as listeners
      from member
      join preferences on preferences.member_id = member.id
      join member_artist on member_artist.member_id = member.id
      join artist on artist.id = artist_id
      where ${where}`,
    args,
  });
  const people = new Map<number, Person>();
  for (const row of rows) {
    const id = Number(row.id);
    let person = people.get(id);
    if (!person) {
      const genres: Genre[] = JSON.parse(String(row.favorite_genres));
      person = {
        ...{ id, genres, list: new Map() },
        cell: readNumber(row.cell),
        age: readNumber(row.age),
        gender: row.gender as Wishes["gender"],
        meets: JSON.parse(String(row.meets)),
        meetAgeMin: readNumber(row.meet_age_min),
        meetAgeMax: readNumber(row.meet_age_max),
        purpose: row.purpose as Wishes["purpose"],
      };
      people.set(id, person);
    }
    person.list.set(Number(row.artist_id), {
      factor: orderFactor(Number(row.position)),
      weight: artistWeight(Number(row.listeners), members),
    });
  }
  return [...people.values()];
}

function readNumber(value: unknown): number | null {
  return value === null ? null : Number(value);
}

function tasteOf({ genres, list }: Person) {
  return { genres: genreMask(genres), norm: norm(list.values()) };
}

function boundingBox(cell: number | null, maxDistance: number | undefined) {
  if (cell === null || maxDistance === undefined) return { low: 0, high: 1800 * 3600, west: 0, east: 3600 };
  const ranges = cellsWithin(cell, maxDistance);
  return {
    low: Math.min(...ranges.map(({ low }) => low)),
    high: Math.max(...ranges.map(({ high }) => high)),
    west: Math.min(...ranges.map(({ low }) => low % 3600)),
    east: Math.max(...ranges.map(({ high }) => high % 3600)),
  };
}
