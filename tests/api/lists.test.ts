// Every list of the API that comes in pages: each thing is in it once, and only the last page leads nowhere.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { db } from "db/client.server";
import { member, message, playlist, playlistSong, record, show, showArtist, triviaGame } from "db/schema";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { startConversation } from "~/models/conversation/request.server";
import type { Member } from "~/models/member/member.server";
import { dayOf } from "~/models/member/visit.server";
import { blockMember } from "~/models/safety/block.server";
import { fileReport } from "~/models/safety/report.server";
import { shareApp } from "../app";
import { addMember as addToCast, makeMatch } from "../cast";
import type { Person } from "./people";

const { sharedMember } = shareApp();

const known: Record<string, string> = {};

/** The lists, whose they are, how much a page has, and how much all pages have. */
const lists: [path: string, reader: string, size: number, total: number][] = [
  ["/api/record-collections", "Ada", 500, 501],
  ["/api/record-collections?sort=artist", "Ada", 500, 501],
  ["/api/playlists", "Ada", 2 * 24, 2 * 26],
  ["/api/playlists/{playlist}", "Ada", 100, 101],
  ["/api/matches", "Ada", 100, 103],
  ["/api/matches/mutual", "Ada", 100, 103],
  ["/api/conversations", "Ada", 100, 103],
  ["/api/conversations/{talk}/messages", "Ada", 50, 51],
  ["/api/messages/search?q=hello", "Ada", 20, 51],
  ["/api/notifications", "Ada", 30, 103],
  ["/api/trivia-games", "Ada", 50, 52],
  ["/api/blocks", "Eve", 100, 103],
  ["/api/reports", "Eve", 50, 52],
  ["/api/discover", "Dan", 20, 105],
  ["/api/discover?order=new", "Dan", 20, 105],
  ["/api/artists/broadcast", "Dan", 20, 105],
  ["/api/shows", "Dan", 40, 41],
];

beforeAll(async () => {
  const [ada, eve] = [await sharedMember("Ada"), await sharedMember("Eve")];
  const dan = await sharedMember("Dan");
  const [adaId, eveId] = [Number(ada.id), Number(eve.id)];
  const others: Member[] = [];
  for (let n = 0; n < 103; n++) {
    const other = await addToCast("Ben");
    others.push(other);
    // The last decision is theirs, so that each match is news for her.
    await makeMatch({ id: adaId } as Member, other);
    const talk = await startConversation(adaId, other.id);
    known.talk ??= talk.id;
    const about = { subject: "member", id: String(other.id) } as const;
    if (n < 52) await fileReport(eveId, { about, reason: "spam", words: "", alsoBlock: false });
    await blockMember(eveId, other.id);
  }
  const [first] = others as [Member];
  const many = <Row>(count: number, row: (n: number) => Row) =>
    Array.from({ length: count }, (_, n) => row(n));
  const createdAt = new Date();
  const talk = { conversationId: known.talk ?? "", senderId: first.id, content: "Hello", createdAt };
  await db.insert(message).values(many(51, () => ({ ...talk, id: randomUUID() })));
  await db.insert(record).values(
    many(501, (n) => ({
      ...{ id: randomUUID(), memberId: adaId, artist: `Artist ${n}`, album: "One", artistKey: `artist ${n}` },
      ...{ albumKey: "one", genreKey: "", genre: "", format: "vinyl" as const, condition: "good" as const },
      ...{ notes: "", createdAt },
    })),
  );
  const shelf = (ownerId: number, collaboratorId: number | null) =>
    many(26, (n) => ({
      ...{ id: randomUUID(), ownerId, collaboratorId, name: `No. ${n}`, description: "" },
      ...{ isPublic: false, createdAt },
    }));
  const own = shelf(adaId, null);
  await db.insert(playlist).values([...own, ...shelf(first.id, adaId)]);
  known.playlist = own[0]?.id ?? "";
  await db.insert(playlistSong).values(
    many(101, (n) => ({
      ...{
        id: randomUUID(),
        playlistId: known.playlist ?? "",
        addedBy: adaId,
        artist: "Can",
        title: `No. ${n}`,
      },
      ...{ album: "", position: n + 1, createdAt },
    })),
  );
  const [danRow] = await db
    .select()
    .from(member)
    .where(eq(member.id, Number(dan.id)));
  const there = { day: dayOf() + 1, cell: danRow?.cell ?? Number.NaN };
  const shows = many(41, () => ({
    ...{ ...there, id: randomUUID(), venue: "Mississippi Studios", placeName: "Portland", createdAt },
  }));
  await db.insert(show).values(shows);
  await db.insert(showArtist).values(
    shows.map(({ id }, n) => ({
      ...{ ...there, showId: id, position: 1, artistKey: `artist ${n}`, name: `Artist ${n}` },
    })),
  );
  await ada.json("POST", "/api/trivia-games", { player2Id: String(first.id) });
  const [game] = await db.select().from(triviaGame);
  if (game) await db.insert(triviaGame).values(many(51, () => ({ ...game, id: randomUUID() })));
});

