// Photos in conversations: who may send them, what becomes of the file, who sees it, and for how long.
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { db } from "db/client.server";
import { attachment, conversation, evidence, evidenceAttachment, message } from "db/schema";
import { eq, inArray } from "drizzle-orm";
import sharp from "sharp";
import { afterEach, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { listEvents } from "~/http/live/live-events.server";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { toText } from "~/language/text";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import type { PhotoSize } from "~/models/conversation/attachment/attachment";
import {
  getAttachmentFile,
  removeUnusedAttachments,
} from "~/models/conversation/attachment/attachment.server";
import { sendPhoto } from "~/models/conversation/attachment/sending.server";
import { toConversationRow } from "~/models/conversation/conversation";
import { sayGoodbye } from "~/models/conversation/goodbye.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { deleteEndedConversations } from "~/models/conversation/list/ended-conversation.server";
import { addMessage } from "~/models/conversation/message.server";
import {
  deleteMessage,
  editMessage,
  eraseDeletedMessages,
  listVersions,
} from "~/models/conversation/message-change.server";
import { listMessages } from "~/models/conversation/message-list.server";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { addPicture } from "~/models/picture/picture-upload.server";
import { updateProfilePicture } from "~/models/picture/profile-picture.server";
import { blockMember } from "~/models/safety/block.server";
import { viewCase } from "~/models/safety/case/case.server";
import { listReportableMessages, quoteReported } from "~/models/safety/evidence/reported.server";
import { getReportedFile } from "~/models/safety/photos/moderated-files.server";
import { deleteExpiredEvidence } from "~/models/safety/report.server";
import { decideAppeal, fileAppeal, listAppeals } from "~/models/safety/sanctions/appeal.server";
import { listSanctions } from "~/models/safety/sanctions/sanction.server";
import { listExportParts } from "~/operations/export-content.server";
import { addMember, addModerator, makeConversation } from "../../cast";
import { hostilePhotos } from "../../fakes/hostile-files";
import { photo, photoWithLocation, TRAILING_SCRIPT } from "../../fakes/picture-files";
import { changeRows, countRows, deleteRows, rowsOf } from "../../rows";
import { fileOf } from "../../scratch-folder";
import { decide, evidenceBy, report } from "../safety/cases";

const DAY = 24 * 3_600_000;
const stored = () => readdirSync(join(env.dataDir, "pictures")).length;

afterEach(() => vi.useRealTimers());

const landscape = async (width = 300) => fileOf(await photo("jpeg", width, width / 2));

async function couple() {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  return { ada, ben, id };
}

async function withPhoto(content = "") {
  const people = await couple();
  const sent = await sendPhoto(people.ada.id, people.id, { content }, await landscape());
  return { ...people, photoId: sent.id };
}

const fileFor = async (member: Member, id: string, size: PhotoSize = "whole") =>
  (await getAttachmentFile(member.id, id, size))?.bytes;

test("both see a photo whole, uncut and without metadata, and a thumbnail of it", async () => {
  const { ada, ben, id } = await couple();
  const path = fileOf(await photoWithLocation());
  const sent = await sendPhoto(ada.id, id, { content: "Us in Porto" }, path);
  expect(sent).toMatchObject({ content: "Us in Porto", messageType: "photo", metadata: { type: "photo" } });
  const { id: photoId } = await sendPhoto(ada.id, id, { content: "" }, await landscape(2100));
  for (const member of [ada, ben]) {
    const [newest, first] = (await listMessages(member.id, id)) ?? [];
    expect(first).toMatchObject({ id: sent.id });
    expect(newest).toMatchObject({ content: "", metadata: { type: "photo", width: 2048, height: 1024 } });
    const whole = await fileFor(member, sent.id);
    const about = await sharp(whole).metadata();
    expect(about).toMatchObject({ format: "webp" });
    expect(about.exif ?? about.xmp ?? about.iptc).toBeUndefined();
    const thumbnail = await sharp(await fileFor(member, photoId, "thumbnail")).metadata();
    expect(thumbnail).toMatchObject({ format: "webp", width: 640, height: 320 });
  }
});

test("the conversation list says that a photo was sent", async () => {
  const { ada, ben } = await withPhoto("Look!");
  const lastOf = async ({ id }: Member) => {
    const [row] = (await listConversations(id)).conversations;
    return row && toConversationRow(row, id).lastMessage;
  };
  expect(await lastOf(ben)).toBe("Sent a photo");
  expect(await lastOf(ada)).toBe("You sent a photo");
});

test("the same photo sent twice is one message, and an id of another message is refused", async () => {
  const { ada, ben, id } = await couple();
  const photoId = randomUUID();
  const first = await sendPhoto(ada.id, id, { id: photoId, content: "Once" }, await landscape());
  const files = stored();
  expect(await sendPhoto(ada.id, id, { id: photoId, content: "Once" }, await landscape())).toEqual(first);
  expect(stored()).toBe(files);
  const { id: text } = await addMessage(ben.id, id, { content: "Hello" });
  for (const [sender, taken] of [
    [ben, photoId],
    [ada, text],
  ] as const)
    await expect(sendPhoto(sender.id, id, { id: taken, content: "" }, await landscape())).toBeRefused(
      "conflict",
    );
  expect(stored()).toBe(files);
});

test("another photo or caption under the id of a photo is refused with a sentence, and the first stays", async () => {
  const { ada, ben, id } = await couple();
  const photoId = randomUUID();
  const send = async (content: string, path: string) => sendPhoto(ada.id, id, { id: photoId, content }, path);
  await send("Once", await landscape());
  for (const [content, path] of [
    ["Once", await landscape(302)],
    ["Once", fileOf(await photo("png", 300, 150))],
    ["Twice", await landscape()],
  ] as const)
    await expect(send(content, path)).toBeRefused(
      "conflict",
      "Something else was already sent from this page. Please send this again.",
    );
  expect(await sharp(await fileFor(ben, photoId)).metadata()).toMatchObject({ width: 300 });
  expect(await listMessages(ben.id, id)).toHaveLength(1);
});

test("a photo replaces the one of an attempt that sent no message", async () => {
  const { ada, id } = await couple();
  const photoId = randomUUID();
  await sendPhoto(ada.id, id, { id: photoId, content: "" }, await landscape());
  await deleteRows(message, { id: photoId });
  const files = stored();
  await sendPhoto(ada.id, id, { id: photoId, content: "" }, fileOf(await photo("png", 100, 300)));
  expect(stored()).toBe(files);
  expect(await sharp(await fileFor(ada, photoId)).metadata()).toMatchObject({ width: 100, height: 300 });
});

test("photos wait for a reply to the request, and a closed conversation takes none", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  const send = async (member: Member) => sendPhoto(member.id, id, { content: "" }, await landscape());
  await expect(send(ada)).toBeRefused("forbidden", "You can send photos once Ben has replied.");
  await addMessage(ada.id, id, { content: "Hi" });
  await expect(send(ben)).rejects.toMatchObject({
    message: "You can send photos once you have accepted Ada's request.",
  });
  await addMessage(ben.id, id, { content: "Hi!" });
  await send(ben);
  await sayGoodbye(ada.id, id, { content: "Take care" });
  await expect(send(ben)).toBeRefused("forbidden");
});

