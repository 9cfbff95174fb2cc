import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { shareApp } from "../../app";
import { openDatabaseFile } from "../../database-file";
import { type Browser, decide, makeMatch, type Person } from "../server";

const { app, signUp, visitor } = shareApp();
const all = "/api/playlists";
const one = { artist: "Broadcast", title: "Tender Buttons" };

async function begin(person: Person, fields: Record<string, unknown> = {}): Promise<string> {
  const begun = await person.json("POST", all, { name: "Sundays", ...fields });
  expect(begun.status).toBe(201);
  return ((await begun.json()) as { id: string }).id;
}

async function addSong(person: Person, id: string, fields: Record<string, unknown> = {}): Promise<string> {
  const added = await person.json("POST", `${all}/${id}/songs`, { ...one, ...fields });
  expect(added.status).toBe(201);
  return ((await added.json()) as { id: string }).id;
}

async function titles(person: Person, id: string): Promise<string[]> {
  const { songs } = (await (await person.get(`${all}/${id}`)).json()) as { songs: { title: string }[] };
  return songs.map(({ title }) => title);
}

test("a playlist is listed, returned with its songs, and shared", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  expect(await (await ada.get(all)).json()).toEqual({ own: [], shared: [] });
  await makeMatch(ada, ben);
  const id = await begin(ada, { description: "Slow", collaboratorId: ben.id, isPublic: false });
  const expected = {
    id,
    name: "Sundays",
    description: "Slow",
    ownerId: ada.id,
    owner: { id: ada.id, firstName: "Ada" },
    collaboratorId: ben.id,
    collaborator: { id: ben.id, firstName: "Ben" },
    isPublic: false,
    coverImageUrl: null,
    songCount: 0,
    createdAt: expect.any(String),
  };
  const listed = { ...expected, songs: [] };
  expect(await (await ada.get(all)).json()).toEqual({ own: [listed], shared: [] });
  expect(await (await ben.get(all)).json()).toEqual({ own: [], shared: [listed] });
  const songId = await addSong(ben, id, { album: "Tender Buttons", duration: 179 });
  const song = {
    ...{ id: songId, ...one, album: "Tender Buttons", duration: 179 },
    addedBy: { id: ben.id, firstName: "Ben" },
  };
  const withSong = { ...expected, songCount: 1, songs: [song] };
  expect(await (await ada.get(`${all}/${id}`)).json()).toEqual({ ...withSong, role: "owner" });
  expect(await (await ben.get(all)).json()).toEqual({ own: [], shared: [withSong] });
  const sent = { id: randomUUID(), name: "Mondays" };
  expect(await (await ada.json("POST", all, sent)).json()).toMatchObject({ ...sent, songs: [] });
  await addSong(ada, sent.id);
  expect(await (await ada.json("POST", all, sent)).json()).toMatchObject({ ...sent, songs: [one] });
});

test("a playlist and a song sent five times at once are saved once each", async () => {
  const ada = await signUp("Ada");
  const [id, songId] = [randomUUID(), randomUUID()];
  const five = [1, 2, 3, 4, 5];
  await Promise.all(five.map(() => begin(ada, { id })));
  await Promise.all(five.map(() => addSong(ada, id, { id: songId })));
  expect(await (await ada.get(all)).json()).toMatchObject({ own: [{ id, songCount: 1 }] });
});

test("an invalid playlist or song is refused with one sentence", async () => {
  const ada = await signUp("Ada");
  const id = await begin(ada);
  const refusals: [string, unknown, string][] = [
    [all, {}, "Name is required"],
    [all, { name: "n".repeat(101) }, "Use at most 100 characters"],
    [all, { name: "A", isPublic: "perhaps" }, "Must be true or false"],
    [all, { name: "A", collaboratorId: "Ben" }, "Choose a member"],
    [all, { name: "A", collaboratorId: ada.id }, "Choose someone you've matched or chatted with"],
    [
      all,
      { name: "A", coverImageUrl: "http://a.example/" },
      "Use a full image URL that starts with https://",
    ],
    [`${all}/${id}/songs`, { artist: "Broadcast" }, "Title is required"],
    [`${all}/${id}/songs`, { title: "Tender Buttons" }, "Artist is required"],
    [`${all}/${id}/songs`, { ...one, duration: "soon" }, "Use minutes and seconds, such as 3:45"],
    [`${all}/${id}/songs`, { ...one, duration: 0.5 }, "Use whole seconds"],
  ];
  for (const [path, body, message] of refusals) {
    const refused = await ada.json("POST", path, body);
    expect([refused.status, await refused.text()]).toEqual([400, message]);
  }
});

