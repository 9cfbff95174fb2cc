// Files that are no photos and no recordings, or take far more time or memory than their size says; each with why it is
// refused.

import type { Wording } from "~/language/text";
import { voiceErrors } from "~/models/conversation/attachment/voice";
import { pictureErrors } from "~/models/picture/upload";
import { bomb, photo, polyglot, stuffed, svg } from "./picture-files";
import {
  headerBomb,
  hourOfPauses,
  huge,
  hugeTable,
  hugeTag,
  liar,
  longWav,
  mp3,
  nested,
  tenMinutesOfSilence,
  videoOnly,
  wav,
  webm,
} from "./recordings";

type HostileFile = { make: () => Uint8Array | Promise<Uint8Array>; refused: Wording };

/** A PNG with another number at a place of its head. */
async function pngWith(at: number, value: number): Promise<Buffer> {
  const bytes = await photo("png", 300, 200);
  bytes.writeUInt32BE(value, at);
  return bytes;
}

/** A JPEG that says it has 65,535 × 65,535 pixels. */
async function endlessJpeg(): Promise<Buffer> {
  const bytes = await photo("jpeg", 300, 200);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt32BE(0xffff_ffff, frame + 5);
  return bytes;
}

/** A GIF whose only frame claims 65,535 × 65,535 pixels of a screen that has as many. */
async function endlessGif(): Promise<Buffer> {
  const bytes = await photo("gif", 30, 20);
  bytes.writeUInt32LE(0xffff_ffff, 6);
  bytes.writeUInt32LE(0xffff_ffff, bytes.indexOf(",\0\0\0\0", 13, "latin1") + 5);
  return bytes;
}

const ZIP = Buffer.from(`PK\u0003\u0004${"\0".repeat(200)}`, "latin1");
const HTML = Buffer.from("<!doctype html><script>alert(1)</script>");

export const hostilePhotos: Record<string, HostileFile> = {
  "drawing with a script": { make: () => svg, refused: pictureErrors.notOne },
  program: { make: () => Buffer.from("MZ not a picture"), refused: pictureErrors.notOne },
  page: { make: () => HTML, refused: pictureErrors.notOne },
  archive: { make: () => ZIP, refused: pictureErrors.notOne },
  recording: { make: () => wav(1), refused: pictureErrors.notOne },
  "GIF that is a script": { make: () => polyglot, refused: pictureErrors.damaged },
  "PNG that is a drawing": {
    make: () => Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), svg]),
    refused: pictureErrors.damaged,
  },
  "PNG of 900 megapixels": { make: () => bomb(30_000, 30_000), refused: pictureErrors.tooManyPixels },
  "JPEG that claims 4,295 megapixels": { make: endlessJpeg, refused: pictureErrors.damaged },
  "GIF that claims 4,295 megapixels": { make: endlessGif, refused: pictureErrors.tooManyPixels },
  "PNG whose first part claims four gigabytes": {
    make: () => pngWith(8, 0xffff_fff0),
    refused: pictureErrors.damaged,
  },
  "PNG that is wider than its rows": { make: () => pngWith(16, 3000), refused: pictureErrors.damaged },
  "PNG of 60 texts that unpack to 10 MB each": { make: stuffed.png, refused: pictureErrors.tooMuchWork },
  "WebP of 100,000 frames": { make: stuffed.webp, refused: pictureErrors.tooMuchWork },
  "JPEG that ends early": {
    make: async () => (await photo("jpeg", 800, 600)).subarray(0, 2000),
    refused: pictureErrors.damaged,
  },
};

export const hostileRecordings: Record<string, HostileFile> = {
  photo: { make: () => photo("jpeg", 300, 300), refused: voiceErrors.notOne },
  page: { make: () => HTML, refused: voiceErrors.notOne },
  archive: { make: () => ZIP, refused: voiceErrors.notOne },
  "file of ones": { make: () => Buffer.alloc(20_000, 0xff), refused: voiceErrors.notOne },
  "file of zeros": { make: () => Buffer.alloc(1000), refused: voiceErrors.notOne },
  "recording that ends in its head": {
    make: async () => (await webm(2)).subarray(0, 60),
    refused: voiceErrors.notOne,
  },
  "recording without sound": { make: videoOnly, refused: voiceErrors.notOne },
  "recording of nothing": { make: () => webm(0), refused: voiceErrors.notOne },
  "part that claims 64 petabytes": { make: huge, refused: voiceErrors.notOne },
  "tag that claims 256 megabytes": { make: hugeTag, refused: voiceErrors.notOne },
  "file of ten silent minutes": { make: tenMinutesOfSilence, refused: voiceErrors.tooLong },
  "hour of pauses": { make: hourOfPauses, refused: voiceErrors.tooLong },
  "two minutes that claim five seconds": { make: liar, refused: voiceErrors.tooLong },
  "second that claims two hours": { make: longWav, refused: voiceErrors.tooLong },
  "MP3 of fifteen minutes": { make: () => mp3(900), refused: voiceErrors.tooLong },
  "table that claims four thousand million samples": { make: hugeTable, refused: voiceErrors.tooLong },
  // The last two, since one dies of memory with a long message, and the other takes as long as all others together.
  "minute that takes three gigabytes": { make: headerBomb, refused: voiceErrors.notOne },
  "recording of 50,000 parts in each other": { make: nested, refused: voiceErrors.notOne },
};
