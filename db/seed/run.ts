// Adds synthetic members to the database: `npm run seed -- --members 100000`. They cannot sign in. Every run makes the
// same members and leaves existing ones unchanged.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { createClient } from "@libsql/client";
import { env } from "~/env.server";
import { insertArtists } from "~/matching/artist.server";
import { artistKey } from "~/matching/artist-key";
import { rebuildCandidates } from "~/matching/candidate.server";
import { countStatistics } from "~/matching/statistics.server";
import { WISHES_CONSENT } from "~/models/member/wishes-consent.server";
import { client, db, openDatabase } from "../client.server";
import { makeCatalog, makeMembers, type SyntheticMember, type Town } from "./synthetic-members";
import { addShows, type Goer } from "./synthetic-shows";

const MEMBERS_PER_BATCH = 2000;

/** The countries that synthetic members live in. */
const COUNTRIES = ["US", "GB", "IE", "CA", "AU", "NZ"];

async function listTowns(): Promise<Town[]> {
  const file = join(process.cwd(), "db/places.sqlite");
  if (!existsSync(file)) throw new Error("The gazetteer is missing: run `npx tsx db/seed/places.ts`.");
  const gazetteer = createClient({ url: pathToFileURL(file).href });
  const { rows } = await gazetteer.execute({
    sql: `select label as name, cell, max(weight) as population from place join name on place_id = place.id
      where country in (select value from json_each(?)) group by place.id order by place.id`,
    args: [JSON.stringify(COUNTRIES)],
  });
  gazetteer.close();
  return rows.map(({ name, cell, population }) => ({
    name: String(name),
    cell: Number(cell),
    population: Number(population),
  }));
}

async function addArtists(names: string[]): Promise<number[]> {
  const artistKeys = names.map(artistKey);
  await db.run(insertArtists(artistKeys));
  const keys = JSON.stringify(artistKeys);
  const { rows } = await client.execute({
    sql: "select json_group_array(artist.id order by listed.key) as ids from json_each(?) listed join artist on artist.key = value",
    args: [keys],
  });
  return JSON.parse(String(rows[0]?.ids));
}

/** Inserts members with their preferences in one batch. */
async function addMembers(members: SyntheticMember[], artistIds: number[], names: string[]) {
  const now = Date.now();
  const rows = members.map((member) => ({ ...member, town: member.town.name, cell: member.town.cell }));
  const listed = members.flatMap(({ id, artists }) =>
    artists.map((artist, position) => [id, artistIds[artist], position, names[artist]]),
  );
  await client.batch(
    [
      {
        sql: `insert into member (id, issuer, subject, first_name, last_name, bio, age, location, place_name, cell,
            gender, meets, meet_age_min, meet_age_max, purpose, wishes_consent, wishes_consent_at, created_at)
          select value ->> 'id', 'synthetic', value ->> 'id', value ->> 'firstName', value ->> 'lastName', value ->> 'bio',
            value ->> 'age', value ->> 'town', value ->> 'town', value ->> 'cell',
            value ->> 'gender', value ->> 'meets', value ->> 'meetAgeMin', value ->> 'meetAgeMax', value ->> 'purpose',
            iif(value ->> 'gender' is null, null, ?), iif(value ->> 'gender' is null, null, ?), ?
          from json_each(?) where true on conflict do nothing`,
        args: [WISHES_CONSENT.version, now, now, JSON.stringify(rows)],
      },
      {
        sql: `insert into preferences (member_id, favorite_genres, total_scrobbles, concerts_attended, updated_at)
          select value ->> 'id', value -> 'genres', value ->> 'totalScrobbles', value ->> 'concertsAttended', ?
          from json_each(?) where true on conflict do nothing`,
        args: [now, JSON.stringify(rows)],
      },
      {
        sql: `insert into member_artist (member_id, artist_id, position, name)
          select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(?) where true on conflict do nothing`,
        args: [JSON.stringify(listed)],
      },
    ],
    "write",
  );
}

async function seed(count: number) {
  const started = Date.now();
  await openDatabase();
  const catalog = makeCatalog();
  const artistIds = await addArtists(catalog.names);
  let batch: SyntheticMember[] = [];
  const goers: Goer[] = [];
  for (const member of makeMembers(count, await listTowns(), catalog)) {
    batch.push(member);
    const { id, town, artists } = member;
    goers.push({ id, town, favorite: catalog.names[artists[0] ?? 0] ?? "" });
    if (batch.length < MEMBERS_PER_BATCH) continue;
    await addMembers(batch, artistIds, catalog.names);
    batch = [];
  }
  await addMembers(batch, artistIds, catalog.names);
  await addShows(goers);
  // Counting before indexing means that norms are written once.
  await countStatistics();
  await db.batch(rebuildCandidates());
  client.close();
  const seconds = Math.round((Date.now() - started) / 1000);
  console.info(`Added ${count} synthetic members to ${env.databaseUrl} in ${seconds} s.`);
}

const count = Number(parseArgs({ options: { members: { type: "string" } } }).values.members);
if (env.isPublic) {
  console.error("Refusing to add synthetic members to a public deployment (APP_ORIGIN is https).");
  process.exitCode = 1;
} else if (!Number.isInteger(count) || count < 1) {
  console.error("Pass a number of members: npm run seed -- --members 1000");
  process.exitCode = 1;
} else {
  await seed(count);
}
