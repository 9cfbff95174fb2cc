import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { decide, makeConversation, makeMatch, type Person } from "../server";

const { signUp, sharedMember } = shareApp();

type Conversation = { id: string; accepted: boolean; user1: { id: string }; user2: { id: string } };
type Message = { id: string; content: string; senderId: string; sequence: number };

const begin = (one: Person, other: Person) =>
  one.json("POST", "/api/conversations", { targetUserId: other.id });
const write = (one: Person, conversationId: string, content: unknown, id?: unknown) =>
  one.json("POST", `/api/conversations/${conversationId}/messages`, { content, id });
const read = async (one: Person, conversationId: string, query = "") =>
  (await (await one.get(`/api/conversations/${conversationId}/messages${query}`)).json()) as Message[];
const conversationsOf = async (one: Person) =>
  (await (await one.get("/api/conversations")).json()) as Conversation[];

test("a matched pair starts one conversation, and both members see it", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  await makeMatch(ada, ben);
  const begun = await begin(ada, ben);
  const conversation = (await begun.json()) as Conversation;
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
  expect(await (await begin(ben, ada)).json()).toEqual(conversation);
  expect(await conversationsOf(ben)).toEqual([conversation]);
});

test("Messages has both of its panes without a conversation too", async () => {
  const ada = await signUp("Ada");
  const page = await (await ada.get("/messages", { Accept: "text/html" })).text();
  expect(page).toContain("No conversations yet");
  expect(page).toContain("Select a conversation");
  expect(page).toContain("Choose a conversation from the left to start chatting");
});

test("six simultaneous starts by both members make one conversation", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  await makeMatch(ada, ben);
  const begun = await Promise.all(
    Array.from({ length: 6 }, (_, i) => (i % 2 ? begin(ada, ben) : begin(ben, ada))),
  );
  const ids = await Promise.all(begun.map(async (answer) => ((await answer.json()) as Conversation).id));
  expect(new Set(ids).size).toBe(1);
  expect([(await conversationsOf(ada)).length, (await conversationsOf(ben)).length]).toEqual([1, 1]);
});

test("both members read the messages, newest first", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const conversationId = await makeConversation(ada, ben);
  const sent = await write(ada, conversationId, "  Which B-side? \r\n ");
  expect(sent.status).toBe(201);
  expect(await sent.json()).toMatchObject({
    conversationId,
    senderId: ada.id,
    content: "Which B-side?",
    messageType: null,
    metadata: null,
    createdAt: expect.stringMatching(/Z$/),
  });
  await write(ben, conversationId, "Hey Bulldog");
  const messages = await read(ben, conversationId);
  expect(messages.map(({ content }) => content)).toEqual(["Hey Bulldog", "Which B-side?"]);
  expect(await read(ada, conversationId)).toEqual(messages);
});

test.each(["<script>alert(1)</script>", "{{7*7}}", "' or 1=1 --", "‮evil", "💿".repeat(900), "\t\n x"])(
  "text is stored unchanged and never interpreted: %s",
  async (content) => {
    const [ada, ben] = [await sharedMember("Zoe"), await sharedMember("Yan")];
    const conversationId = await makeConversation(ada, ben);
    await write(ada, conversationId, content);
    expect((await read(ben, conversationId))[0]?.content).toBe(content.trim());
  },
);

