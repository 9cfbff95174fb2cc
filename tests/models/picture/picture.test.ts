import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { db } from "db/client.server";
import { member, picture } from "db/schema";
import sharp, { type Sharp } from "sharp";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { getMember, type Member, toOwnMember } from "~/models/member/member.server";
import { deletePicture, getPictureFile, removeOrphanedPictures } from "~/models/picture/picture.server";
import { pictureAddress } from "~/models/picture/picture-schema";
import { addPicture, consumeUpload, createUpload, saveUpload } from "~/models/picture/picture-upload.server";
import { pictureWorkers, processPicture } from "~/models/picture/processing.server";
import { updatePhotoFocus, updateProfilePicture } from "~/models/picture/profile-picture.server";
import { BANNER_SIZES, pictureSet, pictureUrl, SQUARE_SIZES, visiblePictureUrl } from "~/models/picture-url";
import { addPlaylist, removePlaylist, updatePlaylist } from "~/models/playlist/playlist.server";
import { playlistInput } from "~/models/playlist/playlist-schema";
import { countWork } from "~/models/rate-limit.server";
import { addRecord, getRecord, listRecords, removeRecord, updateRecord } from "~/models/record/record.server";
import { prepareImport, runImport } from "~/models/record/record-import.server";
import { recordInput, recordQuery } from "~/models/record/record-schema";
import { listPendingPictures, reviewPicture } from "~/models/safety/photos/photo-review.server";
import { ada, addNewcomer, ben, freshCast } from "../../cast";
import {
  animation,
  blotches,
  bomb,
  heavyPhoto,
  photo,
  photoWithLocation,
  polyglot,
  svg,
  TRAILING_SCRIPT,
} from "../../fakes/picture-files";
import { changeRows, deleteRows, rowsOf } from "../../rows";
import { fileOf } from "../../scratch-folder";

const HOUR_MS = 3_600_000;
const GONE = "This picture is no longer available. Choose it again.";
const upload = "11111111-2222-4333-8444-555555555555";

freshCast("ada", "ben");

const send = async (who: Member) => addPicture(who.id, fileOf(await photo("jpeg", 60, 40)));

async function make(bytes: Uint8Array): Promise<Map<number, Buffer>> {
  const sizes = new Map<number, Buffer>();
  await processPicture(ada.id, fileOf(bytes), async (size, made) => {
    sizes.set(size, made);
  });
  return sizes;
}

const rowOf = async (id: string) => (await rowsOf(picture, { id }))[0];
const filesOf = (id: string) =>
  readdirSync(join(env.dataDir, "pictures")).filter((name) => name.startsWith(id));
const age = (id: string, change: Partial<typeof picture.$inferInsert> = {}) => {
  const then = new Date(Date.now() - HOUR_MS - 1000);
  return changeRows(picture, { id }, { createdAt: then, sentAt: then, madeAt: then, ...change });
};

/** The color at a point of a picture, given as fractions of its width and height. */
async function colourAt(bytes: Buffer | undefined, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  const [red = 0, , blue = 0] = data.subarray(at);
  return red > blue ? "red" : "blue";
}

test.each([
  ["https://images.example.org/blue.jpg", "https://images.example.org/blue.jpg"],
  ["https://Images.Example.org/a b.jpg", "https://images.example.org/a%20b.jpg"],
  [`/pictures/${upload}-96.webp`, `/pictures/${upload}-640.webp`],
  [`https://b-side.example/pictures/${upload}-1536.webp`, `/pictures/${upload}-640.webp`],
  [`/api/objects/upload/${upload}`, `/pictures/${upload}-640.webp`],
  [`http://localhost:3000/api/objects/upload/${upload}?part=1`, `/pictures/${upload}-640.webp`],
  [`/pictures/${upload}-97.webp`, undefined],
  [`/pictures/${upload}.webp`, undefined],
  [`javascript:/pictures/${upload}-96.webp`, undefined],
  ["/pictures/a1b2c3.webp", undefined],
  ["http://images.example.org/blue.jpg", undefined],
  ["https://ada:secret@images.example.org/", undefined],
  ["https://images.example.org:8443/", undefined],
  ["https://127.0.0.1/", undefined],
  ["https://[::1]/", undefined],
  ["https://0x7f.1/", undefined],
  ["https://localhost/", undefined],
  ["https://printer.local/", undefined],
  ["//images.example.org/", undefined],
  ["/pictures/../api/logout", undefined],
  ["data:image/png;base64,AAAA", undefined],
  [`https://images.example.org/${"a".repeat(500)}`, undefined],
])("the picture URL %s is saved as %s", (address, kept) => {
  expect(pictureAddress(address)).toBe(kept);
});

