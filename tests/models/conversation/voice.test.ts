// Voice notes in conversations: what is accepted as one, who may send it, and what becomes of the file.
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { db } from "db/client.server";
import { attachment, evidence, evidenceAttachment, message } from "db/schema";
import { afterEach, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { toText } from "~/language/text";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import {
  getAttachmentFile,
  removeUnusedAttachments,
} from "~/models/conversation/attachment/attachment.server";
import { sendVoice } from "~/models/conversation/attachment/sending.server";
import { voiceErrors } from "~/models/conversation/attachment/voice";
import { rewrapRecording } from "~/models/conversation/attachment/voice-file.server";
import { toConversationRow } from "~/models/conversation/conversation";
import { sayGoodbye } from "~/models/conversation/goodbye.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { addMessage } from "~/models/conversation/message.server";
import {
  deleteMessage,
  editMessage,
  eraseDeletedMessages,
} from "~/models/conversation/message-change.server";
import { listMessages } from "~/models/conversation/message-list.server";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { blockMember } from "~/models/safety/block.server";
import { deleteExpiredEvidence } from "~/models/safety/report.server";
import { addMember, makeConversation } from "../../cast";
import { hostileRecordings } from "../../fakes/hostile-files";
import { hourOfPauses, m4a, mp3, ogg, pausing, wav, webm } from "../../fakes/recordings";
import { changeRows, countRows, rowsOf } from "../../rows";
import { sampled } from "../../sampled";
import { fileOf } from "../../scratch-folder";
import { report } from "../safety/cases";

const DAY = 24 * 3_600_000;
const SECRET = "41.1579 north, 8.6291 west";
const stored = () => readdirSync(join(env.dataDir, "pictures")).length;

afterEach(() => vi.useRealTimers());

async function couple() {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  return { ada, ben, id };
}

const send = async (member: Member, conversationId: string, id?: string, bytes?: Uint8Array) =>
  sendVoice(member.id, conversationId, { id }, fileOf(bytes ?? (await webm(2))));

async function withNote() {
  const people = await couple();
  const { id: noteId } = await send(people.ada, people.id);
  return { ...people, noteId };
}

const fileFor = (member: Member, id: string) => getAttachmentFile(member.id, id, "whole");

test("what browsers and phones record is taken, and its length is that of its packets", async () => {
  for (const [bytes, format] of [
    [await webm(3), "webm"],
    [await ogg(3), "webm"],
    [await m4a(3), "m4a"],
    [mp3(3), "mp3"],
    [await wav(3), "wav"],
  ] as const) {
    const recording = await rewrapRecording(fileOf(bytes));
    expect(recording.format).toBe(format);
    expect(Math.abs(recording.durationMs - 3000), `${format}: ${recording.durationMs}`).toBeLessThan(50);
    // What is stored is itself a recording of that length.
    const again = await rewrapRecording(fileOf(recording.bytes));
    expect(Math.abs(again.durationMs - recording.durationMs)).toBeLessThan(5);
  }
});

test("a note of a whole minute is taken, and one of more is not", async () => {
  expect((await rewrapRecording(fileOf(await webm(60)))).durationMs).toBe(60_000);
  for (const bytes of [await webm(62), await ogg(62), await m4a(62), mp3(62), await wav(62)])
    await expect(rewrapRecording(fileOf(bytes))).rejects.toMatchObject({ reason: voiceErrors.tooLong });
});

test("tags and whatever follows a recording are left out", async () => {
  for (const bytes of [await webm(1, { title: SECRET }), await m4a(1, { title: SECRET })]) {
    expect(Buffer.from(bytes).includes(SECRET)).toBe(true);
    const { bytes: kept } = await rewrapRecording(fileOf(bytes));
    expect(Buffer.from(kept).includes(SECRET)).toBe(false);
  }
  const script = "<script>alert(1)</script>";
  const tailed = Buffer.concat([await webm(1), Buffer.from(script)]);
  const { bytes: kept } = await rewrapRecording(fileOf(tailed));
  expect(Buffer.from(kept).includes(script)).toBe(false);
});

test("a member sends 100 MB in 24 hours, which keeps nobody else from sending", async () => {
  const { ada, ben, id, noteId } = await withNote();
  await changeRows(attachment, { id: noteId }, { bytes: 99_999_999 });
  const refused = { code: "too-many", message: expect.stringContaining("Try again in an hour") };
  await expect(send(ada, id)).rejects.toMatchObject(refused);
  expect(await countRows(attachment, { ownerId: ada.id })).toBe(1);
  await send(ben, id);
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + DAY);
  await send(ada, id);
});

test("pauses in a recording stay, and count as its length", async () => {
  const { bytes, durationMs } = await rewrapRecording(fileOf(await pausing()));
  expect(durationMs).toBe(4920);
  expect((await rewrapRecording(fileOf(bytes))).durationMs).toBe(4920);
  await expect(rewrapRecording(fileOf(await hourOfPauses()))).rejects.toMatchObject({
    reason: voiceErrors.tooLong,
  });
});

const hostile = Object.entries(hostileRecordings);
test.each(sampled(hostile, hostile.length - 2))(
  "a %s is refused with a sentence",
  async (_, { make, refused }) => {
    const { ada, id } = await couple();
    await expect(send(ada, id, undefined, await make())).rejects.toMatchObject({ message: toText(refused) });
    expect(await countRows(attachment, { ownerId: ada.id })).toBe(0);
  },
);

