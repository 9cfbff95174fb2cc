// Playlists as JSON, and how the longest are divided.
import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { client } from "db/client.server";
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { makeMatch, type Person } from "../people";

const { signUp } = shareApp();
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
  const me = BigInt(person.id);
  await client.execute({
    sql: `insert into playlist (id, owner_id, name, description, is_public, created_at)
      select 'playlist-' || ?1 || '-' || value, ?1, 'Sunday morning, no. ' || value, 'Slow songs for a quiet kitchen', 0, value
      from generate_series(1, 200)`,
    args: [me],
  });
  await client.execute({
    sql: `insert into playlist_song (id, playlist_id, added_by, artist, title, album, duration_seconds, position, created_at)
      select 'song-' || id || '-' || value, id, ?1, 'Yo La Tengo no. ' || value, 'Our Way to Fall, take ' || value,
        'And Then Nothing Turned Itself Inside-Out', 258, value, 1
      from playlist, generate_series(1, 500) where owner_id = ?1`,
    args: [me],
  });
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