test("a remote picture is shown only to the member who entered its URL", () => {
  expect(visiblePictureUrl("https://images.example.org/a.jpg", true)).toBe(
    "https://images.example.org/a.jpg",
  );
  expect(visiblePictureUrl("https://images.example.org/a.jpg", false)).toBeNull();
  const own = pictureUrl(upload, "square");
  expect([visiblePictureUrl(own, false), visiblePictureUrl(null, true)]).toEqual([own, null]);
});

test("srcset lists all sizes of an upload's shape, and none for remote pictures", () => {
  const file = (size: number) => `/pictures/${upload}-${size}.webp ${size}w`;
  expect(pictureSet(pictureUrl(upload, "square"))).toBe(SQUARE_SIZES.map(file).join(", "));
  expect(pictureSet(pictureUrl(upload, "banner"))).toBe(BANNER_SIZES.map(file).join(", "));
  expect(pictureSet("https://images.example.org/a.jpg")).toBeUndefined();
  expect(pictureSet("/portraits/ada.svg")).toBeUndefined();
});

// A large JPEG or WebP is scaled while it is decoded. The others are decoded as a whole, whatever their size.
const fromLarge = [
  [96, "webp", 144, 96],
  [320, "webp", 480, 320],
  [640, "webp", 960, 640],
  [768, "webp", 768, 384],
  [1536, "webp", 1536, 768],
];
const fromMiddling = [
  [96, "webp", 144, 96],
  [320, "webp", 480, 320],
  [640, "webp", 600, 400],
  [768, "webp", 600, 384],
  [1536, "webp", 600, 400],
];

test.each([
  ["jpeg", 1800, 1200, fromLarge],
  ["webp", 1800, 1200, fromLarge],
  ["png", 600, 400, fromMiddling],
  ["avif", 600, 400, fromMiddling],
  ["gif", 600, 400, fromMiddling],
] as const)(
  "a %s of %i by %i pixels is converted to WebP in every size, as a whole but for banners",
  async (kind, across, down, expected) => {
    const sizes = await make(await photo(kind, across, down));
    const made = await Promise.all(
      [...sizes].map(async ([size, bytes]) => {
        const { format, width, height } = await sharp(bytes).metadata();
        expect([await colourAt(bytes, 0.2, 0.5), await colourAt(bytes, 0.8, 0.5)]).toEqual(["red", "blue"]);
        return [size, format, width, height];
      }),
    );
    expect(made).toEqual(expected);
  },
);

test("a tall picture is whole, and the middle is cut from one more than three times as long as wide", async () => {
  const sizesOf = async (width: number, height: number) => {
    const made = (await make(await photo("png", width, height))).get(320);
    const metadata = await sharp(made).metadata();
    return [metadata.width, metadata.height];
  };
  expect(await sizesOf(400, 600)).toEqual([320, 480]);
  expect(await sizesOf(400, 2000)).toEqual([320, 960]);
  expect(await sizesOf(2000, 400)).toEqual([960, 320]);
});

test("a photo keeps its focal point: from the upload, changed later, and through a review", async () => {
  const shown = async () => toOwnMember(await getMember(ada.id)).profileImageFocus;
  expect(await shown()).toBeNull();
  await expect(updatePhotoFocus(ada.id, { x: 1, y: 2 })).toBeRefused("conflict");
  await updateProfilePicture(ada.id, "photo", await send(ada));
  expect(await shown()).toEqual({ x: 50, y: 30 });
  await updateProfilePicture(ada.id, "photo", await send(ada), { x: 10, y: 90 });
  expect(await shown()).toEqual({ x: 10, y: 90 });
  await updatePhotoFocus(ada.id, { x: 20, y: 80 });
  await updateProfilePicture(ada.id, "cover", await send(ada));
  expect(await shown()).toEqual({ x: 20, y: 80 });

  Object.assign(env, { photoReview: true });
  const pending = await send(ada);
  Object.assign(env, { photoReview: false });
  await updateProfilePicture(ada.id, "photo", pending, { x: 30, y: 70 });
  expect(await shown()).toEqual({ x: 20, y: 80 });
  await updatePhotoFocus(ada.id, { x: 40, y: 60 });
  expect(await shown()).toEqual({ x: 20, y: 80 });
  await reviewPicture(ben.id, pending, { outcome: "approve", rule: "", statement: "" } as never);
  expect(await shown()).toEqual({ x: 40, y: 60 });
  await updateProfilePicture(ada.id, "photo", null);
  expect(await getMember(ada.id)).toMatchObject({ photoFocus: null, pendingPhotoFocus: null });
});

test("a picture smaller than its sizes is not enlarged", async () => {
  const sizes = await make(await photo("png", 50, 30));
  const { width, height } = await sharp(sizes.get(640)).metadata();
  expect([width, height]).toEqual([50, 30]);
});

