// How long the event loop is blocked, and how long /healthz takes, during the largest bodies of every kind, open
// connections or a locked database, compared with the idle server.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type ClientRequest, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openFile } from "db/write-ahead-log.server";
import { MAX_FIELDS } from "~/http/multipart.server";
import { BODY_BYTES, IMPORT_BYTES } from "~/http/request-guard";
import { spotifyPlay } from "../../tests/fakes/history-files";
import { type Attack, inOneStep, nobody, printAttacks, type Sent, send, sending } from "./attacks";
import { PORT, type SignedIn, withFreshServer } from "./fresh-server";

const PROBE_MS = 5;
const SLOW_SOCKETS = 400;
const HALF_OPEN_UPLOADS = 40;
const LOCK_MS = 4000;
/** The collection of the member whose export is measured. */
const RECORDS = 20_000;
const IMPORTED = 5000;
const SONGS = 500;
/** As many as a member owns and is invited to at most. */
const PLAYLISTS = 699;
const SESSIONS = 5000;
const CONTACTS = 3000;
const HISTORY_BYTES = 50_000_000;
/** Messages as long as can be, each edited as often as can be. */
const LONG_MESSAGES = 1000;
const EDITS = 10;
const LONG_TEXT = "replace(hex(zeroblob(1000)), '0', '&')";
const CASE = "/moderation/cases/case";
const PLAYLIST = "00000000-0000-4000-8000-000000000001";

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=x";
const JSON_TYPE = "application/json";

/** Prints the longest delay of the event loop and the latency of /healthz under each attack. */
export async function measureFaults() {
  await withFreshServer(4, async (server, members, dataDir) => {
    const [ada, ben, collector, importer] = members as [SignedIn, SignedIn, SignedIn, SignedIn];
    fillCollection(dataDir);
    fillConversation(dataDir);
    const attacks: Attack[] = [
      nobody,
      ...jsonAttacks(ada),
      ...formAttacks(ada),
      ...multipartAttacks(ada),
      ...importAttacks(importer),
      ...collectionAttacks(collector),
      ...historyAttacks(importer),
      ...reportAttacks(ada, importer),
      inOneStep(`${HALF_OPEN_UPLOADS} half-open uploads`, () => holdUploads(ada, ben)),
      inOneStep(`${SLOW_SOCKETS} sockets that send no request`, () => holdSockets(ben)),
      inOneStep("the database locked by another process", () => lockDatabase(dataDir, ada)),
    ];
    await printAttacks(server, attacks);
  });
}

/** Bodies of about `bytes` from one that repeats `item`. */
const fill = (before: string, item: (i: number) => string, after: string, bytes: number) => {
  const items: string[] = [];
  for (let length = before.length + after.length, i = 0; ; i++) {
    const next = item(i);
    length += next.length;
    if (length >= bytes) return before + items.join("") + after;
    items.push(next);
  }
};

function jsonAttacks({ cookie, conversationId }: SignedIn): Attack[] {
  const routes: [method: string, path: string, lists: string[], texts: string[]][] = [
    ["POST", "/api/trivia-questions", ["options"], ["question", "correctAnswer"]],
    ["POST", "/api/music-preferences", ["topArtists", "favoriteGenres"], ["totalScrobbles"]],
    ["PATCH", "/api/profile", [], ["bio", "location"]],
    ["POST", "/api/record-collections", [], ["artist", "notes", "imageUrl"]],
    ["POST", "/api/playlists", [], ["name", "description"]],
    ["POST", `/api/conversations/${conversationId}/messages`, [], ["content"]],
    ["POST", "/api/messages/youtube", [], ["youtubeUrl"]],
    ["POST", "/api/matches", [], ["targetUserId"]],
  ];
  const kinds: [string, (list: string, text: string) => string][] = [
    ["short strings", (list) => fill(`{"${list}":["a"`, (i) => `,"${i.toString(36)}"`, "]}", BODY_BYTES)],
    ["blank strings", (list) => fill(`{"${list}":["a"`, () => `,""`, "]}", BODY_BYTES)],
    ["empty lists", (list) => fill(`{"${list}":[[]`, () => ",[]", "]}", BODY_BYTES)],
    ["fields", () => fill("{", (i) => `"${i.toString(36)}":0,`, '"z":0}', BODY_BYTES)],
    ["one long text", (_, text) => fill(`{"${text}":"`, () => "\u0301a", '"}', BODY_BYTES / 2)],
    ["one text of escapes", (_, text) => fill(`{"${text}":"`, () => "\\u0001", '"}', BODY_BYTES)],
  ];
  return kinds.map(([kind, body]) =>
    sending(
      `JSON: ${kind}`,
      routes.flatMap(([method, path, lists, texts]) =>
        (kind.includes("text") || !lists.length ? texts : lists).map((field) => {
          return { method, path, cookie, type: JSON_TYPE, body: body(field, field) };
        }),
      ),
    ),
  );
}

