// Discover as one would write it first: who lives in the box, joined with their artists in SQL, then scored, filtered
// and sorted in JavaScript. The yardstick of the bench, and a second opinion on its pages.
import { client } from "db/client.server";
import { cellsWithin, distanceMiles } from "~/matching/cell";
import { idf, norm, score } from "~/matching/score";
import { agesOf, type DiscoverFilters } from "~/models/discovery";
import { type Genre, genreMask } from "~/models/genre";

type Person = { id: number; cell: number | null; genres: Genre[]; weights: Map<number, number> };

/** Gives the joins their index: who lives in the box is found without reading all members. */
export async function prepareStraightforward() {
  await client.execute("create index if not exists bench_member_cell on member (cell)");
}

/** The first 20 by score, distance and id. Leaves out cards and wider filters, which discover() does too. */
export async function discoverStraightforward(viewerId: number, filters: DiscoverFilters) {
  const { rows } = await client.execute("select members, slot from census where is_current");
  const census = { members: Number(rows[0]?.members), slot: Number(rows[0]?.slot) };
  const [viewer] = await listPeople("member.id = :viewer", { viewer: viewerId }, census);
  if (!viewer) return [];
  const { from, to } = agesOf(filters);
  const people = await listPeople(
    `member.id <> :viewer and age between :from and :to and paused_at is null and deleted_at is null
      and (cell is null or (cell between :low and :high and cell % 3600 between :west and :east))
      and not exists (select 1 from decision where decision.member_id = :viewer and target_id = member.id)
      and not exists (select 1 from block where block.member_id = :viewer and target_id = member.id)
      and not exists (select 1 from block where block.member_id = member.id and target_id = :viewer)`,
    { viewer: viewerId, from, to, ...boxAround(viewer.cell, filters.maxDistance) },
    census,
  );
  const { maxDistance = 100_000, minCompatibility = 0, genres } = filters;
  return people
    .map((person) => ({
      id: person.id,
      score: scoreOf(viewer, person),
      distance: distanceMiles(viewer.cell, person.cell),
      genres: person.genres,
    }))
    .filter(
      (person) =>
        person.score >= minCompatibility &&
        (person.distance ?? 0) <= maxDistance &&
        (!genres || person.genres.some((genre) => genres.includes(genre))),
    )
    .sort((a, b) => b.score - a.score || (a.distance ?? 100_000) - (b.distance ?? 100_000) || a.id - b.id)
    .slice(0, 20);
}

async function listPeople(
  where: string,
  args: Record<string, number>,
  { members, slot }: { members: number; slot: number },
): Promise<Person[]> {
  const { rows } = await client.execute({
    sql: `select member.id, cell, favorite_genres, artist_id, listeners_${slot} as listeners
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
      person = { id, cell: row.cell === null ? null : Number(row.cell), genres, weights: new Map() };
      people.set(id, person);
    }
    person.weights.set(Number(row.artist_id), idf(Number(row.listeners), members));
  }
  return [...people.values()];
}

function scoreOf(a: Person, b: Person) {
  let shared = 0;
  for (const [artist, weight] of a.weights) if (b.weights.has(artist)) shared += weight;
  const taste = (person: Person) => ({
    genres: genreMask(person.genres),
    norm: norm(person.weights.values()),
  });
  return score(taste(a), taste(b), shared);
}

function boxAround(cell: number | null, maxDistance: number | undefined) {
  if (cell === null || maxDistance === undefined) return { low: 0, high: 1800 * 3600, west: 0, east: 3600 };
  const ranges = cellsWithin(cell, maxDistance);
  return {
    low: Math.min(...ranges.map(({ low }) => low)),
    high: Math.max(...ranges.map(({ high }) => high)),
    west: Math.min(...ranges.map(({ low }) => low % 3600)),
    east: Math.max(...ranges.map(({ high }) => high % 3600)),
  };
}