test("both hear a voice note, and the list says that one was sent", async () => {
  const { ada, ben, id } = await couple();
  const sent = await send(ada, id);
  expect(sent).toMatchObject({ messageType: "voice", metadata: { type: "voice", seconds: 2 } });
  for (const member of [ada, ben]) {
    expect(await fileFor(member, sent.id)).toMatchObject({ type: "audio/webm" });
    expect((await listMessages(member.id, id))?.[0]).toMatchObject({ id: sent.id, messageType: "voice" });
  }
  const lastOf = async (member: Member) => {
    const [row] = (await listConversations(member.id)).conversations;
    return row && toConversationRow(row, member.id).lastMessage;
  };
  expect(await lastOf(ben)).toBe("Sent a voice note");
  expect(await lastOf(ada)).toBe("You sent a voice note");
});

test("the same note sent twice is one message, and an id of another message is refused", async () => {
  const { ada, ben, id } = await couple();
  const noteId = randomUUID();
  const first = await send(ada, id, noteId);
  const files = stored();
  expect(await send(ada, id, noteId)).toEqual(first);
  const { id: text } = await addMessage(ben.id, id, { content: "Hello" });
  await expect(send(ben, id, noteId)).toBeRefused("conflict");
  await expect(send(ada, id, text)).toBeRefused("conflict");
  await expect(send(ada, id, noteId, await webm(3))).toBeRefused("conflict");
  await expect(send(ada, id, noteId, await mp3(2))).toBeRefused("conflict");
  expect(stored()).toBe(files);
});

test("the same note sent several times at once is one message, which each attempt gets", async () => {
  const { ada, id } = await couple();
  const noteId = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => send(ada, id, noteId)));
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(await listMessages(ada.id, id)).toHaveLength(1);
});

test("a voice note can't be edited", async () => {
  const { ada, noteId } = await withNote();
  await expect(editMessage(ada.id, noteId, { content: "I never said that" })).toBeRefused(
    "forbidden",
    "You can edit a message for 15 minutes.",
  );
});

test("voice notes wait for a reply to the request, and a closed conversation takes none", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  await expect(send(ada, id)).toBeRefused("forbidden", "You can send voice notes once Ben has replied.");
  await addMessage(ada.id, id, { content: "Hi" });
  await expect(send(ben, id)).rejects.toMatchObject({
    message: "You can send voice notes once you have accepted Ada's request.",
  });
  await addMessage(ben.id, id, { content: "Hi!" });
  const { id: noteId } = await send(ben, id);
  await expect(send(cleo, id)).toBeRefused("absent");
  expect(await fileFor(cleo, noteId)).toBeUndefined();
  await sayGoodbye(ada.id, id, { content: "Take care" });
  await expect(send(ben, id)).toBeRefused("forbidden");
});

test("a deleted note is gone for both at once, and its file 90 days later", async () => {
  const { ada, ben, noteId } = await withNote();
  const files = stored();
  await deleteMessage(ada.id, noteId);
  for (const member of [ada, ben]) expect(await fileFor(member, noteId)).toBeUndefined();
  await removeUnusedAttachments(Date.now() + 2 * DAY);
  expect(stored()).toBe(files);
  await eraseDeletedMessages(Date.now() + 91 * DAY);
  await removeUnusedAttachments(Date.now() + 91 * DAY);
  expect(stored()).toBe(files - 1);
});

test("a block and an unmatch take the note out of reach", async () => {
  for (const end of [blockMember, unmatch]) {
    const { ada, ben, noteId } = await withNote();
    await end(ben.id, ada.id);
    for (const member of [ada, ben]) expect(await fileFor(member, noteId)).toBeUndefined();
  }
});

test("the purge of its sender erases a note, whose message counts as deleted", async () => {
  const { ada, noteId } = await withNote();
  const files = stored();
  await deleteAccount(ada.id);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * DAY });
  await purgeDeletedMembers();
  expect(stored()).toBe(files - 1);
  expect(await countRows(attachment, { ownerId: ada.id })).toBe(0);
  const [left] = await rowsOf(message, { id: noteId });
  expect(left).toMatchObject({ messageType: null, metadata: null, deletedAt: expect.any(Date) });
});

test("evidence of a text has no recording that was refused because of it", async () => {
  const { ada, ben, id } = await couple();
  const noteId = randomUUID();
  const sent = await Promise.allSettled([
    send(ada, id, noteId),
    addMessage(ada.id, id, { id: noteId, content: "Hi" }),
  ]);
  expect(sent.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect(await countRows(attachment, { id: noteId })).toBe(1);
  await report(ben, ada, { about: `message:${noteId}` });
  expect(await countRows(evidenceAttachment, { attachmentId: noteId })).toBe(0);
});

test("evidence keeps a reported note for its time, even deleted", async () => {
  const { ada, ben, noteId } = await withNote();
  await deleteMessage(ada.id, noteId);
  await report(ben, ada, { about: `message:${noteId}` });
  expect(await countRows(evidenceAttachment, { attachmentId: noteId })).toBe(1);
  await deleteAccount(ada.id);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 95 * DAY });
  await eraseDeletedMessages();
  await purgeDeletedMembers();
  expect(await countRows(attachment, { id: noteId })).toBe(1);
  await db.update(evidence).set({ expiresAt: new Date(Date.now() - 1) });
  await deleteExpiredEvidence();
  await removeUnusedAttachments();
  expect(await countRows(attachment, { id: noteId })).toBe(0);
});
