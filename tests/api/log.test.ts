// What members type and are mailed, in the log and in the files of a server, whose process runs for all tests of the file.
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMailServer } from "../fakes/mail-server";
import { photo } from "../fakes/picture-files";
import { type Browser, openBrowser } from "./client";
import { createExport } from "./exports";
import { query, tokenIn } from "./mail";
import { decide, goToSignIn, makeConversation, type Person, signIn } from "./people";
import { type RunningServer, startServer } from "./server";

const mail = await startMailServer();
/** The folder of the test file's own database, so that its models work on what the server has. */
const folder = process.env.DATA_DIR ?? "";
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ DATA_DIR: folder, LOG_LEVEL: "debug", ...mail.variables });
});

afterAll(async () => {
  await server.stop();
  mail.close();
  expect(server.output()).not.toContain('"msg":"bug"');
});

const visitor = () => openBrowser(server);

type Typed = { firstName: string; lastName: string; email: string; password: string };

async function requestAccount(browser: Browser, typed: Typed) {
  const page = await goToSignIn(browser);
  expect((await browser.form(`${page}/sign-up`, { ...typed, adult: "on" })).status).toBe(200);
}

/** Signs a member up with the link from the mail. */
async function signUp(typed: Typed, browser = visitor()): Promise<Person> {
  await requestAccount(browser, typed);
  const [received] = await mail.untilReceived(typed.email);
  const link = received?.text.match(/http\S+token=\S+/)?.[0].slice(server.origin.length) ?? "";
  await browser.follow(await browser.form(link, { token: tokenIn(link) }));
  const { id } = (await (await browser.get("/api/auth/user")).json()) as { id: string };
  return Object.assign(browser, { id, email: typed.email, password: typed.password });
}

const named = (firstName: string): Typed => ({
  firstName,
  lastName: "Lovelace",
  email: `${firstName.toLowerCase()}@example.org`,
  password: "listen closely",
});

/** Words that occur nowhere else, each named after where it is typed. */
const places = [
  ...["first", "last", "email", "password", "bio", "location", "artist", "browser", "mistyped", "photo"],
  ...[
    "album",
    "performer",
    "genre",
    "notes",
    "editedNotes",
    "removedAlbum",
    "imported",
    "previewed",
    "searched",
  ],
  ...["playlist", "description", "song", "singer", "question", "option", "service", "username", "listener"],
  ...["report", "request", "oldBio", "fileName", "kept", "shared", "prompt"],
] as const;
type Words = Record<(typeof places)[number], string>;

/** A word that nothing else contains, in letters alone: a name may have no numbers. */
const inventWord = () => `Zq${[...randomBytes(12)].map((byte) => "ghijklmnpqrtuvwz"[byte % 16]).join("")}`;

const created = async (answer: Promise<Response>) => {
  const response = await answer;
  expect([response.status, response.status === 201 ? "" : await response.text()]).toEqual([201, ""]);
  return (await response.json()) as { id: string };
};

/** Types and uploads everything there is to, and creates an export of it. */
async function typeEverything(ada: Person, ben: Person, cleo: Person, words: Words) {
  const profile = { age: 30, bio: words.oldBio, location: words.location };
  for (const bio of [words.oldBio, words.bio]) await ada.json("PATCH", "/api/profile", { ...profile, bio });
  await ada.json("PUT", "/api/profile/prompts", { prompts: [{ prompt: "lyric", answer: words.prompt }] });
  const taste = { favoriteGenres: ["Indie"], totalScrobbles: 1, concertsAttended: 1 };
  await ada.json("POST", "/api/music-preferences", { ...taste, topArtists: [words.artist, "Broadcast"] });

  const all = "/api/record-collections";
  const record = { format: "vinyl", condition: "mint", genre: words.genre, artist: words.performer };
  const kept = { ...record, album: words.album, notes: words.editedNotes };
  const { id } = await created(ada.json("POST", all, kept));
  await ada.json("PUT", `${all}/${id}`, { ...kept, notes: words.notes });
  const removed = await created(ada.json("POST", all, { ...record, album: words.removedAlbum }));
  expect((await ada.json("DELETE", `${all}/${removed.id}`, undefined)).status).toBe(204);
  for (const word of [words.imported, words.previewed]) {
    const form = new FormData();
    form.set("file", new File([`Artist,Title\nCan,${word}`], `${words.fileName}.csv`));
    const preview = (await ada.form("/records/import", form)).headers.get("Location") ?? "";
    if (word === words.imported) await ada.form(preview, {});
  }
  expect(await (await ada.get(`/records?q=${words.searched}`)).text()).toContain(words.searched);

  const playlist = { name: words.playlist, description: words.description };
  const list = await created(ada.json("POST", "/api/playlists", playlist));
  const song = { artist: words.singer, title: words.song };
  await created(ada.json("POST", `/api/playlists/${list.id}/songs`, song));

  const conversationId = await makeConversation(ada, ben);
  const messages = `/api/conversations/${conversationId}/messages`;
  await created(ada.json("POST", messages, { content: words.kept }));
  const metadata = { type: "song", artist: "Can", title: words.shared };
  await created(ada.json("POST", messages, { content: "Listen", messageType: "music_share", metadata }));
  await decide(ada, cleo, true);
  const request = await created(ada.json("POST", "/api/conversations", { targetUserId: cleo.id }));
  await created(ada.json("POST", `/api/conversations/${request.id}/messages`, { content: words.request }));

  const game = await created(ada.json("POST", "/api/trivia-games", { player2Id: ben.id }));
  await ada.json("POST", "/api/trivia-questions", {
    gameId: game.id,
    roundNumber: 1,
    question: words.question,
    correctAnswer: words.option,
    options: [words.option, "Another"],
    category: "artist",
    difficulty: "easy",
  });
  const account = { service: "spotify", serviceUserId: words.service, serviceUsername: words.username };
  await created(ada.json("POST", "/api/music-connections", account));
  expect((await ada.get(`/api/lastfm/user/${words.listener}`)).status).toBe(503);
  // Its evidence keeps what the two wrote, which Ben keeps as well.
  const report = { about: `member:${ben.id}`, reason: "other", words: words.report };
  await created(ada.json("POST", "/api/reports", report));

  const picture = new FormData();
  const bytes = await sharp(await photo())
    .withExif({ IFD0: { Copyright: words.photo } })
    .jpeg()
    .toBuffer();
  picture.set("file", new File([new Uint8Array(bytes)], `${words.fileName}.jpg`));
  expect((await ada.form("/profile/photo", picture)).status).toBe(303);
  return { conversationId, exportPath: await createExport(ada) };
}