/** Fills a member with 200 playlists of 500 songs, the newest of which is returned; texts are of an ordinary length. */
async function fillPlaylists(person: Person): Promise<string> {
  const database = openDatabaseFile(`${app().dataDir}/b-side.sqlite`);
  const me = BigInt(person.id);
  await database.execute({
    sql: `insert into playlist (id, owner_id, name, description, is_public, created_at)
      select 'playlist-' || ?1 || '-' || value, ?1, 'Sunday morning, no. ' || value, 'Slow songs for a quiet kitchen', 0, value
      from generate_series(1, 200)`,
    args: [me],
  });
  await database.execute({
    sql: `insert into playlist_song (id, playlist_id, added_by, artist, title, album, duration_seconds, position, created_at)
      select 'song-' || id || '-' || value, id, ?1, 'Yo La Tengo no. ' || value, 'Our Way to Fall, take ' || value,
        'And Then Nothing Turned Itself Inside-Out', 258, value, 1
      from playlist, generate_series(1, 500) where owner_id = ?1`,
    args: [me],
  });
  database.close();
  return `playlist-${me}-200`;
}

/** Reads a list of the API to its end, by its links. */
async function readAll<Page>(person: Person, path: string): Promise<Page[]> {
  const pages: Page[] = [];
  for (let next: string | undefined = path; next; ) {
    const answer: Response = await person.get(next);
    expect(answer.status).toBe(200);
    pages.push((await answer.json()) as Page);
    next = answer.headers.get("Link")?.match(/<(.+)>; rel="next"/)?.[1];
  }
  return pages;
}

test("the longest playlists come in pages, of a screen's weight and without a gap in the API", async () => {
  const ada = await signUp("Ada");
  const ben = await signUp("Ben");
  await makeMatch(ada, ben);
  const id = await fillPlaylists(ada);
  const sharedId = await begin(ben, { collaboratorId: ada.id });
  for (const path of ["/playlists", `/playlists/${id}`]) {
    const answer = await ada.get(path);
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(page.length, path).toBeLessThan(180_000);
    expect(gzipSync(page).length, path).toBeLessThan(20_000);
  }
  type Detail = { songCount: number; songs: { id: string }[] };
  const songs = (await readAll<Detail>(ada, `${all}/${id}`)).map(({ songs }) => songs.map(({ id }) => id));
  expect(songs.flat()).toEqual(Array.from({ length: 500 }, (_, index) => `song-${id}-${index + 1}`));
  expect(Math.max(...songs.map(({ length }) => length))).toBe(100);
  type Lists = { own: Detail[]; shared: (Detail & { id: string })[] };
  const lists = await readAll<Lists>(ada, all);
  expect(lists.flatMap(({ own }) => own)).toHaveLength(200);
  expect(lists.flatMap(({ shared }) => shared)).toMatchObject([{ id: sharedId, songs: [] }]);
  for (const { songCount, songs } of lists.flatMap(({ own }) => own))
    expect([songCount, songs.length]).toEqual([500, 20]);
  for (const path of [`${all}/${id}?cursor=x`, `${all}?own=x`, `${all}?shared=e30`])
    expect((await ada.get(path)).status).toBe(400);
});

