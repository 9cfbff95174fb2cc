// Photos as large as cameras make them, and one pixel larger than they may be.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { processPicture } from "~/models/picture/processing.server";
import { bomb, photo } from "../../fakes/picture-files";

const folder = mkdtempSync(join(tmpdir(), "b-side-photos-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files made from a picture, by size. */
async function make(bytes: Uint8Array): Promise<Map<number, Buffer>> {
  const path = join(folder, "photo");
  writeFileSync(path, bytes);
  const sizes = new Map<number, Buffer>();
  await processPicture(1, path, async (size, made) => {
    sizes.set(size, made);
  });
  return sizes;
}

test("a photo of 24 megapixels without its end is a photo", async () => {
  const bytes = await photo("jpeg", 6000, 4000);
  expect((await make(bytes.subarray(0, -2))).size).toBe(5);
});

test("a photo of 48 megapixels, as phones make them, is decoded at a scale in the memory of a decoder", async () => {
  for (const progressive of [false, true]) {
    const bytes = await sharp(await photo("png", 806, 605))
      .resize(8064, 6048)
      .withMetadata({ orientation: 6 })
      .jpeg({ progressive, quality: 60, chromaSubsampling: progressive ? "4:4:4" : "4:2:0" })
      .toBuffer();
    const square = await sharp((await make(bytes)).get(640)).metadata();
    expect([square.width, square.height]).toEqual([640, 853]);
  }
});

test("a picture may have as many megapixels as its type allows, and not one row more", async () => {
  const refused = { code: "too-large" };
  expect((await make(bomb(5000, 5000))).size).toBe(5);
  await expect(make(bomb(30_000, 30_000))).rejects.toMatchObject(refused);
  await expect(make(await photo("jpeg", 8192, 6145))).rejects.toMatchObject(refused);
});
