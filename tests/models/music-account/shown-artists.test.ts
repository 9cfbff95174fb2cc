// What others see of a member's accounts: who sees it, and that nothing is scored by it.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { db } from "db/client.server";
import { candidate, memberArtist, musicAccount } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { env } from "~/env.server";
import {
  connectUnverified,
  listMusicAccounts,
  listShownServices,
  removeMusicAccount,
} from "~/models/music-account/music-account.server";
import { getImportOffer, saveImport } from "~/models/music-account/music-import.server";
import { listShownProfiles, listSpotifyArtists } from "~/models/music-account/shown-artists.server";
import { blockMember } from "~/models/safety/block.server";
import { addMember } from "../../cast";

const connectSpotify = async (memberId: number, values: Partial<typeof musicAccount.$inferInsert> = {}) => {
  const id = randomUUID();
  await db.insert(musicAccount).values({
    ...{ id, memberId, service: "spotify", serviceUserId: "ada", serviceUsername: "Ada", isVerified: true },
    ...{ topArtists: ["Julia Holter", " ", "Various Artists", "Low"], createdAt: new Date() },
    ...values,
  });
  return id;
};

test("who sees a member sees what they play on Spotify, until it is disconnected", async () => {
  const [ada, ben, eve] = [await addMember("Ada"), await addMember("Ben"), await addMember("Eve")];
  const id = await connectSpotify(ada.id);
  expect(await listSpotifyArtists(ben.id, ada.id)).toEqual(["Julia Holter", "Low"]);
  expect(await listSpotifyArtists(ada.id, ada.id)).toEqual(["Julia Holter", "Low"]);
  await blockMember(ada.id, eve.id);
  expect(await listSpotifyArtists(eve.id, ada.id)).toEqual([]);
  await removeMusicAccount(ada.id, id);
  expect(await listSpotifyArtists(ben.id, ada.id)).toEqual([]);
  expect(await listSpotifyArtists(ada.id, ada.id)).toEqual([]);
});

test("a linked profile is seen by whoever sees the member, unless the operator hides them", async () => {
  const [ada, ben, eve] = [await addMember("Ada"), await addMember("Ben"), await addMember("Eve")];
  await connectUnverified(ada.id, "youtube", { serviceUserId: "youtube_7", serviceUsername: "Ada" });
  const url = "https://open.spotify.com/user/ada";
  const made = await connectUnverified(ada.id, "spotify", { serviceUserId: url, serviceUsername: "ada" });
  expect(made.profileUrl).toBe(url);
  const shown = [{ service: "spotify", url, name: "ada" }];
  expect(await listShownProfiles(ben.id, ada.id)).toEqual(shown);
  expect(await listShownProfiles(ada.id, ada.id)).toEqual(shown);
  await blockMember(ada.id, eve.id);
  expect(await listShownProfiles(eve.id, ada.id)).toEqual([]);
  const all = await listMusicAccounts(ada.id);
  env.linksProfiles = false;
  expect(await listShownProfiles(ben.id, ada.id)).toEqual([]);
  expect(listShownServices([])).toEqual(["listenbrainz", "lastfm"]);
  expect(listShownServices(all)).toContain("spotify");
  env.linksProfiles = true;
  await removeMusicAccount(ada.id, made.id);
  expect(await listShownProfiles(ben.id, ada.id)).toEqual([]);
});

test("a verified account is no link", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await connectSpotify(ada.id, { serviceUserId: "https://open.spotify.com/user/ada" });
  expect(await listShownProfiles(ben.id, ada.id)).toEqual([]);
});

test.each([
  ["without proof", { isVerified: false }],
  ["whose consent has ended", { isActive: false }],
  ["at another service", { service: "lastfm" as const }],
])("an account %s shows nothing", async (_, values) => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await connectSpotify(ada.id, values);
  expect(await listSpotifyArtists(ben.id, ada.id)).toEqual([]);
});

test("Spotify offers nothing for the list, and changes nothing that is scored", async () => {
  const ada = await addMember("Ada");
  const scored = async () => [
    await db.select().from(memberArtist).where(eq(memberArtist.memberId, ada.id)),
    await db.select().from(candidate).where(eq(candidate.memberId, ada.id)),
  ];
  const before = await scored();
  const id = await connectSpotify(ada.id);
  expect(await getImportOffer(ada.id, id)).toBeUndefined();
  const importing = saveImport(ada.id, id, { playCount: null, artists: ["Low"], favoriteGenres: [] });
  await expect(importing).rejects.toMatchObject({ code: "absent" });
  expect(await scored()).toEqual(before);
});

test("nothing that scores or gives reasons reads accounts", () => {
  const files = readdirSync("app/matching").map((name) => readFileSync(`app/matching/${name}`, "utf8"));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((text) => /music_?(account|connection)|spotify/i.test(text))).toEqual([]);
});
