// Cuts out of a picture's file what is not needed to show its first frame, before a decoder unpacks it.

/** The formats that can be uploaded, under their names in sharp. */
export type PictureType = "jpeg" | "png" | "webp" | "heif" | "gif";

/** A range of a file's bytes, its end excluded. */
type Range = [start: number, end: number];

/** Longer color profiles and Exif data are dropped; in a PNG, a profile is compressed up to a thousandfold. */
const PROFILE_BYTES = 16_384;
const EXIF_BYTES = 65_536;

/**
 * The file without comments, descriptions, further frames and everything else that no size is made from. Its orientation and
 * its colors stay. Changes `bytes`, and leaves damage for the decoder to find.
 */
export function stripMetadata(bytes: Buffer, type: PictureType): Buffer {
  if (type === "png") return keep(bytes, pngRanges(bytes));
  if (type === "jpeg") return keep(bytes, jpegRanges(bytes));
  if (type === "webp") return fixWebpHeader(keep(bytes, webpRanges(bytes)));
  if (type === "gif") return Buffer.concat([keep(bytes, gifRanges(bytes)), GIF_TRAILER]);
  detachAvifMetadata(bytes);
  return bytes;
}

/** Moves ascending ranges to the front, so that millions of them take no memory. */
function keep(bytes: Buffer, ranges: Iterable<Range>): Buffer {
  let length = 0;
  for (const [start, end] of ranges) {
    bytes.copyWithin(length, start, end);
    length += Math.min(end, bytes.length) - start;
  }
  return bytes.subarray(0, length);
}

const PNG_CHUNKS = ["IHDR", "PLTE", "tRNS", "IEND"];

function* pngRanges(bytes: Buffer): Generator<Range> {
  yield [0, 8];
  const seen = new Set<string>();
  for (let at = 8; at + 8 <= bytes.length; ) {
    const [length, name] = [bytes.readUInt32BE(at), textAt(bytes, at + 4, 4)];
    const end = at + length + 12;
    const isFirst = !seen.has(name);
    const isNeeded =
      PNG_CHUNKS.includes(name) ||
      (name === "iCCP" && length <= PROFILE_BYTES) ||
      (name === "eXIf" && length <= EXIF_BYTES);
    if (name === "IDAT" || (isFirst && isNeeded)) {
      seen.add(name);
      yield [at, end];
    }
    at = end;
  }
}

const JPEG_END = 0xd9;
const JPEG_SCAN = 0xda;

function* jpegRanges(bytes: Buffer): Generator<Range> {
  yield [0, 2];
  const seen = new Set<number>();
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 2 <= bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === JPEG_END) yield [at, at + 2];
    if (marker === JPEG_END || at + 4 > bytes.length) return;
    // Bytes that fill the space before a marker, and markers without a length.
    if (marker === 0xff) at += 1;
    else if (marker <= 1 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else {
      const end = at + 2 + bytes.readUInt16BE(at + 2);
      if (isNeededInJpeg(bytes, at, marker, seen)) yield [at, end];
      at = end;
      if (marker !== JPEG_SCAN) continue;
      at = nextJpegMarker(bytes, end);
      yield [end, at];
    }
  }
}

/** Tables, scans, the first Exif data, and color: the JFIF and Adobe headers, and the profile. */
function isNeededInJpeg(bytes: Buffer, at: number, marker: number, seen: Set<number>): boolean {
  const isApplication = marker >= 0xe0 && marker <= 0xef;
  if (!isApplication) return marker >= 0xc0 && marker <= 0xdf;
  const isProfile = marker === 0xe2 && textAt(bytes, at + 4, 12) === "ICC_PROFILE\0";
  const isExif = marker === 0xe1 && textAt(bytes, at + 4, 6) === "Exif\0\0";
  const isColor = marker === 0xe0 || marker === 0xee || isProfile;
  // A profile comes in numbered parts.
  const part = isProfile ? 0x100 + (bytes[at + 16] ?? 0) : marker;
  if (seen.has(part) || !(isColor || isExif)) return false;
  seen.add(part);
  return true;
}

