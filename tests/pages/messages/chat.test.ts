// Conversations without scripts: the list, the composer and the frame, requests, goodbyes, the search, and likes with a note.
import { db } from "db/client.server";
import { message } from "db/schema";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY_MS } from "~/durations";
import { addMessage } from "~/models/conversation/message.server";
import { sleeveUrl } from "~/models/music/sleeve-url";
import { NOTIFICATION_SETTINGS_PATH } from "~/models/notification/notification-settings";
import { decide, makeConversation, makeMatch, makeRequest } from "../../api/people";
import { addProfilePhoto } from "../../api/upload-picture";
import { shareApp } from "../../app";
import type { Page } from "../../visitor/page";
import { contentsOf, framed, makeCouple, open, say, visit, write } from "./talk";

const { visitor, signUp, addMember } = shareApp();

const HOSTILE = `<img src=x onerror=alert(1)><script>alert(2)</script>"'</noscript><iframe src="javascript:alert(3)">`;

const couple = () => makeCouple(addMember);

/** Ada's request to Ben, with its first message if there is one. */
async function request(first?: string | object) {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const talk = await makeRequest(ada, ben);
  if (first) await write(ada, talk, first);
  return { ada, ben, talk };
}

const listOf = (page: Page) => page.within("Conversations", "navigation");

async function writeMany({ id }: { id: string }, talk: string, texts: string[]) {
  for (const content of texts) await addMessage(Number(id), talk, { content });
}

/** Moves all messages of a conversation into the past. */
async function rest(talk: string, ms: number) {
  await db
    .update(message)
    .set({ createdAt: sql`${message.createdAt} - ${ms}` })
    .where(eq(message.conversationId, talk));
}

test("two members talk, and each reads the other in the frame", async () => {
  const { ada, ben, talk } = await couple();
  const list = await visit(ada, "/messages");
  expect(list.title).toBe("Messages · B-Side");
  expect(list.has("Choose a conversation from the left to start chatting")).toBe(true);
  const chat = await list.follow(/Ben.*Click to start chatting\.\.\./);
  expect(chat.title).toBe("Ben · Messages · B-Side");
  const [match] = await (await ada.get("/api/matches/mutual")).json();
  expect(chat.has(`${match.compatibilityScore}% music compatibility`)).toBe(true);
  expect(chat.addressOf(/^Ben \d+%/)).toBe(`/members/${ben.id}`);
  expect((await chat.frame("Messages")).has("No messages yet. Start the conversation!")).toBe(true);

  const sent = await say(chat, "  Hello Ben  ");
  expect(sent.address).toBe(`/messages/${talk}#write`);
  expect(sent.value("Message")).toBe("");
  expect((await sent.frame("Messages")).has("You: Hello Ben")).toBe(true);
  expect((await framed(ben, talk)).has("Ada: Hello Ben")).toBe(true);
  expect(await contentsOf(ben, talk)).toEqual(["Hello Ben"]);
});

test("a row shows what was said last, by whom, and how much is new until the frame has shown it", async () => {
  const { ada, ben, talk } = await couple();
  const row = async () => listOf(await visit(ada, "/messages"));
  await write(ada, talk, "Hey Bulldog");
  expect((await row()).has("You: Hey Bulldog")).toBe(true);
  const song = { artist: "Can", title: "Vitamin C" };
  await write(ben, talk, { messageType: "music_share", metadata: song });
  const withSong = await row();
  expect(withSong.has("Sent a song")).toBe(true);
  expect(withSong.element.querySelector(`img[src="${sleeveUrl(song)}"]`)).not.toBeNull();
  await write(ben, talk, HOSTILE);
  const unread = await row();
  expect(unread.has(HOSTILE)).toBe(true);
  expect(unread.element.querySelector('img[src^="/sleeves/"]')).toBeNull();
  expect(unread.has("2 new")).toBe(true);
  expect(unread.has("Your turn")).toBe(true);
  await open(ada, talk);
  expect((await row()).has("2 new")).toBe(true);
  const alert = (frame: Page) => frame.element.querySelector('[role="alert"]')?.textContent;
  expect(alert(await framed(ada, talk))).toBe("New from Ben");
  expect(alert(await framed(ada, talk))).toBeUndefined();
  expect((await row()).has(/new/)).toBe(false);
});

test("a message is text, whatever it looks like", async () => {
  const { ada, ben, talk } = await couple();
  await write(ben, talk, HOSTILE);
  const sent = await say(await open(ada, talk), `${HOSTILE} back`);
  const frame = await sent.frame("Messages");
  for (const page of [frame, await visit(ada, `/messages/${talk}/frame?still`)]) {
    expect(page.has(`Ben: ${HOSTILE}`)).toBe(true);
    expect(page.has(`You: ${HOSTILE} back`)).toBe(true);
    expect(page.element.querySelector("[onerror], .message script, .message iframe")).toBeNull();
  }
});

