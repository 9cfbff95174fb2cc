import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { stripMetadata } from "~/models/picture/strip-metadata.server";
import { animation, heavyPhoto, kinds, photo, photoWithLocation, stuffed } from "../../fakes/picture-files";

type Kind = (typeof kinds)[number];

const strip = (bytes: Buffer, kind: Kind) =>
  stripMetadata(Buffer.from(bytes), kind === "avif" ? "heif" : kind);

const pixelsOf = (bytes: Buffer) =>
  sharp(bytes, { failOn: "error", pages: 1 }).autoOrient().ensureAlpha().raw().toBuffer();

/** The same as a camera held sideways writes it, in the colors of another space. */
const fromCamera = (kind: Kind) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: "#fa0" } })
    .composite([{ input: { create: { width: 30, height: 20, channels: 3, background: "#03f" } } }])
    .withIccProfile("p3")
    .withExif({ IFD0: { Copyright: "Ada Lovelace" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1" } })
    .withMetadata({ orientation: 6 })
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'><where>51.5</where></x:xmpmeta>")
    .toFormat(kind, { effort: 1 })
    .toBuffer();

describe.each(kinds)("a %s", (kind) => {
  test("without anything to cut stays as it is", async () => {
    const bytes = await photo(kind, 61, 40);
    expect(await pixelsOf(strip(bytes, kind))).toEqual(await pixelsOf(bytes));
  });

  test("keeps its orientation and its colors", async () => {
    const bytes = await fromCamera(kind);
    const stripped = strip(bytes, kind);
    expect(await pixelsOf(stripped)).toEqual(await pixelsOf(bytes));
    const [before, after] = [await sharp(bytes).metadata(), await sharp(stripped).metadata()];
    expect([after.orientation, after.icc]).toEqual([before.orientation, before.icc]);
  });

  test("loses what is stuffed into it, and shows the same", async () => {
    const bytes = await stuffed[kind]();
    const stripped = strip(bytes, kind);
    const { exif, xmp, comments, pages = 1, width } = await sharp(stripped).metadata();
    expect([exif, xmp, comments, pages]).toEqual([undefined, undefined, undefined, 1]);
    expect(width).toBeLessThanOrEqual(60);
    if (kind !== "avif") expect(stripped.length).toBeLessThan(3000);
    const plain = kind === "gif" || kind === "webp" ? await animation(kind) : await photo(kind, 60, 40);
    expect(await pixelsOf(stripped)).toEqual(await pixelsOf(plain));
  });

  test("that breaks off anywhere is cut without an error", async () => {
    for (const bytes of [await fromCamera(kind), await photo(kind, 61, 40)])
      for (let length = 12; length < bytes.length; length += Math.ceil(bytes.length / 200))
        expect(strip(bytes.subarray(0, length), kind).length).toBeLessThanOrEqual(length + 1);
  });
});

test("the scans of a JPEG stay whole, and only its description is cut", async () => {
  const bytes = await photoWithLocation();
  const stripped = strip(bytes, "jpeg");
  expect([bytes.includes("xmpmeta"), stripped.includes("xmpmeta")]).toEqual([true, false]);
  const scanOf = (file: Buffer) => file.subarray(file.indexOf(Buffer.from([0xff, 0xda])));
  expect(scanOf(stripped)).toEqual(scanOf(bytes));
  const noise = await sharp(await heavyPhoto(300, 200))
    .jpeg({ progressive: true })
    .toBuffer();
  expect(strip(noise, "jpeg")).toEqual(noise);
});
