import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { db } from "db/client.server";
import { removedPicture } from "db/schema";
import { seededRandom } from "db/seed/seeded-random";
import sharp from "sharp";
import { expect, test } from "vitest";
import { getPictureFile } from "~/models/picture/picture.server";
import {
  ALIKE_BITS,
  hashCrops,
  hashDistance,
  hashPicture,
  rejectRemovedCopy,
} from "~/models/picture/picture-hash.server";
import { addPicture } from "~/models/picture/picture-upload.server";
import { processPicture } from "~/models/picture/processing.server";
import { updateProfilePicture } from "~/models/picture/profile-picture.server";
import { pictureFile } from "~/models/picture-url";
import { listSanctions } from "~/models/safety/sanctions/sanction.server";
import { addMember, addModerator } from "../../cast";
import { blotches } from "../../fakes/picture-files";
import { decide, overturn, report } from "../../models/safety/cases";
import { makeScratchFolder } from "../../scratch-folder";

const PICTURES = 300;
const COPIED = 20;
/**
 * Of so many the copies are uploaded. An upload is cut to five sizes, of which one is hashed, so the others are hashed
 * directly.
 */
const UPLOADED = 2;

const copies: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  "as a JPEG of low quality": (bytes) => sharp(bytes).jpeg({ quality: 35 }).toBuffer(),
  "as a WebP of low quality": (bytes) => sharp(bytes).webp({ quality: 25 }).toBuffer(),
  "at a quarter of its size": (bytes) => sharp(bytes).resize(160).jpeg().toBuffer(),
  "twice as large": (bytes) => sharp(bytes).resize(1280).jpeg().toBuffer(),
  "brighter and paler": (bytes) =>
    sharp(bytes).modulate({ brightness: 1.15, saturation: 0.6 }).jpeg().toBuffer(),
  "without 5 % of each edge": (bytes) => crop(bytes, 0.05, 0.05),
  "without 10 % of each edge": (bytes) => crop(bytes, 0.1, 0.1),
  "without 6 % of two edges": (bytes) => crop(bytes, 0.06, 0),
};

function crop(bytes: Buffer, from: number, to: number): Promise<Buffer> {
  const [start, side] = [Math.round(640 * from), Math.round(640 * (1 - from - to))];
  return sharp(bytes).extract({ left: start, top: start, width: side, height: side }).jpeg().toBuffer();
}

/** The hash of a picture as it is stored, whatever was uploaded. */
async function hashUpload(bytes: Buffer): Promise<string> {
  const path = join(makeScratchFolder(), "upload");
  await writeFile(path, bytes);
  let hash = "";
  const check = async (its: string | null) => {
    hash = its ?? "";
  };
  await processPicture(1, path, async () => undefined, check);
  return hash;
}

test("copies of a picture are recognized, and none of 300 other pictures is taken for one", async () => {
  const hashes: string[] = [];
  const removed: string[][] = [];
  const missed: Record<string, number> = {};
  for (let seed = 0; seed < PICTURES; seed++) {
    const bytes = await blotches(seed, seed < COPIED ? 640 : 64)
      .webp({ quality: 78 })
      .toBuffer();
    hashes.push((await hashPicture(bytes)) ?? "none");
    if (seed >= COPIED) continue;
    const variants = await hashCrops(bytes);
    removed.push(variants);
    for (const [name, copy] of Object.entries(copies)) {
      const copied = await copy(bytes);
      const hash = (await (seed < UPLOADED ? hashUpload(copied) : hashPicture(copied))) ?? "";
      const distance = Math.min(...variants.map((variant) => hashDistance(hash, variant)));
      if (distance > ALIKE_BITS) missed[name] = (missed[name] ?? 0) + 1;
    }
  }
  expect(missed).toEqual({});
  expect(hashes).not.toContain("none");
  const falseHits = removed.flatMap((variants, mine) =>
    hashes.filter(
      (hash, other) => other !== mine && variants.some((one) => hashDistance(hash, one) <= ALIKE_BITS),
    ),
  );
  expect(falseHits).toEqual([]);
});

