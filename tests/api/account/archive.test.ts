// An export of one place that another reads: two servers with data folders of their own, and line by line what doesn't come along.
// The first has a libSQL server as its database, whose parser knows less SQL than SQLite's.
import { afterAll, beforeAll, expect, test } from "vitest";
import { toDate } from "~/days";
import { PIECES } from "~/models/account/export/archive";
import { readZip } from "../../read-zip";
import { openBrowser } from "../client";
import { completeProfile, makeConversation, type Person, signUp } from "../people";
import { hasPrimary, type Primary, startPrimary } from "../primary";
import { type RunningServer, startServer } from "../server";
import { addProfilePhoto } from "../upload-picture";

let [here, there] = [] as unknown as [RunningServer, RunningServer];
let primary: Primary | undefined;

beforeAll(async () => {
  primary = hasPrimary ? await startPrimary() : undefined;
  [here, there] = await Promise.all([
    startServer(primary && { DATABASE_URL: primary.address }),
    startServer(),
  ]);
});

afterAll(async () => {
  for (const server of [here, there]) {
    expect(await server.stop()).toBe(0);
    expect(server.output()).not.toContain('"msg":"bug"');
  }
  await primary?.remove();
});

const inDays = (days: number) => toDate(Math.floor(Date.now() / 86_400_000) + days);

/** A member's own data, and what they share with others. */
const made: [method: string, path: string, body: object][] = [
  [
    "PUT",
    "/api/profile/wishes",
    {
      gender: "own",
      genderWords: "agender",
      meets: ["woman"],
      meetAgeMin: 28,
      meetAgeMax: 44,
      consents: true,
    },
  ],
  ["PUT", "/api/profile/prompts", { prompts: [{ prompt: "b_side", answer: "Yes It Is" }] }],
  ["PUT", "/api/profile/anthem", { shareType: "song", artist: "Can", title: "Spoon" }],
  ["PUT", "/api/profile/distances", { unit: "kilometers" }],
  ["PUT", "/api/profile/listening", { service: "bandcamp" }],
  [
    "POST",
    "/api/record-collections",
    { artist: "Low", album: "Hey What", format: "cd", year: 2021, notes: "Mine" },
  ],
  ["POST", "/api/record-collections", { artist: "Pram", album: "Gash", wanted: true }],
  ["POST", "/api/playlists", { name: "Slow trains", description: "For the bus", isPublic: true }],
  ["POST", "/api/profile/trips", { town: "Berlin", from: inDays(20), until: inDays(22) }],
  ["POST", "/api/alerts", { artist: "Pram" }],
  ["POST", "/api/shows", { artist: "Low", date: inDays(9), venue: "The Hideout", town: "Chicago, Illinois" }],
];

/** Where what they have is read. */
const READ = [
  "/api/auth/user",
  "/api/music-preferences",
  "/api/profile/wishes",
  "/api/profile/prompts",
  "/api/profile/anthem",
  "/api/profile/photos",
  "/api/profile/privacy",
  "/api/profile/distances",
  "/api/profile/listening",
  "/api/profile/trips",
  "/api/notifications/settings",
  "/api/record-collections",
  "/api/record-collections?wanted=true",
  "/api/playlists",
  "/api/alerts",
];
/** What they have with others, of which it is read how many there are. */
const SHARED = ["/api/matches", "/api/conversations"];

/** Named anew by every place, or the moment at which it was made there. */
const OF_A_PLACE = /(^|\.)(\w*[iI]d|\w*At|\w*Url|\w*URL|\w*Urls\.\w+|email|lastName|firstName)$/;

/** What a member reads in lines. */
async function readLines(person: Person): Promise<string[]> {
  const {
    own: [playlist],
  } = await (await person.get("/api/playlists")).json();
  const read = [...READ, `/api/playlists/${playlist.id}`].map(async (path) => {
    const value = await (await person.get(path)).json();
    return flatten(value).map((line) => `${path.replace(playlist.id, "{id}").replace("/api/", "")} ${line}`);
  });
  const shared = SHARED.map(async (path) => {
    const { length } = await (await person.get(path)).json();
    return `${path.replace("/api/", "")}: ${length}`;
  });
  return [...(await Promise.all(read)).flat(), ...(await Promise.all(shared))];
}

