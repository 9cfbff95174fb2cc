import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { musicAccount } from "db/schema";
import { expect, test } from "vitest";
import { getPreferences } from "~/models/music/preferences.server";
import { saveImport } from "~/models/music-account/music-import.server";
import { addMember } from "../../cast";

test("artists imported in two tabs at once are all added", async () => {
  const ada = await addMember("Ada");
  const id = randomUUID();
  const account = { serviceUserId: "ada", serviceUsername: "ada", isVerified: true };
  await db.insert(musicAccount).values({
    ...account,
    ...{ id, memberId: ada.id, service: "lastfm", topArtists: ["Low", "Blur"], isActive: true },
    createdAt: new Date(),
  });
  const add = (artist: string) =>
    saveImport(ada.id, id, { playCount: null, artists: [artist], favoriteGenres: [] });
  await Promise.all([add("Low"), add("Blur")]);
  const listed = (await getPreferences(ada.id))?.topArtists;
  expect(listed).toEqual(["Radiohead", "Stereolab", "Broadcast", "Low", "Blur"]);
});
