import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import type { PromptAnswer } from "db/column-types";
import { conversation, decision, evidence, evidencePicture, member, message, notification } from "db/schema";
import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { env } from "~/env.server";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import { toConversationRow } from "~/models/conversation/conversation";
import { getConversation } from "~/models/conversation/conversation.server";
import { sayGoodbye } from "~/models/conversation/goodbye.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { deleteEndedConversations } from "~/models/conversation/list/ended-conversation.server";
import { addMessage } from "~/models/conversation/message.server";
import { deleteMessage, editMessage } from "~/models/conversation/message-change.server";
import { listMessages } from "~/models/conversation/message-list.server";
import { messageInput } from "~/models/conversation/message-schema";
import { NOTE_MAX, type Quote } from "~/models/conversation/profile-quote/profile-quote";
import { noteForm, noteInput } from "~/models/conversation/profile-quote/profile-quote-schema";
import { acceptRequest, declineRequest, startConversation } from "~/models/conversation/request.server";
import { decideOn, undoDecision } from "~/models/match/decision.server";
import { canSendNote, findNotable, likeWithNote } from "~/models/match/like-with-note.server";
import type { Member } from "~/models/member/member.server";
import { promptTexts } from "~/models/member/prompt";
import { savePrompts } from "~/models/member/prompt.server";
import { listNotifications } from "~/models/notification/notification.server";
import { addPhotos, removePhoto } from "~/models/picture/photos.server";
import { addPicture } from "~/models/picture/picture-upload.server";
import { DEFAULT_FOCUS } from "~/models/picture-focus";
import { blockMember } from "~/models/safety/block.server";
import { ada, addMember, addModerator, ben, freshCast, makeConversation, makeMatch } from "../../cast";
import { blotches } from "../../fakes/picture-files";
import { changeRows, countRows, rowsOf } from "../../rows";
import { fileOf } from "../../scratch-folder";
import { decide, evidenceOf, overturn, report } from "../safety/cases";

const DAY_MS = 86_400_000;
const PROMPT: Quote = { type: "prompt", prompt: "b_side" };
const answer: PromptAnswer = { prompt: "b_side", answer: "Pearly*" };

let seed = 500;

freshCast("ada", "ben");
beforeEach(async () => {
  await savePrompts(ben.id, { prompts: [answer] });
  await savePrompts(ada.id, { prompts: [{ prompt: "karaoke", answer: "Tainted Love" }] });
});
afterEach(() => Object.assign(env, { photoReview: false, heldWords: [] }));

const note = (
  by: Member,
  to: Member,
  { quote = PROMPT as Quote, content = "The best of them all!", id = randomUUID() } = {},
) => likeWithNote(by.id, { targetUserId: to.id, id, content, quote });
const decideAs = (by: Member, to: Member, liked: boolean) => decideOn(by.id, { targetUserId: to.id, liked });
const KARAOKE: Quote = { type: "prompt", prompt: "karaoke" };

async function addPhoto(to: Member): Promise<string> {
  const id = await addPicture(to.id, fileOf(await blotches(seed++).jpeg().toBuffer()));
  await addPhotos(to.id, [{ id, focus: DEFAULT_FOCUS }]);
  return id;
}

/** Everything that a like can change. */
async function readAll() {
  return [
    await rowsOf(decision, { memberId: ada.id }),
    await rowsOf(conversation, { startedBy: ada.id }),
    await rowsOf(message, { senderId: ada.id }),
  ];
}

/** Expects a refused note to have changed nothing. */
async function expectRefused(refused: () => Promise<unknown>, refusal: object) {
  const before = await readAll();
  await expect(refused()).rejects.toMatchObject(refusal);
  expect(await readAll()).toEqual(before);
}

test("a like with a note about an answer is the first message of a request", async () => {
  const { mutual, conversation: started, message: sent } = await note(ada, ben);
  expect(mutual).toBe(false);
  expect(started).toMatchObject({ accepted: false, user1Id: String(ada.id) });
  expect(sent).toMatchObject({
    content: "The best of them all!",
    messageType: "profile_quote",
    metadata: { type: "prompt", ...answer },
  });
  for (const reader of [ada, ben]) expect(await listMessages(reader.id, started.id)).toEqual([sent]);
  const [row] = (await listConversations(ben.id)).conversations;
  expect(row && toConversationRow(row, ben.id)).toMatchObject({
    status: "received",
    hasWarning: false,
    lastMessage: "About your profile: The best of them all!",
  });
  const [own] = (await listConversations(ada.id)).conversations;
  expect(own && toConversationRow(own, ada.id).lastMessage).toBe("You: The best of them all!");
  const isOfBen = and(eq(notification.memberId, ben.id), eq(notification.subjectId, started.id));
  expect(await db.$count(notification, isOfBen)).toBe(1);
  expect((await addMessage(ben.id, started.id, { content: "It is!" })).sequence).toBe(2);
});