function flatten(value: unknown, name = ""): string[] {
  if (typeof value !== "object" || value === null) return OF_A_PLACE.test(name) ? [] : [`${name}: ${value}`];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, each]) =>
    flatten(each, [name, isList ? "" : key].filter(Boolean).join(".")),
  );
}

async function downloadExport(person: Person): Promise<Buffer> {
  await person.form("/settings/export", {});
  const findPath = async () => {
    const page = await (await person.get("/settings/export")).text();
    return /href="(\/settings\/export\/[^"]+\.zip)"/.exec(page)?.[1] ?? "";
  };
  await expect.poll(findPath).not.toBe("");
  return Buffer.from(await (await person.get(await findPath())).arrayBuffer());
}

const withoutEscapes = (text: string) =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, "&");

test("what a member has goes with them to another server, and what doesn't is known line by line", async () => {
  const [ada, ben] = [
    await completeProfile(await signUp(openBrowser(here), "Ada")),
    await completeProfile(await signUp(openBrowser(here), "Ben")),
  ];
  for (const [method, path, body] of made) {
    const answer = await ada.json(method, path, body);
    expect([path, answer.status < 300 ? "" : await answer.text()]).toEqual([path, ""]);
  }
  for (const [path, change] of [
    ["/api/profile/privacy", { showsSeen: false }],
    ["/api/notifications/settings", { matchMail: "never" }],
  ] as const)
    await ada.json("PUT", path, { ...(await (await ada.get(path)).json()), ...change });
  const {
    own: [playlist],
  } = await (await ada.get("/api/playlists")).json();
  await ada.json("POST", `/api/playlists/${playlist.id}/songs`, {
    artist: "Can",
    title: "Vitamin C",
    duration: 214,
  });
  await addProfilePhoto(ada);
  const talk = await makeConversation(ada, ben);
  await ben.json("POST", `/api/conversations/${talk}/messages`, { content: "A word of Ben's own" });
  const zip = await downloadExport(ada);
  // It is in the file, and nowhere on the other server.
  const files = await readZip(zip);
  expect(Buffer.concat([...files.values()]).toString()).toContain("A word of Ben's own");

  const cleo = await signUp(openBrowser(there), "Cleo");
  const form = new FormData();
  form.set("file", new File([new Uint8Array(zip)], "b-side.zip"));
  const page = await (await cleo.form("/settings/import", form)).text();
  expect(page).not.toContain("These parts");
  const [, preview = ""] = /name="preview" value="([^"]*)"/.exec(page) ?? [];
  const pieces = Object.fromEntries([...PIECES, "consents"].map((piece) => [piece, "on"]));
  await cleo.form("/settings/import", { preview: withoutEscapes(preview), ...pieces });
  for (const [path = ""] of page.matchAll(/\/(?:records|playlists)\/import\/[\w-]+/g))
    await cleo.form(path, { name: "Slow trains" });

  expect(page).not.toContain("A word of Ben");
  const [before, after] = [await readLines(ada), await readLines(cleo)];
  const lost = before.filter((line) => !after.includes(line));
  expect(lost).toEqual([
    // Settings, and what is about days here.
    "profile/privacy showsSeen: false",
    "profile/distances unit: kilometers",
    "profile/listening service: bandcamp",
    "profile/trips trips.town: Berlin, State of Berlin, Germany",
    `profile/trips trips.from: ${inDays(20)}`,
    `profile/trips trips.until: ${inDays(22)}`,
    "profile/trips trips.isEarly: false",
    "notifications/settings matchMail: never",
    // A playlist is private until its member says otherwise here.
    "playlists own.isPublic: true",
    "alerts artist: Pram",
    "alerts show: null",
    "playlists/{id} isPublic: true",
    "matches: 1",
    "conversations: 1",
  ]);
});
