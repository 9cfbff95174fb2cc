import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { decide, matchUp, type Person, serveThisFile, talkUp } from "./server";

const { signUp, same } = serveThisFile();

type Talk = { id: string; accepted: boolean; user1: { id: string }; user2: { id: string } };
type Message = { id: string; content: string; senderId: string; sequence: number };

const begin = (one: Person, other: Person) =>
  one.json("POST", "/api/conversations", { targetUserId: other.id });
const write = (one: Person, talk: string, content: unknown, id?: unknown) =>
  one.json("POST", `/api/conversations/${talk}/messages`, { content, id });
const read = async (one: Person, talk: string, query = "") =>
  (await (await one.get(`/api/conversations/${talk}/messages${query}`)).json()) as Message[];
const talksOf = async (one: Person) => (await (await one.get("/api/conversations")).json()) as Talk[];

test("two who match begin one conversation, and both see it", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  await matchUp(ada, ben);
  const begun = await begin(ada, ben);
  const talk = (await begun.json()) as Talk;
  expect(begun.status).toBe(201);
  expect(talk).toMatchObject({
    accepted: true,
    user1Id: ada.id,
    user1: { firstName: "Ada" },
    user2: { id: ben.id },
  });
  expect(Object.keys(talk.user2).sort()).toEqual(["firstName", "id", "profileImageUrl"]);
  expect(await (await begin(ben, ada)).json()).toEqual(talk);
  expect(await talksOf(ben)).toEqual([talk]);
});

test("six simultaneous beginnings by both make one conversation", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  await matchUp(ada, ben);
  const begun = await Promise.all(
    Array.from({ length: 6 }, (_, i) => (i % 2 ? begin(ada, ben) : begin(ben, ada))),
  );
  const ids = await Promise.all(begun.map(async (answer) => ((await answer.json()) as Talk).id));
  expect(new Set(ids).size).toBe(1);
  expect([(await talksOf(ada)).length, (await talksOf(ben)).length]).toEqual([1, 1]);
});

test("messages are read by both, the newest first", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const talk = await talkUp(ada, ben);
  const sent = await write(ada, talk, "  Which B-side? \r\n ");
  expect(sent.status).toBe(201);
  expect(await sent.json()).toMatchObject({
    conversationId: talk,
    senderId: ada.id,
    content: "Which B-side?",
    messageType: null,
    metadata: null,
    createdAt: expect.stringMatching(/Z$/),
  });
  await write(ben, talk, "Hey Bulldog");
  const messages = await read(ben, talk);
  expect(messages.map(({ content }) => content)).toEqual(["Hey Bulldog", "Which B-side?"]);
  expect(await read(ada, talk)).toEqual(messages);
});

test.each(["<script>alert(1)</script>", "{{7*7}}", "' or 1=1 --", "‮evil", "💿".repeat(900), "\t\n x"])(
  "text is text: %s",
  async (content) => {
    const [ada, ben] = [await same("Zoe"), await same("Yan")];
    const talk = await talkUp(ada, ben);
    await write(ada, talk, content);
    expect((await read(ben, talk))[0]?.content).toBe(content.trim());
  },
);