test("outsiders of a conversation neither send nor see a photo", async () => {
  const { id, photoId } = await withPhoto();
  const cleo = await addMember("Cleo");
  expect(await fileFor(cleo, photoId)).toBeUndefined();
  await expect(sendPhoto(cleo.id, id, { content: "" }, await landscape())).toBeRefused("absent");
});

let senders: ReturnType<typeof couple> | undefined;

test.each(Object.entries(hostilePhotos))("a %s is refused with a sentence", async (_, { make, refused }) => {
  senders ??= couple();
  const { ada, id } = await senders;
  const sending = sendPhoto(ada.id, id, { content: "" }, fileOf(await make()));
  await expect(sending).rejects.toMatchObject({ message: toText(refused) });
  expect(await countRows(attachment, { ownerId: ada.id })).toBe(0);
});

test("what is read as a photo keeps nothing of the rest of its file", async () => {
  const { ada, id } = await couple();
  const tailed = Buffer.concat([await photo("jpeg", 800, 600), Buffer.from(TRAILING_SCRIPT)]);
  const sent = await sendPhoto(ada.id, id, { content: "" }, fileOf(tailed));
  expect(Buffer.from((await fileFor(ada, sent.id)) ?? []).includes(TRAILING_SCRIPT)).toBe(false);
});

