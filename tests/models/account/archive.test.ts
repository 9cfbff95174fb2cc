// An export that is read by another B-Side: what comes along, what never does, and files that are none.
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { archiveErrors } from "~/models/account/export/archive";
import { prepareArchive, readPreview, takeOver } from "~/models/account/export/archive.server";
import { claimExport, getNewestExport, openExport, startExport } from "~/models/account/export/export.server";
import { addMessage } from "~/models/conversation/message.server";
import { saveAnthem } from "~/models/member/anthem.server";
import { getMember, type Member } from "~/models/member/member.server";
import { savePrompts } from "~/models/member/prompt.server";
import { saveWishes } from "~/models/member/wishes.server";
import { wishesInput } from "~/models/member/wishes-schema";
import { getPreferences } from "~/models/music/preferences.server";
import { addPhotos } from "~/models/picture/photos.server";
import { addPicture } from "~/models/picture/picture-upload.server";
import { addPlaylist } from "~/models/playlist/playlist.server";
import { getPlaylistImport } from "~/models/playlist/playlist-import.server";
import { playlistInput, songInput } from "~/models/playlist/playlist-schema";
import { addSong } from "~/models/playlist/song.server";
import { addRecord } from "~/models/record/record.server";
import { getImport } from "~/models/record/record-import.server";
import { recordInput } from "~/models/record/record-schema";
import { makeExport } from "~/operations/export-archive.server";
import { addMember, addNewcomer, makeConversation } from "../../cast";
import { makeZip } from "../../fakes/history-files";
import { photo } from "../../fakes/picture-files";

const folder = mkdtempSync(join(tmpdir(), "b-side-archive-"));

function save(bytes: Buffer): string {
  const path = join(folder, randomUUID());
  writeFileSync(path, bytes);
  return path;
}

async function exportOf({ id }: Member): Promise<Buffer> {
  await startExport(id, "");
  const claim = await claimExport();
  if (claim) await makeExport(claim);
  const opened = await openExport(id, (await getNewestExport(id))?.id ?? "");
  if (!opened) throw new Error("There is no export");
  return buffer(opened.stream);
}

const ALL = ["about", "preferences", "prompts", "anthem", "wishes", "photos"] as const;

test("what a member has brought comes along piece by piece, and nothing of others", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await savePrompts(ada.id, { prompts: [{ prompt: "b_side", answer: "Yes It Is" }] });
  await saveAnthem(ada.id, { type: "song", artist: "Low", title: "Sunflower" });
  await saveWishes(ada.id, wishesInput.parse({ gender: "woman", meets: ["man"], consents: true }));
  await addPhotos(ada.id, [{ id: await addPicture(ada.id, save(await photo())), focus: { x: 20, y: 70 } }]);
  await addRecord(ada.id, recordInput.parse({ artist: "Low", album: "Hey What" }));
  await addRecord(ada.id, recordInput.parse({ artist: "Pram", album: "Gash", wanted: true }));
  const { id: playlistId } = await addPlaylist(ada.id, playlistInput.parse({ name: "Slow trains" }));
  await addSong(ada.id, playlistId, songInput.parse({ artist: "Can", title: "Vitamin C" }));
  const { id: talk } = await makeConversation(ada, ben);
  await addMessage(ben.id, talk, { content: "A word of Ben's own", messageType: "text" } as never);

  const path = save(await exportOf(ada));
  const cleo = await addNewcomer("Cleo");
  const preview = await prepareArchive(cleo.id, path);
  expect(JSON.stringify(preview)).not.toContain("A word of Ben's own");
  expect([preview.unknown, preview.isNewer]).toEqual([[], false]);
  expect(preview.found.photos).toMatchObject([{ focus: { x: 20, y: 70 } }]);
  // Its photos aren't left on the disk.
  expect(existsSync(`${path}.0`)).toBe(false);
  const records = await getImport(cleo.id, preview.records?.id ?? "");
  expect(records?.records).toMatchObject([
    { artist: "Low", wanted: false },
    { artist: "Pram", wanted: true },
  ]);
  expect(await getPlaylistImport(cleo.id, preview.playlists?.id ?? "")).toMatchObject({
    name: "Slow trains",
    songs: [{ artist: "Can", title: "Vitamin C" }],
  });

  const sent = readPreview(JSON.stringify(preview));
  expect(sent).toEqual(preview);
  // Whom somebody would like to meet needs this place's own consent.
  const wishes = { chosen: ["wishes"] as const, consents: false };
  await expect(takeOver(cleo.id, preview.found, { ...wishes, chosen: ["wishes"] })).toBeRefused("invalid");
  const taken = await takeOver(cleo.id, preview.found, { chosen: [...ALL], consents: true });
  expect(taken).toEqual(ALL);
  const [before, after] = [await getMember(ada.id), await getMember(cleo.id)];
  for (const column of [
    "bio",
    "age",
    "location",
    "prompts",
    "anthem",
    "gender",
    "meets",
    "photoFocus",
  ] as const)
    expect(after[column], column).toEqual(before[column]);
  expect(await getPreferences(cleo.id)).toEqual(await getPreferences(ada.id));
  expect(after.photoId).toBe(preview.found.photos?.[0]?.id);
});

const profile = JSON.stringify({ bio: "Hi", age: 30, location: "Portland, Oregon" });

test("parts that aren't known here are named, and a newer version says so", async () => {
  const ben = await addNewcomer("Ben");
  const path = save(
    await makeZip({
      "export.json": JSON.stringify({ version: 99 }),
      "profile.json": JSON.stringify({
        ...JSON.parse(profile),
        moonSign: "Aries",
        prompts: [{ prompt: "?", answer: "x" }],
      }),
      "tapes.json": "[]",
      "conversations/1.json": "not even JSON",
    }),
  );
  const { found, unknown, isNewer } = await prepareArchive(ben.id, path);
  expect(isNewer).toBe(true);
  expect(unknown).toEqual(["tapes.json", "profile.json: moonSign", "profile.json: prompts"]);
  expect(found).toEqual({ about: { bio: "Hi", age: 30, location: "Portland, Oregon" } });
});

test.each([
  ["no ZIP", async () => Buffer.from("PK, but not really"), archiveErrors.damaged],
  ["another ZIP", () => makeZip({ "StreamingHistory0.json": "[]" }), archiveErrors.notOne],
  ["broken JSON", () => makeZip({ "profile.json": "{" }), archiveErrors.damaged],
  ["a list", () => makeZip({ "profile.json": "[]" }), archiveErrors.notOne],
  ["a bomb", () => makeZip({ "profile.json": Buffer.alloc(50_000_000, " ") }), archiveErrors.unpacked],
])("%s is refused with a sentence", async (_, make, message) => {
  const ben = await addNewcomer("Ben");
  await expect(prepareArchive(ben.id, save(await make()))).rejects.toThrow(message.text);
});

test("what a form sends as a preview is read again by the rules of each field", () => {
  for (const text of ["", "{", "null", "[1]", '{"found":1}'])
    expect(readPreview(text)?.found ?? {}).toEqual({});
  const sent = {
    found: { about: { bio: "x", age: 12, location: "y" }, photos: [{ id: "../x", focus: {} }] },
  };
  expect(readPreview(JSON.stringify(sent))?.found).toEqual({});
});
