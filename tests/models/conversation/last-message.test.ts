import { expect, test } from "vitest";
import { toConversationRow } from "~/models/conversation/conversation";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { addMessage } from "~/models/conversation/message.server";
import { messageInput } from "~/models/conversation/message-schema";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { addMember, addNewcomer, makeConversation } from "../../cast";
import { plansOf } from "../../matching/plans";

const rowOf = async (member: Member) => {
  const [first] = (await listConversations(member.id)).conversations;
  return first && toConversationRow(first, member.id);
};

test("a row says what was said last, and by whom", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id, lastMessage } = await makeConversation(ada, ben);
  expect(lastMessage).toBeNull();
  expect((await rowOf(ada))?.lastMessage).toBeNull();
  await addMessage(ada.id, id, { content: "Which B-side?" });
  await addMessage(ben.id, id, { content: "Hey Bulldog" });
  expect([(await rowOf(ada))?.lastMessage, (await rowOf(ben))?.lastMessage]).toEqual([
    "Hey Bulldog",
    "You: Hey Bulldog",
  ]);
  const [conversation] = (await listConversations(ada.id)).conversations;
  expect(conversation?.lastMessage).toEqual({
    senderId: String(ben.id),
    messageType: null,
    excerpt: "Hey Bulldog",
    song: null,
  });
});

test("a row has the song that was shared last, until something else is said", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  const song = { artist: "Can", title: "Vitamin C" };
  const share = { messageType: "music_share", metadata: { ...song, album: "Ege Bamyası" }, content: "" };
  await addMessage(ada.id, id, messageInput.parse(share));
  expect([(await rowOf(ada))?.song, (await rowOf(ben))?.song]).toEqual([song, song]);
  const [conversation] = (await listConversations(ada.id)).conversations;
  expect(conversation?.lastMessage?.song).toEqual(song);
  for (const next of [
    { messageType: "spotify_link", metadata: { url: "https://open.spotify.com/album/1" }, content: "" },
    { content: "Nothing else" },
  ]) {
    await addMessage(ada.id, id, messageInput.parse(next));
    expect((await rowOf(ben))?.song).toBeNull();
  }
});

test.each([
  [{ messageType: "music_share", metadata: { artist: "Can", title: "Vitamin C" } }, "a song"],
  [{ messageType: "spotify_link", metadata: { url: "https://open.spotify.com/album/1" } }, "a Spotify link"],
  [{ messageType: "youtube_link", metadata: { url: "https://youtu.be/dQw4w9WgXcQ" } }, "a YouTube link"],
  [{ messageType: "youtube_video", metadata: { youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" } }, "a video"],
])("a share is named by its kind: %j", async (share, name) => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  await addMessage(ada.id, id, messageInput.parse({ ...share, content: "Hear this" }));
  expect([(await rowOf(ada))?.lastMessage, (await rowOf(ben))?.lastMessage]).toEqual([
    `You sent ${name}`,
    `Sent ${name}`,
  ]);
});

test("of a long message there is an excerpt that splits no character", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  await addMessage(ada.id, id, { content: "💿".repeat(900) });
  expect((await rowOf(ben))?.lastMessage).toBe("💿".repeat(200));
});

test("a request with contact details carries a warning until it is accepted", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  await addMessage(ada.id, id, { content: "Write to ada@example.org" });
  expect([(await rowOf(ada))?.hasWarning, (await rowOf(ben))?.hasWarning]).toEqual([false, true]);
  await addMessage(ben.id, id, { content: "No, to ben@example.org" });
  await addMessage(ada.id, id, { content: "Or call +1 503 555 0100" });
  expect((await rowOf(ben))?.hasWarning).toBe(false);
});

test("a page of the list is one statement, which seeks the last message of each of its rows", async () => {
  const ada = await addNewcomer("Ada");
  for (const name of ["Ben", "Cleo", "Dan"]) {
    const { id } = await makeConversation(ada, await addNewcomer(name));
    for (const content of ["One", "Two", "Three"]) await addMessage(ada.id, id, { content });
  }
  const plan = await plansOf(() => listConversations(ada.id, { limit: 2 }));
  const last = plan.filter((step) => /last_message/.test(step));
  expect(last).toEqual(["SEARCH last_message USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN"]);
  expect(plan.filter((step) => /^SCAN (?!page|unread|VIRTUAL)/.test(step))).toEqual([]);
  // The page is complete before its messages are sought.
  expect(plan.indexOf("SCAN page")).toBeGreaterThan(-1);
  expect(plan.indexOf("SCAN page")).toBeLessThan(plan.indexOf(last[0] ?? ""));
  const sides = plan.filter((step) => /INDEX conversation_(low|high)_order/.test(step));
  expect(sides).toEqual([
    "SEARCH conversation USING INDEX conversation_low_order (low_id=? AND ended_at=? AND closed_at=?)",
    "SEARCH conversation USING INDEX conversation_high_order (high_id=? AND ended_at=? AND closed_at=?)",
  ]);
});
