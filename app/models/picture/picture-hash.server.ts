// Perceptual hashes, by which copies of removed pictures are recognized.
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import { removedPicture } from "db/schema";
import { gt } from "drizzle-orm";
import sharp, { type Sharp } from "sharp";
import { storage } from "~/integrations/storage.server";
import { Refusal } from "~/refusal";
import { pictureFile } from "./picture";

/** The file that is hashed, a square whatever the shape of the upload. */
export const HASHED_SIZE = 640;
/** Two pictures are alike if at most this many of the 64 bits differ. */
export const ALIKE_BITS = 8;
/** Crop sizes, as fractions of a removed picture's sides, so that copies with cropped edges are recognized too. */
const CROPS = [0.95, 0.9, 0.85, 0.8];
/** Crop positions: the corners and the center. */
const POSITIONS = [
  [0, 0],
  [1, 0],
  [0.5, 0.5],
  [0, 1],
  [1, 1],
] as const;
const GRAY_SIZE = 160;

// Leaves threads and memory to others.
sharp.concurrency(1);
sharp.cache(false);

/** How many hashes are compared before others get a turn. */
const HASHES_PER_TURN = 2000;

const REMOVED = "A moderator removed this picture, so it can't be used again.";

/** The difference hash (dHash) of a picture, in hex: a bit for each of 8 × 8 gray cells that is darker than the next. */
export async function hashPicture(bytes: Uint8Array): Promise<string> {
  return hashGray(sharp(bytes));
}

/** The hashes of a picture and of its crops. */
export async function hashCrops(bytes: Uint8Array): Promise<string[]> {
  const gray = await toGray(sharp(bytes), GRAY_SIZE, GRAY_SIZE);
  const raw = { width: GRAY_SIZE, height: GRAY_SIZE, channels: 1 } as const;
  const areas = CROPS.flatMap((part) =>
    POSITIONS.map(([x, y]) => {
      const side = Math.round(GRAY_SIZE * part);
      const rest = GRAY_SIZE - side;
      return { left: Math.round(rest * x), top: Math.round(rest * y), width: side, height: side };
    }),
  );
  const crops = areas.map((area) => hashGray(sharp(gray, { raw }).extract(area)));
  return [...new Set(await Promise.all([hashPicture(bytes), ...crops]))];
}

async function hashGray(image: Sharp): Promise<string> {
  const gray = await toGray(image, 9, 8);
  let bits = 0n;
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 8; column++) {
      const at = row * 9 + column;
      bits = (bits << 1n) | BigInt((gray[at] ?? 0) < (gray[at + 1] ?? 0));
    }
  return bits.toString(16).padStart(16, "0");
}

/** The gray pixels of a picture, stretched to a size. */
function toGray(image: Sharp, width: number, height: number): Promise<Buffer> {
  // Stored pictures are WebP, which libvips would otherwise shrink to slightly shifted pixels.
  return image.grayscale().resize(width, height, { fit: "fill", fastShrinkOnLoad: false }).raw().toBuffer();
}

/** The hashes that recognize copies of a stored picture; none if its file is gone. */
export async function hashStoredPicture(id: string): Promise<string[]> {
  const bytes = await storage.get(pictureFile(id, HASHED_SIZE));
  return bytes ? hashCrops(bytes) : [];
}

/** Counts the bits in which two hashes differ. */
export function hashDistance(one: string, other: string): number {
  const differing = (from: number, to: number) =>
    Number.parseInt(one.slice(from, to), 16) ^ Number.parseInt(other.slice(from, to), 16);
  return countBits(differing(0, 8)) + countBits(differing(8, 16));
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest; rest &= rest - 1) count++;
  return count;
}

/** Refuses (invalid) a copy of a picture that a moderator removed. */
export async function rejectRemovedCopy(hash: string) {
  for (let after = ""; ; await setImmediate()) {
    const removed = await db
      .selectDistinct({ hash: removedPicture.hash })
      .from(removedPicture)
      .where(gt(removedPicture.hash, after))
      .orderBy(removedPicture.hash)
      .limit(HASHES_PER_TURN);
    if (removed.some((other) => hashDistance(hash, other.hash) <= ALIKE_BITS))
      throw new Refusal("invalid", REMOVED);
    const last = removed[HASHES_PER_TURN - 1];
    if (!last) return;
    after = last.hash;
  }
}
