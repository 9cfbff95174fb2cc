import { db } from "db/client.server";
import { member, moderationLog, photoCheck, picture } from "db/schema";
import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { env } from "~/env.server";
import { storage } from "~/integrations/storage.server";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { getMember, type Member, toPublicMember } from "~/models/member/member.server";
import { listNotifications } from "~/models/notification/notification.server";
import {
  drawPose,
  getPhotoCheck,
  sendPhotoCheck,
  withdrawPhotoCheck,
} from "~/models/picture/photo-check.server";
import { addPhotos, updatePhoto } from "~/models/picture/photos.server";
import { getPictureFile, removeOrphanedPictures } from "~/models/picture/picture.server";
import { addPicture } from "~/models/picture/picture-upload.server";
import { updateProfilePicture } from "~/models/picture/profile-picture.server";
import { DEFAULT_FOCUS } from "~/models/picture-focus";
import { pictureFile } from "~/models/picture-url";
import { getModeratedFile } from "~/models/safety/photos/moderated-files.server";
import {
  countPhotoChecks,
  decidePhotoCheck,
  listPhotoChecks,
} from "~/models/safety/photos/photo-check-review.server";
import { photoCheckInput } from "~/models/safety/review-schema";
import { ada, addMember, addModerator, freshCast, mia } from "../../cast";
import { blotches } from "../../fakes/picture-files";
import { changeRows, countRows, rowsOf } from "../../rows";
import { fileOf } from "../../scratch-folder";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let seed = 900;

freshCast("ada", "mia");
beforeEach(async () => {
  env.photoCheck = true;
  await db.delete(photoCheck);
  await updateProfilePicture(ada.id, "photo", await upload(ada));
});
afterEach(() => Object.assign(env, { photoCheck: false, photoReview: false, rateLimits: false }));

const file = async () => fileOf(await blotches(seed++, 160).jpeg().toBuffer());

const upload = async (who: Member) => addPicture(who.id, await file());
const state = async (who: Member, now?: number) => getPhotoCheck(await getMember(who.id), db, now);
const badge = async (who: Member) => toPublicMember(await getMember(who.id)).isPhotoChecked ?? false;
const largest = (id: string) => pictureFile(id, 640);

/** Draws a pose and sends a photo; returns the picture's id. */
async function ask(who: Member): Promise<string> {
  await drawPose(who.id);
  await sendPhotoCheck(who.id, await file());
  const [row] = await rowsOf(photoCheck, { memberId: who.id });
  return row?.pictureId ?? "";
}

/** Decides as the form of the moderator's page does, with the profile photo that it shows. */
async function decide(pictureId: string, change: Record<string, string> = {}, by = mia) {
  const [shown] = (await listPhotoChecks(mia.id)).filter((each) => each.pictureId === pictureId);
  const typed = { outcome: "matches", photoId: shown?.photos[0] ?? undefined, ...change };
  return decidePhotoCheck(by.id, pictureId, photoCheckInput.parse(typed));
}

const isRefused = (message: RegExp) => ({ code: "conflict", message: expect.stringMatching(message) });

test("a photo in a drawn pose is compared by a moderator, gives a badge and is deleted", async () => {
  expect(await state(ada)).toEqual({ step: "ask", refused: null });
  await drawPose(ada.id);
  const drawn = await state(ada);
  expect(drawn).toMatchObject({ step: "pose" });
  await drawPose(ada.id);
  expect(await state(ada)).toEqual(drawn);
  const pictureId = await ask(ada);
  expect(await state(ada)).toEqual({ step: "waiting" });
  expect(await badge(ada)).toBe(false);
  const { photoId } = await getMember(ada.id);
  expect(await countPhotoChecks(mia.id)).toBe(1);
  expect(await listPhotoChecks(mia.id)).toMatchObject([
    { memberId: String(ada.id), memberName: "Ada Lovelace", pictureId, photos: [photoId] },
  ]);
  await decide(pictureId);
  expect([await badge(ada), await state(ada)]).toEqual([true, { step: "checked" }]);
  expect(await countRows(picture, { id: pictureId })).toBe(0);
  expect(await storage.get(largest(pictureId))).toBeUndefined();
  expect(await countPhotoChecks(mia.id)).toBe(0);
  expect((await listNotifications(ada.id)).notifications).toMatchObject([
    { kind: "photo-check", url: "/profile/photo-check" },
  ]);
  const isLogged = and(eq(moderationLog.memberId, ada.id), eq(moderationLog.action, "photo-checked"));
  expect(await db.$count(moderationLog, isLogged)).toBe(1);
});