test("the answer stays as it was quoted", async () => {
  const { conversation: started } = await note(ada, ben);
  await savePrompts(ben.id, { prompts: [{ prompt: "b_side", answer: "Something else" }] });
  expect(await listMessages(ben.id, started.id)).toMatchObject([{ metadata: { answer: "Pearly*" } }]);
});

test("both see the quoted photo until it is removed", async () => {
  const photoId = await addPhoto(ben);
  const { conversation: started, message: sent } = await note(ada, ben, {
    quote: { type: "photo", photoId },
  });
  expect(sent).toMatchObject({
    metadata: { type: "photo", photoId },
    quotedPhoto: { url: `/pictures/${photoId}-640.webp`, focus: DEFAULT_FOCUS },
  });
  expect(await listMessages(ben.id, started.id)).toEqual([sent]);
  await removePhoto(ben.id, photoId);
  for (const reader of [ada, ben])
    expect((await listMessages(reader.id, started.id))?.[0]).not.toHaveProperty("quotedPhoto");
});

test("only what the profile shows can be quoted", async () => {
  env.photoReview = true;
  const waiting = await addPhoto(ben);
  env.photoReview = false;
  const own = await addPhoto(ada);
  const gone = { code: "invalid", fields: { quote: expect.stringContaining("no longer on their profile") } };
  for (const photoId of [waiting, own, randomUUID(), "maya"])
    await expectRefused(() => note(ada, ben, { quote: { type: "photo", photoId } }), gone);
  await expectRefused(() => note(ada, ben, { quote: KARAOKE }), gone);
});

test("nobody can write to a member they can't see", async () => {
  const absent = { code: "absent" };
  await expectRefused(
    () => likeWithNote(ada.id, { targetUserId: ada.id, content: "Hi", quote: KARAOKE }),
    absent,
  );
  await expectRefused(() => likeWithNote(ada.id, { targetUserId: 4, content: "Hi", quote: PROMPT }), absent);
  await setPaused(ben.id, true);
  await expectRefused(() => note(ada, ben), absent);
  await setPaused(ben.id, false);
  await changeRows(member, { id: ben.id }, { suspendedAt: new Date() });
  await expectRefused(() => note(ada, ben), absent);
  await changeRows(member, { id: ben.id }, { suspendedAt: null });
  await blockMember(ben.id, ada.id);
  await expectRefused(() => note(ada, ben), absent);
  const cleo = await addMember("Cleo");
  await deleteAccount(cleo.id);
  await expectRefused(
    () => likeWithNote(ada.id, { targetUserId: cleo.id, content: "Hi", quote: PROMPT }),
    absent,
  );
});

test("a member who has just deleted their account sends no note", async () => {
  const { id } = await makeConversation(ada, ben);
  await deleteAccount(ada.id);
  await expectRefused(() => note(ada, ben), { code: "forbidden" });
  expect(await listMessages(ben.id, id)).toEqual([]);
});

test("a note has no held word, unless the two like each other", async () => {
  env.heldWords = ["pearly"];
  const refused = { code: "invalid", fields: { content: expect.stringContaining("“pearly”") } };
  await expectRefused(() => note(ada, ben, { content: "Pearly is best" }), refused);
  // The answer has it, and is Ben's own.
  await note(ada, ben, { content: "It is the best" });
  const cleo = await addMember("Cleo");
  await savePrompts(cleo.id, { prompts: [answer] });
  await decideAs(cleo, ada, true);
  const liked = await note(ada, cleo, { content: "Pearly is best" });
  expect(liked).toMatchObject({ mutual: true, isNewMatch: true });
});

test("a request takes one note until it is answered", async () => {
  const { conversation: started } = await note(ada, ben);
  const used = "You've already written to Ben. You can write more once they reply.";
  const refusal = { code: "conflict", fields: { content: used } };
  await expectRefused(() => note(ada, ben, { content: "Hello?" }), refusal);
  expect(await canSendNote(ada.id, ben.id)).toBe(false);
  const cleo = await addMember("Cleo");
  expect(await findNotable(ada.id, [ben.id, cleo.id])).toEqual(new Set([cleo.id]));
  await acceptRequest(ben.id, started.id);
  expect(await canSendNote(ada.id, ben.id)).toBe(true);
  await note(ada, ben, { content: "Hello!" });
  expect(await listMessages(ben.id, started.id)).toHaveLength(2);
});

