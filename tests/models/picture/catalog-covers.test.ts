// Covers of releases: from the archive's redirects into the pictures of the members who choose them.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { db } from "db/client.server";
import { catalogRelease, picture, removedPicture } from "db/schema";
import sharp from "sharp";
import { beforeEach, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { storage } from "~/integrations/storage.server";
import { t } from "~/language/text";
import { catalogErrors } from "~/models/catalog/catalog-messages";
import { addCover, getReleaseCover } from "~/models/catalog/cover.server";
import { deleteExpiredAnswers } from "~/models/catalog/release.server";
import { takeTurn } from "~/models/pace.server";
import { classifyCovers, getPictureFile, removeOrphanedPictures } from "~/models/picture/picture.server";
import { updateProfilePicture } from "~/models/picture/profile-picture.server";
import { pictureFile, uploadIdFromUrl } from "~/models/picture-url";
import { addRecord } from "~/models/record/record.server";
import { recordInput } from "~/models/record/record-schema";
import { ada, addModerator, ben, freshCast } from "../../cast";
import { type FakeRelease, releases } from "../../fakes/catalog";
import { rowsOf } from "../../rows";
import { sampled } from "../../sampled";
import { catalog } from "../catalog/fake-catalog";
import { decide, report } from "../safety/cases";

freshCast("ada", "ben");

// The pace has a test of its own: here every turn comes at once.
vi.mock("~/models/pace.server", async (original) => ({
  ...(await original<typeof import("~/models/pace.server")>()),
  takeTurn: vi.fn(async () => true),
}));

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 3_600_000;
const moon = "b84ee12a-09ef-421b-82de-0441a926375b";

beforeEach(async () => {
  catalog.archive.fail(undefined);
  catalog.archive.requests.length = 0;
  await db.delete(catalogRelease);
  for (const { id, title, artist } of releases) {
    const details = { title, artist, year: null, format: null, label: "", country: "", barcode: "" };
    await db.insert(catalogRelease).values({ id, details, createdAt: new Date() });
  }
});

test("the archive is asked only in its turn", async () => {
  vi.mocked(takeTurn).mockResolvedValueOnce(false);
  expect((await getReleaseCover(ada.id, moon))?.file).toBeUndefined();
  expect(catalog.archive.requests).toEqual([]);
  expect((await getReleaseCover(ada.id, moon))?.file).toBeDefined();
  expect(catalog.archive.requests.length).toBeGreaterThan(0);
});

test("without a catalog no cover is asked for, even of a release that was found before", async () => {
  const { contact } = env.catalog;
  Object.assign(env.catalog, { contact: undefined });
  expect(await getReleaseCover(ada.id, moon)).toBeUndefined();
  Object.assign(env.catalog, { contact });
  expect(catalog.archive.requests).toEqual([]);
});

const idOf = (cover: FakeRelease["cover"]) => releases.find((release) => release.cover === cover)?.id ?? "";

test("a cover comes over the archive's redirects, once for everybody who sees or chooses it", async () => {
  const seen = await Promise.all([getReleaseCover(ada.id, moon), getReleaseCover(ben.id, moon)]);
  expect(seen[0]).toEqual(seen[1]);
  expect(await sharp(seen[0]?.file).metadata()).toMatchObject({ format: "webp", width: 320, height: 320 });
  expect(catalog.archive.requests).toEqual([
    `GET /release/${moon}/front-500`,
    `GET /download/mbid-${moon}/mbid-${moon}-1_thumb500.jpg`,
    `GET /items/mbid-${moon}/thumb500.jpg`,
  ]);
  const [first, second] = [await addCover(ada.id, moon), await addCover(ben.id, moon)];
  expect(first).not.toBe(second);
  expect(catalog.archive.requests).toHaveLength(3);
  expect(await getPictureFile(ada.id, first.replace("/pictures/", ""))).toBeDefined();
});

test("a cover is a record's like an upload, and says where it comes from", async () => {
  const imageUrl = await addCover(ada.id, moon);
  const input = recordInput.parse({ artist: "Pink Floyd", album: "The Dark Side of the Moon", imageUrl });
  expect((await addRecord(ada.id, input)).imageUrl).toBe(imageUrl);
  expect(await classifyCovers(ada.id, [imageUrl, null, "https://x.example/y.jpg"])).toEqual({
    pending: [],
    archived: [imageUrl],
  });
});

test("only its member can use a copy", async () => {
  const imageUrl = await addCover(ada.id, moon);
  const input = recordInput.parse({ artist: "Pink Floyd", album: "Animals", imageUrl });
  await expect(addRecord(ben.id, input)).toBeRefused("invalid");
});

test("a release whose cover is absent has none, and the archive isn't asked again", async () => {
  expect((await getReleaseCover(ada.id, idOf("none")))?.file).toBeUndefined();
  const asked = catalog.archive.requests.length;
  const refused = addCover(ada.id, idOf("none"));
  await expect(refused).toBeRefused("absent", t(catalogErrors.noCover));
  expect(catalog.archive.requests).toHaveLength(asked);
});

test.each(sampled(["not a picture", "bomb", "loop", "private", "huge"] as const))(
  "a release whose cover is %s shows none, and the archive is asked again",
  async (cover) => {
    expect((await getReleaseCover(ada.id, idOf(cover)))?.file).toBeUndefined();
    const asked = catalog.archive.requests.length;
    await expect(addCover(ada.id, idOf(cover))).toBeRefused("unanswered");
    expect(catalog.archive.requests).toHaveLength(2 * asked);
  },
);

const failures = ["broken", "cut off", "garbled", "forbidding", "redirecting", "huge"] as const;
const failed = failures.flatMap((failure) =>
  ["/release/", "/items/"].map((where) => [failure, where] as const),
);
test.each(sampled(failed, 2))("an archive that is %s at %s is asked again later", async (failure, where) => {
  catalog.archive.fail(failure, where);
  const refused = addCover(ada.id, moon);
  await expect(refused).toBeRefused("unanswered", t(catalogErrors.archiveUnanswered));
  catalog.archive.fail(undefined);
  expect(await addCover(ada.id, moon)).toMatch(/^\/pictures\//);
});

test("nothing is fetched for a release that no search has named", async () => {
  const unknown = "99999999-aaaa-4aaa-8aaa-000000000009";
  expect(await getReleaseCover(ada.id, unknown)).toBeUndefined();
  await expect(addCover(ada.id, unknown)).toBeRefused("absent");
  expect(catalog.archive.requests).toEqual([]);
});

test("a cover that a moderator has removed can't be taken again", async () => {
  const mia = await addModerator("Mia");
  const portrait = await sharp("public/portraits/sample-1.svg").resize(500, 500).jpeg().toBuffer();
  catalog.pictures.set(moon, portrait);
  const photoId = uploadIdFromUrl(await addCover(ben.id, moon)) ?? "";
  await updateProfilePicture(ben.id, "photo", photoId);
  await decide(mia, await report(ada, ben, { about: `photo:${ben.id}` }), {
    kind: "removal",
    removed: "photo",
  });
  await expect(addCover(ada.id, moon)).toBeRefused("invalid");
  await db.delete(removedPicture);
  expect(await addCover(ada.id, moon)).toMatch(/^\/pictures\//);
  catalog.pictures.clear();
});

test("with a review of photos, others see a chosen cover after a moderator's approval", async () => {
  Object.assign(env, { photoReview: true });
  const file = (await addCover(ada.id, moon)).replace("/pictures/", "");
  Object.assign(env, { photoReview: false });
  expect(await getPictureFile(ada.id, file)).toBeDefined();
  expect(await getPictureFile(ben.id, file)).toBeUndefined();
});

test("covers last as long as the answers that name them, and chosen ones as long as their record", async () => {
  const imageUrl = await addCover(ada.id, moon);
  const chosen = uploadIdFromUrl(imageUrl) ?? "";
  await addRecord(ada.id, recordInput.parse({ artist: "Pink Floyd", album: "Meddle", imageUrl }));
  const unused = uploadIdFromUrl(await addCover(ada.id, moon)) ?? "";
  const [release] = await rowsOf(catalogRelease, { id: moon });
  const shared = release?.pictureId ?? "";
  const then = new Date(Date.now() - 2 * HOUR_MS);
  await db.update(picture).set({ createdAt: then, sentAt: then, madeAt: then });
  await removeOrphanedPictures();
  const has = async (id: string) => (await storage.get(pictureFile(id, 640))) !== undefined;
  expect([await has(chosen), await has(unused), await has(shared)]).toEqual([true, false, true]);
  await deleteExpiredAnswers(Date.now() + 40 * DAY_MS);
  await removeOrphanedPictures();
  expect([await has(chosen), await has(shared)]).toEqual([true, false]);
  expect(readdirSync(join(env.dataDir, "pictures")).filter((name) => name.startsWith(shared))).toEqual([]);
});
