// What becomes of a message without scripts: replies, reactions, edits, deletion, and likes with a note.
import { expect, test } from "vitest";
import { addStaff } from "~/models/safety/staff.server";
import { makeConversation, type Person } from "../../api/people";
import { addProfilePhoto } from "../../api/upload-picture";
import { shareApp } from "../../app";
import { photo } from "../../fakes/picture-files";
import type { Page } from "../../visitor/page";
import { contentsOf, framed, makeCouple, open, say, visit, write } from "./talk";

const { addMember } = shareApp();
const couple = () => makeCouple(addMember);

/** The menu of a message in the frame, opened. */
function menuOf(frame: Page, text: RegExp): Page {
  const message = frame.all("listitem").find((each) => text.test(each.text));
  if (!message) throw new Error(`There is no message ${text} in: ${frame.text}`);
  return message.open("More options for this message");
}

async function sendPhoto(person: Person, talk: string, caption: string): Promise<string> {
  const sent = await person.send(
    `/api/conversations/${talk}/photos?${new URLSearchParams({ content: caption })}`,
    {
      method: "POST",
      body: new Uint8Array(await photo()),
      headers: { "Sec-Fetch-Site": "same-origin" },
    },
  );
  expect(sent.status).toBe(201);
  return ((await sent.json()) as { id: string }).id;
}

test("a reply is written from a message's menu, and a refusal keeps what it quotes", async () => {
  const { ada, ben, talk } = await couple();
  const { id } = await write(ada, talk, "Do you dance?");
  const quotes = expect.stringMatching(/^Replying to Ada.*Do you dance\?$/);
  const reply = async () => menuOf(await framed(ben, talk), /Do you dance/).follow("Reply");
  const replying = await reply();
  expect([replying.isFrame, replying.hintOf("Message")]).toEqual([false, quotes]);
  expect((await replying.follow("Cancel Reply")).hintOf("Message")).toBe("");
  replying.element.querySelector("textarea")?.removeAttribute("maxlength");
  const refused = await say(replying, "x".repeat(2001));
  expect(refused.errors).toEqual(["Use at most 2,000 characters"]);
  expect(refused.hintOf("Message")).toEqual(quotes);
  const sent = await say(refused, "Only to disco");
  expect(sent.hintOf("Message")).toBe("");
  const quoted = await (await sent.frame("Messages")).follow(/^In reply to Ada.*Do you dance/);
  expect(quoted.address).toBe(`/messages/${talk}?around=${id}#message-${id}`);
  expect(quoted.has("Ada: Do you dance?")).toBe(true);
  expect((await framed(ada, talk)).addressOf(/^In reply to You.*Do you dance/)).toContain(id);

  // What is quoted is deleted while the reply is written.
  const late = await menuOf(await framed(ben, talk), /^Ada: Do you dance/).follow("Reply");
  await ada.json("DELETE", `/api/messages/${id}`, undefined);
  const gone = await say(late, "I said: only to disco");
  expect(gone.has("That message isn't here anymore.")).toBe(true);
  expect([gone.value("Message"), gone.hintOf("Message")]).toEqual(["I said: only to disco", ""]);
  expect((await gone.frame("Messages")).addressOf(/^In reply to Ada.*Message deleted/)).toContain(id);
});

test("a reaction is given, changed and taken back in a message's menu", async () => {
  const { ada, ben, talk } = await couple();
  await write(ada, talk, "Do you dance?");
  const press = async (name: string) => menuOf(await framed(ben, talk), /Do you dance/).press(name);
  const reacted = await press("Wow");
  expect([reacted.isFrame, reacted.address]).toEqual([false, `/messages/${talk}`]);
  expect((await reacted.frame("Messages")).has("You: Wow")).toBe(true);
  await press("Heart");
  const hers = await framed(ada, talk);
  expect([hers.has("Ben: Heart"), hers.has("Ben: Wow")]).toEqual([true, false]);
  await press("Heart");
  expect((await framed(ada, talk)).has("Ben: Heart")).toBe(false);
});

test("a reaction is news until the frame has shown it", async () => {
  const { ada, ben, talk } = await couple();
  const { id } = await write(ada, talk, "Do you dance?");
  const react = (reaction: string) => ben.json("PUT", `/api/messages/${id}/reaction`, { reaction });
  const unread = async () => (await (await ada.get("/counts")).json()).notifications;
  const before = await unread();
  await react("heart");
  expect(await unread()).toBe(before + 1);
  const chat = await (await visit(ada, "/notifications")).follow(/^Ben reacted to your message/);
  expect((await chat.frame("Messages")).has("Ben: Heart")).toBe(true);
  expect(await unread()).toBe(before);
  await react("dancer");
  await framed(ada, talk);
  expect(await unread()).toBe(before);
  expect((await visit(ada, "/notifications")).has("Reactions from Ben")).toBe(true);
});

test("a member edits a message, and the other reads what it said before", async () => {
  const { ada, ben, talk } = await couple();
  await write(ada, talk, "I love Low");
  const page = await menuOf(await framed(ada, talk), /I love Low/).follow("Edit or Delete");
  expect([page.isFrame, page.heading("Your message")]).toEqual([false, "Your message"]);
  expect(page.value("Message")).toBe("I love Low");
  const refused = await page.fill("Message", "").press("Save");
  expect(refused.errorOf("Message")).toBe("Write a message first");
  const saved = await refused.fill("Message", "I love Low, and Love").press("Save");
  expect(saved.address).toBe(`/messages/${talk}#write`);
  expect((await saved.frame("Messages")).has("You: I love Low, and Love")).toBe(true);
  const before = await (await framed(ben, talk)).follow("Edited");
  expect(before.headings).toContain("What it said before");
  expect(before.has(/I love Low(?!,)/)).toBe(true);
  expect(before.buttons.filter((each) => /Save|Delete/.test(each))).toEqual([]);
});