test("nobody but other moderators can load the photo, and no screen can show it", async () => {
  const [ben, noa] = [await addMember("Ben"), await addModerator("Noa")];
  env.photoReview = true;
  await updateProfilePicture(noa.id, "photo", await upload(noa));
  await changeRows(picture, { ownerId: noa.id }, { pendingAt: null });
  const [pending] = await rowsOf(picture, { ownerId: noa.id });
  await changeRows(member, { id: noa.id }, { photoId: pending?.id, pendingPhotoId: null });
  for (const who of [ada, noa]) {
    const pictureId = await ask(who);
    for (const viewer of [who, ben])
      expect(await getPictureFile(viewer.id, largest(pictureId))).toBeUndefined();
    expect(await getModeratedFile(mia.id, largest(pictureId))).toBeDefined();
    await expect(updateProfilePicture(who.id, "photo", pictureId)).toBeRefused("absent");
    await expect(addPhotos(who.id, [{ id: pictureId, focus: DEFAULT_FOCUS }])).toBeRefused("invalid");
  }
  const [own] = await rowsOf(photoCheck, { memberId: noa.id });
  expect(await getModeratedFile(noa.id, largest(own?.pictureId ?? ""))).toBeUndefined();
  expect((await listPhotoChecks(noa.id)).map(({ memberId }) => memberId)).toEqual([String(ada.id)]);
  const theirs = (await getMember(noa.id)).photoId ?? "";
  await expect(decide(own?.pictureId ?? "", { photoId: theirs }, noa)).rejects.toMatchObject(
    isRefused(/already decided/),
  );
});

test("a photo put first while the moderator compares gets no badge", async () => {
  const pictureId = await ask(ada);
  const { photoId } = await getMember(ada.id);
  await updateProfilePicture(ada.id, "photo", await upload(ada));
  await expect(decide(pictureId, { photoId: photoId ?? "" })).rejects.toMatchObject(
    isRefused(/changed their profile photo/),
  );
  await expect(
    decidePhotoCheck(mia.id, pictureId, photoCheckInput.parse({ outcome: "matches" })),
  ).rejects.toMatchObject(isRefused(/changed their profile photo/));
  expect([await badge(ada), await state(ada)]).toEqual([false, { step: "waiting" }]);
});

test("the badge stands as long as the checked photo is the first", async () => {
  await decide(await ask(ada));
  const { photoId } = await getMember(ada.id);
  const second = await upload(ada);
  await addPhotos(ada.id, [{ id: second, focus: DEFAULT_FOCUS }]);
  expect(await badge(ada)).toBe(true);
  await updatePhoto(ada.id, second, { position: 1 });
  expect([await badge(ada), await state(ada)]).toEqual([false, { step: "ask", refused: null }]);
  await updatePhoto(ada.id, photoId ?? "", { position: 1 });
  expect(await badge(ada)).toBe(true);
  await updateProfilePicture(ada.id, "photo", null);
  expect(await badge(ada)).toBe(false);
});

test("a refused photo says why, is deleted, and needs another pose", async () => {
  const pictureId = await ask(ada);
  const [first] = await rowsOf(photoCheck, { memberId: ada.id });
  await decide(pictureId, { outcome: "differs", reason: "These are two people." });
  expect(await storage.get(largest(pictureId))).toBeUndefined();
  expect(await state(ada)).toEqual({
    step: "ask",
    refused: { sentence: "A moderator couldn't match the two photos.", reason: "These are two people." },
  });
  await expect(sendPhotoCheck(ada.id, await file())).rejects.toMatchObject(
    isRefused(/time for this pose is up/),
  );
  await drawPose(ada.id);
  const [second] = await rowsOf(photoCheck, { memberId: ada.id });
  expect(second?.pose).not.toBe(first?.pose);
  expect(photoCheckInput.safeParse({ outcome: "differs", reason: " " }).success).toBe(false);
});

