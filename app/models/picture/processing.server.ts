// Turns an uploaded file into pictures of the sizes that screens use, without its metadata.
import { open } from "node:fs/promises";
import { availableParallelism } from "node:os";
import sharp from "sharp";
import { Refusal } from "~/refusal";
import { BANNER_SIZES, SQUARE_SIZES } from "./picture";
import { HASHED_SIZE, hashPicture } from "./picture-hash.server";
import { AVIF_PIXELS, PICTURE_PIXELS, pictureErrors } from "./upload";

// Leaves one core to other requests.
const CONCURRENCY = Math.max(1, Math.min(2, availableParallelism() - 1));
const TIMEOUT_SECONDS = 30;
const QUALITY = 78;

sharp.concurrency(1);
sharp.cache(false);
// Only these decoders read uploads.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadWebp",
    "VipsForeignLoadHeif",
    "VipsForeignLoadNsgif",
  ],
});

/**
 * Makes WebP files of every size from the first frame of a picture, cropped to its middle, rotated upright and stripped
 * of metadata, and passes them to `store` one by one unless `check` refuses the picture's perceptual hash. Processes at
 * most two pictures at a time (one with two cores or fewer) and 25 megapixels in all, storing included, because other
 * requests share the cores and the threads.
 * Refuses files that are no pictures by their bytes (wrong-type), too many pixels (too-large), and damaged ones
 * (invalid).
 */
export async function processPicture(
  path: string,
  store: (size: number, bytes: Buffer) => Promise<void>,
  check?: (hash: string) => Promise<void>,
) {
  const weight = await weigh(path);
  const release = await acquire(weight);
  try {
    const sizes = await cutSizes(path).catch(() => {
      throw new Refusal("invalid", pictureErrors.damaged);
    });
    const hashed = sizes.get(HASHED_SIZE);
    if (check && hashed) await check(await hashPicture(hashed));
    for (const [size, bytes] of sizes) await store(size, bytes);
  } finally {
    release();
  }
}

/** The share of the limit that a picture takes: its pixels, counted twice for AVIF. */
async function weigh(path: string): Promise<number> {
  const type = typeOf(await readHead(path));
  if (!type) throw new Refusal("wrong-type", pictureErrors.notOne);
  const metadata = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!metadata || metadata.format !== type) throw new Refusal("invalid", pictureErrors.damaged);
  const pixels = metadata.width * (metadata.pageHeight ?? metadata.height);
  if (pixels > (type === "heif" ? AVIF_PIXELS : PICTURE_PIXELS)) {
    throw new Refusal("too-large", pictureErrors.tooManyPixels);
  }
  return type === "heif" ? pixels * (PICTURE_PIXELS / AVIF_PIXELS) : pixels;
}

async function cutSizes(path: string): Promise<Map<number, Buffer>> {
  const banner = Math.max(...BANNER_SIZES);
  const options = { failOn: "error", limitInputPixels: PICTURE_PIXELS, pages: 1 } as const;
  // Decodes once, to the smallest picture that all sizes can be cut from.
  const { data, info } = await sharp(path, options)
    .autoOrient()
    .resize(banner, banner / 2, { fit: "outside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const cut = (width: number, height: number) =>
    sharp(data, { raw, limitInputPixels: PICTURE_PIXELS })
      .resize(width, height, { fit: "cover", withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
  const sizes = new Map<number, Buffer>();
  for (const size of SQUARE_SIZES) sizes.set(size, await cut(size, size));
  for (const size of BANNER_SIZES) sizes.set(size, await cut(size, size / 2));
  return sizes;
}

/** The type of a file by its first bytes, under its name in sharp. */
function typeOf(bytes: Buffer): "jpeg" | "png" | "webp" | "heif" | "gif" | undefined {
  const at = (from: number, text: string) => bytes.toString("latin1", from, from + text.length) === text;
  if (at(0, "\xff\xd8\xff")) return "jpeg";
  if (at(0, "\x89PNG\r\n\x1a\n")) return "png";
  if (at(0, "GIF87a") || at(0, "GIF89a")) return "gif";
  if (at(0, "RIFF") && at(8, "WEBP")) return "webp";
  // The major brand, then the compatible brands (ISO/IEC 14496-12, 4.3).
  if (at(4, "ftyp")) {
    const brands = bytes.toString("latin1", 8, Math.min(bytes.readUInt32BE(0), bytes.length));
    return /avif|avis/.test(brands) ? "heif" : undefined;
  }
  return undefined;
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const queue: (() => boolean)[] = [];
let running = 0;
let runningWeight = 0;

/** Waits in line until a picture of that weight may be processed, and resolves to what releases its share. */
function acquire(weight: number): Promise<() => void> {
  return new Promise((resolve) => {
    queue.push(() => {
      if (running >= CONCURRENCY || (running > 0 && runningWeight + weight > PICTURE_PIXELS)) return false;
      running += 1;
      runningWeight += weight;
      resolve(() => {
        running -= 1;
        runningWeight -= weight;
        startNext();
      });
      return true;
    });
    startNext();
  });
}

/** How many pictures are being processed, and how many wait for it. */
export function countPictureJobs(): { running: number; waiting: number } {
  return { running, waiting: queue.length };
}

function startNext() {
  while (queue[0]?.()) queue.shift();
}
