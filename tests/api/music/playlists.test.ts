import { gzipSync } from "node:zlib";
import { client } from "db/client.server";
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import type { Person } from "../people";

const { signUp } = shareApp();

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
