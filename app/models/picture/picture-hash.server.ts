// Perceptual hashes, by which copies of removed pictures are recognized.
import { db } from "db/client.server";
import { removedPicture } from "db/schema";
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
  let distance = 0;
  for (let bits = BigInt(`0x${one}`) ^ BigInt(`0x${other}`); bits; bits &= bits - 1n) distance++;
  return distance;
}

/** Refuses (invalid) a copy of a picture that a moderator removed. */
export async function rejectRemovedCopy(hash: string) {
  const removed = await db.selectDistinct({ hash: removedPicture.hash }).from(removedPicture);
  if (removed.some((other) => hashDistance(hash, other.hash) <= ALIKE_BITS))
    throw new Refusal("invalid", REMOVED);
}
