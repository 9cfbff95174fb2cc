// A fake MusicBrainz and Cover Art Archive: the one answers searches of releases, the other redirects to their covers.
import { createHash } from "node:crypto";
import sharp from "sharp";
import { bomb } from "./picture-files";
import { type Reply, servicesUrl, startService } from "./service";

type Medium = { format?: string };
export type FakeRelease = {
  id: string;
  title: string;
  artist: string;
  date?: string;
  country?: string;
  barcode?: string;
  label?: string;
  media?: Medium[];
  /** What the archive has: a picture by default. */
  cover?: "none" | "bomb" | "not a picture" | "loop" | "private" | "huge";
};

/** The releases it knows. It invents two for every other album but those of Nobody; bootlegs have no cover. */
export const releases: FakeRelease[] = [
  {
    id: "b84ee12a-09ef-421b-82de-0441a926375b",
    title: "The Dark Side of the Moon",
    artist: "Pink Floyd",
    date: "1973-03-01",
    country: "GB",
    barcode: "",
    label: "Harvest",
    media: [{ format: '12" Vinyl' }],
  },
  {
    id: "24824319-9bb8-3d1e-a2c5-b8b864dafd1b",
    title: "The Dark Side of the Moon",
    artist: "Pink Floyd",
    date: "1994",
    country: "US",
    barcode: "077774600125",
    label: "Capitol Records",
    media: [{ format: "CD" }],
  },
  {
    id: "7b4cf3e5-0d3e-4b5e-a2d0-3f2e6b3a6a01",
    title: "The Dark Side of the Moon",
    artist: "Pink Floyd",
    date: "1973",
    country: "US",
    label: "Harvest",
    media: [{ format: "Cassette" }],
    cover: "none",
  },
  {
    id: "9c6a3f0e-3b0b-4f0f-8c57-3f1f4dd0b1a7",
    title: "Music Has the Right to Children",
    artist: "Boards of Canada",
    date: "1998",
    country: "GB",
    barcode: "0801061005528",
    media: [{ format: "CD" }],
  },
  {
    id: "11111111-aaaa-4aaa-8aaa-000000000001",
    title: "<img src=x onerror=alert(1)>",
    artist: '"; DROP TABLE record; --\u0000',
    date: "the other day",
    media: [{}],
    cover: "bomb",
  },
  {
    id: "11111111-aaaa-4aaa-8aaa-000000000002",
    title: "No Picture",
    artist: "Trouble",
    cover: "not a picture",
  },
  { id: "11111111-aaaa-4aaa-8aaa-000000000003", title: "In Circles", artist: "Trouble", cover: "loop" },
  { id: "11111111-aaaa-4aaa-8aaa-000000000004", title: "Inside", artist: "Trouble", cover: "private" },
  { id: "11111111-aaaa-4aaa-8aaa-000000000005", title: "Too Much", artist: "Trouble", cover: "huge" },
  { id: "11111111-aaaa-4aaa-8aaa-000000000006", title: "Unpacked", artist: "Trouble", cover: "bomb" },
];

const ARCHIVE = `${servicesUrl}/coverartarchive.org`;

/** How the ids of releases without a cover begin. */
const COVERLESS = "00000000";

/** Starts both. `times` are those of MusicBrainz's requests (Date.now); `pictures` are covers other than the drawn ones. */
export async function startCatalog() {
  const pictures = new Map<string, Buffer>();
  const times: number[] = [];
  const musicBrainz = startService(["musicbrainz.org"], ({ path, query, headers }) => {
    times.push(Date.now());
    if (path !== "/ws/2/release" || query.get("fmt") !== "json") return undefined;
    if (!/^\S+\/[\d.]+ \( \S+ \)$/.test(headers["user-agent"] ?? "")) return { status: 403, json: {} };
    const found = search(query.get("query") ?? "");
    if (!found) return { status: 400, json: { error: "Unable to parse search" } };
    const listed = found.slice(0, Number(query.get("limit") ?? 25));
    return {
      json: {
        created: new Date().toISOString(),
        count: found.length,
        offset: 0,
        releases: listed.map(toJson),
      },
    };
  });
  const archive = startService(["coverartarchive.org"], ({ path }) => coverReply(path, pictures));
  return { musicBrainz, archive, times, pictures };
}