test("a pose is good for an hour", async () => {
  await drawPose(ada.id);
  expect(await state(ada, Date.now() + HOUR_MS - 1000)).toMatchObject({ step: "pose" });
  expect(await state(ada, Date.now() + HOUR_MS)).toEqual({ step: "ask", refused: null });
  await db.update(photoCheck).set({ drawnAt: new Date(Date.now() - HOUR_MS) });
  await expect(sendPhotoCheck(ada.id, await file())).rejects.toMatchObject(
    isRefused(/time for this pose is up/),
  );
});

test("one photo waits at a time, and three are taken in a day", async () => {
  env.rateLimits = true;
  const first = await ask(ada);
  await expect(drawPose(ada.id)).rejects.toMatchObject(isRefused(/still looking/));
  await expect(sendPhotoCheck(ada.id, await file())).rejects.toMatchObject(isRefused(/still looking/));
  await decide(first, { outcome: "no-face" });
  await decide(await ask(ada), { outcome: "no-face" });
  await decide(await ask(ada), { outcome: "no-face" });
  await drawPose(ada.id);
  await expect(sendPhotoCheck(ada.id, await file())).toBeRefused("too-many");
  await expect(decide(first)).rejects.toMatchObject(isRefused(/already decided/));
});

test("of two who send at once, one photo waits and the other is swept", async () => {
  await drawPose(ada.id);
  const files = [await file(), await file()];
  const sent = await Promise.allSettled(files.map((each) => sendPhotoCheck(ada.id, each)));
  expect(sent.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await db.update(picture).set({ madeAt: new Date(Date.now() - DAY_MS) });
  await removeOrphanedPictures();
  const [row] = await rowsOf(photoCheck, { memberId: ada.id });
  const { photoId } = await getMember(ada.id);
  const left = await rowsOf(picture, { ownerId: ada.id });
  expect(left.map(({ id }) => id).sort()).toEqual([photoId, row?.pictureId].sort());
});

test.each(["withdrawn", "expired"])(
  "the pose of a photo check that was %s is the next one's too",
  async (how) => {
    const poseOf = async () => (await rowsOf(photoCheck, { memberId: ada.id })).map(({ pose }) => pose);
    const poses = new Set<string>();
    for (let asked = 0; asked < 6; asked++) {
      await ask(ada);
      for (const pose of await poseOf()) poses.add(pose);
      await withdrawPhotoCheck(ada.id);
      if (how === "expired") await db.update(photoCheck).set({ drawnAt: new Date(Date.now() - HOUR_MS) });
    }
    expect(poses.size).toBe(1);
  },
);

test("a photo is gone once it is withdrawn, and with the account", async () => {
  const first = await ask(ada);
  await withdrawPhotoCheck(ada.id);
  expect([await state(ada), await storage.get(largest(first))]).toMatchObject([{ step: "pose" }, undefined]);
  const second = await ask(ada);
  await deleteAccount(ada.id);
  expect(await listPhotoChecks(mia.id)).toEqual([]);
  await purgeDeletedMembers(Date.now() + 30 * DAY_MS);
  expect(await storage.get(largest(second))).toBeUndefined();
  expect(await countRows(photoCheck, { memberId: ada.id })).toBe(0);
  expect((await getMember(ada.id)).checkedPhotoId).toBeNull();
});

test("a member without a photo adds one first", async () => {
  const ben = await addMember("Ben");
  expect(await state(ben)).toEqual({ step: "no-photo" });
  await expect(drawPose(ben.id)).rejects.toMatchObject(isRefused(/Add a profile photo/));
});
