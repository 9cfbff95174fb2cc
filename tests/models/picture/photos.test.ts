import { db } from "db/client.server";
import { evidence, evidencePicture, member, picture, removedPicture } from "db/schema";
import { afterEach, describe, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { getMember, type Member, toOwnMember } from "~/models/member/member.server";
import {
  addPhotos,
  getShownPhotos,
  readOwnPhotos,
  removePhoto,
  updatePhoto,
} from "~/models/picture/photos.server";
import { getPictureFile, removeOrphanedPictures } from "~/models/picture/picture.server";
import { hashStoredPicture } from "~/models/picture/picture-hash.server";
import { addPicture } from "~/models/picture/picture-upload.server";
import {
  updatePhotoFocus,
  updateProfilePicture,
  withdrawPicture,
} from "~/models/picture/profile-picture.server";
import { DEFAULT_FOCUS } from "~/models/picture-focus";
import { pictureFile, pictureUrl } from "~/models/picture-url";
import { addPlaylist } from "~/models/playlist/playlist.server";
import { playlistInput } from "~/models/playlist/playlist-schema";
import { addRecord, updateRecord } from "~/models/record/record.server";
import { recordInput } from "~/models/record/record-schema";
import { blockMember } from "~/models/safety/block.server";
import { viewCase } from "~/models/safety/case/case.server";
import { listPendingPictures, reviewPicture } from "~/models/safety/photos/photo-review.server";
import { pictureReviewInput } from "~/models/safety/review-schema";
import { listSanctions } from "~/models/safety/sanctions/sanction.server";
import { ada, addModerator, ben, freshCast, mia } from "../../cast";
import { blotches } from "../../fakes/picture-files";
import { changeRows, countRows } from "../../rows";
import { fileOf } from "../../scratch-folder";
import { decide, evidenceBy, overturn, report } from "../safety/cases";

freshCast("ada", "ben", "mia");

vi.mock("~/models/picture/picture-hash.server", async (original) => {
  const hashing = await original<typeof import("~/models/picture/picture-hash.server")>();
  return { ...hashing, hashStoredPicture: vi.fn(hashing.hashStoredPicture) };
});

let seed = 100;

afterEach(() => Object.assign(env, { photoReview: false }));

/** Uploads a picture that looks like no other, and returns its id. */
async function upload(who: Member): Promise<string> {
  return addPicture(who.id, fileOf(await blotches(seed++, 160).jpeg().toBuffer()));
}

async function uploads(who: Member, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await upload(who));
  return ids;
}

const add = (who: Member, ids: string[]) =>
  addPhotos(
    who.id,
    ids.map((id) => ({ id, focus: DEFAULT_FOCUS })),
  );
const own = async (who: Member) => (await readOwnPhotos(await getMember(who.id))).photos;
const order = async (who: Member) => (await own(who)).map(({ id }) => id);
const shown = async (viewer: Member, who: Member) =>
  (await getShownPhotos(viewer.id, who.id)).map(({ photoUrl }) => photoUrl).slice(1);
const urls = (ids: string[]) => ids.map((id) => pictureUrl(id, "square"));
const isLoadable = async (viewer: Member, id: string) =>
  (await getPictureFile(viewer.id, pictureFile(id, 96))) !== undefined;
const review = (by: Member, id: string, outcome: "approve" | "reject") =>
  reviewPicture(by.id, id, pictureReviewInput.parse({ outcome, rule: "sexual", statement: "Not here." }));

test("six photos added at once keep their order, and the first is the profile photo", async () => {
  const ids = await uploads(ada, 6);
  await add(ada, ids);
  expect(await order(ada)).toEqual(ids);
  const { profileImageUrl } = toOwnMember(await getMember(ada.id));
  expect(profileImageUrl).toBe(pictureUrl(ids[0] ?? "", "square"));
  expect(await shown(ben, ada)).toEqual(urls(ids.slice(1)));
});