test("a request without a message takes the note", async () => {
  await decideAs(ada, ben, true);
  const { id } = await startConversation(ada.id, ben.id);
  expect(await canSendNote(ada.id, ben.id)).toBe(true);
  expect((await note(ada, ben)).conversation.id).toBe(id);
});

test("a declined request stays declined, and its sender notices nothing", async () => {
  const { conversation: started } = await note(ada, ben);
  await declineRequest(ben.id, started.id);
  await expectRefused(() => note(ada, ben, { content: "Hello?" }), {
    code: "conflict",
    fields: { content: "You've already written to Ben. You can write more once they reply." },
  });
  expect(await getConversation(ben.id, started.id)).toBeUndefined();
});

test("whoever was blocked after their request can't write anymore", async () => {
  await note(ada, ben);
  await blockMember(ben.id, ada.id);
  await expectRefused(() => note(ada, ben, { content: "Hello?" }), { code: "absent" });
});

test("a request that was taken back is opened again with its own message", async () => {
  const { conversation: started } = await note(ada, ben);
  await decideAs(ada, ben, false);
  expect(await getConversation(ben.id, started.id)).toBeUndefined();
  expect(await canSendNote(ada.id, ben.id)).toBe(false);
  const again = await note(ada, ben, { content: "Another sentence" });
  expect(again).toMatchObject({ mutual: false, conversation: { id: started.id }, message: null });
  expect(await listMessages(ben.id, started.id)).toMatchObject([{ content: "The best of them all!" }]);
});

test("a request that was taken back takes no second message once the first is erased", async () => {
  await note(ada, ben);
  await decideAs(ada, ben, false);
  await deleteEndedConversations(Date.now() + 100 * DAY_MS);
  expect((await note(ada, ben)).message).toBeNull();
  await expect(note(ada, ben)).toBeRefused("conflict");
  expect(await countRows(message, { senderId: ada.id })).toBe(0);
});

test("the like of a note can't be undone like another", async () => {
  await note(ada, ben);
  await expect(undoDecision(ada.id, ben.id)).toBeRefused("conflict");
});

test("after a match, a note is one more message", async () => {
  const { id } = await makeConversation(ada, ben);
  await addMessage(ada.id, id, { content: "First" });
  expect(await note(ada, ben)).toMatchObject({
    ...{ mutual: true, isNewMatch: false },
    ...{ conversation: { id }, message: { sequence: 2 } },
  });
  expect(await note(ada, ben)).toMatchObject({ message: { sequence: 3 } });
});

test("a match without a conversation gets one that is open to both", async () => {
  await makeMatch(ada, ben);
  expect(await note(ada, ben)).toMatchObject({ mutual: true, conversation: { accepted: true } });
});

test("after a goodbye nothing more is sent", async () => {
  const { id } = await makeConversation(ada, ben);
  await sayGoodbye(ben.id, id, { content: "Goodbye" });
  await expectRefused(() => note(ada, ben), { code: "forbidden" });
  expect(await canSendNote(ada.id, ben.id)).toBe(false);
});

test("a note to whoever has sent a request makes the match and answers it", async () => {
  const { conversation: started } = await note(ben, ada, { quote: KARAOKE });
  await declineRequest(ada.id, started.id);
  const answered = await note(ada, ben);
  expect(answered).toMatchObject({ mutual: true, conversation: { id: started.id, accepted: true } });
  expect(await listMessages(ben.id, started.id)).toHaveLength(2);
});

test("two who write about each other's profiles at the same moment match in one conversation", async () => {
  await Promise.all([note(ada, ben), note(ben, ada, { quote: KARAOKE })]);
  const [mine, theirs] = [await listConversations(ada.id), await listConversations(ben.id)];
  expect(mine.conversations).toHaveLength(1);
  expect(mine.conversations).toMatchObject([{ id: theirs.conversations[0]?.id, accepted: true }]);
  expect(await listMessages(ada.id, mine.conversations[0]?.id ?? "")).toHaveLength(2);
});

test("a repeat changes nothing and returns the same", async () => {
  const id = randomUUID();
  const answers = await Promise.all([note(ada, ben, { id }), note(ada, ben, { id })]);
  const before = await readAll();
  expect(await note(ada, ben, { id })).toEqual(answers[0]);
  expect(answers[1]).toEqual(answers[0]);
  await savePrompts(ben.id, { prompts: [] });
  expect(await note(ada, ben, { id })).toEqual(answers[0]);
  expect(await readAll()).toEqual(before);
  const taken = { code: "conflict", fields: {} };
  await expectRefused(() => note(ada, ben, { id, content: "Other words" }), taken);
  await expectRefused(() => note(ada, ben, { id, quote: KARAOKE }), taken);
  await savePrompts(ben.id, { prompts: [answer] });
  const cleo = await addMember("Cleo");
  await expect(note(cleo, ben, { id })).rejects.toMatchObject(taken);
});

