import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { makeConversation, makeMatch, type Person } from "../server";

const { sharedMember } = shareApp();

const begin = (one: Person, targetUserId: unknown) =>
  one.json("POST", "/api/conversations", { targetUserId });
const write = (one: Person, conversationId: string, message: object) =>
  one.json("POST", `/api/conversations/${conversationId}/messages`, message);

test("a matched pair starts one conversation, and both read its messages, newest first", async () => {
  const [ada, ben] = [await sharedMember("Ada"), await sharedMember("Ben")];
  await makeMatch(ada, ben);
  const begun = await begin(ada, ben.id);
  const conversation = await begun.json();
  expect(begun.status).toBe(201);
  expect(conversation).toMatchObject({
    accepted: true,
    user1Id: ada.id,
    user1: { firstName: "Ada" },
    user2: { id: ben.id },
  });
  expect(Object.keys(conversation.user2).sort()).toEqual([
    "firstName",
    "id",
    "profileImageFocus",
    "profileImageUrl",
  ]);
  expect(await (await begin(ben, ada.id)).json()).toEqual(conversation);
  expect(await (await ben.get("/api/conversations")).json()).toEqual([conversation]);

  const sent = await write(ada, conversation.id, { content: "  Which B-side? \r\n " });
  expect(sent.status).toBe(201);
  expect(await sent.json()).toMatchObject({
    conversationId: conversation.id,
    senderId: ada.id,
    content: "Which B-side?",
    messageType: null,
    metadata: null,
    createdAt: expect.stringMatching(/Z$/),
  });
  await write(ben, conversation.id, { content: "Hey Bulldog" });
  const read = async (one: Person) =>
    (await one.get(`/api/conversations/${conversation.id}/messages`)).json();
  const messages = await read(ben);
  expect(messages.map(({ content }: { content: string }) => content)).toEqual([
    "Hey Bulldog",
    "Which B-side?",
  ]);
  expect(await read(ada)).toEqual(messages);
});

test("text is stored unchanged and never interpreted", async () => {
  const [zoe, yan] = [await sharedMember("Zoe"), await sharedMember("Yan")];
  const conversationId = await makeConversation(zoe, yan);
  for (const content of [
    "<script>alert(1)</script>",
    "{{7*7}}",
    "' or 1=1 --",
    "‮evil",
    "💿".repeat(900),
    "\t\n x",
  ])
    expect(await (await write(zoe, conversationId, { content })).json()).toMatchObject({
      content: content.trim(),
    });
});

test("a message that can't be sent is refused with a sentence", async () => {
  const [zoe, yan] = [await sharedMember("Zoe"), await sharedMember("Yan")];
  const conversationId = await makeConversation(zoe, yan);
  const refused = async (message: object) => {
    const answer = await write(zoe, conversationId, message);
    return [answer.status, await answer.text()];
  };
  for (const content of ["", "  \n\t ", "\u0000\u0007", undefined])
    expect(await refused({ content })).toEqual([400, "Write a message first"]);
  for (const content of [5, ["Hello"], null])
    expect(await refused({ content })).toEqual([400, "Must be text"]);
  expect(await refused({ content: "x".repeat(2001) })).toEqual([400, "Use at most 2,000 characters"]);
  for (const id of ["", "x", 5, "' or 1=1", {}])
    expect(await refused({ content: "Hello", id })).toEqual([400, "Must be a UUID"]);
});

test("a conversation is started with a member's id", async () => {
  const ada = await sharedMember("Ada");
  for (const targetUserId of [ada.id, "7", "0"]) {
    const answer = await begin(ada, targetUserId);
    expect([answer.status, await answer.text()]).toEqual([404, "This member isn't available right now."]);
  }
  for (const targetUserId of [undefined, "", "x", null, {}, 1e300]) {
    const answer = await begin(ada, targetUserId);
    const message = targetUserId ? "targetUserId must be a member id" : "targetUserId is required";
    expect([answer.status, await answer.text()]).toEqual([400, message]);
  }
});