test("a deleted photo is gone for both at once, and its file 90 days later", async () => {
  const { ada, ben, photoId } = await withPhoto();
  const files = stored();
  await deleteMessage(ada.id, photoId);
  for (const member of [ada, ben]) expect(await fileFor(member, photoId)).toBeUndefined();
  await removeUnusedAttachments(Date.now() + 2 * DAY);
  expect(stored()).toBe(files);
  await eraseDeletedMessages(Date.now() + 91 * DAY);
  await removeUnusedAttachments(Date.now() + 91 * DAY);
  expect(stored()).toBe(files - 2);
});

test("the caption of a photo can be edited, and the photo stays", async () => {
  const { ada, ben, id, photoId } = await withPhoto("Prto");
  await editMessage(ada.id, photoId, { content: "Porto" });
  expect((await listMessages(ben.id, id))?.[0]).toMatchObject({ content: "Porto", messageType: "photo" });
  expect(await fileFor(ben, photoId)).toBeDefined();
});

test("a block and an unmatch take the photo out of sight", async () => {
  for (const end of [blockMember, unmatch]) {
    const { ada, ben, photoId } = await withPhoto();
    await end(ben.id, ada.id);
    for (const member of [ada, ben]) expect(await fileFor(member, photoId)).toBeUndefined();
  }
});

test("the photo of a conversation that ended long ago is erased", async () => {
  const { ada, ben, id } = await withPhoto();
  const files = stored();
  await unmatch(ben.id, ada.id);
  await changeRows(conversation, { id }, { endedAt: new Date(Date.now() - 91 * DAY) });
  await deleteEndedConversations();
  await removeUnusedAttachments(Date.now() + DAY);
  expect(stored()).toBe(files - 2);
});

test("the purge of its sender erases a photo, and leaves its caption", async () => {
  const { ada, id } = await withPhoto("Us");
  await sendPhoto(ada.id, id, { content: "" }, await landscape());
  const files = stored();
  await deleteAccount(ada.id);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * DAY });
  await purgeDeletedMembers();
  expect(stored()).toBe(files - 4);
  expect(await countRows(attachment, { ownerId: ada.id })).toBe(0);
  const left = await rowsOf(message, { conversationId: id });
  expect(
    left.map(({ content, messageType, deletedAt }) => [content, messageType, deletedAt !== null]),
  ).toEqual([
    ["Us", null, false],
    ["", null, true],
  ]);
});

test("evidence keeps a reported photo for its time, even deleted, and none that wasn't reported", async () => {
  const { ada, ben, id, photoId } = await withPhoto();
  const other = await sendPhoto(ada.id, id, { content: "" }, await landscape());
  const own = await sendPhoto(ben.id, id, { content: "" }, await landscape());
  await deleteMessage(ada.id, photoId);
  await report(ben, ada, { about: `message:${photoId}`, reason: "sexual" });
  const kept = () => db.select().from(evidenceAttachment);
  expect((await kept()).map(({ attachmentId }) => attachmentId)).toEqual([photoId]);
  await deleteAccount(ada.id);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 95 * DAY });
  await eraseDeletedMessages();
  await purgeDeletedMembers();
  const left = await db.select({ id: attachment.id }).from(attachment);
  const ids = left.map((row) => row.id);
  expect(ids).toContain(photoId);
  expect(ids).toContain(own.id);
  expect(ids).not.toContain(other.id);
  await db.update(evidence).set({ expiresAt: new Date(Date.now() - 1) });
  await deleteExpiredEvidence();
  await removeUnusedAttachments();
  expect(await countRows(attachment, { id: photoId })).toBe(0);
});