test("extremely small and narrow pictures are accepted", async () => {
  expect((await make(await photo("png", 2, 1))).size).toBe(5);
  expect((await make(await photo("png", 12_000, 2))).size).toBe(5);
  expect((await make(await photo("png", 2, 12_000))).size).toBe(5);
});

test.each(["jpeg", "png", "webp", "avif"] as const)(
  "a %s is rotated as its EXIF says and stripped of metadata",
  async (kind) => {
    const original = await photoWithLocation(kind);
    const metadata = await sharp(original).metadata();
    expect([metadata.exif !== undefined, metadata.xmp !== undefined]).toEqual([true, true]);
    for (const [size, bytes] of await make(original)) {
      const colors = [await colourAt(bytes, 0.5, 0.2), await colourAt(bytes, 0.5, 0.8)];
      expect(colors, `${size}`).toEqual(["red", "blue"]);
      const { exif, xmp, iptc, icc, orientation, comments } = await sharp(bytes).metadata();
      expect([exif, xmp, iptc, icc, orientation, comments]).toEqual(Array(6).fill(undefined));
      expect(bytes.toString("latin1")).not.toMatch(/EXIF|GPS|Lovelace|Analytical|xmp|51\.5/);
    }
  },
);

test("the colors of another space are those of the same picture in sRGB", async () => {
  const orange = sharp({ create: { width: 60, height: 40, channels: 3, background: "#fa0" } });
  for (const kind of ["jpeg", "png", "webp", "avif"] as const) {
    const wide = await orange.clone().withIccProfile("p3").toFormat(kind, { quality: 100 }).toBuffer();
    expect((await sharp(wide).metadata()).icc, kind).toBeDefined();
    const { data } = await sharp((await make(wide)).get(96))
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const [at, channel] of [0xff, 0xaa, 0x00].entries())
      expect(Math.abs((data[at] ?? 0) - channel), `${kind} ${at}`).toBeLessThan(12);
  }
});

/** A picture as programs and cameras write it, with both halves and an odd size. */
const drawn = (change: (picture: Sharp) => Sharp = (picture) => picture) =>
  photo("png", 301, 199).then((bytes) => change(sharp(bytes)).toBuffer());
/** The end of the spectrum in the head of a JPEG's scan is 0 instead of 63, as some phones write it. */
async function invalidScan(): Promise<Buffer> {
  const bytes = await drawn((picture) => picture.jpeg());
  bytes[bytes.indexOf(Buffer.from([0xff, 0xda])) + 12] = 0;
  return bytes;
}

test.each<[string, number, () => Promise<Buffer>]>([
  ["baseline", 2, () => drawn((picture) => picture.jpeg())],
  ["baseline", 1, () => drawn((picture) => picture.jpeg())],
  ["progressive", 2, () => drawn((picture) => picture.jpeg({ progressive: true }))],
  ["progressive", 1, () => drawn((picture) => picture.jpeg({ progressive: true }))],
  ["full color", 2, () => drawn((picture) => picture.jpeg({ chromaSubsampling: "4:4:4" }))],
  ["best quality", 2, () => drawn((picture) => picture.jpeg({ quality: 100 }))],
  ["worst quality", 2, () => drawn((picture) => picture.jpeg({ quality: 1 }))],
  ["optimized", 2, () => drawn((picture) => picture.jpeg({ mozjpeg: true }))],
  ["print colors", 2, () => drawn((picture) => picture.toColourspace("cmyk").jpeg())],
  ["of 16 pixels", 2, () => photo("jpeg", 16, 16)],
  ["of a phone with an invalid scan", 0, invalidScan],
])("a JPEG without its end is a photo: %s, %i bytes short", async (_, missing, draw) => {
  const bytes = await draw();
  const sizes = await make(bytes.subarray(0, bytes.length - missing));
  for (const size of sizes.values())
    expect([await colourAt(size, 0.2, 0.95), await colourAt(size, 0.8, 0.95)]).toEqual(["red", "blue"]);
});

test.each([
  ["without its end", "without-end.jpg"],
  ["of a phone with an invalid scan", "invalid-scan.jpg"],
])("a photo %s, as a member sent it, is shown", async (_, file) => {
  expect((await make(readFileSync(new URL(file, import.meta.url)))).size).toBe(5);
});

/** Bytes that cameras and programs leave after the last pixel of a JPEG without its end, or after its end. */
const tails: [string, Buffer, Buffer][] = [
  ["zeros", Buffer.alloc(2), Buffer.alloc(4096)],
  ["ones", Buffer.alloc(2, 0xff), Buffer.alloc(512, 0xff)],
  ["a line break", Buffer.from("\n"), Buffer.from("\r\n")],
  [
    "a phone's notes",
    Buffer.from("SEFHk\0\0\0SEFT"),
    Buffer.from("Image_UTC_Data1602863147567SEFHk\0\0\0SEFT"),
  ],
  [
    "the head of a film",
    Buffer.from("\0\0\0\x18ftypmp42"),
    Buffer.from("MotionPhoto_Data\0\0\0\x18ftypmp42isom"),
  ],
];

