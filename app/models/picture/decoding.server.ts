// Decodes an uploaded file and makes pictures in the sizes that screens use. Runs in a process whose memory and time are
// limited.
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { PHOTO_SIZES } from "~/models/conversation/attachment/attachment";
import { BANNER_SIZES, SQUARE_SIZES } from "~/models/picture-url";
import { Refusal } from "~/refusal";
import { pictureErrors } from "./upload";

/** The formats that can be uploaded, under their names in sharp, and how many pixels each may have. */
const PIXELS = {
  // The size of phone cameras' photos; a progressive JPEG of 50 megapixels takes 390 MB to scale.
  jpeg: 50_331_648,
  png: 25_000_000,
  webp: 25_000_000,
  gif: 25_000_000,
  // Takes 16 bytes a pixel.
  heif: 12_500_000,
} as const;
type PictureType = keyof typeof PIXELS;

/** Chunks that are decompressed or counted before the first pixel, and how many of them a file may have. */
const CHUNKS: { [Type in PictureType]?: { names: string[]; most: number } } = {
  png: { names: ["zTXt", "iTXt"], most: 50 },
  webp: { names: ["ANMF"], most: 2000 },
};

const JPEG_END = Buffer.from([0xff, 0xd9]);

const QUALITY = 78;
/** The greatest ratio of a picture's sides. */
const LONGEST = 3;

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
 * WebP files of every size from the first frame of a picture, rotated upright and without metadata. The files for squares show
 * the whole picture, so that each screen can crop its own, or its middle if it is more than three times as long as wide. With
 * `cut` "whole" all files show the whole picture, and their keys are their longest sides. Refuses files that aren't pictures by
 * their bytes (wrong-type), too many pixels (too-large), damaged ones and those with too much besides a picture (invalid).
 */
export async function decodePicture(
  path: string,
  cut: "sizes" | "whole" = "sizes",
): Promise<Map<number, Buffer>> {
  const bytes = await readFile(path);
  const type = typeOf(bytes);
  if (!type) throw new Refusal("wrong-type", pictureErrors.notOne);
  rejectStuffed(bytes, type);
  const height = await checkPixels(bytes, type);
  const cutAll = cut === "whole" ? cutWhole : cutSizes;
  return cutAll(bytes)
    .catch((error) => (type === "jpeg" ? endJpeg(bytes, height).then(cutAll) : Promise.reject(error)))
    .catch(() => {
      throw new Refusal("invalid", pictureErrors.damaged);
    });
}

/** The longest side of a decoded logo. */
const LOGO_SIDE = 512;

/**
 * The operator's logo as PNG, within a square. An SVG is drawn without its scripts and external resources. Refuses what
 * `decodePicture` refuses of a PNG, and an SVG that can't be drawn (invalid).
 */
export async function decodeLogo(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  const isPng = typeOf(bytes) === "png";
  if (isPng) {
    rejectStuffed(bytes, "png");
    await checkPixels(bytes, "png");
  }
  // The process that draws it gets no member's file.
  else sharp.unblock({ operation: ["VipsForeignLoadSvg"] });
  return sharp(bytes, { ...DECODING, density: 300 })
    .resize(LOGO_SIDE, LOGO_SIDE, { fit: "inside" })
    .toColourspace("srgb")
    .png()
    .toBuffer()
    .catch(() => {
      throw new Refusal("invalid", pictureErrors.damaged);
    });
}

function rejectStuffed(bytes: Buffer, type: PictureType) {
  const { names = [], most = 0 } = CHUNKS[type] ?? {};
  let count = 0;
  for (const name of names)
    for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) count++;
  if (count > most) throw new Refusal("invalid", pictureErrors.tooMuchWork);
}

/** The height of a picture as it is stored. */
async function checkPixels(bytes: Buffer, type: PictureType): Promise<number> {
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!metadata || metadata.format !== type) throw new Refusal("invalid", pictureErrors.damaged);
  const height = metadata.pageHeight ?? metadata.height;
  if (metadata.width * height > PIXELS[type]) throw new Refusal("too-large", pictureErrors.tooManyPixels);
  return height;
}

/** A JPEG with the marker of its end, which some programs leave out. Rejects if pixels are missing as well. */
async function endJpeg(bytes: Buffer, height: number): Promise<Buffer> {
  const ended = Buffer.concat([bytes, JPEG_END]);
  // Scaling a picture down decodes it without looking at its last rows.
  const lastRow = { left: 0, top: height - 1, width: 1, height: 1 };
  await sharp(ended, { ...DECODING, failOn: "warning" })
    .extract(lastRow)
    .raw()
    .toBuffer();
  return ended;
}

const DECODING = { failOn: "error", limitInputPixels: PIXELS.jpeg, pages: 1 } as const;

/** The files of a photo in a chat. */
async function cutWhole(bytes: Buffer): Promise<Map<number, Buffer>> {
  const { thumbnail, whole } = PHOTO_SIZES;
  const { data, info } = await sharp(bytes, DECODING)
    .autoOrient()
    .resize(whole, whole, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const sizes = new Map<number, Buffer>();
  for (const side of [thumbnail, whole]) {
    const file = sharp(data, { raw, limitInputPixels: PIXELS.jpeg })
      .resize(side, side, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: QUALITY });
    sizes.set(side, await file.toBuffer());
  }
  return sizes;
}

async function cutSizes(bytes: Buffer): Promise<Map<number, Buffer>> {
  const banner = Math.max(...BANNER_SIZES);
  // Decodes once, to the smallest picture that all sizes can be cut from.
  const { data, info } = await sharp(bytes, DECODING)
    .autoOrient()
    .resize(banner, banner / 2, { fit: "outside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const cut = (width: number, height: number) =>
    sharp(data, { raw, limitInputPixels: PIXELS.jpeg })
      .resize(width, height, { fit: "cover", withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
  const sizes = new Map<number, Buffer>();
  const ratio = info.width / info.height;
  const [across, down] = ratio > 1 ? [Math.min(ratio, LONGEST), 1] : [1, Math.min(1 / ratio, LONGEST)];
  for (const size of SQUARE_SIZES)
    sizes.set(size, await cut(Math.round(size * across), Math.round(size * down)));
  for (const size of BANNER_SIZES) sizes.set(size, await cut(size, size / 2));
  return sizes;
}

/** The type of a file by its first bytes. */
function typeOf(bytes: Buffer): PictureType | undefined {
  const at = (from: number, text: string) => bytes.toString("latin1", from, from + text.length) === text;
  if (at(0, "\xff\xd8\xff")) return "jpeg";
  if (at(0, "\x89PNG\r\n\x1a\n")) return "png";
  if (at(0, "GIF87a") || at(0, "GIF89a")) return "gif";
  if (at(0, "RIFF") && at(8, "WEBP")) return "webp";
  // The major brand, then the compatible brands (ISO/IEC 14496-12, 4.3).
  if (at(4, "ftyp")) {
    const brands = bytes.toString("latin1", 8, Math.min(bytes.readUInt32BE(0), 64));
    return /avif|avis/.test(brands) ? "heif" : undefined;
  }
  return undefined;
}
