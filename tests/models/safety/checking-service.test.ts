// The operator's checking service: what it holds, refuses, and fails to answer.
import { db } from "db/client.server";
import { conversation, heldRequest, message, notification, picture, staff } from "db/schema";
import { afterEach, beforeEach, expect, test } from "vitest";
import { env } from "~/env.server";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { t } from "~/language/text";
import { findNewestEvent } from "~/live/outbox.server";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { sendPhoto, sendVoice } from "~/models/conversation/attachment/sending.server";
import { VOICE_NOTE_TEXT } from "~/models/conversation/attachment/voice";
import { getConversation } from "~/models/conversation/conversation.server";
import { goodbyes } from "~/models/conversation/goodbye";
import { reopenConversation, sayGoodbye } from "~/models/conversation/goodbye.server";
import { countTotals } from "~/models/conversation/list/conversation-count.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { listEndedConversations } from "~/models/conversation/list/ended-conversation.server";
import { addMessage } from "~/models/conversation/message.server";
import { editMessage } from "~/models/conversation/message-change.server";
import { listMessages } from "~/models/conversation/message-list.server";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn } from "~/models/match/decision.server";
import { likeWithNote } from "~/models/match/like-with-note.server";
import { listMatches } from "~/models/match/match.server";
import { getMember, type Member } from "~/models/member/member.server";
import { savePrompts } from "~/models/member/prompt.server";
import { listNotifications } from "~/models/notification/notification.server";
import { addPicture } from "~/models/picture/picture-upload.server";
import { updateProfilePicture } from "~/models/picture/profile-picture.server";
import { countHeldMessages, listHeldMessages, reviewMessage } from "~/models/safety/held-message.server";
import { listPendingPictures, reviewPicture } from "~/models/safety/photos/photo-review.server";
import { fileReport } from "~/models/safety/report.server";
import { reportInput } from "~/models/safety/report-schema";
import { messageReviewInput } from "~/models/safety/review-schema";
import { ada, addMember, ben, freshCast, makeConversation, mia } from "../../cast";
import { startCheckingService } from "../../fakes/checking-service";
import { blotches } from "../../fakes/picture-files";
import { webm } from "../../fakes/recordings";
import { countRows, rowsOf } from "../../rows";
import { fileOf } from "../../scratch-folder";

const DAY_MS = 86_400_000;

let seed = 3000;
let service: Awaited<ReturnType<typeof startCheckingService>>;

freshCast("ada", "ben", "mia");
beforeEach(async () => {
  service = await startCheckingService();
  env.checkingService = { url: service.address, secret: service.secret, onFailure: "pass" };
});
afterEach(() => {
  service.close();
  Object.assign(env, { checkingService: undefined });
});

/** Starts a request; returns its id. */
async function request(from = ada, to = ben) {
  await decideOn(from.id, { targetUserId: to.id, liked: true });
  return (await startConversation(from.id, to.id)).id;
}

const review = (id: string, typed: object, by = mia) =>
  reviewMessage(by.id, id, messageReviewInput.parse(typed));

const photoFile = async () => fileOf(await blotches(seed++, 160).jpeg().toBuffer());
const upload = async (who: Member) => addPicture(who.id, await photoFile());

/** All ways in which a member could learn of a conversation. */
async function traces(who: Member, id: string) {
  const about = reportInput.parse({
    about: `conversation:${id}`,
    reason: "scam",
    words: "",
    alsoBlock: false,
  });
  return {
    opened: await getConversation(who.id, id),
    messages: await listMessages(who.id, id),
    listed: (await listConversations(who.id)).conversations.length,
    counted: await countTotals(who.id),
    ended: (await listEndedConversations(who.id)).ended,
    notified: (await listNotifications(who.id)).notifications,
    reported: await fileReport(who.id, about).catch(({ code }) => code),
  };
}
const NOTHING = {
  ...{ opened: undefined, messages: undefined, listed: 0, counted: { conversations: 0, unread: 0 } },
  ...{ ended: [], notified: [], reported: "absent" },
};

