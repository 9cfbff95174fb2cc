// Taking over an export of another B-Side, or of an account that is gone: read, shown, and saved piece by piece.
import { rm } from "node:fs/promises";
import { dataInventory } from "db/data-inventory";
import { z } from "zod";
import { MINUTE_MS } from "~/durations";
import { t } from "~/language/text";
import { saveAnthem } from "~/models/member/anthem.server";
import { anthemInput } from "~/models/member/anthem-schema";
import { saveProfile } from "~/models/member/member.server";
import { profileInput } from "~/models/member/profile-schema";
import { promptTexts } from "~/models/member/prompt";
import { savePrompts } from "~/models/member/prompt.server";
import { promptsInput } from "~/models/member/prompt-schema";
import { saveWishes } from "~/models/member/wishes.server";
import { wishesInput } from "~/models/member/wishes-schema";
import { createFilePool, runMemberJob } from "~/models/member-job.server";
import { savePreferences } from "~/models/music/preferences.server";
import { preferencesInput } from "~/models/music/preferences-schema";
import { PHOTOS_MAX } from "~/models/picture/photos";
import { addPhotos } from "~/models/picture/photos.server";
import { addPicture } from "~/models/picture/picture-upload.server";
import { readFocus } from "~/models/picture-focus";
import { keepPlaylists } from "~/models/playlist/playlist-import.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { prepareImport } from "~/models/record/record-import.server";
import { Refusal } from "~/refusal";
import { type ArchivePreview, archiveErrors, type Found, type Piece, pieceNames } from "./archive";
import type { Archive, ArchiveJob } from "./archive-reading.server";

const archiveWorkers = createFilePool<ArchiveJob>("archive", {
  waitMs: MINUTE_MS,
  workMs: 20_000,
  memoryMb: 512,
});

/**
 * Reads an export for a preview. Its photos become uploads, and its records and playlists imports, which are gone after a day
 * unless they are taken over. Refuses a file that is no export, is damaged or takes too much work (invalid), and more than 20
 * files an hour (too-many).
 */
export async function prepareArchive(memberId: number, path: string): Promise<ArchivePreview> {
  await consumeRateLimit("import", memberId);
  const archive = (await runMemberJob(
    archiveWorkers,
    { path },
    {
      ...{ kind: "playlistWork", owner: memberId },
      ...{ tooMuchWork: archiveErrors.tooMuchWork, damaged: archiveErrors.damaged },
    },
  )) as Archive;
  const { found, unread } = readPieces(archive);
  found.photos = await uploadPhotos(memberId, archive.photos, unread);
  return {
    found,
    records: await prepareRecords(memberId, archive.records, unread),
    playlists: archive.playlists.length
      ? { id: await keepPlaylists(memberId, archive.playlists), count: archive.playlists.length }
      : null,
    unknown: [...archive.unknown, ...unread],
    isNewer: archive.isNewer,
  };
}

/** The pieces that can be saved here as they are; `unread` names the others. */
function readPieces({ profile, preferences }: Archive): { found: Found; unread: string[] } {
  const found: Found = {};
  const known = new Set(["notifications", ...Object.keys(dataInventory.member.columns).map(toLabel)]);
  const unread = Object.keys(profile)
    .filter((name) => !known.has(name))
    .map((name) => `profile.json: ${name.slice(0, 60)}`);
  const about = profileInput.safeParse(profile);
  if (about.success) found.about = about.data;
  else if (profile.bio || profile.age || profile.location)
    unread.push(`profile.json: ${t(pieceNames.about)}`);
  const taste = preferencesInput.safeParse(preferences);
  if (taste.success) found.preferences = taste.data;
  else if (preferences) unread.push("preferences.json");
  const prompts = promptsInput.safeParse({ prompts: toPromptIds(profile.prompts) });
  if (prompts.success && prompts.data.prompts.length) found.prompts = prompts.data.prompts;
  else if (!prompts.success) unread.push(`profile.json: ${t(pieceNames.prompts)}`);
  const anthem = storedAnthem.safeParse(profile.anthem);
  if (anthem.success) found.anthem = anthem.data;
  else if (profile.anthem) unread.push(`profile.json: ${t(pieceNames.anthem)}`);
  const wishes = wishesInput.safeParse({ ...profile, consents: false });
  if (!wishes.success) unread.push(`profile.json: ${t(pieceNames.wishes)}`);
  else if (wishes.data.gender || wishes.data.meets.length || wishes.data.purpose) {
    const { consents, ...said } = wishes.data;
    found.wishes = said;
  }
  return { found, unread };
}