const FORMS = [
  "/profile?tab=music",
  "/profile?tab=profile",
  "/records/new",
  "/playlists/new",
  "/trivia/new",
  "/theme",
];

function formAttacks({ cookie, conversationId }: SignedIn): Attack[] {
  const paths = [...FORMS, `/messages/${conversationId}`, "/discover/decide"];
  const kinds: [string, (i: number) => string][] = [
    ["fields without a name", () => "=&"],
    ["fields of one name", () => "a=&"],
    ["fields", (i) => `${i.toString(36)}=&`],
    ["list rows", (i) => `topArtists[${i}]=${i}&`],
  ];
  const post = (path: string, body: string, by = cookie) => ({ path, cookie: by, type: FORM, body });
  const rows = (count: number) =>
    `${Array.from({ length: count }, (_, i) => `topArtists[${i}]=Artist ${i}&`).join("")}end=here`;
  return [
    ...kinds.map(([kind, item]) =>
      sending(
        `form: ${kind}`,
        paths.map((path) => post(path, fill("", item, "end=here", BODY_BYTES))),
      ),
    ),
    sending("form: as many list rows as are read", [post("/profile?tab=music", rows(MAX_FIELDS - 1))]),
    sending(
      "form: fields, signed out",
      ["/theme", "/profile?tab=music", "/oidc/token"].map((path) =>
        post(
          path,
          fill("", () => "a=&", "end=here", BODY_BYTES),
          "",
        ),
      ),
    ),
  ];
}

function multipartAttacks({ cookie }: SignedIn): Attack[] {
  const field = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
  const file = '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n\r\n';
  const kinds: [string, () => string, number][] = [
    ["fields", () => field, BODY_BYTES],
    ["files", () => file, BODY_BYTES],
    ["parts without a head", () => "--x\r\n\r\n\r\n", BODY_BYTES],
    ["4 MB of fields", () => field, IMPORT_BYTES],
    ["4 MB of files", () => file, IMPORT_BYTES],
    ["4 MB of line ends", () => "\r\n", IMPORT_BYTES],
  ];
  const paths = [...FORMS, "/profile/photo", "/records/import", "/playlists/import"];
  const post = (path: string, body: string, by = cookie) => ({ path, cookie: by, type: MULTIPART, body });
  return [
    ...kinds.map(([kind, item, bytes]) =>
      sending(
        `multipart: ${kind}`,
        paths.map((path) => post(path, fill("", item, "--x--\r\n", bytes))),
      ),
    ),
    sending("multipart: fields, signed out", [
      post(
        "/theme",
        fill("", () => field, "--x--\r\n", BODY_BYTES),
        "",
      ),
    ]),
  ];
}