test("a first message is sent to the service as signed JSON that doesn't say whose it is", async () => {
  const id = await request();
  await addMessage(ada.id, id, { content: "Hello Ben" });
  expect(service.asked).toEqual([
    { id: expect.any(String), kind: "message", at: expect.any(String), text: "Hello Ben" },
  ]);
  expect(JSON.stringify(service.asked)).not.toContain(String(ada.id));
  await addMessage(ben.id, id, { content: "Hello Ada" });
  await addMessage(ada.id, id, { content: "How are you?" });
  expect(service.asked.map(({ text }) => text)).toEqual(["Hello Ben", "Hello Ada"]);
});

test("a held request is seen by its sender and moderators alone until one delivers it", async () => {
  service.answer("hold", "Asks for money");
  const id = await request();
  const sent = await addMessage(ada.id, id, { content: "Lend me 200 dollars" });
  expect(sent.review).toEqual({ state: "waiting", statement: "" });
  expect(await listMessages(ada.id, id)).toMatchObject([{ review: { state: "waiting" } }]);
  expect(await traces(ben, id)).toEqual(NOTHING);
  await expect(addMessage(ada.id, id, { content: "And more" })).toBeRefused("forbidden");
  expect(await listHeldMessages(mia.id)).toMatchObject([
    {
      conversationId: id,
      memberName: "Ada Lovelace",
      content: "Lend me 200 dollars",
      reason: "Asks for money",
    },
  ]);
  expect(await countHeldMessages(mia.id)).toBe(1);
  await db.update(notification).set({ pushAt: null, mailAt: null });
  await review(id, { outcome: "approve" });
  expect(await listMessages(ben.id, id)).toMatchObject([{ content: "Lend me 200 dollars" }]);
  expect((await listNotifications(ben.id)).notifications).toMatchObject([{ kind: "request", isRead: false }]);
  expect((await listMessages(ada.id, id))?.[0]?.review).toBeUndefined();
  await expect(review(id, { outcome: "approve" })).toBeRefused("conflict");
  // The same again, as after a lost answer.
  expect((await addMessage(ada.id, id, { content: "Lend me 200 dollars", id: sent.id })).id).toBe(sent.id);
  expect(await listMessages(ben.id, id)).toHaveLength(1);
});

test("a message that isn't delivered stays unseen, and its sender reads why", async () => {
  service.answer("hold");
  const id = await request();
  await addMessage(ada.id, id, { content: "Lend me 200 dollars" });
  expect(messageReviewInput.safeParse({ outcome: "reject", statement: "" }).success).toBe(false);
  await review(id, { outcome: "reject", statement: "No asking for money." });
  expect(await listMessages(ada.id, id)).toMatchObject([
    { review: { state: "refused", statement: "No asking for money." } },
  ]);
  expect(await traces(ben, id)).toEqual(NOTHING);
  await expect(addMessage(ada.id, id, { content: "Again" })).toBeRefused("forbidden");
  await expect(startConversation(ada.id, ben.id)).resolves.toMatchObject({ id });
});

test("a held message stays unseen when the two match, and when its sender leaves", async () => {
  service.answer("hold");
  const id = await request();
  await addMessage(ada.id, id, { content: "Lend me 200 dollars" });
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  const { notified, ...rest } = await traces(ben, id);
  const { notified: _, ...nothing } = NOTHING;
  expect([rest, notified.map(({ kind }) => kind)]).toEqual([nothing, ["match"]]);
  await review(id, { outcome: "approve" });
  expect(await getConversation(ben.id, id)).toMatchObject({ accepted: true });

  const cleo = await addMember("Cleo");
  const other = await request(ada, cleo);
  await addMessage(ada.id, other, { content: "Lend me 300 dollars" });
  await deleteAccount(ada.id);
  expect(await listHeldMessages(mia.id)).toEqual([]);
  expect(await traces(cleo, other)).toEqual(NOTHING);
  await purgeDeletedMembers(Date.now() + 30 * DAY_MS);
  expect(await traces(cleo, other)).toEqual(NOTHING);
});

test("after a match, a message that is held keeps the other from writing no longer", async () => {
  service.answer("hold");
  const id = await request();
  await addMessage(ada.id, id, { content: "Lend me 200 dollars" });
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  const begun = await startConversation(ben.id, ada.id);
  expect(begun).toMatchObject({ accepted: true });
  expect(begun.id).not.toBe(id);
  expect((await startConversation(ada.id, ben.id)).id).toBe(begun.id);
  service.answer("fine");
  await addMessage(ben.id, begun.id, { content: "Hello Ada" });
  await expect(review(id, { outcome: "approve" })).toBeRefused("conflict");
  expect(await getConversation(ben.id, id)).toBeUndefined();
  expect((await listEndedConversations(ben.id)).ended).toEqual([]);
});

