import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { musicConnection } from "db/schema";
import { expect, test } from "vitest";
import { saveImport } from "~/models/connection/music-import.server";
import { getPreferences } from "~/models/music/preferences.server";
import { addMember } from "../../cast";

test("artists imported in two tabs at once are all added", async () => {
  const ada = await addMember("Ada");
  const id = randomUUID();
  const account = { serviceUserId: "ada", serviceUsername: "ada", isVerified: true };
  await db.insert(musicConnection).values({
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