test("a seventh photo is refused, and sending the same ones again changes nothing", async () => {
  const ids = await uploads(ada, 6);
  await add(ada, ids.slice(0, 4));
  await add(ada, ids);
  await add(ada, [...ids, ids[2] ?? ""]);
  expect(await order(ada)).toEqual(ids);
  await expect(add(ada, [await upload(ada)])).toBeRefused(
    "conflict",
    "You can have up to 6 photos. Remove one first.",
  );
  expect(await order(ada)).toEqual(ids);
});

test("nobody can add another member's picture, or one that is gone", async () => {
  const hers = await upload(ben);
  await expect(add(ada, [hers])).toBeRefused("invalid");
  const [gone = "", kept = ""] = await uploads(ada, 2);
  await add(ada, [kept, gone]);
  await removePhoto(ada.id, gone);
  await expect(add(ada, [gone])).toBeRefused("invalid");
  expect(await order(ada)).toEqual([kept]);
});

test("a photo moves to any position, and one that moves to the first is the profile photo with its focal point", async () => {
  const ids = await uploads(ada, 3);
  const [a = "", b = "", c = ""] = ids;
  await add(ada, ids);
  await updatePhoto(ada.id, c, { focus: { x: 10, y: 90 } });
  await updatePhotoFocus(ada.id, { x: 70, y: 20 });
  await updatePhoto(ada.id, c, { position: 1 });
  expect(await order(ada)).toEqual([c, a, b]);
  expect(toOwnMember(await getMember(ada.id))).toMatchObject({
    profileImageUrl: pictureUrl(c, "square"),
    profileImageFocus: { x: 10, y: 90 },
  });
  expect((await own(ada))[1]).toMatchObject({ id: a, photoFocus: { x: 70, y: 20 } });
  await updatePhoto(ada.id, a, { position: 6 });
  expect(await order(ada)).toEqual([c, b, a]);
  await updatePhoto(ada.id, c, { position: 2, focus: { x: 1, y: 2 } });
  expect(await order(ada)).toEqual([b, c, a]);
  expect((await own(ada))[1]?.photoFocus).toEqual({ x: 1, y: 2 });
});

test("a member cannot move or remove another's photo", async () => {
  const [id = ""] = await uploads(ada, 1);
  await add(ada, [id]);
  await expect(updatePhoto(ben.id, id, { position: 1 })).toBeRefused("absent");
  await expect(removePhoto(ben.id, id)).toBeRefused("absent");
  expect(await order(ada)).toEqual([id]);
});

test("the next photo takes the place of a removed profile photo, and removed files are gone", async () => {
  const ids = await uploads(ada, 3);
  const [a = "", b = "", c = ""] = ids;
  await add(ada, ids);
  await removePhoto(ada.id, a);
  expect(await order(ada)).toEqual([b, c]);
  expect(toOwnMember(await getMember(ada.id)).profileImageUrl).toBe(pictureUrl(b, "square"));
  await updateProfilePicture(ada.id, "photo", null);
  expect(await order(ada)).toEqual([c]);
  await removePhoto(ada.id, c);
  expect(await own(ada)).toEqual([]);
  expect(toOwnMember(await getMember(ada.id)).profileImageUrl).toBeNull();
  for (const id of ids) expect(await countRows(picture, { id })).toBe(0);
});

test("a photo that is removed twice at the same moment takes no other along", async () => {
  const ids = await uploads(ada, 3);
  const [a = "", b = "", c = ""] = ids;
  await add(ada, ids);
  const removals = await Promise.allSettled([removePhoto(ada.id, a), removePhoto(ada.id, a)]);
  expect(removals.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await order(ada)).toEqual([b, c]);
});

test("a photo from among the others that is set as the profile photo stands there only", async () => {
  const [a = "", b = "", c = ""] = await uploads(ada, 3);
  await add(ada, [a, b, c]);
  await updateProfilePicture(ada.id, "photo", c);
  expect(await order(ada)).toEqual([c, b]);
  expect(await isLoadable(ben, a)).toBe(false);
});