/** The files below a folder with what is in them, as raw bytes. */
function readFiles(folder: string): Map<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map(({ parentPath, name }) => [
      join(parentPath, name).slice(folder.length),
      readFileSync(join(parentPath, name)),
    ]),
  );
}

test("after the purge, no file and no line of the log has a word the member typed, but for what others keep", async () => {
  const words = Object.fromEntries(places.map((place) => [place, inventWord()])) as Words;
  const [ben, cleo] = [await signUp(named("Ben")), await signUp(named("Cleo"))];
  const email = `${words.email}@example.org`.toLowerCase();
  const ada = await signUp(
    { firstName: words.first, lastName: words.last, email, password: words.password },
    openBrowser(server, [], { "User-Agent": `Mozilla/5.0 ${words.browser}` }),
  );
  await signIn(visitor(), email, words.mistyped);
  const { conversationId, exportPath } = await typeEverything(ada, ben, cleo, words);
  expect((await ben.get(`/avatars/${words.first}.svg`)).status).toBe(200);
  expect((await ada.get(exportPath)).status).toBe(200);
  const listFiles = () =>
    [...readFiles(folder).keys()].filter((file) => /^\/(pictures|exports)\//.test(file));
  expect(listFiles().length).toBeGreaterThan(5);
  // A moderator has looked at the report.
  await query("update report set closed_at = 1, outcome = 'dismissed'");
  await ada.form("/settings/delete", {});
  // The notice of the deletion.
  await mail.untilReceived(email, 2);
  await expect.poll(() => query("select 1 from mail")).toEqual([]);
  const { purgeDeletedMembers } = await import("~/jobs/purge.server");
  await purgeDeletedMembers(Date.now() + 15 * 86_400_000);

  const leftIn = (texts: (string | Buffer)[]) =>
    places.filter((place) =>
      texts.some((text) => text.includes(words[place]) || text.includes(words[place].toLowerCase())),
    );
  // The request stays out of sight for 90 days, for a report.
  const others = ["kept", "request", "shared"];
  await expect.poll(() => leftIn([...readFiles(folder).values()]).sort()).toEqual(others);
  await expect.poll(listFiles).toEqual([]);
  expect(leftIn([server.output(), [...readFiles(folder).keys()].join()])).toEqual([]);
  expect(server.output()).not.toContain(/[\da-f-]{36}/.exec(exportPath)?.[0]);

  const chat = await (await ben.get(`/messages/${conversationId}`)).text();
  expect([chat.includes("Former member"), chat.includes(words.kept)]).toEqual([true, true]);
  const countsOf = async (person: Person) => (await person.get("/counts")).json();
  expect(await countsOf(ben)).toMatchObject({ mutualMatches: 0, conversations: 1, unread: 2 });
  expect(await countsOf(cleo)).toMatchObject({ mutualMatches: 0, conversations: 0, unread: 0 });
  expect(await (await ben.get("/api/matches")).json()).toEqual([]);
  expect(await (await ben.get("/api/trivia-games")).json()).toEqual([]);
});

test("a stopping server finishes the mail in transit, and neither an address nor a link was logged", async () => {
  const eve = named("Eve");
  await signUp(eve);
  await visitor().form("/forgot-password", { email: eve.email });
  await mail.untilReceived(eve.email, 2);
  const last = named("Fay");
  mail.fail("slow");
  const before = mail.attempts();
  await requestAccount(visitor(), last);
  await expect.poll(mail.attempts, { interval: 5 }).toBeGreaterThan(before);
  expect(await server.stop()).toBe(0);
  expect(mail.mails.filter(({ to }) => to === last.email)).toHaveLength(1);
  expect(server.output()).toContain('"kind":"sign-up","result":"sent"');
  expect(server.output()).not.toContain(eve.password);
  for (const { to, text } of mail.mails) {
    expect(server.output()).not.toContain(to);
    for (const [, token = ""] of text.matchAll(/token=([\w-]{43})/g))
      expect(server.output()).not.toContain(token);
  }
});
