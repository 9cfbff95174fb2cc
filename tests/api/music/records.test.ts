// Files that are no collection, the sleeves drawn for records, the artists suggested for them, and the longest playlists.
import { gzipSync } from "node:zlib";
import { client } from "db/client.server";
import { expect, test } from "vitest";
import { sleeveUrl } from "~/models/music/sleeve-url";
import { shareApp } from "../../app";
import type { Person } from "../people";

const { signUp, visitor } = shareApp();

test("any file that is no collection gets an error message", async () => {
  const ada = await signUp("Ada");
  const send = (body: string | Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.set("file", new File([body], "../../etc/passwd"));
    return ada.form("/records/import", form);
  };
  const odd = [new Uint8Array(), Uint8Array.from({ length: 5000 }, (_, i) => i % 256), '"', "\0".repeat(100)];
  for (const body of odd) expect((await send(body)).status).toBe(400);
  expect((await send("a".repeat(4_000_000))).status).toBe(413);
  expect((await ada.form("/records/import", { file: "text" })).status).toBe(400);
  expect((await ada.json("POST", "/records/import", {})).status).toBe(415);
  const parts = new FormData();
  for (let i = 0; i < 2_000; i++) parts.append("file", new File([], "a.csv"));
  const crowded = await ada.form("/records/import", parts);
  expect([crowded.status, await crowded.text()]).toEqual([
    413,
    expect.stringContaining("That form has too many fields."),
  ]);
});

test("a sleeve is a picture that a browser keeps for a year, and that runs nothing", async () => {
  const answer = await visitor().get(sleeveUrl({ artist: "Can", title: "Tago Mago" }));
  expect(answer.status).toBe(200);
  const { headers } = answer;
  expect(headers.get("Content-Type")).toBe("image/svg+xml");
  expect(headers.get("Cache-Control")).toBe("private, max-age=31536000, immutable");
  expect(headers.get("Content-Security-Policy")).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  );
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Set-Cookie")).toBeNull();
  expect(await answer.text()).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 400 400">/);
});

test("another version's address gets a sleeve that isn't kept", async () => {
  const answer = await visitor().get("/sleeves/999.svg?artist=Can&title=Tago+Mago");
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
});

test.each(["/sleeves/1", "/sleeves/x.svg?title=Can", "/sleeves/11111.svg", "/sleeves/1.svg/"])(
  "%s is nothing",
  async (path) => {
    expect((await visitor().get(path)).status).toBe(404);
  },
);

test("hostile words give a picture, and no more work than the longest ordinary ones", async () => {
  for (const query of [
    "",
    "?title=%00%FF%ED%A0%80",
    `?artist=${"x".repeat(2000)}&title=${"%F0%9F%8E%89".repeat(100)}`,
    "?title=%3Cscript%3Ealert(1)%3C/script%3E&title=b&artist[]=c",
  ]) {
    const answer = await visitor().get(`/sleeves/1.svg${query}`);
    expect([query.slice(0, 40), answer.status]).toEqual([query.slice(0, 40), 200]);
    const svg = await answer.text();
    expect(svg).not.toContain("<script");
    expect(svg.length).toBeLessThan(60_000);
  }
});

test("visitors see seven sleeves, all of which are drawn", async () => {
  const page = await (await visitor().get("/")).text();
  const shelf = [...page.matchAll(/<img[^>]* src="(\/sleeves\/[^"]+)"/g)].map(([, address = ""]) => address);
  expect(shelf).toHaveLength(7);
  for (const address of shelf)
    expect((await visitor().get(address.replaceAll("&amp;", "&"))).status, address).toBe(200);
});

async function addListener(firstName: string, artist: string) {
  const member = await signUp(firstName);
  await member.json("PATCH", "/api/profile", { bio: "", age: 30, location: "Portland, Oregon" });
  const preferences = {
    topArtists: [artist],
    favoriteGenres: ["Folk"],
    totalScrobbles: 0,
    concertsAttended: 0,
  };
  const saved = await member.json("POST", "/api/music-preferences", preferences);
  expect(saved.status).toBeLessThan(300);
  return member;
}

test("GET /api/artists suggests names of artists to members", async () => {
  const ada = await signUp("Ada");
  const answer = await ada.get("/api/artists?q=sigur");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  expect(await answer.json()).toEqual(["Sigur Rós"]);
  const many = await (await ada.get("/api/artists?q=the")).json();
  expect(many).toHaveLength(8);
  expect((await visitor().get("/api/artists?q=sigur")).status).toBe(401);
});

test("GET /api/artists suggests nothing without a text, or for one that fits nothing", async () => {
  const ada = await signUp("Ada");
  const texts = [
    "",
    "?q=",
    "?q=%20",
    "?q=%25",
    "?q=%00",
    "?q=%FF",
    "?q=%F0%9F%8E%B8",
    `?q=${"x".repeat(3_000)}`,
  ];
  for (const query of texts) {
    const answer = await ada.get(`/api/artists${query}`);
    expect([query, answer.status, await answer.json()]).toEqual([query, 200, []]);
  }
});

test("GET /api/artists suggests what three other members list, and not what two do", async () => {
  const ada = await signUp("Ada");
  const suggest = async () => (await ada.get("/api/artists?q=grimbol")).json();
  await addListener("Ben", "Grimbolds");
  await addListener("Cleo", "Grimbolds");
  expect(await suggest()).toEqual([]);
  await addListener("Dan", "The Grimbolds");
  expect(await suggest()).toEqual(["Grimbolds"]);
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

test("the longest playlists have the weight of a screen, and the list of them the first songs of each", async () => {
  const ada = await signUp("Ada");
  const id = await fillPlaylists(ada);
  for (const path of ["/playlists", `/playlists/${id}`]) {
    const answer = await ada.get(path);
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(page.length, path).toBeLessThan(180_000);
    expect(gzipSync(page).length, path).toBeLessThan(20_000);
  }
  type Lists = { own: { songCount: number; songs: object[] }[] };
  const { own } = (await (await ada.get("/api/playlists")).json()) as Lists;
  for (const { songCount, songs } of own) expect([songCount, songs.length]).toEqual([500, 20]);
});
