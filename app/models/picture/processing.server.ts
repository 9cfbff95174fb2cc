// What becomes of a file that a member has sent: a picture in the sizes the screens use, and nothing else of it.
import { open } from "node:fs/promises";
import { availableParallelism } from "node:os";
import sharp from "sharp";
import { AVIF_PIXELS, BANNERS, PICTURE_PIXELS, pictureTrouble, SQUARES } from "./picture";
import { Refusal } from "./refusal";

// One core is left to everybody else.
const AT_WORK = Math.max(1, Math.min(2, availableParallelism() - 1));
const SECONDS_AT_MOST = 30;
const QUALITY = 78;

sharp.concurrency(1);
sharp.cache(false);
// Only these are ever asked to read what somebody has sent.
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
 * Makes of the picture in a file WebP in every size, cut from the first frame's middle, turned as its camera held it,
 * without any of its metadata, and hands each to `keep`, one after the other. At most two pictures are at work (one, where
 * there are two cores or fewer), their keeping included, and at most 25 megapixels of them: they share cores and a handful
 * of threads with everything else.
 * Refuses what is no picture by its bytes (wrong-type), too many pixels (too-large), and what cannot be read (invalid).
 */
export async function makePicture(path: string, keep: (size: number, bytes: Buffer) => Promise<void>) {
  const weight = await weigh(path);
  const leave = await takeTurn(weight);
  try {
    const sizes = await cutSizes(path).catch(() => {
      throw new Refusal("invalid", pictureTrouble.damaged);
    });
    for (const [size, bytes] of sizes) await keep(size, bytes);
  } finally {
    leave();
  }
}

/** How much of what can be at work at a time a picture takes: its pixels, AVIF twice as heavy. */
async function weigh(path: string): Promise<number> {
  const type = typeOf(await readBeginning(path));
  if (!type) throw new Refusal("wrong-type", pictureTrouble.notOne);
  const seen = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!seen || seen.format !== type) throw new Refusal("invalid", pictureTrouble.damaged);
  const pixels = seen.width * (seen.pageHeight ?? seen.height);
  if (pixels > (type === "heif" ? AVIF_PIXELS : PICTURE_PIXELS)) {
    throw new Refusal("too-large", pictureTrouble.tooManyPixels);
  }
  return type === "heif" ? pixels * (PICTURE_PIXELS / AVIF_PIXELS) : pixels;
}

async function cutSizes(path: string): Promise<Map<number, Buffer>> {
  const banner = Math.max(...BANNERS);
  const options = { failOn: "error", limitInputPixels: PICTURE_PIXELS, pages: 1 } as const;
  // Read once, as small as the largest of the sizes can be cut from.
  const { data, info } = await sharp(path, options)
    .autoOrient()
    .resize(banner, banner / 2, { fit: "outside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .timeout({ seconds: SECONDS_AT_MOST })
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const cut = (width: number, height: number) =>
    sharp(data, { raw, limitInputPixels: PICTURE_PIXELS })
      .resize(width, height, { fit: "cover", withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
  const sizes = new Map<number, Buffer>();
  for (const size of SQUARES) sizes.set(size, await cut(size, size));
  for (const size of BANNERS) sizes.set(size, await cut(size, size / 2));
  return sizes;
}

/** What the first bytes say a file is, by the name the library has for it. */
function typeOf(bytes: Buffer): "jpeg" | "png" | "webp" | "heif" | "gif" | undefined {
  const at = (from: number, text: string) => bytes.toString("latin1", from, from + text.length) === text;
  if (at(0, "\xff\xd8\xff")) return "jpeg";
  if (at(0, "\x89PNG\r\n\x1a\n")) return "png";
  if (at(0, "GIF87a") || at(0, "GIF89a")) return "gif";
  if (at(0, "RIFF") && at(8, "WEBP")) return "webp";
  // The kind of file, then the kinds it can be read as (ISO/IEC 14496-12, 4.3).
  if (at(4, "ftyp")) {
    const kinds = bytes.toString("latin1", 8, Math.min(bytes.readUInt32BE(0), bytes.length));
    return /avif|avis/.test(kinds) ? "heif" : undefined;
  }
  return undefined;
}

async function readBeginning(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const waiting: (() => boolean)[] = [];
let atWork = 0;
let weightAtWork = 0;

/** Resolves, first come first served, when a picture of that weight may be worked on, with how to say that it is done. */
function takeTurn(weight: number): Promise<() => void> {
  return new Promise((resolve) => {
    waiting.push(() => {
      if (atWork >= AT_WORK || (atWork > 0 && weightAtWork + weight > PICTURE_PIXELS)) return false;
      atWork += 1;
      weightAtWork += weight;
      resolve(() => {
        atWork -= 1;
        weightAtWork -= weight;
        letIn();
      });
      return true;
    });
    letIn();
  });
}

function letIn() {
  while (waiting[0]?.()) waiting.shift();
}