/** A column's name as exports write it. */
function toLabel(column: string): string {
  return column.replace(/Id$/, "");
}

/** Exports name prompts by their English text. */
function toPromptIds(prompts: unknown): unknown {
  if (!Array.isArray(prompts)) return [];
  const ids = new Map(Object.entries(promptTexts).map(([id, { text }]) => [text as unknown, id]));
  return prompts.map((each) => ({ ...each, prompt: ids.get(each?.prompt) ?? each?.prompt }));
}

async function uploadPhotos(memberId: number, photos: Archive["photos"], unread: string[]) {
  const uploads: NonNullable<Found["photos"]> = [];
  try {
    for (const { path, focus } of photos)
      uploads.push({
        id: await addPicture(memberId, path),
        focus: readFocus(typeof focus === "string" ? focus : null),
      });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    unread.push(t("pictures: {message}", { message: error.message }));
  } finally {
    for (const { path } of photos) await rm(path, { force: true });
  }
  return uploads.length ? uploads : undefined;
}

async function prepareRecords(memberId: number, csv: string | null, unread: string[]) {
  if (!csv) return null;
  try {
    const prepared = await prepareImport(memberId, Buffer.from(csv));
    if ("id" in prepared) return { id: prepared.id, count: csv.split("\n").length - 1 };
    unread.push("records.csv");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    unread.push(`records.csv: ${error.message}`);
  }
  return null;
}

/** An anthem as it is stored, by the rules of its form. */
const storedAnthem = z
  .object({ type: z.unknown() })
  .passthrough()
  .transform(({ type, ...anthem }) => ({ ...anthem, shareType: type }))
  .pipe(anthemInput);
const photosInput = z
  .array(
    z.object({
      id: z.string().uuid(),
      focus: z.object({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) }),
    }),
  )
  .min(1)
  .max(PHOTOS_MAX);
const importInput = z
  .object({ id: z.string().uuid(), count: z.number().int().min(1) })
  .nullable()
  .catch(null);

/** A preview as its form sends it back. Invalid parts are left out. */
const previewInput = z.object({
  found: z
    .object({
      about: profileInput.optional().catch(undefined),
      preferences: preferencesInput.optional().catch(undefined),
      prompts: promptsInput
        .transform(({ prompts }) => prompts)
        .optional()
        .catch(undefined),
      anthem: storedAnthem.optional().catch(undefined),
      wishes: wishesInput
        .transform(({ consents, ...wishes }) => wishes)
        .optional()
        .catch(undefined),
      photos: photosInput.optional().catch(undefined),
    })
    .catch({}),
  records: importInput,
  playlists: importInput,
  unknown: z.array(z.string().max(500)).max(100).catch([]),
  isNewer: z.boolean().catch(false),
});

/** Reads a preview that its form sends back; undefined for anything else. */
export function readPreview(text: string): ArchivePreview | undefined {
  try {
    const sent = JSON.parse(text);
    const prompts = sent?.found?.prompts;
    const found = { ...sent?.found, prompts: prompts && { prompts } };
    return previewInput.safeParse({ ...sent, found }).data;
  } catch {
    return undefined;
  }
}

/**
 * Saves the chosen pieces of a preview in place of the member's own, and adds the photos to theirs; `consents` says that the
 * member agrees to this place's WISHES_CONSENT. Returns what was saved. Refuses an empty choice and wishes without consent
 * (invalid, before anything is saved), and whatever a piece's own form refuses, after having saved those before.
 */
export async function takeOver(
  memberId: number,
  { about, preferences, prompts, anthem, wishes, photos }: Found,
  { chosen, consents }: { chosen: Piece[]; consents: boolean },
): Promise<Piece[]> {
  const saves: Record<Piece, (() => Promise<unknown>) | undefined> = {
    about: about && (() => saveProfile(memberId, about)),
    preferences: preferences && (() => savePreferences(memberId, preferences)),
    prompts: prompts && (() => savePrompts(memberId, { prompts })),
    anthem: anthem && (() => saveAnthem(memberId, anthem)),
    wishes: wishes && (() => saveWishes(memberId, { ...wishes, consents })),
    photos: photos && (() => addPhotos(memberId, photos)),
  };
  const taken = chosen.filter((piece) => saves[piece]);
  if (!taken.length) throw new Refusal("invalid", archiveErrors.nothing);
  // Wishes first: only they can lack something, and then nothing is saved.
  if (taken.includes("wishes")) await saves.wishes?.();
  for (const piece of taken) if (piece !== "wishes") await saves[piece]?.();
  return taken;
}