test("moderators don't decide messages by or to them", async () => {
  service.answer("hold");
  const noa = await addMember("Noa");
  await db.insert(staff).values({ memberId: noa.id, role: "moderator", addedAt: new Date() });
  const toNoa = await request(ada, noa);
  await addMessage(ada.id, toNoa, { content: "Hello" });
  const byNoa = await request(noa, ben);
  await addMessage(noa.id, byNoa, { content: "Hello" });
  for (const id of [toNoa, byNoa]) {
    expect((await listHeldMessages(noa.id)).map((held) => held.conversationId)).not.toContain(id);
    await expect(review(id, { outcome: "approve" }, noa)).toBeRefused("conflict");
  }
});

test("a refused message is a refusal at its field, and has changed nothing", async () => {
  service.answer("refuse", "Known scam text");
  const id = await request();
  await expect(addMessage(ada.id, id, { content: "Invest with me" })).rejects.toMatchObject({
    code: "invalid",
    fields: { content: "This message can't be sent: Known scam text" },
  });
  expect(await countRows(message, { conversationId: id })).toBe(0);
  service.answer("fine");
  await addMessage(ada.id, id, { content: "Hello" });
  expect(await listMessages(ben.id, id)).toHaveLength(1);
});

test("a first message that was fine can't be edited into one that isn't", async () => {
  const id = await request();
  const sent = await addMessage(ada.id, id, { content: "Hello" });
  for (const bad of ["hold", "refuse"]) {
    service.answer(bad);
    await expect(editMessage(ada.id, sent.id, { content: "Invest with me" })).toBeRefused("invalid");
  }
  expect(await listMessages(ben.id, id)).toMatchObject([{ content: "Hello" }]);
});

test.each(["hold", "refuse"])("a goodbye that the service answers with %s is not said", async (verdict) => {
  const { id } = await makeConversation(ada, ben);
  service.answer(verdict);
  await expect(sayGoodbye(ada.id, id, { content: "Invest with me" })).rejects.toMatchObject({
    fields: { content: "This message can't be sent." },
  });
  expect(await listMessages(ben.id, id)).toEqual([]);
  expect(await getConversation(ada.id, id)).toMatchObject({ closedAt: null });
});

test("after a goodbye in our words is taken back, the first of the member's own are judged, also as an edit", async () => {
  const { id } = await makeConversation(ada, ben);
  const [ours = ""] = goodbyes.map((sentence) => t(sentence));
  service.answer("refuse");
  await sayGoodbye(ada.id, id, { content: ours });
  await reopenConversation(ada.id, id);
  await expect(addMessage(ada.id, id, { content: "Invest with me" })).toBeRefused("invalid");
  await expect(sayGoodbye(ada.id, id, { content: "Invest with me" })).toBeRefused("invalid");
  const [said] = (await listMessages(ben.id, id)) ?? [];
  await expect(editMessage(ada.id, said?.id ?? "", { content: "Invest with me" })).toBeRefused("invalid");
  service.answer("fine");
  await addMessage(ada.id, id, { content: "Sorry, I was in a bad mood." });
  expect(service.asked.at(-1)?.text).toBe("Sorry, I was in a bad mood.");
});

test.each([
  ["photo", async (id: string) => sendPhoto(ada.id, id, { content: "" }, await photoFile())],
  ["voice note", async (id: string) => sendVoice(ada.id, id, {}, fileOf(await webm(2)))],
])("after a %s without words, of which none are judged, the first words are", async (_, send) => {
  const { id } = await makeConversation(ada, ben);
  await send(id);
  expect(service.asked.filter(({ kind }) => kind === "message")).toEqual([]);
  service.answer("refuse");
  await expect(addMessage(ada.id, id, { content: "Invest with me" })).toBeRefused("invalid");
});