type Thing = { id?: string; userId?: string };
type Page = Thing[] | { own?: Thing[]; shared?: Thing[]; songs?: Thing[] | object; members?: Thing[] };

/** Reads a list to its end, by its links; returns the ids on each page. */
async function readPages(reader: Person, path: string): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  for (let next: string | undefined = path; next; ) {
    const answer: Response = await reader.get(next);
    expect([next, answer.status]).toEqual([next, 200]);
    const page = (await answer.json()) as Page;
    const things = Array.isArray(page)
      ? page
      : [page.own, page.shared, page.songs, page.members].filter(Array.isArray).flat();
    pages.push(things.map(({ id, userId }) => id ?? userId));
    next = /^<(.+)>; rel="next"$/.exec(answer.headers.get("Link") ?? "")?.[1];
    if (next) expect(next.split("?")[0]).toBe(path.split("?")[0]);
  }
  return pages;
}

const fill = (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => known[name] ?? name);

test.each(lists)("GET %s has each of %s's things once, %i a page", async (path, reader, size, total) => {
  const pages = await readPages(await sharedMember(reader), fill(path));
  const full = Math.floor((total - 1) / size);
  expect(pages.map(({ length }) => length)).toEqual([...Array(full).fill(size), total - full * size]);
  expect(new Set(pages.flat()).size).toBe(total);
});

test.each(["x", "", "-", "1-1-1", "9".repeat(400), "0-0'--", "%00", "__proto__", "%F0%9F%92%BF"])(
  "a cursor that is none gets a sentence or the first page in every list: %s",
  async (cursor) => {
    for (const [path, reader] of lists) {
      const name = path === "/api/playlists" ? "own" : path.endsWith("messages") ? "before" : "cursor";
      const at = `${fill(path)}${path.includes("?") ? "&" : "?"}${name}=${cursor}`;
      const answer = await (await sharedMember(reader)).get(at);
      expect([path, answer.status]).toEqual([path, expect.toBeOneOf([200, 400])]);
      if (answer.status === 400)
        expect(await answer.text()).toMatch(
          /^(The cursor is invalid|Must be a UUID|This page of Discover does not exist)/,
        );
    }
  },
);

test("every list that the API describes with a cursor is here", () => {
  const { paths } = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as {
    paths: Record<string, { get?: { parameters?: { name: string }[] } }>;
  };
  const described = Object.entries(paths).flatMap(([path, { get }]) =>
    get?.parameters?.some(({ name }) => ["cursor", "own", "before"].includes(name)) ? [path] : [],
  );
  const here = lists.map(([path]) => path.replace(/\?.*/, "").replace(/\{\w+\}|broadcast/, "{id}"));
  // tests/models/artist/loved-artists.test.ts has the wall of artists, which takes many members.
  expect(described.map((path) => path.replace("{key}", "{id}")).sort()).toEqual(
    [...new Set([...here, "/api/artists"])].sort(),
  );
});