test.each(tails)(
  "a JPEG is a photo with %s in place of its end and behind it",
  async (_, instead, behind) => {
    const bytes = await drawn((picture) => picture.jpeg());
    for (const file of [
      Buffer.concat([bytes.subarray(0, -2), instead]),
      Buffer.concat([bytes, behind]),
      Buffer.concat([bytes.subarray(0, -1), behind]),
    ])
      for (const size of (await make(file)).values())
        expect([await colourAt(size, 0.2, 0.95), await colourAt(size, 0.8, 0.95)]).toEqual(["red", "blue"]);
  },
);

test.each([false, true])(
  "a JPEG that lacks some of its pixels is damaged, progressive: %s",
  async (progressive) => {
    const bytes = await sharp(await heavyPhoto(300, 200))
      .jpeg({ progressive })
      .toBuffer();
    for (const missing of [3, 4, 30, 500, 5000]) {
      const cut = make(bytes.subarray(0, bytes.length - missing));
      await expect(cut, `${missing}`).rejects.toMatchObject({
        message: "This picture is damaged or incomplete.",
      });
    }
  },
);

test("only the first frame of an animation is kept", async () => {
  const sizes = await make(await animation());
  const { pages } = await sharp(sizes.get(96)).metadata();
  expect([pages, await colourAt(sizes.get(96), 0.5, 0.5)]).toEqual([undefined, "red"]);
});

test("data after the end of a picture is dropped", async () => {
  const sizes = await make(Buffer.concat([await photo("jpeg", 300, 200), Buffer.from(TRAILING_SCRIPT)]));
  for (const bytes of sizes.values()) expect(bytes.toString("latin1")).not.toContain("script");
});

test("a file whose bytes are not a picture is refused, whatever its type", async () => {
  const message = "Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded.";
  const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
  const tiff = await sharp(await photo("png", 20, 20))
    .tiff()
    .toBuffer();
  const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n");
  for (const bytes of [
    svg,
    heic,
    tiff,
    pdf,
    Buffer.from("<html>"),
    Buffer.from("BM"),
    Buffer.from([0xff, 0xd8]),
  ]) {
    await expect(make(bytes)).toBeRefused("wrong-type", message);
  }
});

test("a file that only begins like a picture is refused", async () => {
  const refused = { code: "invalid", message: "This picture is damaged or incomplete." };
  const disguised = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), svg]);
  for (const bytes of [polyglot, disguised]) await expect(make(bytes)).rejects.toMatchObject(refused);
  for (const kind of ["jpeg", "png", "webp", "avif", "gif"] as const) {
    const whole = await photo(kind, 400, 300);
    for (const share of [0.02, 0.5, 0.9]) {
      const cut = whole.subarray(0, Math.max(12, whole.length * share));
      await expect(make(cut), `${kind} ${share}`).rejects.toMatchObject(refused);
    }
  }
});

