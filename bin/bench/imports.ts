// A collection of 5,000 records and a playlist of 500 songs imported from files: their cost to other requests, how long the
// largest files block the event loop, and the cost of a file that is far too large.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { IMPORT_BYTES } from "~/http/request-guard";
import { makeLongJspf } from "../../tests/fakes/playlist-files";
import { type Attack, inOneStep, nobody, printAttacks, type Sent, send, sending } from "./attacks";
import { type SignedIn, withFreshServer } from "./fresh-server";
import { memoryOf, percentile, toMegabytes } from "./measurements";
import { describeLatency, timeRequestsUntil } from "./uploads";

const RECORDS = 5_000;
const SONGS = 500;
const ROUNDS = 3;
const IDLE_MS = 10_000;
const WARM_UP_MS = 3_000;
const HUGE_BYTES = 100_000_000;
/** The size of a form besides its file. */
const AROUND_BYTES = 400;

const DISCOGS_HEAD =
  "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes\r\n";
const PATHS = { records: "/records/import", playlists: "/playlists/import" };
type Kind = keyof typeof PATHS;

/**
 * Prints the cost of files of 100 MB, the latency of other requests alone and beside imports, and the event loop's delay during
 * the largest files.
 */
export async function measureImports() {
  await withFreshServer(2 + ROUNDS, async (server, [other, attacker, ...importers]) => {
    if (!other || !attacker) throw new Error("Nobody is signed in");
    await timeRequestsUntil(other.cookie, pause(WARM_UP_MS));
    // First, because a process's peak covers its whole life.
    const before = memoryOf(server);
    await printAttacks(server, hugeFiles(attacker));
    const grown = Math.max(0, memoryOf(server).peak - before.peak);
    console.info(`\nthe server's peak of memory grew by ${toMegabytes(grown)} MB`);

    const alone = await timeRequestsUntil(other.cookie, pause(IDLE_MS));
    const began = performance.now();
    const beside = await timeRequestsUntil(other.cookie, importInTurn(importers));
    const seconds = (performance.now() - began) / 1000;
    const [usual, busy] = [alone, beside].map((times) => percentile(times, 0.5)) as [number, number];
    console.info(`\n${RECORDS} records and ${SONGS} songs from file to collection, ${ROUNDS} times`);
    console.info(`${(seconds / ROUNDS).toFixed(1)} s each`);
    console.info(`other requests alone:          ${describeLatency(alone)}`);
    console.info(`other requests beside imports: ${describeLatency(beside)} (${beside.length} requests)`);
    console.info(`ratio of the two p50: ${(busy / usual).toFixed(2)}`);

    const most = await printAttacks(server, [nobody, ...largestFiles(attacker)]);
    console.info(`\nthe longest computation of all: ${most} ms`);
  });
}

async function importInTurn(importers: SignedIn[]) {
  for (const { cookie } of importers)
    for (const kind of ["records", "playlists"] as const) await importWhole(cookie, kind);
}

/** Imports the largest collection or playlist: sends it, reads its preview and confirms it. */
async function importWhole(cookie: string, kind: Kind): Promise<number> {
  const text = kind === "records" ? makeDiscogsCsv() : JSON.stringify(makeLongJspf(SONGS));
  const { location: path } = await send(upload(cookie, kind, text));
  const preview = await send({ path, cookie });
  const type = "application/x-www-form-urlencoded";
  const added = await send({ path, cookie, type, body: "name=Sundays" });
  if (preview.status !== 200 || added.status !== 303)
    throw new Error(`The import was answered with ${preview.status} and ${added.status}`);
  return added.status;
}

function upload(cookie: string, kind: Kind, text: string): Sent {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="Sundays"\r\n\r\n';
  const type = "multipart/form-data; boundary=x";
  return { path: PATHS[kind], cookie, type, body: `${head}${text}\r\n--x--\r\n` };
}

/** A collection as Discogs exports it, by an artist of its own. */
function makeDiscogsCsv(): string {
  const artist = randomUUID();
  const row = (i: number) =>
    `CAD ${i},"${artist} (2), Low",Album ${i},4AD,"2xLP, Album, RE",,1999,${i},Uncategorized,2014-01-29 08:37:52,Near Mint (NM or M-),,From the attic\r\n`;
  return DISCOGS_HEAD + Array.from({ length: RECORDS }, (_, i) => row(i)).join("");
}

/** The largest file of each format, and the largest import of each kind, from file to confirmation. */
function largestFiles({ cookie }: SignedIn): Attack[] {
  const xspfHead = '<playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>';
  const xspfTrack = (i: number) => `<track><title>Song ${i}</title><creator>Low</creator></track>`;
  const kinds: [name: string, kind: Kind, text: string][] = [
    ["Discogs", "records", fill(DISCOGS_HEAD, (i) => `,Low,${i},,LP,,1999,,,,,,\r\n`)],
    [
      "JSPF",
      "playlists",
      fill('{"playlist":{"track":[{}', (i) => `,{"title":"${i}","creator":"Low"}`, "]}}"),
    ],
    ["JSPF, deep", "playlists", fill("", () => '{"playlist":', "{}")],
    ["XSPF", "playlists", fill(xspfHead, xspfTrack, "</trackList></playlist>")],
    ["XSPF, deep", "playlists", fill("", () => "<playlist>")],
    ["M3U8", "playlists", fill("#EXTM3U\n", (i) => `#EXTINF:9,Low - ${i}\na.mp3\n`)],
    ["M3U8, one line", "playlists", fill("#EXTM3U\n#EXTINF:9,", () => "a - ")],
    ["Exportify", "playlists", fill("Track Name,Artist Name(s)\n", (i) => `Song ${i},Low\n`)],
    ["Soundiiz", "playlists", fill("title;artist\n", (i) => `"Song ""${i}""";Low\n`)],
  ];
  return [
    ...kinds.map(([name, kind, text]) => sending(`${kind}: 4 MB of ${name}`, [upload(cookie, kind, text)])),
    inOneStep(`${RECORDS} records, from file to collection`, () => importWhole(cookie, "records")),
    inOneStep(`${SONGS} songs, from file to playlist`, () => importWhole(cookie, "playlists")),
  ];
}

/** As many items as a file can hold. */
function fill(before: string, item: (i: number) => string, after = ""): string {
  const items: string[] = [];
  let length = before.length + after.length + AROUND_BYTES;
  for (let i = 0; length < IMPORT_BYTES; i++) {
    const next = item(i);
    length += next.length;
    items.push(next);
  }
  items.pop();
  return before + items.join("") + after;
}

/** Files far larger than any that is read. */
function hugeFiles({ cookie }: SignedIn): Attack[] {
  const text = "x".repeat(HUGE_BYTES);
  return (["records", "playlists"] as const).map((kind) =>
    sending(`${kind}: 100 MB`, [upload(cookie, kind, text)]),
  );
}