function importAttacks({ cookie }: SignedIn): Attack[] {
  const head = "Artist,Title,Released,Format,Collection Media Condition,Collection Notes\n";
  const upload = (text: string): Sent => {
    const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${text}\r\n--x--\r\n`;
    return { path: "/records/import", cookie, type: MULTIPART, body };
  };
  const kinds: [string, (i: number) => string][] = [
    ["blank lines", () => "\n"],
    ["short lines", () => ",\n"],
    ["commas", () => ","],
    ["quotation marks", () => '"'],
    ["quoted lines", () => '"\n'],
    ["one word", () => "a"],
    ["long records", (i) => `Artist ${i},Album ${i},1999,LP,Mint (M),${"note ".repeat(160)}\n`],
  ];
  const importAll = async () => {
    const artist = randomUUID();
    const line = (i: number) => `Artist ${artist},Album ${i},1999,"LP, Album",Mint (M),\n`;
    const lines = Array.from({ length: IMPORTED }, (_, i) => line(i)).join("");
    const { location: path } = await send(upload(head + lines));
    const preview = await send({ path, cookie });
    const imported = await send({ path, cookie, type: FORM, body: "" });
    return Math.max(preview.status, imported.status);
  };
  return [
    ...kinds.map(([kind, item]) =>
      sending(`import: 4 MB of ${kind}`, [upload(fill(head, item, "", IMPORT_BYTES - 300))]),
    ),
    inOneStep(`import: ${IMPORTED} records, from file to collection`, importAll),
  ];
}

function collectionAttacks({ cookie }: SignedIn): Attack[] {
  const queries = ["", "?sort=artist", "?sort=album", "?sort=year", "?q=a", "?q=b+c&sort=year", "?cursor=x"];
  const get = (path: string) => ({ path, cookie });
  const genres = (path: string) => fill(`${path}?genres=`, (i) => `${i.toString(36)},`, "", 7900);
  return [
    sending(
      `a collection of ${RECORDS}: its pages`,
      queries.map((query) => get(`/records${query}`)),
    ),
    sending(`${RECORDS} records in common`, [get("/members/1001")]),
    sending(`a playlist of ${SONGS} songs`, [
      get(`/playlists/${PLAYLIST}`),
      get(`/api/playlists/${PLAYLIST}`),
    ]),
    sending(
      `screens with ${CONTACTS} matches and conversations, ${SESSIONS} sessions and ${PLAYLISTS} playlists`,
      [
        "/",
        "/discover",
        "/matches",
        "/messages",
        "/messages/talk-10000",
        "/messages/talk-10000/share",
        "/playlists",
        "/playlists/new",
        "/trivia",
        "/trivia/new",
        "/profile?tab=music",
        "/settings",
        "/counts",
        "/api/matches",
        "/api/conversations",
        "/api/conversations/talk-10000/messages",
      ].map(get),
    ),
    sending(`a collection of ${RECORDS}: its export`, [get("/records/export.csv")]),
    sending(
      "discover: an address full of genres",
      ["/discover", "/api/discover"].map((path) => get(genres(path))),
    ),
  ];
}

/** A listening history in its own format, as a body and in a form; each is over once it has been read. */
function historyAttacks({ cookie }: SignedIn): Attack[] {
  const plays = fill(
    "[",
    (i) => `${JSON.stringify(spotifyPlay(`Artist ${i % 90_000}`))},\n`,
    "{}]",
    HISTORY_BYTES,
  );
  const lines = fill(
    "artist,album,title,date\n",
    (i) => `Artist ${i % 90_000},Album,Title ${i},02 Jan 2024 10:00\n`,
    "",
    HISTORY_BYTES,
  );
  const file = (text: string) =>
    `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${text}\r\n--x--\r\n`;
  const path = "/api/listening-history";
  const read = async (sent: Sent) => {
    const { status } = await send(sent);
    for (;;) {
      const { text } = await send({ path, cookie });
      if (JSON.parse(text).status !== "waiting") return status;
      await pause(PROBE_MS);
    }
  };
  return Object.entries({ Spotify: plays, "Last.fm": lines }).flatMap(([kind, text]) => [
    inOneStep(`history: 50 MB of ${kind}, as a body`, () =>
      read({ method: "PUT", path, cookie, body: text }),
    ),
    inOneStep(`history: 50 MB of ${kind}, in a form`, () =>
      read({ path: "/music-connections/file", cookie, type: MULTIPART, body: file(text) }),
    ),
  ]);
}

/** Reports of the longest conversation there can be, each of another message, and the pages of their case. */
function reportAttacks(reporter: SignedIn, moderator: SignedIn): Attack[] {
  let message = 0;
  const report = async () => {
    message += 97;
    const about = `message:long-${message}`;
    const body = JSON.stringify({ about, reason: "danger" });
    const path = "/api/reports";
    return (await send({ method: "POST", path, cookie: reporter.cookie, type: JSON_TYPE, body })).status;
  };
  const paths = [CASE, `${CASE}?page=1`, `${CASE}?page=2`, `${CASE}?page=1000`];
  return [
    inOneStep(`a report on ${LONG_MESSAGES} long messages, edited ${EDITS} times`, report),
    sending(
      "the pages of its case",
      paths.map((path) => ({ path, cookie: moderator.cookie })),
    ),
  ];
}

/** The path of a new upload URL. */
async function openUpload({ cookie }: SignedIn): Promise<string> {
  const { text } = await send({ method: "POST", path: "/api/objects/upload", cookie });
  return new URL(JSON.parse(text).uploadURL).pathname;
}

/** Uploads that one member starts and stalls, while another sends one byte, which is not a picture: 415. */
async function holdUploads(attacker: SignedIn, other: SignedIn): Promise<number> {
  const held: ClientRequest[] = [];
  for (let i = 0; i < HALF_OPEN_UPLOADS; i++) {
    const headers = {
      Cookie: attacker.cookie,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "image/jpeg",
      "Content-Length": 1000,
    };
    const upload = request({ port: PORT, path: await openUpload(attacker), method: "PUT", headers });
    upload.on("error", () => {});
    upload.write("x");
    held.push(upload);
  }
  await pause(200);
  const { status } = await send({
    method: "PUT",
    path: await openUpload(other),
    cookie: other.cookie,
    body: "x",
  });
  for (const upload of held) upload.destroy();
  await pause(200);
  return status;
}

async function holdSockets({ cookie }: SignedIn): Promise<number> {
  const sockets = Array.from({ length: SLOW_SOCKETS }, () => connect(PORT, "127.0.0.1"));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  for (const socket of sockets) socket.on("error", () => {}).write("GET / HTTP/1.1\r\nX-A: ");
  const { status } = await send({ path: "/records", cookie });
  await pause(500);
  for (const socket of sockets) socket.destroy();
  return status;
}

async function lockDatabase(dataDir: string, { cookie }: SignedIn): Promise<number> {
  const database = openFile(join(dataDir, "b-side.sqlite"), LOCK_MS);
  database.exec("begin immediate");
  const message = JSON.stringify({ name: "Sundays" });
  const write = send({ method: "POST", path: "/api/playlists", cookie, type: JSON_TYPE, body: message });
  const read = await send({ path: "/records", cookie });
  await pause(LOCK_MS);
  database.exec("rollback");
  database.close();
  return Math.max(read.status, (await write).status);
}

/** Fills the collections of the second and third member, who match, and a playlist of the third. */
function fillCollection(dataDir: string) {
  const database = openFile(join(dataDir, "b-side.sqlite"), 0);
  database.exec(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${RECORDS})
      insert into record (id, member_id, artist, album, artist_key, album_key, genre_key, year, genre, format, condition, notes, created_at)
      select member || '-' || i, member, 'Artist ' || (i % 700), 'Album ' || i, 'artist ' || (i % 700), 'album ' || i, 'rock', 1950 + i % 70, 'Rock',
        'vinyl', 'mint', 'A note', i from n, (select 1001 as member union all select 1002)`,
  );
  database.exec("insert into match (id, low_id, high_id, created_at) values ('match', 1001, 1002, 0)");
  database.exec(
    `insert into playlist (id, owner_id, name, description, is_public, created_at) values ('${PLAYLIST}', 1002, 'Sundays', '', 0, 0)`,
  );
  database.exec(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${PLAYLISTS})
      insert into playlist (id, owner_id, collaborator_id, name, description, is_public, created_at)
      select 'playlist-' || i, iif(i < 200, 1002, 1001), iif(i < 200, 1001, 1002), 'Playlist ' || i, 'Quiet songs', 0, i from n`,
  );
  const contacts = `with recursive n(i) as (select 10000 union all select i + 1 from n where i < ${10_000 + CONTACTS})`;
  for (const statement of [
    `insert into member (id, issuer, subject, first_name, last_name, created_at) select i, 'bench', 'contact-' || i, 'Name ' || i, '', 0 from n`,
    "insert into match (id, low_id, high_id, created_at) select 'match-' || i, 1002, i, i from n",
    "insert into decision (member_id, target_id, liked, decided_at) select 1002, i, 1, i from n",
    `insert into conversation (id, low_id, high_id, started_by, accepted_at, last_message_at, created_at)
      select 'talk-' || i, 1002, i, i, i, i, i from n`,
    "insert into message (id, conversation_id, sender_id, content, created_at) select 'message-' || i, 'talk-' || i, i, 'Hello', i from n",
    `insert into message (id, conversation_id, sender_id, content, created_at)
      select 'reply-' || i, 'talk-10000', 10000, 'Hello again', i from n`,
  ]) {
    database.exec(`${contacts} ${statement}`);
  }
  database.exec(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${SESSIONS})
      insert into session (id, member_id, data, user_agent, created_at, expires_at)
      select 'session-' || i, 1002, '{}', 'Mozilla/5.0 Firefox/130.0', i, ${Date.now()} + 3600000 from n`,
  );
  database.exec(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${SONGS})
      insert into playlist_song (id, playlist_id, added_by, artist, title, album, duration_seconds, position, created_at)
      select 'song-' || i, '${PLAYLIST}', 1002, 'Artist ' || i, 'Song ' || i, 'Album ' || i, 200, i, i from n`,
  );
  database.close();
}

/** Fills the conversation of the first and second member with long messages, and lets the fourth moderate the second's case. */
function fillConversation(dataDir: string) {
  const database = openFile(join(dataDir, "b-side.sqlite"), 0);
  const messages = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${LONG_MESSAGES})`;
  for (const statement of [
    `${messages} insert into message (id, conversation_id, sender_id, content, created_at, edited_at, is_flagged)
      select 'long-' || i, 'conversation-0', 1001, ${LONG_TEXT}, i, i, 1 from n`,
    `${messages}, edit(number) as (select 1 union all select number + 1 from edit where number < ${EDITS})
      insert into message_version (message_id, content, replaced_at, is_flagged)
      select 'long-' || i, ${LONG_TEXT}, number, 1 from n, edit`,
    "insert into moderation_case (id, member_id, member_name, severity, opened_at) values ('case', 1001, 'Ada', 0, 0)",
    "insert into staff (member_id, role, added_at) values (1003, 'moderator', 0)",
  ])
    database.exec(statement);
  database.close();
}
