import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFile } from "db/write-ahead-log.server";
import sharp from "sharp";
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { openDatabaseFile } from "../../database-file";
import { photo } from "../../fakes/picture-files";
import {
  decide,
  goToSignIn,
  makeConversation,
  openBrowser,
  type Person,
  type RunningServer,
  signIn,
  signUp,
  startServer,
} from "../server";

const { addMember, signUp: signUpHere, visitor } = shareApp();

const remove = (person: Person) => person.form("/settings/delete", {});

test("a member deletes the account, and all browsers are signed out", async () => {
  const ada = await signUpHere("Ada");
  const other = visitor();
  await signIn(other, ada.email);
  const done = await remove(ada);
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/account-deleted"]);
  expect((await ada.get("/api/auth/user")).status).toBe(401);
  expect((await other.get("/api/auth/user")).status).toBe(401);
  expect((await ada.get("/account-deleted")).status).toBe(200);
});

test("signing in to a deleted account leads only to the page that restores it", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const id = await makeConversation(ada, ben);
  await remove(ada);
  const back = visitor();
  await signIn(back, ada.email);
  for (const path of ["/", "/discover", `/messages/${id}`, "/settings", "/account-status"]) {
    const answer = await back.get(path);
    expect([path, answer.status, answer.headers.get("Location")]).toEqual([path, 303, "/come-back"]);
  }
  for (const path of ["/api/auth/user", "/api/discover", "/api/live"])
    expect([path, (await back.get(path)).status]).toEqual([path, 403]);
  expect((await back.json("POST", `/api/conversations/${id}/messages`, { content: "Hi" })).status).toBe(403);
  expect(await (await back.get("/come-back")).text()).toContain("Come back, Ada?");

  const chat = await ben.get(`/messages/${id}`);
  const text = await chat.text();
  expect([text.includes("Former member"), text.includes("This member has left B-Side.")]).toEqual([
    true,
    true,
  ]);
  expect((await ben.get(`/members/${ada.id}`)).status).toBe(404);
  expect((await decide(ben, ada, false)).status).toBe(404);

  const restored = await back.form("/come-back", {});
  expect([restored.status, restored.headers.get("Location")]).toEqual([303, "/"]);
  expect((await back.get("/api/auth/user")).status).toBe(200);
  expect(await (await ben.get(`/messages/${id}`)).text()).not.toContain("Former member");
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

/** Signs up a member who types a word of their own into everything there is to fill in. */
async function signUpWordy(server: RunningServer, words: Words): Promise<Person> {
  const browser = openBrowser(server, [], { "User-Agent": `Mozilla/5.0 ${words.browser}` });
  const page = await goToSignIn(browser);
  const email = `${words.email}@example.org`;
  const credentials = { email, password: words.password };
  const person = { firstName: words.first, lastName: words.last, ...credentials, adult: "on" };
  expect((await browser.follow(await browser.form(`${page}/sign-up`, person))).status).toBe(200);
  const own = (await (await browser.get("/api/auth/user")).json()) as { id: string };
  await signIn(openBrowser(server), email, words.mistyped);
  return Object.assign(browser, { id: own.id, ...credentials });
}

const created = async (answer: Promise<Response>) => {
  const response = await answer;
  expect([response.status, response.status === 201 ? "" : await response.text()]).toEqual([201, ""]);
  return (await response.json()) as { id: string };
};

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
  await ada.form("/settings/export", {});
  const isReady = async () => (await (await ada.get("/settings/export")).text()).includes("Download (");
  await expect.poll(isReady).toBe(true);
  return conversationId;
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
  const folder = mkdtempSync(join(tmpdir(), "b-side-words-"));
  const variables = { DATA_DIR: folder, LOG_LEVEL: "debug" };
  const words = Object.fromEntries(places.map((place) => [place, inventWord()])) as Words;
  const first = await startServer(variables);
  const [ben, cleo] = [await signUp(openBrowser(first), "Ben"), await signUp(openBrowser(first), "Cleo")];
  const ada = await signUpWordy(first, words);
  const conversationId = await typeEverything(ada, ben, cleo, words);
  expect((await ben.get(`/avatars/${words.first}.svg`)).status).toBe(200);
  const before = readFiles(folder);
  expect([...before.keys()].filter((file) => /^\/(pictures|exports)\//.test(file)).length).toBeGreaterThan(5);
  const database = openDatabaseFile(`${folder}/b-side.sqlite`);
  // A moderator has looked at the report.
  await database.execute("update report set closed_at = 1, outcome = 'dismissed'");
  await remove(ada);
  await first.stop();
  const aged = Date.now() - 15 * 86_400_000;
  await database.execute({ sql: "update member set deleted_at = ? where id = ?", args: [aged, ada.id] });

  const second = await startServer({ ...variables, PORT: String(first.port), APP_ORIGIN: first.origin });
  const leftIn = (texts: (string | Buffer)[]) =>
    places.filter((place) =>
      texts.some((text) => text.includes(words[place]) || text.includes(words[place].toLowerCase())),
    );
  // The request stays out of sight for 90 days, for a report.
  const others = ["kept", "request", "shared"];
  await expect.poll(() => leftIn([...readFiles(folder).values()]).sort()).toEqual(others);
  const listNames = () => [...readFiles(folder).keys()];
  await expect.poll(() => listNames().filter((file) => /^\/(pictures|exports)\//.test(file))).toEqual([]);
  expect(leftIn([first.output(), second.output(), listNames().join()])).toEqual([]);

  const chat = await (await ben.get(`/messages/${conversationId}`)).text();
  expect([chat.includes("Former member"), chat.includes(words.kept)]).toEqual([true, true]);
  expect(await (await ben.get("/counts")).json()).toMatchObject({
    mutualMatches: 0,
    conversations: 1,
    unread: 2,
  });
  expect(await (await cleo.get("/counts")).json()).toMatchObject({
    mutualMatches: 0,
    conversations: 0,
    unread: 0,
  });
  expect(await (await ben.get("/api/matches")).json()).toEqual([]);
  expect(await (await ben.get("/api/trivia-games")).json()).toEqual([]);
  await second.stop();
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a purge that is killed again and again goes on until everything is gone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "b-side-killed-"));
  const first = await startServer({ DATA_DIR: folder });
  await first.stop();
  const word = `Zq${randomBytes(6).toString("hex")}`;
  const members = 600;
  const database = openFile(join(folder, "b-side.sqlite"), 5000);
  // A connection that stays open would keep reading, and the log could not be emptied.
  const read = (sql: string) => {
    const connection = openFile(join(folder, "b-side.sqlite"), 5000);
    const rows = connection.prepare(sql).all() as Record<string, unknown>[];
    connection.close();
    return rows[0];
  };
  const count = (what: string) => Number(read(`select count(*) as count from ${what}`)?.count);
  // As the server does: moving rows between pages would otherwise leave copies.
  database.pragma("secure_delete = on");
  const aged = Date.now() - 15 * 86_400_000;
  const addMember = database.prepare(
    "insert into member (id, issuer, subject, first_name, last_name, bio, created_at, deleted_at) values (?, 'bench', ?, ?, ?, ?, 1, ?)",
  );
  const addRecord = database.prepare(
    `insert into record (id, member_id, artist, album, artist_key, album_key, genre_key, genre, format, condition, notes, created_at)
      values (?, ?, 'Can', ?, 'can', '', '', '', 'vinyl', 'mint', ?, 1)`,
  );
  const addPicture = database.prepare(
    "insert into picture (id, owner_id, created_at, made_at) values (?, ?, 1, 1)",
  );
  mkdirSync(join(folder, "pictures"), { recursive: true });
  for (let id = 1; id <= members; id++) {
    addMember.run(id, String(id), word, word, word, aged);
    for (let i = 0; i < 5; i++) addRecord.run(randomUUID(), id, word, word);
    const picture = randomUUID();
    addPicture.run(picture, id);
    writeFileSync(join(folder, "pictures", `${picture}-640.webp`), word);
  }
  database.close();
  const purged = () => count("member where purged_at is not null");
  const killAt = [
    () => purged() > 0,
    () => purged() > 100,
    () => purged() > 300,
    () => purged() === members,
    () => count("picture") < members / 2,
  ];
  const left: number[] = [];
  for (const isTime of killAt) {
    const server = await startServer({ DATA_DIR: folder });
    await expect.poll(isTime, { interval: 1 }).toBe(true);
    await server.stop("SIGKILL");
    expect(read("pragma integrity_check")).toMatchObject({ integrity_check: "ok" });
    left.push(members - purged());
  }
  expect(left.filter((some) => some > 0 && some < members).length, `left ${left}`).toBeGreaterThan(1);
  const last = await startServer({ DATA_DIR: folder });
  await expect.poll(() => [purged(), count("picture"), count("record")]).toEqual([members, 0, 0]);
  await expect.poll(() => [...readFiles(folder).values()].some((bytes) => bytes.includes(word))).toBe(false);
  expect(readdirSync(join(folder, "pictures"))).toEqual([]);
  expect(last.output()).not.toContain('"msg":"bug"');
  await last.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("a deleted member comes back on day 13, and is gone on day 15", async () => {
  const folder = mkdtempSync(join(tmpdir(), "b-side-deletion-"));
  const database = openDatabaseFile(`${folder}/b-side.sqlite`);
  const restartOnDay = async (day: number, server: RunningServer) => {
    await server.stop();
    const deletedAt = Date.now() - day * 86_400_000;
    await database.execute({ sql: "update member set deleted_at = ?", args: [deletedAt] });
    return startServer({ DATA_DIR: folder });
  };
  const first = await startServer({ DATA_DIR: folder });
  const ada = await signUp(openBrowser(first), "Ada");
  await ada.json("PATCH", "/api/profile", { age: 30, bio: "Still here.", location: "Portland, Oregon" });
  await remove(ada);

  const second = await restartOnDay(13, first);
  const back = openBrowser(second);
  await signIn(back, ada.email);
  expect((await back.get("/")).headers.get("Location")).toBe("/come-back");
  expect((await back.form("/come-back", {})).headers.get("Location")).toBe("/");
  expect(await (await back.get("/api/auth/user")).json()).toMatchObject({ bio: "Still here." });
  expect((await back.form("/settings/delete", {})).headers.get("Location")).toBe("/account-deleted");

  const third = await restartOnDay(15, second);
  const countPurged = async () =>
    (await database.execute("select count(*) as purged from member where purged_at is not null")).rows[0]
      ?.purged;
  await expect.poll(countPurged).toBe(1);
  const refused = await signIn(openBrowser(third), ada.email);
  expect(await refused.text()).toContain("The email or password is wrong.");
  await third.stop();
  database.close();
  rmSync(folder, { recursive: true, force: true });
});