test.each(["", VOICE_NOTE_TEXT, ...goodbyes.slice(0, 1).map((sentence) => t(sentence))])(
  "a song is judged, whatever is written with it: %j",
  async (content) => {
    const metadata = { type: "song" as const, artist: "Invest with me", title: "Write to me elsewhere" };
    service.answer("refuse");
    const id = await request();
    await expect(addMessage(ada.id, id, { content, messageType: "music_share", metadata })).toBeRefused(
      "invalid",
    );
    expect(service.asked.at(-1)?.text).toContain("Invest with me");
  },
);

test("in a conversation that both have agreed to, what would be held is refused", async () => {
  service.answer("hold");
  const { id } = await makeConversation(ada, ben);
  await expect(addMessage(ada.id, id, { content: "Invest with me" })).rejects.toMatchObject({
    fields: { content: "This message can't be sent." },
  });
  expect(await countRows(heldRequest, { conversationId: id })).toBe(0);
});

test("no event tells the other of what they don't see: a held message, and one by somebody they passed on", async () => {
  await savePrompts(ben.id, { prompts: [{ prompt: "b_side", answer: "Pearly*" }] });
  const quote = { type: "prompt", prompt: "b_side" } as const;
  const [cleo, dan] = [await addMember("Cleo"), await addMember("Dan")];
  await decideOn(ben.id, { targetUserId: dan.id, liked: false });
  const before = await findNewestEvent(ben.id);
  const fromDan = await request(dan);
  await addMessage(dan.id, fromDan, { content: "Hello" });
  service.answer("hold");
  const fromAda = await request();
  await addMessage(ada.id, fromAda, { content: "Lend me 200 dollars" });
  await likeWithNote(cleo.id, { targetUserId: ben.id, content: "Lend me 300 dollars", quote });
  expect(await findNewestEvent(ben.id)).toBe(before);
  await review(fromAda, { outcome: "approve" });
  expect(await findNewestEvent(ben.id)).toBeGreaterThan(before);
});

test("what would be held of a reply to a request is refused, and the request stays where it is", async () => {
  const id = await request();
  await addMessage(ada.id, id, { content: "Hello Ben" });
  service.answer("hold");
  await expect(addMessage(ben.id, id, { content: "Invest with me" })).rejects.toMatchObject({
    fields: { content: "This message can't be sent." },
  });
  expect(await listMessages(ben.id, id)).toMatchObject([{ content: "Hello Ben" }]);
  expect(await countRows(heldRequest, { conversationId: id })).toBe(0);
});

test("what would be held is refused if the two match while the service looks at it", async () => {
  const id = await request();
  service.answer("hold");
  service.whileAsked(() => decideOn(ben.id, { targetUserId: ada.id, liked: true }));
  await expect(addMessage(ada.id, id, { content: "Invest with me" })).rejects.toMatchObject({
    fields: { content: "This message can't be sent." },
  });
  expect(await listMessages(ben.id, id)).toEqual([]);
});

test("a message that can't be written holds nothing", async () => {
  const id = await request();
  await addMessage(ada.id, id, { content: "Hello Ben" });
  const cleo = await addMember("Cleo");
  service.answer("hold");
  await expect(addMessage(cleo.id, id, { content: "Invest with me" })).toBeRefused("absent");
  expect(await listMessages(ben.id, id)).toHaveLength(1);
  const other = await request(cleo, ben);
  const quoting = { content: "Invest with me", quotedId: "00000000-0000-4000-8000-000000000000" };
  await expect(addMessage(cleo.id, other, quoting)).toBeRefused("invalid");
  service.answer("fine");
  await addMessage(cleo.id, other, { content: "Hello Ben" });
  expect(await listMessages(ben.id, other)).toHaveLength(1);
});

