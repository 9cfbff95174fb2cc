// Turns an uploaded file into pictures of the sizes that screens use, in processes of their own.
import { availableParallelism } from "node:os";
import sharp from "sharp";
import { MINUTE_MS } from "~/durations";
import { PHOTO_SIZES, type PhotoSize } from "~/models/conversation/attachment/attachment";
import { createFilePool, runMemberJob } from "~/models/member-job.server";
import { HASHED_SIZE, hashPicture } from "./picture-hash.server";
import { pictureErrors } from "./upload";

/** `cut` is how its files are cut; see `decodePicture`. */
export type PictureJob = { path: string; cut?: "whole" };

/** No picture within the limits takes more than 450 MB, most of it for 12.5 megapixels of AVIF. */
const MEMORY_MB = 512;
const WORK_MS = 30_000;
const WAIT_MS = MINUTE_MS;

/** Leaves one core to other requests. */
export const pictureWorkers = createFilePool<PictureJob>(
  "picture",
  { waitMs: WAIT_MS, workMs: WORK_MS, memoryMb: MEMORY_MB, isBinary: true },
  Math.max(1, Math.min(2, availableParallelism() - 1)),
);

/**
 * Decodes the picture of `owner`, a member's id or a visitor's address, and passes WebP files of every size to `store` one by
 * one, unless `check` refuses the picture's perceptual hash. At most two pictures are decoded at a time (one with two cores or
 * fewer), because other requests share the cores. Refuses what `decodePicture` refuses and, as `runMemberJob` does, what takes
 * more than 30 seconds of work or 512 MB.
 */
export async function processPicture(
  owner: number | string,
  path: string,
  store: (size: number, bytes: Buffer) => Promise<void>,
  check?: (hash: string | null) => Promise<void>,
) {
  const sizes = await decode(owner, { path });
  const hashed = sizes.get(HASHED_SIZE);
  if (check && hashed) await check(await hashPicture(hashed));
  for (const [size, bytes] of sizes) await store(size, bytes);
}

/** The files of a photo in a chat, and the size of the whole photo in pixels. Refuses as `processPicture` does. */
export async function processPhoto(
  memberId: number,
  path: string,
  check: (hash: string | null) => Promise<void>,
): Promise<Record<PhotoSize, Buffer> & { width: number; height: number }> {
  const sizes = await decode(memberId, { path, cut: "whole" });
  const [thumbnail, whole] = [sizes.get(PHOTO_SIZES.thumbnail), sizes.get(PHOTO_SIZES.whole)];
  if (!thumbnail || !whole) throw new Error("A photo was cut without one of its files");
  await check(await hashPicture(thumbnail));
  const { width, height } = await sharp(whole).metadata();
  return { thumbnail, whole, width, height };
}

async function decode(owner: number | string, job: PictureJob): Promise<Map<number, Buffer>> {
  const options = { kind: "pictureWork", owner, tooMuchWork: pictureErrors.tooMuchWork } as const;
  return (await runMemberJob(pictureWorkers, job, options)) as Map<number, Buffer>;
}

/** How many pictures are being decoded, and how many wait. */
export function countPictureJobs(): { running: number; waiting: number } {
  return pictureWorkers.countJobs();
}