test("photos are kept by the sweep for orphans, and a portrait keeps its place among them", async () => {
  await changeRows(member, { id: ada.id }, { portraitUrl: "/portraits/maya.svg" });
  const [id = ""] = await uploads(ada, 1);
  await add(ada, [id]);
  expect(await order(ada)).toEqual(["maya", id]);
  await updatePhoto(ada.id, id, { position: 1 });
  expect(await order(ada)).toEqual([id, "maya"]);
  expect(await shown(ben, ada)).toEqual(["/portraits/maya.svg"]);
  await updatePhoto(ada.id, "maya", { position: 1 });
  const then = new Date(Date.now() - 7_200_000);
  await changeRows(picture, { id }, { createdAt: then, sentAt: then, madeAt: then });
  await removeOrphanedPictures();
  expect(await isLoadable(ben, id)).toBe(true);
  await updateProfilePicture(ada.id, "cover", await upload(ada));
  expect(await order(ada)).toEqual(["maya", id]);
});

test("others see a photo only once a moderator has approved it, and it goes first only then", async () => {
  const [a = "", b = ""] = await uploads(ada, 2);
  await add(ada, [a, b]);
  Object.assign(env, { photoReview: true });
  const c = await upload(ada);
  await add(ada, [c]);
  expect((await own(ada)).map(({ isPending }) => isPending)).toEqual([false, false, true]);
  expect([await shown(ben, ada), await isLoadable(ben, c)]).toEqual([urls([b]), false]);
  await expect(updatePhoto(ada.id, c, { position: 1 })).toBeRefused("conflict");
  await updatePhoto(ada.id, c, { position: 2 });
  expect(await listPendingPictures(mia.id)).toContainEqual(
    expect.objectContaining({ pictureId: c, use: "more" }),
  );
  expect(await review(mia, c, "approve")).toBe("more");
  expect([await shown(ben, ada), await isLoadable(ben, c)]).toEqual([urls([c, b]), true]);
  await updatePhoto(ada.id, c, { position: 1 });
  expect(await order(ada)).toEqual([c, a, b]);
});

test("a rejected photo leaves the others, with a decision that names a photo", async () => {
  const [a = ""] = await uploads(ada, 1);
  await add(ada, [a]);
  Object.assign(env, { photoReview: true });
  const [b = "", c = ""] = await uploads(ada, 2);
  await add(ada, [b, c]);
  await review(mia, b, "reject");
  expect(await order(ada)).toEqual([a, c]);
  expect(await listSanctions(ada.id)).toMatchObject([{ kind: "removal", removed: ["pendingPhoto"] }]);
  expect(await countRows(picture, { id: b })).toBe(0);
});

test("without a profile photo, the first new one waits for a moderator as such, and the next follows it", async () => {
  Object.assign(env, { photoReview: true });
  const [a = "", b = "", c = ""] = await uploads(ada, 3);
  await add(ada, [a, b, c]);
  expect(await getMember(ada.id)).toMatchObject({ photoId: null, pendingPhotoId: a });
  expect(await order(ada)).toEqual([a, b, c]);
  await expect(updatePhoto(ada.id, b, { position: 1 })).toBeRefused("conflict");
  await withdrawPicture(ada.id, "photo");
  expect(await getMember(ada.id)).toMatchObject({ photoId: null, pendingPhotoId: b });
  await review(mia, b, "reject");
  expect(await getMember(ada.id)).toMatchObject({ photoId: null, pendingPhotoId: c, morePhotos: [] });
  await review(mia, c, "approve");
  expect(await getMember(ada.id)).toMatchObject({ photoId: c, pendingPhotoId: null });
});

test("a blocked member sees none of the photos", async () => {
  const [a = "", b = ""] = await uploads(ada, 2);
  await add(ada, [a, b]);
  expect(await shown(ben, ada)).toEqual(urls([b]));
  await blockMember(ada.id, ben.id);
  expect(await shown(ben, ada)).toEqual([]);
});