test("moderators see a photo that was reported, and no other", async () => {
  const { ada, ben, photoId, id } = await withPhoto();
  const other = await sendPhoto(ada.id, id, { content: "" }, await landscape());
  const mia = await addModerator("Mia");
  const caseId = await report(ben, ada, { about: `message:${photoId}`, reason: "sexual" });
  const reported = (await viewCase(mia.id, caseId))?.report;
  expect(reported?.attachments).toEqual([photoId]);
  expect(reported?.messages.map((each) => each.id)).toContain(other.id);
  expect((await getReportedFile(mia.id, photoId))?.bytes).toEqual(await fileFor(ada, photoId));
  expect(await getReportedFile(mia.id, other.id)).toBeUndefined();
  expect(await getReportedFile(ada.id, photoId)).toBeUndefined();
});

test("the report of a conversation keeps the photos of the reported member", async () => {
  const { ada, ben, id, photoId } = await withPhoto();
  const own = await sendPhoto(ben.id, id, { content: "" }, await landscape());
  await report(ben, ada, { about: `conversation:${id}`, reason: "sexual" });
  const isOfTheTwo = inArray(evidenceAttachment.attachmentId, [photoId, own.id]);
  const kept = await db.select().from(evidenceAttachment).where(isOfTheTwo);
  expect(kept.map(({ attachmentId }) => attachmentId)).toEqual([photoId]);
});

test("harmless messages bury neither a photo of the last 90 days nor a threat with a held word", async () => {
  const { ada, ben, id, photoId } = await withPhoto();
  const deleted = await sendPhoto(ada.id, id, { content: "" }, await landscape());
  await deleteMessage(ada.id, deleted.id);
  const write = ({ id: senderId }: Member, content: string, count: number) =>
    db.insert(message).values(
      Array.from({ length: count }, () => ({
        ...{ id: randomUUID(), conversationId: id, senderId, content, createdAt: new Date() },
      })),
    );
  await write(ben, "Hi", 20);
  const later = await sendPhoto(ada.id, id, { content: "" }, await landscape());
  env.heldWords.push("find you");
  const threat = await addMessage(ada.id, id, { content: "I will find you" });
  await write(ada, "ok", 205);
  await report(ben, ada, { about: `conversation:${id}`, reason: "sexual" });
  const kept = (await evidenceBy(ben)).messages.map((each) => each.id);
  expect(kept).toEqual(expect.arrayContaining([photoId, deleted.id, later.id, threat.id]));
  const files = await db
    .select({ id: evidenceAttachment.attachmentId })
    .from(evidenceAttachment)
    .innerJoin(attachment, eq(attachment.id, evidenceAttachment.attachmentId))
    .where(eq(attachment.ownerId, ada.id));
  expect(files.map((file) => file.id)).toEqual(expect.arrayContaining([photoId, deleted.id, later.id]));
});

test("a photo in an ended conversation can be pointed at, and says that it is one", async () => {
  const { ada, ben, id, photoId } = await withPhoto();
  await unmatch(ada.id, ben.id);
  expect((await listReportableMessages(ben.id, id)).messages).toMatchObject([
    { id: photoId, excerpt: "Sent a photo" },
  ]);
  expect(await quoteReported(ben.id, { subject: "message", id: photoId })).toEqual({ text: "Sent a photo" });
});

test("the export has the photos that the member has sent", async () => {
  const { ada, ben, id, photoId } = await withPhoto("Us");
  await sendPhoto(ben.id, id, { content: "" }, await landscape());
  const parts = await listExportParts(ada);
  const files = parts.filter(({ file }) => file.startsWith("attachments/"));
  expect(files).toHaveLength(1);
  const bytes = await files[0]?.read();
  expect(bytes).toEqual([await fileFor(ada, photoId)]);
  const talk = parts.find(({ file }) => file === "conversations/1.json");
  let text = "";
  for await (const chunk of (await talk?.read()) ?? []) text += chunk;
  const said = JSON.parse(text).messages as { text: string; file: string | null }[];
  expect(said.map(({ text, file }) => [text, file])).toEqual([
    ["Us", files[0]?.file],
    ["", null],
  ]);
});

