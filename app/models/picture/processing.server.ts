// Turns an uploaded file into pictures of the sizes that screens use, in processes of their own.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { createWorkerPool } from "db/workers.server";
import sharp from "sharp";
import { PHOTO_SIZES, type PhotoSize } from "~/models/conversation/attachment/attachment";
import { Refusal } from "~/refusal";
import { HASHED_SIZE, hashPicture } from "./picture-hash.server";
import { pictureErrors } from "./upload";

/** `cut` is how its files are cut; see `decodePicture`. */
export type PictureJob = { path: string; cut?: "whole" };

/** No picture within the limits takes more than 450 MB, most of it for 12.5 megapixels of AVIF. */
const MEMORY_MB = 512;
const LIMIT_MS = 30_000;

/** Leaves one core to other requests. */
export const pictureWorkers = createWorkerPool<PictureJob>(
  Math.max(1, Math.min(2, availableParallelism() - 1)),
  join(process.cwd(), "build/picture-worker.js"),
  { jobMs: LIMIT_MS, memoryMb: MEMORY_MB, isBinary: true },
);

/**
 * Decodes a picture, and passes WebP files of every size to `store` one by one unless `check` refuses the picture's
 * perceptual hash. At most two pictures are decoded at a time (one with two cores or fewer), because other requests share
 * the cores.
 * Refuses what `decodePicture` refuses, and what takes more than 30 seconds, or more than 512 MB twice (invalid).
 */
export async function processPicture(
  path: string,
  store: (size: number, bytes: Buffer) => Promise<void>,
  check?: (hash: string | null) => Promise<void>,
) {
  const sizes = await decode({ path });
  const hashed = sizes.get(HASHED_SIZE);
  if (check && hashed) await check(await hashPicture(hashed));
  for (const [size, bytes] of sizes) await store(size, bytes);
}

/**
 * The files of a photo in a chat and the size of the whole one, in pixels. Refuses as `processPicture` does.
 */
export async function processPhoto(
  path: string,
  check: (hash: string | null) => Promise<void>,
): Promise<Record<PhotoSize, Buffer> & { width: number; height: number }> {
  const sizes = await decode({ path, cut: "whole" });
  const [thumbnail, whole] = [sizes.get(PHOTO_SIZES.thumbnail), sizes.get(PHOTO_SIZES.whole)];
  if (!thumbnail || !whole) throw new Error("A photo was cut without one of its files");
  await check(await hashPicture(thumbnail));
  const { width, height } = await sharp(whole).metadata();
  return { thumbnail, whole, width, height };
}

function decode(job: PictureJob): Promise<Map<number, Buffer>> {
  // The kernel ends these processes first when the machine runs out of memory, whoever used it up.
  const sizes = pictureWorkers.run(job).catch((failure) => {
    if (failure === "died") return pictureWorkers.run(job);
    throw failure;
  });
  return (sizes as Promise<Map<number, Buffer>>).catch((failure) => {
    if (failure instanceof Error) throw failure;
    throw new Refusal("invalid", pictureErrors.tooMuchWork);
  });
}

/** How many pictures are being decoded, and how many wait for it. */
export function countPictureJobs(): { running: number; waiting: number } {
  return pictureWorkers.countJobs();
}