/** A square SVG, as a picture is stored. */
const drawing = (inner: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640">${inner}</svg>`))
    .webp({ quality: 78 })
    .toBuffer();
const gradient = (kind: string, from: string, to: string) =>
  drawing(
    `<defs><${kind} id="g"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></${kind.split(" ")[0]}></defs><rect width="640" height="640" fill="url(#g)"/>`,
  );
const plain: Record<string, () => Promise<Buffer>> = {
  black: () => drawing('<rect width="640" height="640"/>'),
  "a pale color": () => drawing('<rect width="640" height="640" fill="#fed"/>'),
  "a gradient to the right": () => gradient("linearGradient", "#000", "#fff"),
  "a gradient in colors": () => gradient("linearGradient", "#f80", "#208"),
  "a gradient downwards": () => gradient('linearGradient x2="0" y2="1"', "#124", "#f84"),
  "a gradient across": () => gradient('linearGradient x2="1" y2="1"', "#06c", "#f9c"),
  "a glow": () => gradient("radialGradient", "#fff", "#333"),
  "a dot on white": () =>
    drawing('<rect width="640" height="640" fill="#fff"/><circle cx="320" cy="320" r="180" fill="#c00"/>'),
  "a word on white": () =>
    drawing('<rect width="640" height="640" fill="#fff"/><text x="60" y="360" font-size="160">B-Side</text>'),
  "a sun over the sea": () =>
    drawing(
      '<rect width="640" height="470" fill="#f84"/><circle cx="320" cy="400" r="70" fill="#fe9"/><rect y="470" width="640" height="170" fill="#123"/>',
    ),
};

test.each(Object.entries(plain))("%s has too little detail for a hash", async (_, draw) => {
  expect(await hashPicture(await draw())).toBeNull();
  expect(await hashCrops(await draw())).toEqual([]);
});

test("the drawn portraits that fill a square have enough detail for a hash", async () => {
  for (const file of readdirSync("public/portraits").map((name) => join("public/portraits", name))) {
    const { width, height } = await sharp(file).metadata();
    if (width !== height) continue;
    const bytes = await sharp(file).resize(640, 640).webp({ quality: 78 }).toBuffer();
    expect(await hashPicture(bytes), file).not.toBeNull();
  }
});

test("a picture's hash is that of the square in its middle", async () => {
  const square = await sharp("public/portraits/sample-1.svg").resize(640, 640).webp().toBuffer();
  const hash = await hashPicture(square);
  expect(hash).not.toBeNull();
  for (const sides of [
    { left: 160, right: 160 },
    { top: 320, bottom: 320 },
  ]) {
    const wide = await sharp(square)
      .extend({ ...sides, background: "#8c1c13" })
      .webp({ lossless: true })
      .toBuffer();
    expect(await hashPicture(wide)).toBe(hash);
  }
});

test("one removed plain picture keeps nobody from another", async () => {
  const [mia, ada, ben] = [await addModerator("Mia"), await addMember("Ada"), await addMember("Ben")];
  const path = join(makeScratchFolder(), "picture");
  await writeFile(path, (await plain.black?.()) ?? "");
  const photoId = await addPicture(ben.id, path);
  await updateProfilePicture(ben.id, "photo", photoId);
  await decide(mia, await report(ada, ben, { about: `photo:${ben.id}` }), {
    kind: "removal",
    removed: "photo",
  });
  const [given] = await listSanctions(ben.id);
  // As an earlier version stored it.
  await db
    .insert(removedPicture)
    .values({ hash: "0".repeat(16), sanctionId: given?.id ?? "" })
    .onConflictDoNothing();
  for (const draw of Object.values(plain)) {
    await writeFile(path, await draw());
    await addPicture(ada.id, path);
  }
  await db.delete(removedPicture);
});

test("the distance of two hashes is the number of bits in which they differ", () => {
  expect(hashDistance("0000000000000000", "0000000000000000")).toBe(0);
  expect(hashDistance("ffffffffffffffff", "0000000000000000")).toBe(64);
  expect(hashDistance("8000000000000001", "0000000080000001")).toBe(2);
});

test("a copy is found among thousands of removed pictures, and others get a turn meanwhile", async () => {
  const [ben, mia] = [await addMember("Ben"), await addModerator("Mia")];
  const cleo = await addMember("Cleo");
  await decide(mia, await report(cleo, ben), { kind: "warning" });
  const [given] = await listSanctions(ben.id);
  const random = seededRandom(1);
  const half = () =>
    Math.floor(random() * 2 ** 31)
      .toString(16)
      .padStart(8, "0");
  const rows = Array.from({ length: 5000 }, () => ({ hash: half() + half(), sanctionId: given?.id ?? "" }));
  for (let from = 0; from < rows.length; from += 500)
    await db.insert(removedPicture).values(rows.slice(from, from + 500));
  let turns = 0;
  const count = () => {
    turns++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  await rejectRemovedCopy("f0f0f0f0f0f0f0f0");
  clearImmediate(counting);
  expect(turns).toBeGreaterThanOrEqual(2);
  await db.insert(removedPicture).values({ hash: "f0f0f0f0f0f0f0f1", sanctionId: given?.id ?? "" });
  await expect(rejectRemovedCopy("f0f0f0f0f0f0f0f0")).toBeRefused("invalid");
  await db.delete(removedPicture);
});

test("a picture that was removed can't be uploaded again, until the decision is overturned", async () => {
  const folder = makeScratchFolder();
  const [mia, noa] = [await addModerator("Mia"), await addModerator("Noa")];
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  const path = join(folder, "picture");
  await writeFile(path, await blotches(7, 640).jpeg().toBuffer());
  const photoId = await addPicture(ben.id, path);
  await updateProfilePicture(ben.id, "photo", photoId);
  await decide(mia, await report(ada, ben, { about: `photo:${ben.id}` }), {
    kind: "removal",
    removed: "photo",
  });
  expect(await getPictureFile(ben.id, pictureFile(photoId, 96))).toBeUndefined();

  await writeFile(path, await blotches(7, 640).resize(500).webp({ quality: 40 }).toBuffer());
  const refused = {
    code: "invalid",
    message: "A moderator removed this picture, so it can't be used again.",
  };
  await expect(addPicture(cleo.id, path)).rejects.toMatchObject(refused);
  await writeFile(path, await blotches(8, 640).jpeg().toBuffer());
  await addPicture(cleo.id, path);

  await overturn(noa, ben);
  expect(await getPictureFile(ben.id, pictureFile(photoId, 96))).toBeDefined();
  await writeFile(path, await blotches(7, 640).jpeg().toBuffer());
  await addPicture(cleo.id, path);
});