test("a copy of a picture that a moderator removed is refused", async () => {
  const { ada, ben, id } = await couple();
  const mia = await addModerator("Mia");
  const portrait = sharp("public/portraits/sample-1.svg").resize(300, 300);
  const pictureId = await addPicture(ben.id, fileOf(await portrait.clone().png().toBuffer()));
  await updateProfilePicture(ben.id, "photo", pictureId);
  await decide(mia, await report(ada, ben, { about: `photo:${ben.id}` }), {
    kind: "removal",
    removed: "photo",
  });
  const copy = fileOf(await portrait.clone().jpeg({ quality: 60 }).toBuffer());
  await expect(sendPhoto(ada.id, id, { content: "" }, copy)).toBeRefused(
    "invalid",
    "A moderator removed this picture, so it can't be used again.",
  );
});

test("a moderator removes one reported photo: both see it deleted, and no copy can be sent or uploaded", async () => {
  const { ada, ben, id } = await couple();
  const mia = await addModerator("Mia");
  const portrait = sharp("public/portraits/sample-2.svg").resize(300, 300);
  const send = async (content: string) =>
    sendPhoto(ada.id, id, { content }, fileOf(await portrait.clone().png().toBuffer()));
  const [first, second] = [await send("Look"), await send("Again")];
  const caseId = await report(ben, ada, { about: `message:${first.id}`, reason: "sexual" });
  const { removable } = (await viewCase(mia.id, caseId)) ?? {};
  expect(removable?.map(({ key }) => key)).toEqual([`chatPhoto:${first.id}`, "bio"]);
  const told = (await listEvents(ben.id, 0)).length;
  await decide(mia, caseId, { kind: "removal", removed: [first, second].map(({ id }) => `chatPhoto:${id}`) });
  for (const member of [ada, ben]) {
    const [other, removed] = (await listMessages(member.id, id)) ?? [];
    expect(removed).toMatchObject({ id: first.id, content: "", deletedAt: expect.any(String) });
    // Nobody reported it.
    expect(other).toMatchObject({ id: second.id, content: "Again", messageType: "photo" });
    expect(await fileFor(member, first.id)).toBeUndefined();
  }
  const events = (await listEvents(ben.id, 0)).slice(told);
  expect(events.map((event) => "name" in event && event.name)).toContain("message-change");
  expect(await getReportedFile(mia.id, first.id)).toBeDefined();
  const copy = fileOf(await portrait.clone().jpeg({ quality: 60 }).toBuffer());
  const refused = {
    code: "invalid",
    message: "A moderator removed this picture, so it can't be used again.",
  };
  await expect(sendPhoto(ben.id, id, { content: "" }, copy)).rejects.toMatchObject(refused);
  await expect(addPicture(ben.id, copy)).rejects.toMatchObject(refused);
  const [sanction] = await listSanctions(ada.id);
  expect(sanction).toMatchObject({ kind: "removal", removed: ["chatPhoto"] });
});

test("an overturned appeal brings a removed photo back as it was, unless its member had deleted it", async () => {
  for (const wasDeleted of [false, true]) {
    const { ada, ben, id, photoId } = await withPhoto("Prto");
    await editMessage(ada.id, photoId, { content: "Porto" });
    const [mia, noa] = [await addModerator("Mia"), await addModerator("Noa")];
    if (wasDeleted) await deleteMessage(ada.id, photoId);
    const caseId = await report(ben, ada, { about: `message:${photoId}`, reason: "sexual" });
    await decide(mia, caseId, { kind: "removal", removed: `chatPhoto:${photoId}` });
    const [sanction] = await listSanctions(ada.id);
    await fileAppeal(ada.id, sanction?.id ?? "", { words: "It is a bridge." });
    const { appeals } = await listAppeals(noa.id);
    const appealId = appeals.at(-1)?.id ?? "";
    await decideAppeal(noa.id, appealId, { outcome: "overturned", statement: "It is." });
    const [back] = (await listMessages(ben.id, id)) ?? [];
    if (wasDeleted) expect(back).toMatchObject({ content: "", deletedAt: expect.any(String) });
    else {
      expect(back).toMatchObject({ content: "Porto", messageType: "photo", editedAt: expect.any(String) });
      expect(back?.deletedAt).toBeUndefined();
      expect((await listVersions(ben.id, photoId))?.map(({ content }) => content)).toEqual(["Prto"]);
      expect(await fileFor(ben, photoId)).toBeDefined();
    }
  }
});
