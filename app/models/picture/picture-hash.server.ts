// Perceptual hashes, by which copies of removed pictures are recognized.
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import { removedPicture } from "db/schema";
import { gt } from "drizzle-orm";
import sharp, { type Sharp } from "sharp";
import { storage } from "~/integrations/storage.server";
import { msg } from "~/language/text";
import { pictureFile } from "~/models/picture-url";
import { Refusal } from "~/refusal";

/** The file that is hashed: the square in its middle, whatever the shape of the upload. */
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
const SIDE = 8;
/**
 * How much detail a hash needs: drawn portraits have at least 47 clear steps, 27 in the rarer direction and 23 turns; plain
 * colors, gradients and small shapes miss one of them by far. The rarer direction exceeds `ALIKE_BITS`, so that no such
 * hash is like that of a plain picture.
 */
const CLEAR_STEP = 3;
const MIN_CLEAR = 40;
const MIN_UPS = 16;
const MIN_TURNS = 20;

// Leaves threads and memory to others.
sharp.concurrency(1);
sharp.cache(false);

/** How many hashes are compared before others get a turn. */
const HASHES_PER_TURN = 2000;

const REMOVED = msg("A moderator removed this picture, so it can't be used again.");

/**
 * The difference hash (dHash) of a picture, in hex: a bit for each of 8 × 8 gray cells that is darker than the next. Null if
 * the picture has too little detail to be told from others, such as a plain color, a gradient or a small shape on it.
 */
export async function hashPicture(bytes: Uint8Array): Promise<string | null> {
  return hashGray(await toSquare(bytes));
}

/** The hashes of a picture and of its crops, as far as they have detail; none for a picture without it. */
export async function hashCrops(bytes: Uint8Array): Promise<string[]> {
  const whole = await hashPicture(bytes);
  if (whole === null) return [];
  const gray = await toGray(await toSquare(bytes), GRAY_SIZE, GRAY_SIZE);
  const raw = { width: GRAY_SIZE, height: GRAY_SIZE, channels: 1 } as const;
  const areas = CROPS.flatMap((part) =>
    POSITIONS.map(([x, y]) => {
      const side = Math.round(GRAY_SIZE * part);
      const rest = GRAY_SIZE - side;
      return { left: Math.round(rest * x), top: Math.round(rest * y), width: side, height: side };
    }),
  );
  const crops = areas.map((area) => hashGray(sharp(gray, { raw }).extract(area)));
  const hashes = (await Promise.all(crops)).flatMap((hash) => hash ?? []);
  return [...new Set([whole, ...hashes])];
}

async function hashGray(image: Sharp): Promise<string | null> {
  const gray = await toGray(image, SIDE + 1, SIDE);
  const steps = Array.from({ length: SIDE ** 2 }, (_, index) => {
    const at = index + Math.floor(index / SIDE);
    return (gray[at + 1] ?? 0) - (gray[at] ?? 0);
  });
  if (!hasDetail(steps)) return null;
  const bits = steps.reduce((before, step) => (before << 1n) | BigInt(step > 0), 0n);
  return bits.toString(16).padStart(16, "0");
}

/** True if most cells clearly differ from the next, in both directions, and not in the same one side by side. */
function hasDetail(steps: number[]): boolean {
  const isUp = (at: number) => (steps[at] ?? 0) > 0;
  const clear = steps.filter((step) => Math.abs(step) >= CLEAR_STEP).length;
  const ups = steps.filter((step) => step > 0).length;
  const turns =
    steps.filter((_, at) => (at + 1) % SIDE !== 0 && isUp(at) !== isUp(at + 1)).length +
    steps.filter((_, at) => at + SIDE < steps.length && isUp(at) !== isUp(at + SIDE)).length;
  return clear >= MIN_CLEAR && Math.min(ups, steps.length - ups) >= MIN_UPS && turns >= MIN_TURNS;
}

/** The square in the middle of a picture. */
async function toSquare(bytes: Uint8Array): Promise<Sharp> {
  const { width, height } = await sharp(bytes).metadata();
  const side = Math.min(width, height);
  const [left, top] = [width, height].map((length) => Math.floor((length - side) / 2)) as [number, number];
  return sharp(bytes).extract({ left, top, width: side, height: side });
}

/** The gray pixels of a picture, stretched to a size. */
function toGray(image: Sharp, width: number, height: number): Promise<Buffer> {
  // Stored pictures are WebP, which libvips would otherwise shrink to slightly shifted pixels.
  return image.grayscale().resize(width, height, { fit: "fill", fastShrinkOnLoad: false }).raw().toBuffer();
}

/** The hashes that recognize copies of a stored picture; empty if its file is gone. */
export function hashStoredPicture(id: string): Promise<string[]> {
  return hashStoredFile(pictureFile(id, HASHED_SIZE));
}

/** The same of a file in the storage. */
export async function hashStoredFile(name: string): Promise<string[]> {
  const bytes = await storage.get(name);
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

/** Refuses (invalid) a copy of a picture that a moderator removed. A picture without a hash is never a copy. */
export async function rejectRemovedCopy(hash: string | null) {
  if (hash === null) return;
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