test("a report keeps every photo that others saw, and moderators remove them one by one until an appeal", async () => {
  const noa = await addModerator("Noa");
  const ids = await uploads(ben, 3);
  const [a = "", b = "", c = ""] = ids;
  await add(ben, ids);
  await updatePhoto(ben.id, b, { focus: { x: 5, y: 6 } });
  Object.assign(env, { photoReview: true });
  const unseen = await upload(ben);
  await add(ben, [unseen]);
  const id = await report(ada, ben, { about: `photo:${ben.id}` });
  const page = await viewCase(mia.id, id);
  expect((await evidenceBy(ada)).profile.morePhotos).toMatchObject([
    { photoId: b, photoFocus: "5 6" },
    { photoId: c },
  ]);
  expect(await db.$count(evidence)).toBeGreaterThan(0);
  for (const each of ids) expect(await countRows(evidencePicture, { pictureId: each })).toBe(1);
  expect(await countRows(evidencePicture, { pictureId: unseen })).toBe(0);
  expect(page?.removable.map(({ key }) => key)).toEqual([
    "photo",
    ...[b, c, unseen].map((each) => `morePhoto:${each}`),
    "bio",
  ]);

  await decide(mia, id, { kind: "removal", removed: ["photo", `morePhoto:${b}`] });
  // The next photo has taken the place of the first.
  expect(await order(ben)).toEqual([c, unseen]);
  expect([await isLoadable(ben, a), await isLoadable(ben, b)]).toEqual([false, false]);
  const [given] = await listSanctions(ben.id);
  expect(given?.removed).toEqual(["photo", "morePhoto"]);
  expect(await countRows(removedPicture, { sanctionId: given?.id ?? "" })).toBeGreaterThan(1);

  await overturn(noa, ben);
  expect(await order(ben)).toEqual([c, unseen, a, b]);
  expect((await own(ben))[3]?.photoFocus).toEqual({ x: 5, y: 6 });
  expect(await isLoadable(ada, b)).toBe(true);
});

test("a reported photo that its member has replaced can't be uploaded again once it is removed", async () => {
  const noa = await addModerator("Noa");
  const [reported = "", next = ""] = await uploads(ben, 2);
  await updateProfilePicture(ben.id, "photo", reported);
  const copy = await blotches(seed - 2)
    .jpeg()
    .toBuffer();
  const id = await report(ada, ben, { about: `photo:${ben.id}` });
  await updateProfilePicture(ben.id, "photo", next);
  await decide(mia, id, { kind: "removal", removed: "photo" });
  expect(await order(ben)).toEqual([next]);
  await expect(addPicture(ben.id, fileOf(copy))).toBeRefused("invalid");

  await overturn(noa, ben);
  expect(await order(ben)).toEqual([next]);
  await addPicture(ben.id, fileOf(copy));
});

test("copies that were uploaded before a photo is removed can't take its place afterwards", async () => {
  const look = seed++;
  const uploadCopy = async (quality: number) =>
    addPicture(ben.id, fileOf(await blotches(look, 160).jpeg({ quality }).toBuffer()));
  const [first, cover, unused] = [await uploadCopy(90), await uploadCopy(60), await uploadCopy(40)];
  const other = await upload(ben);
  await updateProfilePicture(ben.id, "photo", first);
  const record = recordInput.parse({ artist: "Low", album: "Trust", format: "vinyl", condition: "mint" });
  const shelved = await addRecord(ben.id, { ...record, imageUrl: pictureUrl(cover, "square") });
  await decide(mia, await report(ada, ben, { about: `photo:${ben.id}` }), {
    ...{ kind: "removal", removed: "photo" },
  });
  for (const copy of [cover, unused]) {
    await expect(updateProfilePicture(ben.id, "photo", copy)).toBeRefused("invalid");
    await expect(updateProfilePicture(ben.id, "cover", copy)).toBeRefused("invalid");
    await expect(add(ben, [copy])).toBeRefused("invalid");
    const playlist = playlistInput.parse({ name: "Mine", coverImageUrl: pictureUrl(copy, "square") });
    await expect(addPlaylist(ben.id, playlist)).toBeRefused("invalid");
  }
  const change = { ...record, notes: "Signed", imageUrl: shelved.imageUrl };
  expect((await updateRecord(ben.id, shelved.id, change)).imageUrl).toBe(shelved.imageUrl);
  await updateProfilePicture(ben.id, "photo", other);
  expect(await order(ben)).toEqual([other]);
});