test("times are in UTC until the reader's time zone is known", async () => {
  const { ada, ben, talk } = await couple();
  const { id } = await write(ben, talk, "Are you up?");
  await db
    .update(message)
    .set({ createdAt: new Date("2026-01-01T22:30:00Z") })
    .where(eq(message.id, id));
  expect((await framed(ada, talk)).text).toMatch(/Thursday, January 1.*, UTC.*10:30.PM(?! UTC)/s);
  await (await visit(ada, NOTIFICATION_SETTINGS_PATH)).choose("Time zone", "Asia/Tokyo").press("Save");
  const { text } = await framed(ada, talk);
  expect(text).toMatch(/Friday, January 2.*7:30.AM/s);
  expect(text).not.toContain("UTC");
});

test("a page sends one message once, and asks before it sends another one", async () => {
  const { ada, talk } = await couple();
  const page = await open(ada, talk);
  for (let press = 0; press < 2; press++) await say(page, "One\nTwo");
  expect(await contentsOf(ada, talk)).toEqual(["One\nTwo"]);
  const refused = await say(page, "Second");
  expect(refused.has("Something else was already sent from this page.")).toBe(true);
  expect(refused.value("Message")).toBe("Second");
  await refused.press("Send");
  expect(await contentsOf(ada, talk)).toEqual(["One\nTwo", "Second"]);
});

