// Covers of releases: downloaded once for everybody, and copied for the members who choose them.
import { db } from "db/client.server";
import { catalogRelease, picture } from "db/schema";
import type { Database } from "db/transaction.server";
import { and, eq, isNotNull } from "drizzle-orm";
import { downloadCover } from "~/integrations/cover-art.server";
import { storage } from "~/integrations/storage.server";
import { takeTurn } from "~/models/pace.server";
import { addDownloadedPicture } from "~/models/picture/downloaded-picture.server";
import { copySharedPicture } from "~/models/picture/picture-upload.server";
import { pictureFile, pictureUrl, SQUARE_SIZES } from "~/models/picture-url";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { COVERS_MAX, catalogErrors } from "./catalog-messages";
import type { ReleaseDto } from "./release";
import { getRelease, hasCatalog } from "./release.server";

const [, THUMBNAIL] = SQUARE_SIZES;
const SERVICE = "coverartarchive";
/** Enough for the six covers of a search, a second apart; after it a sleeve is shown, and the next view asks again. */
const PATIENCE_MS = 6_000;

/** Downloads in progress, by release: two members' browsers may ask at once. */
const downloads = new Map<string, Promise<string | null | undefined>>();

/** A release that a search has named, and its cover at list size, if it has one; undefined without a catalog. */
export async function getReleaseCover(
  memberId: number,
  releaseId: string,
): Promise<{ release: ReleaseDto; file: Uint8Array<ArrayBuffer> | undefined } | undefined> {
  if (!hasCatalog()) return undefined;
  await consumeRateLimit("thumbnail", memberId);
  const release = await getRelease(releaseId);
  if (!release) return undefined;
  const id = await ensureCover(memberId, releaseId);
  return { release, file: id ? await storage.get(pictureFile(id, THUMBNAIL)) : undefined };
}

/**
 * Copies the cover of a release as a picture of the member's, and returns its URL; a record or playlist that shows the picture
 * keeps it. Refuses a release that no search has named or that has no cover (absent), a missing response (unanswered), a
 * picture that a moderator removed (invalid), more than 2,000 covers (conflict), and more than 60 an hour (too-many).
 */
export async function addCover(memberId: number, releaseId: string): Promise<string> {
  if (!hasCatalog()) throw new Refusal("unavailable", catalogErrors.notSetUp);
  await consumeRateLimit("cover", memberId);
  const id = await copyCover(memberId, releaseId);
  if (id === undefined) throw new Refusal("unanswered", catalogErrors.archiveUnanswered);
  if (id === null) throw new Refusal("absent", catalogErrors.noCover);
  return pictureUrl(id, "square");
}

/** Whether a member can have another cover. */
export async function hasRoomForCover(memberId: number, on: Database = db): Promise<boolean> {
  const isCopy = and(eq(picture.ownerId, memberId), isNotNull(picture.releaseId));
  return (await on.$count(picture, isCopy)) < COVERS_MAX;
}

/**
 * The id of a member's own copy of a cover; null if the release has none, undefined without a response. Refuses more than 2,000
 * covers (conflict).
 */
export async function copyCover(memberId: number, releaseId: string): Promise<string | null | undefined> {
  if (!(await hasRoomForCover(memberId))) throw new Refusal("conflict", catalogErrors.tooManyCovers);
  const sharedId = await ensureCover(memberId, releaseId);
  return sharedId && copySharedPicture(memberId, sharedId, releaseId);
}

/** The id of the picture of a release's cover; null if it has none, undefined without a response. */
async function ensureCover(memberId: number, releaseId: string): Promise<string | null | undefined> {
  const [release] = await db.select().from(catalogRelease).where(eq(catalogRelease.id, releaseId));
  if (!release) throw notFoundRefusal();
  if (release.coverlessAt) return null;
  if (release.pictureId && (await storage.get(pictureFile(release.pictureId, THUMBNAIL))))
    return release.pictureId;
  const running = downloads.get(releaseId) ?? download(memberId, releaseId);
  downloads.set(releaseId, running);
  return running.finally(() => downloads.delete(releaseId));
}

async function download(memberId: number, releaseId: string): Promise<string | null | undefined> {
  if (!(await takeTurn(SERVICE, PATIENCE_MS))) return undefined;
  const bytes = await downloadCover(releaseId);
  if (bytes === undefined) return undefined;
  const pictureId = bytes && (await addDownloadedPicture(memberId, bytes));
  // A page sent in place of a picture may be gone the next time.
  if (bytes && !pictureId) return undefined;
  await db
    .update(catalogRelease)
    .set({ pictureId, coverlessAt: pictureId ? null : new Date() })
    .where(eq(catalogRelease.id, releaseId));
  return pictureId;
}
