// Every song and record of the demo has its round label, on every screen that its member can reach.

import { expect, test } from "vitest";
import { DEMO_SIGN_IN } from "~/models/account/sign-in/demo-sign-in";
import { sleeveUrl } from "~/models/music/sleeve-url";
import type { Person } from "../api/people";
import { shareApp } from "../app";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const { signInAgain } = shareApp({ DEMO: "1" });

type Song = { artist: string; title: string };

/** How many screens of one kind are looked at. */
const MOST_OF_A_KIND = 5;
/** Links that lead out of the app or repeat the same. */
const UNVISITED = /^\/(api|logout|listen|pictures|sleeves|avatars|attachments|assets|oidc)|\.\w{3,4}$/;
/** Words of members, rows that lead to where the song has its label, and questions about it. */
const QUOTED =
  "a, button, summary, textarea, option, .message-text, .quote, .dialog, #question label, .answer";

/** The demo's member, and the songs and records there are. */
async function readDemo(): Promise<{ person: Person; songs: Song[] }> {
  const { db } = await import("db/client.server");
  const { member, message, playlistSong, record } = await import("db/schema");
  const { eq } = await import("drizzle-orm");
  const [self] = await db.select().from(member).where(eq(member.email, DEMO_SIGN_IN.email));
  const person = {
    ...(await signInAgain({ id: String(self?.id) } as Person)),
    id: String(self?.id),
  } as Person;
  const shares = await db.select().from(message).where(eq(message.messageType, "music_share"));
  const all: Song[] = [
    ...(await db.select({ artist: playlistSong.artist, title: playlistSong.title }).from(playlistSong)),
    ...(await db.select({ artist: record.artist, title: record.album }).from(record)),
    ...shares.map(({ metadata }) => metadata as Song),
  ];
  // What is called like its artist can't be told from the artist.
  const songs = all.filter(({ artist, title }) => artist !== title);
  return { person, songs: [...new Map(songs.map((song) => [song.artist + song.title, song])).values()] };
}

/** What an element says itself, without what is in it. */
function ownText({ childNodes }: Element): string {
  const texts = [...childNodes].filter(({ nodeType }) => nodeType === 3);
  return texts
    .map(({ textContent }) => textContent)
    .join("")
    .trim();
}

/** Songs by what a screen can show of them: their names, with or without the artist, and the address of their sleeves. */
function indexSongs(songs: Song[]): Map<string, Song[]> {
  const index = new Map<string, Song[]>();
  for (const song of songs)
    for (const sign of [song.title, `${song.title} by ${song.artist}`, sleeveUrl(song)])
      index.set(sign, [...(index.get(sign) ?? []), song]);
  return index;
}

/** How often a screen shows a song, in words or as a sleeve, and where it offers no way to hear it. */
function findSongs(page: Page, songs: Map<string, Song[]>): { shown: number; silent: string[] } {
  const root = page.element.querySelector("main") ?? page.element;
  const silent: string[] = [];
  let shown = 0;
  for (const element of root.querySelectorAll("*")) {
    const [text, picture] = [ownText(element), element.getAttribute("src")];
    const found = songs.get(picture ?? text);
    const item = found && element.closest("li, article, .share, .card, main");
    if (!item || element.closest(QUOTED)) continue;
    for (const { artist, title } of found) {
      const name = `${title} by ${artist}`;
      if (text === title && !item.textContent?.includes(artist)) continue;
      shown++;
      const names = [...item.querySelectorAll(".listen")].map((label) => label.textContent ?? "");
      // A shared song names its album, too.
      const isAlbum = item.matches(".share") && names.some((each) => each.endsWith(` by ${artist}`));
      if (!isAlbum && !names.includes(`Listen to ${name}`)) silent.push(`${page.address}: ${name}`);
    }
  }
  return { shown, silent };
}

test("every song has its Listen, on every screen of the demo", async () => {
  const { person, songs } = await readDemo();
  const index = indexSongs(songs);
  expect(songs.length).toBeGreaterThan(20);
  const anthem = { shareType: "song", ...songs[0] };
  expect((await person.json("PUT", "/api/profile/anthem", anthem)).status).toBe(200);
  const visitor = openVisitor(person);
  const queue = ["/", "/profile/anthem"];
  const seen = new Set(queue);
  const kinds = new Map<string, number>();
  const withSongs = new Set<string>();
  const silent: string[] = [];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const kind = path.replace(/\/[\da-f-]{6,}|(?<=\/(artists|photos))\/.+/g, "/*");
    const count = (kinds.get(kind) ?? 0) + 1;
    if (count > MOST_OF_A_KIND) continue;
    kinds.set(kind, count);
    const page = await visitor.visit(path);
    const found = findSongs(page, index);
    if (found.shown) withSongs.add(kind);
    silent.push(...found.silent);
    for (const link of page.element.querySelectorAll("a[href], iframe[src]")) {
      const address = link.getAttribute("href") ?? link.getAttribute("src") ?? "";
      const next = address.split(/[?#]/)[0] ?? "";
      if (!next.startsWith("/") || UNVISITED.test(next) || seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  expect(silent).toEqual([]);
  const screens = [
    "/",
    "/discover",
    "/members/*",
    "/messages/*/frame",
    "/playlists/*",
    "/profile/anthem",
    "/records",
  ];
  expect([...withSongs]).toEqual(expect.arrayContaining(screens));
  expect([...kinds.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(80);
});