test("a message sent several times at once with the same id is saved once", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const conversationId = await makeConversation(ada, ben);
  const id = randomUUID();
  const answers = await Promise.all(Array.from({ length: 8 }, () => write(ada, conversationId, "Once", id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect((await read(ben, conversationId)).map((message) => message.id)).toEqual([id]);
});

test("an id used by another member is a conflict and reveals nothing of their message", async () => {
  const [ada, ben, eve] = [await signUp("Ada"), await signUp("Ben"), await signUp("Eve")];
  const [conversationId, hers] = [await makeConversation(ada, ben), await makeConversation(eve, ben)];
  const { id } = (await (await write(ada, conversationId, "A secret")).json()) as Message;
  for (const answer of [await write(ben, conversationId, "Mine", id), await write(eve, hers, "Mine", id)]) {
    expect(answer.status).toBe(409);
    expect(await answer.text()).not.toContain("secret");
  }
  expect(await read(eve, hers)).toEqual([]);
});

test.each([
  ["", "Write a message first"],
  ["  \n\t ", "Write a message first"],
  ["\u0000\u0007", "Write a message first"],
  [undefined, "Write a message first"],
  ["x".repeat(2001), "Use at most 2,000 characters"],
  [5, "Must be text"],
  [["Hello"], "Must be text"],
  [null, "Must be text"],
])("the message %j is refused: %s", async (content, message) => {
  const [ada, ben] = [await sharedMember("Zoe"), await sharedMember("Yan")];
  const answer = await write(ada, await makeConversation(ada, ben), content);
  expect([answer.status, await answer.text()]).toEqual([400, message]);
});

test.each(["", "x", 5, "' or 1=1", {}])("a message id that is not a UUID is refused: %j", async (id) => {
  const [ada, ben] = [await sharedMember("Zoe"), await sharedMember("Yan")];
  const answer = await write(ada, await makeConversation(ada, ben), "Hello", id);
  expect([answer.status, await answer.text()]).toEqual([400, "Must be a UUID"]);
});

test("strangers can neither read, write to nor detect a conversation", async () => {
  const [ada, ben, eve] = [await signUp("Ada"), await signUp("Ben"), await signUp("Eve")];
  const conversationId = await makeConversation(ada, ben);
  await write(ada, conversationId, "A secret");
  for (const id of [conversationId, randomUUID(), "no-such-thing", "%00", "..%2f", "x".repeat(500)]) {
    const path = `/api/conversations/${id}/messages`;
    for (const answer of [await eve.get(path), await eve.json("POST", path, { content: "Hello" })]) {
      expect([answer.status, await answer.text()]).toEqual([404, "There is nothing here."]);
    }
  }
  expect(await conversationsOf(eve)).toEqual([]);
  expect(await read(ada, conversationId)).toHaveLength(1);
});

test("a message of another conversation is not accepted as a cursor", async () => {
  const [ada, ben, eve] = [await signUp("Ada"), await signUp("Ben"), await signUp("Eve")];
  const [conversationId, hers] = [await makeConversation(ada, ben), await makeConversation(eve, ben)];
  const { id } = (await (await write(ada, conversationId, "A secret")).json()) as Message;
  await write(ben, hers, "Before the other?");
  await write(ada, conversationId, "Another");
  expect(await read(eve, hers, `?before=${id}`)).toEqual([]);
});

test("a pass closes the conversation to both members", async () => {
  const [ada, xavier] = [await signUp("Ada"), await signUp("Xavier")];
  const conversationId = await makeConversation(ada, xavier);
  await write(ada, conversationId, "Still here");
  await decide(ada, xavier, false);
  for (const one of [ada, xavier]) {
    expect((await one.get(`/api/conversations/${conversationId}/messages`)).status).toBe(404);
    expect((await write(one, conversationId, "Hello?")).status).toBe(404);
    expect(await conversationsOf(one)).toEqual([]);
  }
});

test("a member can send one message to someone they like until they reply, and none to others", async () => {
  const [ada, ben, eve] = [await signUp("Ada"), await signUp("Ben"), await signUp("Eve")];
  const refused = await begin(eve, ada);
  expect([refused.status, await refused.text()]).toEqual([403, "Like this member before you message them."]);
  await decide(ada, ben, true);
  const conversation = (await (await begin(ada, ben)).json()) as Conversation;
  expect(conversation.accepted).toBe(false);
  expect(await conversationsOf(ben)).toEqual([]);
  expect((await write(ada, conversation.id, "You like Broadcast too!")).status).toBe(201);
  expect((await write(ada, conversation.id, "Hello?")).status).toBe(403);
  expect(await conversationsOf(ben)).toHaveLength(1);
});

test("a request accepts one message, even if several are sent at once", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  await decide(ada, ben, true);
  const conversation = (await (await begin(ada, ben)).json()) as Conversation;
  const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => write(ada, conversation.id, `Hello ${n}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403]);
  expect(await read(ben, conversation.id)).toHaveLength(1);
});

test("a member can't start a conversation with themselves or a missing member", async () => {
  const ada = await signUp("Ada");
  for (const targetUserId of [ada.id, "7", "0"]) {
    const answer = await ada.json("POST", "/api/conversations", { targetUserId });
    expect([answer.status, await answer.text()]).toEqual([404, "This member isn't available right now."]);
  }
  for (const targetUserId of [undefined, "", "x", null, {}, 1e300]) {
    const answer = await ada.json("POST", "/api/conversations", { targetUserId });
    const message = targetUserId ? "targetUserId must be a member id" : "targetUserId is required";
    expect([answer.status, await answer.text()]).toEqual([400, message]);
  }
});