test("a photo that has moved up in place of a reported one is not removed", async () => {
  const [reported = "", next = ""] = await uploads(ben, 2);
  await add(ben, [reported, next]);
  const id = await report(ada, ben, { about: `photo:${ben.id}` });
  await removePhoto(ben.id, reported);
  await decide(mia, id, { kind: "removal", removed: "photo" });
  expect(await order(ben)).toEqual([next]);
});

test("a reported photo after the first can be banned although its member has removed it", async () => {
  const [first = "", reported = ""] = await uploads(ben, 2);
  const copy = await blotches(seed - 1)
    .jpeg()
    .toBuffer();
  await add(ben, [first, reported]);
  const id = await report(ada, ben, { about: `photo:${ben.id}-${reported}` });
  await removePhoto(ben.id, reported);
  const { removable } = (await viewCase(mia.id, id)) ?? {};
  expect(removable?.flatMap(({ photoId }) => photoId ?? [])).toEqual([reported]);
  await decide(mia, id, { kind: "removal", removed: `morePhoto:${reported}` });
  await expect(addPicture(ben.id, fileOf(copy))).toBeRefused("invalid");
});

describe("a photo that its member moves or removes while a moderator decides", () => {
  /** Does this while the decision reads the file of a photo. */
  const meanwhile = (change: () => Promise<unknown>) => {
    const hash = vi.mocked(hashStoredPicture).getMockImplementation();
    vi.mocked(hashStoredPicture).mockImplementationOnce(async (id) => {
      const hashes = (await hash?.(id)) ?? [];
      await change();
      return hashes;
    });
  };
  const expectBanned = async (copy: number) => {
    const again = fileOf(await blotches(copy).jpeg().toBuffer());
    await expect(addPicture(ben.id, again)).toBeRefused("invalid");
  };

  test("is banned once it is removed", async () => {
    const id = await report(ada, ben);
    const [first = "", chosen = ""] = await uploads(ben, 2);
    await add(ben, [first, chosen]);
    meanwhile(() => removePhoto(ben.id, chosen));
    await decide(mia, id, { kind: "removal", removed: ["bio", `morePhoto:${chosen}`] });
    await expectBanned(seed - 1);
  });

  test("is removed and banned once it is the first", async () => {
    const id = await report(ada, ben);
    const [first = "", chosen = "", last = ""] = await uploads(ben, 3);
    await add(ben, [first, chosen, last]);
    meanwhile(() => removePhoto(ben.id, first));
    await decide(mia, id, { kind: "removal", removed: `morePhoto:${chosen}` });
    expect(await order(ben)).toEqual([last]);
    await expectBanned(seed - 2);
  });

  test("is banned once the reported one takes the place of the first", async () => {
    const [first = "", reported = ""] = await uploads(ben, 2);
    await add(ben, [first, reported]);
    const id = await report(ada, ben, { about: `photo:${ben.id}-${reported}` });
    meanwhile(() => removePhoto(ben.id, first));
    await decide(mia, id, { kind: "removal", removed: "photo" });
    expect(await order(ben)).toEqual([]);
    await expectBanned(seed - 1);
  });

  test("is neither removed nor banned by a decision that removes nothing", async () => {
    const id = await report(ada, ben);
    const [first = "", other = ""] = await uploads(ben, 2);
    await add(ben, [first, other]);
    await decide(mia, id, { kind: "warning", removed: `morePhoto:${other}` });
    expect(await order(ben)).toEqual([first, other]);
    const copy = blotches(seed - 1).jpeg();
    await addPicture(ben.id, fileOf(await copy.toBuffer()));
  });
});