test("a deleted message is gone for both, and can still be reported", async () => {
  const { ada, ben, talk } = await couple();
  await write(ada, talk, "Something cruel");
  const page = await menuOf(await framed(ada, talk), /cruel/).follow("Edit or Delete");
  const deleted = await page.press("Delete for Both");
  expect(deleted.address).toBe(`/messages/${talk}`);
  expect(await contentsOf(ada, talk)).toEqual([""]);
  const hers = await deleted.frame("Messages");
  expect([hers.has("You: Message deleted"), hers.has("cruel")]).toEqual([true, false]);
  expect(hers.element.querySelector(".message-menu")).toBeNull();
  const his = await framed(ben, talk);
  expect([his.has("Ada: Message deleted"), his.has("cruel")]).toEqual([true, false]);
  const menu = menuOf(his, /Message deleted/);
  expect([menu.buttons, menu.links]).toEqual([[], ["Report"]]);
  expect((await menu.follow("Report")).heading(/Report/)).toContain("Report");
  expect((await visit(ben, "/messages")).within("Conversations", "navigation").has("Message deleted")).toBe(
    true,
  );
});

test("a moderator removes one photo of a conversation, whose message counts as deleted", async () => {
  const { ada, ben, talk } = await couple();
  const mia = await addMember("Mia");
  await addStaff(mia.email, "moderator");
  await sendPhoto(ada, talk, "The river");
  const id = await sendPhoto(ada, talk, "The bridge");
  const report = { about: `message:${id}`, reason: "sexual" };
  expect((await ben.json("POST", "/api/reports", report)).ok).toBe(true);
  const members = await visit(mia, `/moderation/members?q=${encodeURIComponent(ada.email)}`);
  const claimed = await (await members.follow(/case/i)).press("Claim");
  expect(claimed.has("You're working on this case.")).toBe(true);
  const choice = "This photo from their conversation, with its message";
  claimed.check("Remove content").fill("Reason", "Nobody asked for this.");
  const refused = await claimed.press("Submit Decision");
  expect(refused.alerts).toContain("Choose what to remove");
  // It isn't loaded before it is opened.
  const shown = refused.element.querySelector(".check-field + details img");
  expect([shown?.getAttribute("alt"), shown?.getAttribute("loading")]).toEqual(["As it was sent", "lazy"]);
  const decided = await refused.check(choice).press("Submit Decision");
  expect(decided.alerts).toContain("Case decided");
  const his = await framed(ben, talk);
  expect([his.has("The river"), his.has("The bridge"), his.has("Ada: Message deleted")]).toEqual([
    true,
    false,
    true,
  ]);
  const notice = await open(ada, talk);
  expect(notice.has("We removed your photo in a conversation.")).toBe(true);
  expect((await notice.press("I've Read This")).buttons).not.toContain("I've Read This");
});

test("a like with a note about an answer is a request that shows what it is about", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const answer = "Low, in a church.";
  await ben.json("PUT", "/api/profile/prompts", { prompts: [{ prompt: "best_show", answer }] });
  const link = "Like this: Best show I ever saw";
  const form = await (await visit(ada, `/members/${ben.id}`)).follow(link);
  expect(form.title).toBe("Like Ben's answer · B-Side");
  const refused = await form.fill("Your note", "  ").press("Send Like");
  expect(refused.errorOf("Your note")).toContain("Write a sentence");
  const sent = await refused.fill("Your note", "I was there too!").press("Send Like");
  expect(sent.address).toBe(`/members/${ben.id}`);
  expect(sent.alerts).toContain("Sent to Ben");
  expect(sent.has("You liked Ben L.")).toBe(true);
  expect([
    sent.links.includes(link),
    sent.links.some((each) => each.startsWith("Open Conversation")),
  ]).toEqual([false, true]);
  const list = await visit(ben, "/messages");
  expect(list.has("About your profile: I was there too!")).toBe(true);
  const frame = await (await list.follow(/^A?.*Ada/)).frame("Messages");
  expect([frame.has(answer), frame.has("I was there too!")]).toEqual([true, true]);
});

test("a note to a match is sent as one, since the like has been", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await makeConversation(ada, ben);
  await ben.json("PUT", "/api/profile/prompts", { prompts: [{ prompt: "best_show", answer: "Low" }] });
  const form = await (await visit(ada, `/members/${ben.id}`)).follow("Like this: Best show I ever saw");
  expect(form.buttons).not.toContain("Send Like");
  const sent = await form.fill("Your note", "I was there too!").press("Send Note");
  expect(sent.alerts).toContain("Sent to Ben");
});

test("a quoted photo that its member removes is gone from the request", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await addProfilePhoto(ben);
  const { photos } = await (await ben.get("/api/profile/photos")).json();
  const form = await (await visit(ada, `/members/${ben.id}`)).follow("Like this: Their photo");
  const sent = await form.fill("Your note", "That jacket!").press("Send Like");
  const chat = await sent.follow(/^Open Conversation/);
  const frame = await chat.frame("Messages");
  expect(frame.element.querySelector('img[alt="Their photo"]')).not.toBeNull();
  await ben.json("DELETE", `/api/profile/photos/${photos[0].id}`, {});
  expect((await chat.frame("Messages")).has("A photo that has been removed")).toBe(true);
});
