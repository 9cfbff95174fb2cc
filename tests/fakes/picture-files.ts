// Picture files for tests, made on demand: good, broken and hostile ones.
import { crc32, deflateSync } from "node:zlib";
import { seededRandom } from "db/seed/seeded-random";
import sharp, { type Sharp } from "sharp";

export const kinds = ["jpeg", "png", "webp", "avif", "gif"] as const;
type Kind = (typeof kinds)[number];

/** A picture whose left half is red and whose right half is blue. */
export function photo(kind: Kind = "jpeg", width = 1800, height = 1200): Promise<Buffer> {
  return redAndBlue(width, height).toFormat(kind, { effort: 1 }).toBuffer();
}

/** The same as written by a camera held sideways: with its location, and with the red half on top once rotated. */
export function photoWithLocation(kind: Kind = "jpeg"): Promise<Buffer> {
  return redAndBlue(300, 200)
    .withExif({
      IFD0: { Copyright: "Ada Lovelace", Model: "Analytical Engine" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "51/1 30/1 0/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "0/1 7/1 0/1",
      },
    })
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'><where>51.5, -0.1</where></x:xmpmeta>")
    .withMetadata({ orientation: 6 })
    .toFormat(kind, { effort: 1 })
    .toBuffer();
}

/** Noise, which hardly compresses: the largest file that a picture of this size can be. */
export async function heavyPhoto(width: number, height: number, quality = 85): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const seed = { width: width >> 2, height: height >> 2, channels: 3, background: "#888", noise } as const;
  const small = await sharp({ create: seed }).png().toBuffer();
  return sharp(small).resize(width, height).jpeg({ quality }).toBuffer();
}

/** A picture of soft blotches, different for each seed. */
export function blotches(seed: number, side = 640): Sharp {
  const random = seededRandom(seed);
  const raw = { width: 12, height: 12, channels: 3 } as const;
  const cells = Buffer.from(
    Array.from({ length: raw.width * raw.height * raw.channels }, () => random() * 256),
  );
  return sharp(cells, { raw }).resize(side, side, { kernel: "cubic" });
}

/** A PNG of one color and any size: a few bytes that take gigabytes once decoded. */
export function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // One bit per pixel, gray.
  head.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Two frames: the first red, the second blue. */
export async function animation(kind: "gif" | "webp" = "gif"): Promise<Buffer> {
  const frames = [red, blue].map((background) =>
    sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .toFormat(kind)
    .toBuffer();
}

const UNPACKED_BYTES = 10_000_000;

/** Pictures with megabytes, or gigabytes once unpacked, of things that are no part of what they show. */
export const stuffed = {
  /** 60 compressed texts and a color profile that unpack to 10 MB each, ahead of the pixels. */
  async png(): Promise<Buffer> {
    const bytes = await photo("png", 60, 40);
    const packed = deflateSync(Buffer.alloc(UNPACKED_BYTES, "x"));
    const text = chunk("zTXt", Buffer.concat([Buffer.from("Comment\0\0", "latin1"), packed]));
    const unicode = chunk("iTXt", Buffer.concat([Buffer.from("Title\0\x01\0\0\0", "latin1"), packed]));
    const endOfHead = 33;
    const texts = [...Array(30).fill(text), ...Array(30).fill(unicode)];
    return Buffer.concat([bytes.subarray(0, endOfHead), ...texts, bytes.subarray(endOfHead)]);
  },
  /** Two million empty comments. */
  async jpeg(): Promise<Buffer> {
    const bytes = await photo("jpeg", 60, 40);
    const comments = Buffer.alloc(8_000_000, Buffer.from([0xff, 0xfe, 0, 2]));
    return Buffer.concat([bytes.subarray(0, 2), comments, bytes.subarray(2)]);
  },
  /** A hundred thousand frames. */
  async webp(): Promise<Buffer> {
    const bytes = await animation("webp");
    const last = bytes.subarray(bytes.lastIndexOf("ANMF"));
    const all = Buffer.concat([bytes, ...Array(100_000).fill(last)]);
    all.writeUInt32LE(all.length - 8, 4);
    return all;
  },
  /** A hundred thousand frames, and as many comments. */
  async gif(): Promise<Buffer> {
    const bytes = await animation("gif");
    const last = bytes.subarray(bytes.lastIndexOf("!\xf9", undefined, "latin1"), -1);
    const comment = Buffer.from("!\xfe\x01x\0", "latin1");
    return Buffer.concat([
      bytes.subarray(0, -1),
      ...Array(100_000).fill(Buffer.concat([last, comment])),
      bytes.subarray(-1),
    ]);
  },
  /** Megabytes of Exif and XMP data. */
  avif(): Promise<Buffer> {
    return redAndBlue(60, 40)
      .withExif({ IFD0: { Copyright: "Ada Lovelace" } })
      .withXmp(`<x:xmpmeta xmlns:x='adobe:ns:meta/'><where>${"51.5 ".repeat(500_000)}</where></x:xmpmeta>`)
      .avif({ effort: 1 })
      .toBuffer();
  },
};

export const svg = Buffer.from(
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>`,
);

/** Starts like a GIF and also parses as a script. */
export const polyglot = Buffer.from("GIF89a/*\x01\x00\x00\x00\x00*/=1;alert(document.cookie)//;", "latin1");

export const TRAILING_SCRIPT = "<script>alert('tail')</script>";

const red = { r: 220, g: 20, b: 20 };
const blue = { r: 20, g: 20, b: 220 };

function redAndBlue(width: number, height: number) {
  const half = { width: Math.floor(width / 2), height, channels: 3, background: red } as const;
  return sharp({ create: { width, height, channels: 3, background: blue } }).composite([
    { input: { create: half }, left: 0, top: 0 },
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