/** A small AVIF that says in its header that it is larger: encoding 12.5 megapixels takes seconds. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const bytes = await photo("avif", 64, 64);
  const at = bytes.indexOf("ispe");
  bytes.writeUInt32BE(width, at + 8);
  bytes.writeUInt32BE(height, at + 12);
  return bytes;
}

test("a picture of more megapixels than its type may have is refused before it is decoded", async () => {
  const refused = { code: "too-large" };
  await expect(make(bomb(5001, 5000))).rejects.toMatchObject(refused);
  await expect(make(await claiming(4000, 3126))).rejects.toMatchObject(refused);
});

test("pictures wait for their turn, and a refused one frees its turn", async () => {
  const whole = await photo("jpeg", 400, 300);
  const cut = whole.subarray(0, -500);
  const all = await Promise.allSettled(
    [whole, cut, whole, cut, whole, cut, whole].map((bytes) => make(bytes)),
  );
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
  expect(pictureWorkers.processes().length).toBeLessThanOrEqual(2);
  const broken = processPicture(ada.id, fileOf(whole), () => Promise.reject(new Error("The bucket is full")));
  await expect(broken).rejects.toThrow("The bucket is full");
  expect((await make(whole)).size).toBe(5);
});

const busy = {
  ...{ code: "unavailable", retryAfterSeconds: 60 },
  message: "We're too busy to read your file right now. Try again in a minute.",
};

test("a picture whose decoder gets no time to work can be sent again, and the next ones are decoded", async () => {
  const bytes = await photo("jpeg", 60, 40);
  await make(bytes);
  env.deadlines = true;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const hanging = pictureWorkers.processes();
    for (const decoder of hanging) decoder.kill("SIGSTOP");
    const stuck = hanging.map(() => make(bytes));
    const next = make(bytes);
    const refused = expect(Promise.all(stuck)).rejects.toMatchObject(busy);
    await expect.poll(() => pictureWorkers.countJobs().running).toBe(hanging.length);
    await vi.advanceTimersByTimeAsync(120_000);
    await refused;
    expect((await next).size).toBe(5);
    for (const decoder of hanging) expect(pictureWorkers.processes().includes(decoder)).toBe(false);
  } finally {
    vi.useRealTimers();
    env.deadlines = false;
  }
});

test("a picture whose decoder is killed is decoded by another", async () => {
  const bytes = await photo("png", 60, 40);
  await make(bytes);
  const decoders = pictureWorkers.processes();
  for (const decoder of decoders) decoder.kill("SIGSTOP");
  const made = make(bytes);
  await expect.poll(() => pictureWorkers.countJobs().running).toBe(1);
  for (const decoder of decoders) decoder.kill("SIGKILL");
  expect((await made).size).toBe(SQUARE_SIZES.length + BANNER_SIZES.length);
});

test("a picture that nobody has time for can be sent to the same upload URL again", async () => {
  const { id: cleo } = await addNewcomer("Cleo");
  const id = await createUpload(cleo);
  const path = fileOf(await photo("png", 60, 40));
  await consumeUpload(cleo, id);
  env.rateLimits = true;
  await countWork("pictureWork", cleo, 360_000);
  await expect(saveUpload(cleo, id, path)).toBeRefused("too-many");
  env.rateLimits = false;
  await consumeUpload(cleo, id);
  await saveUpload(cleo, id, path);
});

test("an upload URL accepts one picture, from its member, for 15 minutes", async () => {
  const id = await createUpload(ada.id);
  await expect(consumeUpload(ben.id, id)).toBeRefused("absent");
  await expect(consumeUpload(ada.id, randomUUID())).toBeRefused("absent");
  const tries = await Promise.allSettled([1, 2, 3, 4].map(() => consumeUpload(ada.id, id)));
  expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected", "rejected"]);
  await expect(consumeUpload(ada.id, id)).toBeRefused(
    "conflict",
    expect.stringMatching(/has already been used/),
  );

  const late = await createUpload(ada.id);
  await changeRows(picture, { id: late }, { createdAt: new Date(Date.now() - 16 * 60_000) });
  await expect(consumeUpload(ada.id, late)).toBeRefused("conflict", expect.stringMatching(/has expired/));
});

test("a picture can't be used before it is processed, after it is deleted, or by another member", async () => {
  const absent = { code: "absent", message: GONE };
  const invalid = { code: "invalid", message: GONE, fields: { imageUrl: GONE } };
  const id = await send(ada);
  const unmade = await createUpload(ada.id);
  for (const [who, which] of [
    [ben, id],
    [ada, unmade],
    [ada, randomUUID()],
  ] as const) {
    await expect(updateProfilePicture(who.id, "photo", which)).rejects.toMatchObject(absent);
    const record = recordInput.parse({
      artist: "Nico",
      album: "Janitor",
      imageUrl: pictureUrl(which, "square"),
    });
    await expect(addRecord(who.id, record)).rejects.toMatchObject(invalid);
  }
  await deletePicture(ben.id, id);
  expect(filesOf(id)).toHaveLength(5);
  await deletePicture(ada.id, id);
  expect(filesOf(id)).toEqual([]);
  await expect(updateProfilePicture(ada.id, "photo", id)).rejects.toMatchObject(absent);
});

test("a new profile photo or cover replaces the old one and deletes its files", async () => {
  const [first, second] = [await send(ada), await send(ada)];
  expect(toOwnMember(await updateProfilePicture(ada.id, "photo", first))).toMatchObject({
    profileImageUrl: `/pictures/${first}-640.webp`,
    coverImageUrl: null,
  });
  expect(toOwnMember(await updateProfilePicture(ada.id, "cover", first))).toMatchObject({
    coverImageUrl: `/pictures/${first}-1536.webp`,
  });
  await updateProfilePicture(ada.id, "photo", second);
  expect(filesOf(first)).toHaveLength(5);
  await updateProfilePicture(ada.id, "cover", null);
  expect([filesOf(first), await rowOf(first)]).toEqual([[], undefined]);
  await updateProfilePicture(ada.id, "photo", second);
  expect(filesOf(second)).toHaveLength(5);
  await updateProfilePicture(ada.id, "photo", null);
  expect([filesOf(second), await rowOf(second)]).toEqual([[], undefined]);
});

test("a built-in portrait can be replaced too", async () => {
  await changeRows(member, { id: ada.id }, { portraitUrl: "/portraits/ada.svg" });
  const id = await send(ada);
  expect(toOwnMember(await updateProfilePicture(ada.id, "photo", id))).toMatchObject({
    profileImageUrl: pictureUrl(id, "square"),
  });
  const bare = await updateProfilePicture(ada.id, "photo", null);
  expect(toOwnMember(bare).profileImageUrl).toBeNull();
});

test("a cover is deleted with the last record or playlist that shows it", async () => {
  const [id, other] = [await send(ada), await send(ada)];
  const imageUrl = pictureUrl(id, "square");
  const names = { artist: "Nico", album: "Desertshore" };
  const typed = (fields = {}) => recordInput.parse({ ...names, ...fields });
  const record = await addRecord(ada.id, typed({ imageUrl }));
  const list = await addPlaylist(ada.id, playlistInput.parse({ name: "Deserts", coverImageUrl: imageUrl }));
  await removePlaylist(ada.id, list.id);
  expect(filesOf(id)).toHaveLength(5);
  await updateRecord(ada.id, record.id, typed({ imageUrl: pictureUrl(other, "square") }));
  expect([filesOf(id), filesOf(other).length]).toEqual([[], 5]);
  await updateRecord(ada.id, record.id, typed({ imageUrl: pictureUrl(other, "square"), notes: "Again" }));
  expect(filesOf(other)).toHaveLength(5);
  await removeRecord(ada.id, record.id);
  expect(filesOf(other)).toEqual([]);
});

test("another member's upload can't be used as a cover", async () => {
  const address = pictureUrl(await send(ada), "square");
  const record = recordInput.parse({ artist: "Nico", album: "Desertshore", imageUrl: address });
  const list = playlistInput.parse({ name: "Deserts", coverImageUrl: address });
  const mine = await addRecord(ben.id, { ...record, imageUrl: null });
  await expect(addRecord(ben.id, record)).rejects.toMatchObject({
    fields: { imageUrl: expect.stringMatching(/no longer available/) },
  });
  await expect(updateRecord(ben.id, mine.id, record)).toBeRefused("invalid");
  await expect(addPlaylist(ben.id, list)).rejects.toMatchObject({
    fields: { coverImageUrl: expect.stringMatching(/no longer available/) },
  });
});

test("an import keeps the member's own covers, and no one else's", async () => {
  const [mine, hers] = [await send(ada), await send(ben)];
  const covers = [pictureUrl(mine, "square"), pictureUrl(hers, "square"), "https://covers.example.org/1.jpg"];
  const lines = covers.map((cover, i) => `Nico,Album ${i},${cover}`);
  const read = await prepareImport(ada.id, Buffer.from(["Artist,Title,Cover", ...lines].join("\n")));
  expect(await runImport(ada.id, "id" in read ? read.id : "")).toBe(3);
  const { records } = await listRecords(ada.id, recordQuery.parse({ sort: "album" }), 5);
  expect(records.map(({ imageUrl }) => imageUrl)).toEqual([covers[0], null, covers[2]]);
});

test("the sweep deletes only pictures that have been orphaned for an hour", async () => {
  const shown = await send(ada);
  const [fresh, lost, half, unused, dropped] = [
    await send(ada),
    await send(ada),
    await send(ada),
    await createUpload(ada.id),
    await send(ada),
  ];
  await updateProfilePicture(ada.id, "cover", shown);
  for (const id of [shown, lost]) await age(id);
  // Leftovers of a crash: files of a picture that was never finished, and of one half removed.
  await age(half, { madeAt: null });
  await age(unused, { sentAt: null, madeAt: null });
  await changeRows(picture, { id: dropped }, { removedAt: new Date() });
  await removeOrphanedPictures();
  for (const id of [lost, half, unused, dropped])
    expect([await rowOf(id), filesOf(id)]).toEqual([undefined, []]);
  for (const id of [shown, fresh])
    expect([(await rowOf(id))?.removedAt, filesOf(id).length]).toEqual([null, 5]);
});

describe("with pictures under review", () => {
  beforeEach(() => {
    env.photoReview = true;
  });
  afterEach(() => {
    env.photoReview = false;
  });

  const typed = (fields = {}) => recordInput.parse({ artist: "Nico", album: "Marble Index", ...fields });
  const listWaiting = async () => (await listPendingPictures(ben.id)).map(({ pictureId }) => pictureId);

  test("the sweep keeps what waits, and deletes it with its playlist, record or account", async () => {
    const [photoId, coverId, listCover, recordCover] = [
      await send(ada),
      await send(ada),
      await send(ada),
      await send(ada),
    ];
    const ids = [photoId, coverId, listCover, recordCover];
    expect(await listWaiting()).not.toEqual(expect.arrayContaining([photoId]));
    await updateProfilePicture(ada.id, "photo", photoId);
    await updateProfilePicture(ada.id, "cover", coverId);
    const list = await addPlaylist(
      ada.id,
      playlistInput.parse({ name: "Indices", coverImageUrl: pictureUrl(listCover, "square") }),
    );
    const record = await addRecord(ada.id, typed({ imageUrl: pictureUrl(recordCover, "square") }));
    for (const id of ids) await age(id);
    await removeOrphanedPictures();
    expect(ids.map((id) => filesOf(id).length)).toEqual([5, 5, 5, 5]);
    expect(await listWaiting()).toEqual(expect.arrayContaining(ids));
    await removePlaylist(ada.id, list.id);
    await removeRecord(ada.id, record.id);
    expect(ids.map((id) => filesOf(id).length)).toEqual([5, 5, 0, 0]);
    await changeRows(member, { id: ada.id }, { deletedAt: new Date() });
    await purgeDeletedMembers(Date.now() + 15 * 24 * HOUR_MS);
    await removeOrphanedPictures();
    expect(ids.map((id) => filesOf(id).length)).toEqual([0, 0, 0, 0]);
  });

  test("a picture that replaces a waiting one waits instead, and the old one is deleted", async () => {
    const [first, second] = [await send(ada), await send(ada)];
    for (const which of ["photo", "cover"] as const) {
      await updateProfilePicture(ada.id, which, first);
      // A request that is sent again changes nothing.
      await updateProfilePicture(ada.id, which, first);
    }
    for (const which of ["photo", "cover"] as const) await updateProfilePicture(ada.id, which, second);
    const record = await addRecord(ada.id, typed({ imageUrl: pictureUrl(second, "square") }));
    expect([filesOf(first), filesOf(second).length]).toEqual([[], 5]);
    expect(await listWaiting()).toEqual(expect.arrayContaining([second]));
    const third = await send(ada);
    await updateRecord(ada.id, record.id, typed({ imageUrl: pictureUrl(third, "square") }));
    expect(await listWaiting()).toEqual(expect.arrayContaining([second, third]));
  });

  test("an approved picture can be shown elsewhere without another review", async () => {
    const id = await send(ada);
    await updateProfilePicture(ada.id, "photo", id);
    await reviewPicture(ben.id, id, { outcome: "approve", rule: "other", statement: "" });
    const shown = await updateProfilePicture(ada.id, "cover", id);
    expect([shown.photoId, shown.coverId, shown.pendingCoverId]).toEqual([id, id, null]);
    expect(await getPictureFile(ben.id, `${id}-96.webp`)).toBeDefined();
  });

  test("a rejected picture leaves every place, can't be used again and can't be uploaded by anybody", async () => {
    const bytes = await blotches(7, 64).png().toBuffer();
    const id = await addPicture(ada.id, fileOf(bytes));
    await updateProfilePicture(ada.id, "cover", id);
    const record = await addRecord(ada.id, typed({ imageUrl: pictureUrl(id, "square") }));
    await reviewPicture(ben.id, id, { outcome: "reject", rule: "sexual", statement: "Not here." });
    expect(await getRecord(ada.id, record.id)).toMatchObject({ imageUrl: null });
    expect([await rowOf(id), filesOf(id)]).toEqual([undefined, []]);
    await expect(updateProfilePicture(ada.id, "cover", id)).toBeRefused("absent");
    await expect(addPicture(ben.id, fileOf(bytes))).toBeRefused("invalid");
  });

  test("a rejected picture of somebody else can still be uploaded by them", async () => {
    const bytes = await blotches(8, 64).png().toBuffer();
    const id = await addPicture(ada.id, fileOf(bytes));
    await updateProfilePicture(ada.id, "cover", id);
    await reviewPicture(ben.id, id, { outcome: "reject", rule: "impersonation", statement: "That's Ben." });
    expect(await addPicture(ben.id, fileOf(bytes))).toBeDefined();
  });
});

test("a cover uploaded again under the same id is the same record and playlist, another one is a conflict", async () => {
  const names = { artist: "Nico", album: "The End", name: "Sundays" };
  const another = async () => addPicture(ada.id, fileOf(await photo("jpeg", 60, 42)));
  const makers = [
    (id: string, imageUrl?: string) => addRecord(ada.id, recordInput.parse({ ...names, id, imageUrl })),
    (id: string, coverImageUrl?: string) =>
      addPlaylist(ada.id, playlistInput.parse({ ...names, id, coverImageUrl })),
  ];
  for (const add of makers) {
    const id = randomUUID();
    const first = await add(id, pictureUrl(await send(ada), "square"));
    expect(await add(id, pictureUrl(await send(ada), "square"))).toEqual(first);
    for (const cover of [pictureUrl(await another(), "square"), "https://covers.example/1.jpg", undefined])
      await expect(add(id, cover)).toBeRefused("conflict");
  }
});

/** What can use a picture: each prepares everything and returns the function that uses `address`. */
const takers: Record<string, (address: string) => Promise<() => Promise<unknown>>> = {
  "a new record": async (imageUrl) => {
    const input = recordInput.parse({ artist: "Nico", album: "The End", imageUrl });
    return () => addRecord(ada.id, input);
  },
  "a record": async (imageUrl) => {
    const names = { artist: "Nico", album: "Chelsea Girl" };
    const { id } = await addRecord(ada.id, recordInput.parse(names));
    return () => updateRecord(ada.id, id, recordInput.parse({ ...names, imageUrl }));
  },
  "a new playlist": async (coverImageUrl) => {
    const input = playlistInput.parse({ name: "Ends", coverImageUrl });
    return () => addPlaylist(ada.id, input);
  },
  "a playlist": async (coverImageUrl) => {
    const { id } = await addPlaylist(ada.id, playlistInput.parse({ name: "Ends" }));
    return () => updatePlaylist(ada.id, id, playlistInput.parse({ name: "Ends", coverImageUrl }));
  },
  "the profile": async (address) => {
    const id = address.slice("/pictures/".length, -"-640.webp".length);
    return () => updateProfilePicture(ada.id, "photo", id);
  },
};
const releases = {
  "another record": async (imageUrl: string) => {
    const { id } = await addRecord(ada.id, recordInput.parse({ artist: "Nico", album: "Janitor", imageUrl }));
    return () => removeRecord(ada.id, id);
  },
  "the sweep": async () => removeOrphanedPictures,
};
const MOST_STEPS = 30;