test("a note is edited and deleted like any message", async () => {
  const { conversation: started, message: sent } = await note(ada, ben);
  expect(await editMessage(ada.id, sent?.id ?? "", { content: "Best!" })).toMatchObject({
    content: "Best!",
    metadata: { type: "prompt", ...answer },
  });
  await deleteMessage(ada.id, sent?.id ?? "");
  expect(await listMessages(ben.id, started.id)).toMatchObject([
    { content: "", messageType: null, metadata: null },
  ]);
});

test("what a moderator removes stands in no message, until an appeal brings it back", async () => {
  const { conversation: started } = await note(ada, ben);
  const [mona, moses] = [await addModerator("Mona"), await addModerator("Moses")];
  const caseId = await report(ada, ben);
  await decide(mona, caseId, { kind: "removal", removed: "prompts" });
  const quoted = async () => (await listMessages(ada.id, started.id))?.[0]?.metadata;
  expect(await quoted()).toEqual({ type: "prompt", prompt: "b_side", answer: null });
  await overturn(moses, ben);
  expect(await quoted()).toEqual({ type: "prompt", ...answer });
});

test("a report keeps what a note quotes", async () => {
  const photoId = await addPhoto(ben);
  const { message: sent } = await note(ada, ben, { quote: { type: "photo", photoId } });
  await report(ben, ada, { about: `message:${sent?.id}` });
  const [kept] = await db
    .select()
    .from(evidence)
    .innerJoin(evidencePicture, eq(evidencePicture.reportId, evidence.reportId))
    .where(eq(evidencePicture.pictureId, photoId));
  expect((await evidenceOf(kept?.evidence.reportId ?? "")).messages).toMatchObject([
    { isReported: true, messageType: "profile_quote", metadata: { type: "photo", photoId } },
  ]);
});

test("an erased member's answer is gone from the messages that quoted it", async () => {
  const { conversation: started } = await note(ada, ben);
  await acceptRequest(ben.id, started.id);
  await deleteAccount(ben.id);
  await purgeDeletedMembers(Date.now() + 15 * DAY_MS);
  const [kept] = await rowsOf(message, { conversationId: started.id });
  expect(kept).toMatchObject({
    content: "The best of them all!",
    metadata: { type: "prompt", prompt: "b_side" },
  });
  expect(JSON.stringify(kept)).not.toContain("Pearly");
  expect(await listMessages(ada.id, started.id)).toMatchObject([{ metadata: { answer: null } }]);
});

test("a note says something about one thing, and its message can't be made in another way", () => {
  const content = "x".repeat(NOTE_MAX);
  expect(noteInput.safeParse({ content, quote: PROMPT }).success).toBe(true);
  for (const wrong of [
    { content: `${content}x`, quote: PROMPT },
    { content: "  ", quote: PROMPT },
    { content, quote: { type: "prompt", prompt: "unknown" } },
    { content, quote: { type: "bio" } },
    { content },
  ])
    expect(noteInput.safeParse(wrong).success).toBe(false);
  expect(noteForm.parse({ id: "", content, photo: "a" }).quote).toEqual({ type: "photo", photoId: "a" });
  expect(noteForm.safeParse({ content }).error?.issues[0]?.path).toEqual(["quote"]);
  expect(messageInput.safeParse({ content, messageType: "profile_quote", metadata: PROMPT }).success).toBe(
    false,
  );
});

test("the notification of a note says what it is about", async () => {
  const textsOf = async (who: Member) =>
    (await listNotifications(who.id)).notifications.map(({ text }) => text);
  await note(ada, ben);
  expect(await textsOf(ben)).toEqual([`Ada liked your answer to “${promptTexts.b_side}” and wrote to you.`]);
  const cleo = await addMember("Cleo");
  const photoId = await addPhoto(cleo);
  await note(ada, cleo, { quote: { type: "photo", photoId } });
  const [request] = await textsOf(cleo);
  expect(request).toBe("Ada liked your photo and wrote to you.");
  const [conversation] = (await listConversations(cleo.id)).conversations;
  await acceptRequest(cleo.id, conversation?.id ?? "");
  expect(await textsOf(cleo)).not.toContain(request);
});