describe("permissions", () => {
  type Door = [name: string, open: (who: Browser) => Promise<Response>];
  /** Every route of a playlist and one of its songs. */
  const doors = (id: string, songId: string): Door[] => [
    ["GET", (who) => who.get(`${all}/${id}`)],
    ["POST songs", (who) => who.json("POST", `${all}/${id}/songs`, one)],
    ["page", (who) => who.get(`/playlists/${id}`)],
    ["add page", (who) => who.get(`/playlists/${id}/add`)],
    ["add", (who) => who.form(`/playlists/${id}/add`, one)],
    ["edit page", (who) => who.get(`/playlists/${id}/edit`)],
    ["edit", (who) => who.form(`/playlists/${id}/edit`, { name: "Mine" })],
    ["delete page", (who) => who.get(`/playlists/${id}/delete`)],
    ["delete", (who) => fetchForm(who, `/playlists/${id}/delete`, {})],
    ["leave page", (who) => who.get(`/playlists/${id}/leave`)],
    ["leave", (who) => fetchForm(who, `/playlists/${id}/leave`, {})],
    ["remove", (who) => fetchForm(who, `/playlists/${id}/songs/${songId}/remove`, {})],
    ["move", (who) => fetchForm(who, `/playlists/${id}/songs/${songId}/move`, { before: "" })],
  ];

  async function statuses(who: Browser, id: string, songId: string): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const [name, open] of doors(id, songId)) found[name] = (await open(who)).status;
    return found;
  }

  test("strangers, former matches and visitors get the same response as for a missing playlist", async () => {
    const [ada, ben, cleo] = [await signUp("Ada"), await signUp("Ben"), await signUp("Cleo")];
    await makeMatch(ada, ben);
    const id = await begin(ada, { collaboratorId: ben.id });
    const songId = await addSong(ben, id);
    await decide(ada, ben, false);
    for (const who of [ben, cleo, visitor()])
      expect(await statuses(who, id, songId)).toEqual(await statuses(who, randomUUID(), randomUUID()));
    expect(await (await ben.get(all)).json()).toEqual({ own: [], shared: [] });
    expect(await titles(ada, id)).toEqual(["Tender Buttons"]);
  });

  test("readers can view, collaborators can add songs, and only the owner can do the rest", async () => {
    const [ada, ben, cleo] = [await signUp("Ada"), await signUp("Ben"), await signUp("Cleo")];
    await makeMatch(ada, ben);
    const id = await begin(ada, { collaboratorId: ben.id, isPublic: true });
    const songId = await addSong(ada, id);
    const denied = {
      "edit page": 404,
      edit: 403,
      "delete page": 404,
      delete: 403,
      remove: 403,
      move: 403,
    };
    expect(await statuses(cleo, id, songId)).toEqual({
      ...denied,
      GET: 200,
      "POST songs": 403,
      page: 200,
      "add page": 404,
      add: 403,
      "leave page": 404,
      leave: 403,
    });
    expect(await titles(ada, id)).toEqual(["Tender Buttons"]);
    const { leave, ...asBen } = await statuses(ben, id, songId);
    expect(asBen).toMatchObject({
      ...denied,
      GET: 200,
      "POST songs": 201,
      page: 200,
      "add page": 200,
      add: 303,
    });
    expect((await ben.get(`/playlists/${id}/leave`)).status).toBe(404);
    expect(await titles(ada, id)).toHaveLength(3);
    expect(leave).toBeLessThan(400);
  });

  test("visitors can't list playlists", async () => {
    expect((await visitor().get(all)).status).toBe(401);
    for (const path of ["/playlists", "/playlists/new"]) expect((await visitor().get(path)).status).toBe(404);
  });

  test("URLs that only accept a button's POST have no page", async () => {
    const ada = await signUp("Ada");
    const id = await begin(ada);
    const songId = await addSong(ada, id);
    for (const verb of ["move", "remove"])
      expect((await ada.get(`/playlists/${id}/songs/${songId}/${verb}`)).status).toBe(404);
  });
});

test("hostile text is escaped on every playlist page", async () => {
  const ada = await signUp("Ada");
  const hostile = "</script><img src=x onerror=alert(1)>";
  const id = await begin(ada, { name: hostile, description: hostile });
  await addSong(ada, id, { artist: hostile, title: hostile, album: hostile });
  for (const path of ["/playlists", `/playlists/${id}`, `/playlists/${id}/edit`, `/playlists/${id}/delete`]) {
    const page = await (await ada.get(path)).text();
    expect(page, path).not.toContain("<img src=x");
  }
});

/** Posts a form as scripts do, so that the status shows a refusal. */
function fetchForm(who: Browser, path: string, fields: Record<string, string>) {
  return who.form(`${path}.data`, fields, { Accept: "*/*" });
}