test("a like with a note is judged like a first message", async () => {
  await savePrompts(ben.id, { prompts: [{ prompt: "b_side", answer: "Pearly*" }] });
  const note = {
    targetUserId: ben.id,
    content: "Invest with me",
    quote: { type: "prompt", prompt: "b_side" },
  } as const;
  service.answer("refuse");
  await expect(likeWithNote(ada.id, note)).toBeRefused("invalid");
  expect(await countRows(conversation, { startedBy: ada.id })).toBe(0);
  service.answer("hold");
  const { conversation: opened } = await likeWithNote(ada.id, note);
  expect(await traces(ben, opened.id)).toEqual(NOTHING);
  expect(await countHeldMessages(mia.id)).toBeGreaterThan(0);
  // Ben likes her meanwhile: what would make them a match isn't a way around.
  await decideOn(ben.id, { targetUserId: ada.id, liked: true });
  expect(await getConversation(ben.id, opened.id)).toBeUndefined();
  const cleo = await addMember("Cleo");
  await decideOn(ben.id, { targetUserId: cleo.id, liked: true });
  await expect(likeWithNote(cleo.id, note)).toBeRefused("invalid");
  // The refusal tells her that he likes her, so it costs her own like.
  expect((await listMatches(ben)).matches).toContainEqual(
    expect.objectContaining({ mutual: true, targetUser: expect.objectContaining({ id: String(cleo.id) }) }),
  );
  service.answer("fine");
  expect(await likeWithNote(cleo.id, note)).toMatchObject({ mutual: true, isNewMatch: false });
});

test.each([
  ["of another request", (answer: Record<string, string>) => ({ ...answer, id: "another" })],
  ["with a changed verdict", (answer: Record<string, string>) => ({ ...answer, verdict: "refuse" })],
  ["with a changed reason", (answer: Record<string, string>) => ({ ...answer, reason: "x" })],
  ["without a signature", ({ id = "", verdict = "" }) => ({ id, verdict, reason: "" })],
  ["with an unknown verdict", (answer: Record<string, string>) => ({ ...answer, verdict: "kill" })],
  ["of another shape", ({ verdict }: Record<string, string>) => [verdict]],
])("an answer %s is none: the message passes, or is held if the operator wants that", async (_, change) => {
  service.answer("hold", "", change);
  const first = await request();
  await addMessage(ada.id, first, { content: "Hello" });
  expect(await listMessages(ben.id, first)).toHaveLength(1);
  Object.assign(env.checkingService ?? {}, { onFailure: "hold" });
  const second = await request(ada, await addMember("Cleo"));
  expect((await addMessage(ada.id, second, { content: "Hello" })).review).toMatchObject({ state: "waiting" });
});

test("without an answer, what would be held but can't wait is to be tried again", async () => {
  Object.assign(env.checkingService ?? {}, { onFailure: "hold" });
  const { id } = await makeConversation(ada, ben);
  const path = await photoFile();
  service.fail("garbled");
  const refusal = { code: "unavailable", fields: {}, message: expect.stringContaining("try again") };
  await expect(addMessage(ada.id, id, { content: "Hello" })).rejects.toMatchObject(refusal);
  await expect(sendPhoto(ada.id, id, { content: "" }, path)).rejects.toMatchObject(refusal);
  service.fail(undefined);
  await addMessage(ada.id, id, { content: "Hello" });
  expect(await listMessages(ben.id, id)).toHaveLength(1);
});

test("a service that fails is asked five times, then left alone for a while", async () => {
  service.fail("broken");
  for (let sent = 0; sent < 8; sent++)
    await addMessage(ada.id, await request(ada, await addMember("Cleo")), { content: "Hello" });
  expect(service.requests).toHaveLength(5);
});

test("a photo that is held waits for a moderator, and one that is refused is not saved", async () => {
  service.answer("hold", "Looks like a catalog photo");
  const held = await upload(ada);
  await updateProfilePicture(ada.id, "photo", held);
  expect(await getMember(ada.id)).toMatchObject({ photoId: null, pendingPhotoId: held });
  expect(service.asked).toMatchObject([
    { kind: "photo", type: "image/webp", base64: expect.stringMatching(/^UklGR/) },
  ]);
  expect(await listPendingPictures(mia.id)).toMatchObject([
    { pictureId: held, reason: "Looks like a catalog photo" },
  ]);
  await reviewPicture(mia.id, held, { outcome: "approve", rule: "other", statement: "" });
  expect(await getMember(ada.id)).toMatchObject({ photoId: held, pendingPhotoId: null });
  service.answer("refuse", "Looks like a catalog photo");
  await expect(upload(ada)).toBeRefused("invalid", "This picture can't be used: Looks like a catalog photo");
  const made = await rowsOf(picture, { ownerId: ada.id });
  expect(made.filter(({ madeAt }) => madeAt).map(({ id }) => id)).toEqual([held]);
});