/** The position of the next marker after the data of a scan, in which 0xff is followed by zero or a restart. */
function nextJpegMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

const WEBP_CHUNKS = ["VP8X", "ICCP", "ANIM", "ANMF", "ALPH", "VP8 ", "VP8L", "EXIF"];
/** The bits of the header of an extended WebP that announce metadata. */
const WEBP_FLAGS = { ICCP: 0x20, EXIF: 0x08, "XMP ": 0x04 };

function* webpRanges(bytes: Buffer): Generator<Range> {
  yield [0, 12];
  const seen = new Set<string>();
  for (let at = 12; at + 8 <= bytes.length; ) {
    const [name, length] = [textAt(bytes, at, 4), bytes.readUInt32LE(at + 4)];
    const end = at + 8 + length + (length % 2);
    if (!seen.has(name) && WEBP_CHUNKS.includes(name) && (name !== "EXIF" || length <= EXIF_BYTES)) {
      seen.add(name);
      yield [at, end];
    }
    at = end;
  }
}

/** Corrects the length in the header, and the flags of chunks that were cut. */
function fixWebpHeader(bytes: Buffer): Buffer {
  bytes.writeUInt32LE(bytes.length - 8, 4);
  if (textAt(bytes, 12, 4) !== "VP8X" || bytes.length < 21) return bytes;
  const names = [...webpRanges(bytes)].map(([start]) => textAt(bytes, start, 4));
  for (const [name, flag] of Object.entries(WEBP_FLAGS))
    if (!names.includes(name)) bytes[20] = (bytes[20] ?? 0) & ~flag;
  return bytes;
}

const GIF_TRAILER = Buffer.from([0x3b]);

function* gifRanges(bytes: Buffer): Generator<Range> {
  let at = 13 + gifTableLength(bytes[10]);
  yield [0, at];
  // How transparent the next frame is.
  let control: Range | undefined;
  while (bytes[at] === 0x21) {
    const start = at;
    at = endOfGifBlocks(bytes, at + 2);
    if (bytes[start + 1] === 0xf9) control = [start, at];
  }
  if (bytes[at] !== 0x2c) return;
  if (control) yield control;
  yield [at, endOfGifBlocks(bytes, at + 11 + gifTableLength(bytes[at + 9]))];
}

/** The length of the color table that a byte of flags announces. */
function gifTableLength(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** The end of a list of blocks, each with its length in front; an empty one is the last. */
function endOfGifBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes[at]; length; length = bytes[at]) at += length + 1;
  return Math.min(at + 1, bytes.length);
}

/**
 * Renames the references by which Exif and XMP data belong to an AVIF picture, so that decoders don't read them. Nothing is
 * cut, since its parts are found by their positions. The orientation is no part of that data.
 */
function detachAvifMetadata(bytes: Buffer) {
  for (const meta of avifBoxes(bytes, 0, bytes.length))
    if (meta.name === "meta")
      for (const list of avifBoxes(bytes, meta.start + 4, meta.end))
        if (list.name === "iref")
          for (const reference of avifBoxes(bytes, list.start + 4, list.end))
            if (reference.name === "cdsc") bytes.write("free", reference.start - 4, "latin1");
}

/** The boxes in a part of an AVIF file, and where the content of each is. */
function* avifBoxes(bytes: Buffer, from: number, to: number) {
  for (let at = from; at + 8 <= to; ) {
    const length = bytes.readUInt32BE(at);
    // A long box has its length behind its name, and the last one may have none.
    const isLong = length === 1 && at + 16 <= to;
    const full = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : length || to - at;
    const [start, end] = [at + (isLong ? 16 : 8), Math.min(at + full, to)];
    if (end < start) return;
    yield { name: textAt(bytes, at + 4, 4), start, end };
    at = end;
  }
}

function textAt(bytes: Buffer, from: number, length: number): string {
  return bytes.toString("latin1", from, from + length);
}