/** Runs something after this many steps: a read of the local database takes a microtask, and a write a turn as well. */
async function after(steps: number, run: () => Promise<unknown>) {
  for (let step = 0; step < steps; step++) await (step % 3 === 2 ? nextTurn() : undefined);
  return run();
}

test.each(
  Object.entries(takers).flatMap(([taker, prepare]) =>
    Object.entries(releases).map(([by, prepareRelease]) => ({ taker, by, prepare, prepareRelease })),
  ),
)(
  "$taker keeps a picture that $by releases at the same moment, or is refused with a message",
  async (way) => {
    const ends = new Set<string>();
    for (let lead = -MOST_STEPS; lead <= MOST_STEPS; lead++) {
      const id = randomUUID();
      const then = new Date(Date.now() - HOUR_MS - 1000);
      await db.insert(picture).values({ id, ownerId: ada.id, createdAt: then, sentAt: then, madeAt: then });
      const address = pictureUrl(id, "square");
      const [take, release] = [await way.prepare(address), await way.prepareRelease(address)];
      // However slow the machine is, each comes first once.
      const taking = () => {
        if (lead === -MOST_STEPS) return release().then(take);
        if (lead === MOST_STEPS) return take().finally(release);
        const [taken, released] = [after(-lead, take), after(lead, release)];
        return taken.finally(() => released);
      };
      const [taken] = await Promise.allSettled([taking()]);
      if (taken.status === "rejected") expect(taken.reason).toMatchObject({ message: GONE });
      const isKept = (await rowOf(id))?.removedAt === null;
      expect([lead, isKept]).toEqual([lead, taken.status === "fulfilled"]);
      ends.add(taken.status);
    }
    expect([...ends].sort()).toEqual(["fulfilled", "rejected"]);
  },
);

test("deleting a member deletes all their pictures", async () => {
  const id = await send(ada);
  await updateProfilePicture(ada.id, "photo", id);
  await age(id);
  await deleteRows(member, { id: ada.id });
  await removeOrphanedPictures();
  expect([await rowOf(id), filesOf(id)]).toEqual([undefined, []]);
});

test("a picture is discarded if its member was deleted during processing", async () => {
  const id = await createUpload(ada.id);
  await consumeUpload(ada.id, id);
  await deleteRows(member, { id: ada.id });
  const path = fileOf(await photo("jpeg", 60, 40));
  await expect(saveUpload(ada.id, id, path)).toBeRefused("absent");
  expect([await rowOf(id), filesOf(id)]).toEqual([undefined, []]);
});

test("a file is found only by its exact name", async () => {
  const id = await send(ada);
  expect(await getPictureFile(ben.id, `${id}-96.webp`)).toBeInstanceOf(Uint8Array);
  for (const name of [
    `${id}-97.webp`,
    `../pictures/${id}-96.webp`,
    "../session-secret",
    `${id}-96.webp/`,
    "",
  ])
    expect(await getPictureFile(ben.id, name)).toBeUndefined();
});