/** What a query finds; undefined if Lucene could not read it. */
function search(query: string): FakeRelease[] | undefined {
  // Words of which each is in the artist or the title.
  const either = /\(artist:"((?:[^"\\]|\\.)*)" OR release:"\1"\)/g;
  if (query.replace(either, "").replace(/ AND /g, "") === "") {
    const words = Array.from(query.matchAll(either), ([, word = ""]) =>
      word.replace(/\\(.)/g, "$1").toLowerCase(),
    );
    return releases.filter(({ artist, title }) =>
      words.every((word) => `${artist} ${title}`.toLowerCase().includes(word)),
    );
  }
  const parts = new Map<string, string>();
  const barcodes: string[] = [];
  const rest = query.replace(/(\w+):"((?:[^"\\]|\\.)*)"/g, (_, field, words) => {
    if (field === "barcode") barcodes.push(words);
    parts.set(field, words.replace(/\\(.)/g, "$1").toLowerCase());
    return "";
  });
  if (!parts.size || !(barcodes.length ? /^( OR )*$/ : /^( AND )*$/).test(rest)) return undefined;
  if (barcodes.length) return releases.filter(({ barcode }) => barcode && barcodes.includes(barcode));
  const artist = parts.get("artist") ?? "";
  const title = parts.get("release") ?? "";
  const known = releases.filter(
    (release) => release.artist.toLowerCase().includes(artist) && release.title.toLowerCase().includes(title),
  );
  return known.length || /nobody/.test(artist + title) ? known : invent(artist, title);
}

function invent(artist: string, title: string): FakeRelease[] {
  const names = { artist: capitalize(artist || "Various Artists"), title: capitalize(title || "Untitled") };
  return ['12" Vinyl', "CD"].map((format, index) => ({
    ...names,
    id: uuidOf(`${artist} ${title} ${format}`, title.includes("bootleg") ? COVERLESS : ""),
    date: `${1960 + (title.length % 60) + index}`,
    country: "XW",
    label: "Invented Records",
    media: [{ format }],
  }));
}

/** As the real search says it: what is unknown is missing. */
function toJson({ id, title, artist, label, cover: _, ...known }: FakeRelease) {
  return {
    id,
    score: 100,
    title,
    status: "Official",
    "artist-credit": [{ name: artist, artist: { id: uuidOf(artist), name: artist, "sort-name": artist } }],
    "release-group": { id: uuidOf(title), "primary-type": "Album" },
    ...(label ? { "label-info": [{ label: { id: uuidOf(label), name: label } }] } : {}),
    ...known,
  };
}

async function coverReply(path: string, pictures: Map<string, Buffer>): Promise<Reply | undefined> {
  const [, place, id = ""] = /^\/(release|download|items)\/(?:mbid-)?([\da-f-]{36})\b/.exec(path) ?? [];
  const cover = releases.find((release) => release.id === id)?.cover;
  if (place === "release") {
    if (!path.endsWith("/front-500") || cover === "none" || id.startsWith(COVERLESS)) return undefined;
    if (cover === "private") return { status: 307, to: "http://169.254.169.254/latest/meta-data" };
    return { status: 307, to: `${ARCHIVE}/download/mbid-${id}/mbid-${id}-1_thumb500.jpg` };
  }
  if (place === "download")
    return { to: ARCHIVE + (cover === "loop" ? path : `/items/mbid-${id}/thumb500.jpg`) };
  if (place !== "items") return undefined;
  if (cover === "bomb") return { bytes: bomb(30_000, 30_000), type: "image/png" };
  if (cover === "huge") return { bytes: Buffer.alloc(11_000_000), type: "image/jpeg" };
  if (cover === "not a picture") return { html: "<h1>Item not available</h1>" };
  return { bytes: pictures.get(id) ?? (await drawCover(id)), type: "image/jpeg" };
}

/** A small cover that is different for every release. */
function drawCover(id: string): Promise<Buffer> {
  const bytes = createHash("sha256").update(id).digest();
  const color = (at: number) =>
    `hsl(${((bytes[at] ?? 0) * 360) / 256} 55% ${30 + ((bytes[at + 1] ?? 0) % 40)}%)`;
  const circles = Array.from(
    { length: 7 },
    (_, at) =>
      `<circle cx="${(bytes[at] ?? 0) * 2}" cy="${(bytes[at + 8] ?? 0) * 2}" r="${40 + ((bytes[at + 16] ?? 0) % 120)}" fill="${color(at + 3)}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 500" width="320" height="320"><rect width="500" height="500" fill="${color(0)}"/>${circles.join("")}</svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}

function uuidOf(text: string, start = ""): string {
  const hex = start + createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function capitalize(words: string): string {
  return words.replace(/(^|\s)\p{L}/gu, (start) => start.toUpperCase());
}