test("a message sent many times at once under one id is one message", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const talk = await talkUp(ada, ben);
  const id = randomUUID();
  const answers = await Promise.all(Array.from({ length: 8 }, () => write(ada, talk, "Once", id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect((await read(ben, talk)).map((message) => message.id)).toEqual([id]);
});

test("an id that another has used, here or elsewhere, is a conflict and shows nothing of theirs", async () => {
  const [ada, ben, eve] = [await signUp("Ada"), await signUp("Ben"), await signUp("Eve")];
  const [talk, hers] = [await talkUp(ada, ben), await talkUp(eve, ben)];
  const { id } = (await (await write(ada, talk, "A secret")).json()) as Message;
  for (const answer of [await write(ben, talk, "Mine", id), await write(eve, hers, "Mine", id)]) {
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
  ["x".repeat(2001), "Messages have at most 2,000 characters"],
  [5, "Must be text"],
  [["Hello"], "Must be text"],
  [null, "Must be text"],
])("a message that says %j is refused: %s", async (content, says) => {
  const [ada, ben] = [await same("Zoe"), await same("Yan")];
  const answer = await write(ada, await talkUp(ada, ben), content);
  expect([answer.status, await answer.text()]).toEqual([400, says]);
});

test.each(["", "x", 5, "' or 1=1", {}])("a message's own id is a UUID: %j is refused", async (id) => {
  const [ada, ben] = [await same("Zoe"), await same("Yan")];
  const answer = await write(ada, await talkUp(ada, ben), "Hello", id);
  expect([answer.status, await answer.text()]).toEqual([400, "Must be a UUID"]);
});

test("a stranger can neither read nor write in another's conversation, nor learn that it is there", async () => {
  const [ada, ben, eve] = [await signUp("Ada"), await signUp("Ben"), await signUp("Eve")];
  const talk = await talkUp(ada, ben);
  await write(ada, talk, "A secret");
  for (const id of [talk, randomUUID(), "no-such-thing", "%00", "..%2f", "x".repeat(500)]) {
    const path = `/api/conversations/${id}/messages`;
    for (const answer of [await eve.get(path), await eve.json("POST", path, { content: "Hello" })]) {
      expect([answer.status, await answer.text()]).toEqual([404, "There is nothing here."]);
    }
  }
  expect(await talksOf(eve)).toEqual([]);
  expect(await read(ada, talk)).toHaveLength(1);
});

test("a message of another conversation is no place to read on from", async () => {
  const [ada, ben, eve] = [await signUp("Ada"), await signUp("Ben"), await signUp("Eve")];
  const [talk, hers] = [await talkUp(ada, ben), await talkUp(eve, ben)];
  const { id } = (await (await write(ada, talk, "A secret")).json()) as Message;
  await write(ben, hers, "Before the other?");
  await write(ada, talk, "Another");
  expect(await read(eve, hers, `?before=${id}`)).toEqual([]);
});

test("whoever has passed or was passed on keeps no way into the conversation", async () => {
  const [ada, xavier] = [await signUp("Ada"), await signUp("Xavier")];
  const talk = await talkUp(ada, xavier);
  await write(ada, talk, "Still here");
  await decide(ada, xavier, false);
  for (const one of [ada, xavier]) {
    expect((await one.get(`/api/conversations/${talk}/messages`)).status).toBe(404);
    expect((await write(one, talk, "Hello?")).status).toBe(404);
    expect(await talksOf(one)).toEqual([]);
  }
});

test("one writes to whom one likes, once until they answer, and to nobody else", async () => {
  const [ada, ben, eve] = [await signUp("Ada"), await signUp("Ben"), await signUp("Eve")];
  const refused = await begin(eve, ada);
  expect([refused.status, await refused.text()]).toEqual([
    403,
    "Like this member first, then you can write.",
  ]);
  await decide(ada, ben, true);
  const talk = (await (await begin(ada, ben)).json()) as Talk;
  expect(talk.accepted).toBe(false);
  expect(await talksOf(ben)).toEqual([]);
  expect((await write(ada, talk.id, "You like Broadcast too!")).status).toBe(201);
  expect((await write(ada, talk.id, "Hello?")).status).toBe(403);
  expect(await talksOf(ben)).toHaveLength(1);
});

test("a request takes one message however many are sent at once", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  await decide(ada, ben, true);
  const talk = (await (await begin(ada, ben)).json()) as Talk;
  const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => write(ada, talk.id, `Hello ${n}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403]);
  expect(await read(ben, talk.id)).toHaveLength(1);
});

test("nobody begins a conversation with themselves or with nobody", async () => {
  const ada = await signUp("Ada");
  for (const targetUserId of [ada.id, "7", "0"]) {
    const answer = await ada.json("POST", "/api/conversations", { targetUserId });
    expect([answer.status, await answer.text()]).toEqual([404, "There is nothing here."]);
  }
  for (const targetUserId of [undefined, "", "x", null, {}, 1e300]) {
    const answer = await ada.json("POST", "/api/conversations", { targetUserId });
    expect([answer.status, await answer.text()]).toEqual([400, "Say which member"]);
  }
});