test("openers fill the composer and send nothing, until something is said", async () => {
  const { ada, ben, talk } = await couple();
  const artist = `"><img src=x onerror=alert(1)> & Söhne`;
  for (const one of [ada, ben])
    await one.json("POST", "/api/music-preferences", {
      topArtists: [artist, "Arthur Russell"],
      favoriteGenres: ["Electronic"],
      totalScrobbles: 0,
      concertsAttended: 0,
    });
  const ideas = (page: Page) => page.within("Ideas for a first message", "list").links;
  const page = await open(ada, talk);
  expect(ideas(page)).toHaveLength(2);
  const hostile = ideas(page).find((each) => each.includes(artist)) ?? "";
  const filled = await page.follow(hostile);
  expect(filled.address).toMatch(/\?text=.+#write$/);
  expect(filled.value("Message")).toBe(hostile);
  expect(await contentsOf(ada, talk)).toEqual([]);
  const sent = await filled.press("Send");
  expect(sent.has(/Ideas for/)).toBe(false);
  expect(() => ideas(sent)).toThrow("There is no list");
  const tooLong = await visit(ada, `/messages/${talk}?text=${"x".repeat(2001)}`);
  expect(tooLong.value("Message")).toBe("");

  // Three days later there are others, by name.
  await write(ben, talk, "Hi yourself");
  await rest(talk, 3 * DAY_MS);
  const rested = await open(ada, talk);
  const later = rested.within("Ideas for a message", "list");
  expect(later.links).toEqual(["You both love Arthur Russell", "Ask about electronic music"]);
  const asked = await later.follow("Ask about electronic music");
  expect(asked.value("Message")).toBe("What's the best electronic music you've heard lately?");
  await write(ben, talk, "Are you still there?");
  expect(() => ideas(rested)).toThrow("There is no list");
});

test("the frame leads to earlier messages and can stop refreshing, which the draft outlives", async () => {
  const { ada, ben, talk } = await couple();
  await writeMany(
    ben,
    talk,
    Array.from({ length: 110 }, (_, index) => `Message ${index + 1}.`),
  );
  const chat = await open(ada, talk);
  const compressed = await ada.get(`/messages/${talk}`, { Accept: "text/html", "Accept-Encoding": "gzip" });
  expect((await compressed.arrayBuffer()).byteLength).toBeLessThan(20_000);
  chat.fill("Message", "Half a sentence");
  const frame = await chat.frame("Messages");
  const refreshes = (page: Page) => page.element.querySelector('meta[http-equiv="refresh"]') !== null;
  expect([frame.has("Message 110."), frame.has("Message 60."), refreshes(frame)]).toEqual([
    true,
    false,
    true,
  ]);
  const earlier = await frame.follow("Show earlier messages");
  expect([earlier.isFrame, earlier.has("Message 60."), refreshes(earlier)]).toEqual([true, true, false]);
  const first = await earlier.follow("Show earlier messages");
  expect([first.has("Message 1."), first.links.includes("Show earlier messages")]).toEqual([true, false]);
  expect((await first.follow("Back to the newest messages")).has("Message 110.")).toBe(true);

  const still = await chat.follow("Stop refreshing");
  expect([still.isFrame, still.has("Message 110."), refreshes(still)]).toEqual([true, true, false]);
  await write(ben, talk, "Psst");
  const checked = await chat.follow("Check for new messages");
  expect([checked.isFrame, checked.has("Psst"), refreshes(checked)]).toEqual([true, true, true]);
  expect(chat.value("Message")).toBe("Half a sentence");

  const [{ id }] = (await (await ada.get(`/api/conversations/${talk}/messages`)).json()).slice(-1);
  const past = await visit(ada, `/messages/${talk}?before=${id}`);
  expect(past.has("Message 55.")).toBe(true);
  expect((await past.follow("Back to the newest messages")).fields).toContain("Message");
});

test("a request shows its status, and a reply accepts it", async () => {
  const { ada, ben, talk } = await request();
  const fresh = await open(ada, talk);
  expect(fresh.has("Ben hasn't liked you back yet. You can send one message until Ben replies.")).toBe(true);
  const waiting = await say(fresh, "Hello Ben, you like Broadcast too");
  expect(waiting.has("Waiting for Ben to reply.")).toBe(true);
  expect(waiting.fields).not.toContain("Message");

  const list = await visit(ben, "/messages");
  expect(list.headings).toContain("Message requests");
  const received = await listOf(list).follow(/Ada/);
  expect(received.has("Ada wants to chat with you. Replying accepts the request.")).toBe(true);
  const replied = await say(received, "Hello Ada");
  expect(replied.has("Replying accepts the request.")).toBe(false);
  expect(replied.headings).not.toContain("Message requests");
  const answered = await waiting.follow("Check for a reply");
  expect(answered.fields).toContain("Message");
  expect((await answered.frame("Messages")).has("Ben: Hello Ada")).toBe(true);
});

test("links of a request are inert and carry a warning until its reader accepts", async () => {
  const url = "https://open.spotify.com/track/6rqhFgbbKwnb9MLmUQDhG6";
  const { ada, ben, talk } = await request({
    content: "Write to ada@example.org",
    messageType: "spotify_link",
    metadata: { type: "spotify", url },
  });
  const warning = "Take care with links and contact details";
  const hers = await framed(ada, talk);
  expect([hers.has(warning), hers.addressOf(/Open in Spotify/)]).toEqual([false, url]);
  const row = listOf(await visit(ben, "/messages"));
  expect(row.has(warning)).toBe(true);
  expect(row.links).toHaveLength(1);

  const his = await framed(ben, talk);
  expect(his.has(warning)).toBe(true);
  expect(his.has("You can open it once you accept.")).toBe(true);
  expect(his.element.querySelector(`a[href*="spotify"]`)).toBeNull();
  const accepted = await (await open(ben, talk)).press("Accept");
  expect(accepted.address).toBe(`/messages/${talk}`);
  expect(accepted.alerts).toContain("Request accepted");
  expect(accepted.buttons).not.toContain("Accept");
  expect(accepted.fields).toContain("Message");
  const opened = await accepted.frame("Messages");
  expect([opened.has(warning), opened.addressOf(/Open in Spotify/)]).toEqual([false, url]);
});

test("declining a request can be undone, and its sender notices nothing", async () => {
  const { ada, ben, talk } = await request("You like Broadcast too");
  const declined = await (await open(ben, talk)).press("Decline");
  expect(declined.address).toBe("/messages");
  expect(declined.alerts).toContain("Request declined");
  for (const text of ["No conversations yet", "Select a conversation"]) expect(declined.has(text)).toBe(true);
  const hers = await open(ada, talk);
  expect(hers.has("Waiting for Ben to reply.")).toBe(true);
  expect((await hers.frame("Messages")).has("You like Broadcast too")).toBe(true);
  const restored = await declined.press(/^Undo/);
  expect(restored.headings).toContain("Message requests");
  expect((await open(ben, talk)).status).toBe(200);
});

test("blocking a request's sender asks first, and leaves both without a page", async () => {
  const { ada, ben, talk } = await request("You like Broadcast too");
  const question = await (await open(ben, talk)).follow("Block");
  expect(question.has("Block Ada?")).toBe(true);
  const back = await question.follow("Cancel");
  expect(back.address).toBe(`/messages/${talk}`);
  const blocked = await (await back.follow("Block")).press("Block");
  expect(blocked.address).toBe("/messages");
  expect(blocked.alerts).toContain("Blocked");
  expect(blocked.has("No conversations yet")).toBe(true);
  for (const person of [ada, ben]) expect((await open(person, talk)).status).toBe(404);
  expect((await visit(ada, `/members/${ben.id}`)).status).toBe(404);
});

test("a conversation that has ended shows what was typed for it", async () => {
  const { ada, ben, talk } = await couple();
  const page = await open(ada, talk);
  await decide(ben, ada, false);
  const frame = await page.frame("Messages");
  expect([frame.status, frame.has("There is nothing here.")]).toEqual([404, true]);
  const ended = await say(page, "So, I was");
  expect(ended.headings).toContain("This conversation is no longer available.");
  expect(ended.element.querySelector("blockquote")?.textContent).toBe("So, I was");
});

test("pages of a conversation are kept in no cache, and cursors must be known", async () => {
  const { ada, talk } = await couple();
  for (const path of ["", "/frame", "/more"]) {
    const answer = await ada.get(`/messages/${talk}${path}`);
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
  }
  for (const path of [`/messages/${talk}/more?before=x`, "/messages?cursor=x"])
    expect((await ada.get(path)).status).toBe(400);
  const posted = await visitor().form(`/messages/${talk}`, { content: "Me too" });
  expect(posted.status).toBe(401);
  const eve = await signUp("Eve");
  expect((await visit(eve, `/messages/${talk}`)).has("404 Page Not Found")).toBe(true);
});

test("a goodbye in one press, or in one's own words, closes a conversation until it is reopened", async () => {
  const { ada, ben, talk } = await couple();
  await write(ben, talk, "Which pressing?");
  const question = await (await open(ada, talk)).open("More options for Ben").follow("Say goodbye");
  expect(question.headings).toContain("Say goodbye to Ben");
  const refused = await question.press("Say goodbye");
  expect(refused.errorOf("Or in your own words")).toBe("Write a goodbye");
  const said = await refused.press(/Happy listening/);
  expect(said.alerts).toContain("You said goodbye to Ben");
  expect(said.has("No open conversations")).toBe(true);
  const his = await open(ben, talk);
  expect(his.has("Ada said goodbye. This conversation is closed")).toBe(true);
  expect([his.fields.includes("Message"), his.buttons.includes("Reopen conversation")]).toEqual([
    false,
    false,
  ]);
  expect((await his.frame("Messages")).has(/Ada: .*Happy listening/)).toBe(true);

  const goodbyes = await said.follow("Goodbyes");
  expect(goodbyes.title).toBe("Goodbyes · Messages · B-Side");
  const closed = await goodbyes.follow(/Ben.*Happy listening/);
  expect(closed.has("You said goodbye. This conversation is closed")).toBe(true);
  expect((await closed.press("Reopen conversation")).fields).toContain("Message");

  const again = await visit(ada, `/messages/${talk}/goodbye`);
  const words = again.fill("Or in your own words", "See you at the record fair.");
  expect((await words.press("Say goodbye")).alerts).toContain("You said goodbye to Ben");
  expect(await contentsOf(ben, talk)).toEqual([
    "Which pressing?",
    expect.stringContaining("Happy listening"),
    "See you at the record fair.",
  ]);
});

test("eight who wait are asked about above the cards, until it is put off", async () => {
  const ada = await addMember("Ada");
  for (let count = 0; count < 8; count++) {
    expect((await visit(ada, "/discover")).has("waiting to hear from you")).toBe(false);
    const ben = await signUp("Ben");
    await makeMatch(ben, ada);
    const begun = await ben.json("POST", "/api/conversations", { targetUserId: ada.id });
    await write(ben, ((await begun.json()) as { id: string }).id, "Which pressing?");
  }
  const discover = await visit(ada, "/discover");
  expect(discover.headings).toContain("8 people are waiting to hear from you");
  const waiting = await discover.follow("See who's waiting");
  expect(waiting.links.filter((each) => each.includes("Your turn"))).toHaveLength(8);
  const later = await discover.press("Not Now");
  expect(later.address).toMatch(/^\/discover/);
  for (const page of [later, await visit(ada, "/discover")])
    expect(page.has("waiting to hear from you")).toBe(false);
});

test("a searched word leads to its message in the conversation", async () => {
  const { ada, ben, talk } = await couple();
  const { id } = await write(ben, talk, "Ágætis byrjun, <b>first</b> pressing");
  await writeMany(ada, talk, Array(55).fill("Another track"));
  const search = await (await visit(ada, "/messages")).follow("Search messages");
  const nothing = await search.fill("Words", "!!!").press("Search");
  expect(nothing.has("Type a word to search for")).toBe(true);
  expect(nothing.value("Words")).toBe("!!!");
  expect((await nothing.fill("Words", "AGAETIS OR").press("Search")).has("Nothing found")).toBe(true);
  const found = await nothing.fill("Words", "agæt").press("Search");
  const results = found.within("Results", "region");
  expect(results.links).toHaveLength(1);
  expect(results.element.querySelector("mark")?.textContent).toBe("Ágætis");
  const there = await results.follow(/<b>first<\/b>/);
  expect(there.address).toBe(`/messages/${talk}?around=${id}#message-${id}`);
  expect(there.has("Ben: Ágætis byrjun")).toBe(true);
  expect((await there.follow("Back to the newest messages")).fields).toContain("Message");
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
