// What is shared in a conversation without scripts and what is played of it, and what becomes of a message: replies,
// reactions, edits and deletion.
import { afterAll, expect, test } from "vitest";
import { addStaff } from "~/models/safety/staff/staff.server";
import { decide, type Person } from "../../api/people";
import { shareApp } from "../../app";
import { startDeezer } from "../../fakes/deezer";
import { photo, svg } from "../../fakes/picture-files";
import { webm } from "../../fakes/recordings";
import { startSpotifyOembed } from "../../fakes/spotify-oembed";
import { startYoutube } from "../../fakes/youtube";
import type { Page } from "../../visitor/page";
import { contentsOf, framed, makeCouple, open, say, visit, write } from "./talk";

const youtube = await startYoutube();
const spotify = await startSpotifyOembed();
const deezer = await startDeezer();
afterAll(() => {
  for (const service of [youtube, spotify, deezer]) service.close();
});
const { addMember } = shareApp({
  PREVIEWS: "deezer",
});
const couple = () => makeCouple(addMember);

const ID = "dQw4w9WgXcQ";
const WATCH = `https://www.youtube.com/watch?v=${ID}`;
const TRACK = "https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT";

const messagesOf = async (one: Person, talk: string) =>
  (await (await one.get(`/api/conversations/${talk}/messages`)).json()).reverse();

/** The form of a page that has a field: the composer stands below a dialog's. */
function formWith(page: Page, field: string): Page {
  const form = page.all("form").find((each) => each.fields.includes(field));
  if (!form) throw new Error(`No form has the field ${field}.`);
  return form;
}

const fileOf = (bytes: Uint8Array, name: string, type: string) =>
  new File([new Uint8Array(bytes)], name, { type });
const pictureOf = (bytes: Uint8Array) => fileOf(bytes, "porto.jpg", "image/jpeg");
const noteOf = (bytes: Uint8Array) => fileOf(bytes, "note.webm", "audio/webm");

test("a song is shared by artist and title, with the default note or the member's own", async () => {
  const { ada, talk } = await couple();
  const form = await (await open(ada, talk)).follow("Share Music");
  expect(form.title).toBe("Share Music · Messages · B-Side");
  const refused = await form.fill("Artist", "Can").press("Share");
  expect([refused.errorOf("Title"), refused.value("Artist")]).toEqual(["Title is required", "Can"]);
  expect(await contentsOf(ada, talk)).toEqual([]);
  refused.fill("Title", "Vitamin C");
  const shared = await refused.press("Share");
  expect(shared.address).toBe(`/messages/${talk}#write`);
  // A second press of the same page shares nothing more.
  await refused.press("Share");
  const next = await shared.follow("Share Music");
  expect(next.value("Artist")).toBe("");
  next.fill("Artist", "Stereolab").fill("Title", "French Disko").fill("Album", "Jenny Ondioline");
  const frame = await (await next.fill("Note", "For the train").press("Share")).frame("Messages");
  expect([frame.has("Jenny Ondioline"), frame.has("For the train")]).toEqual([true, true]);
  // The card says which song it is.
  expect([frame.has("Vitamin C"), frame.has('Check out "Vitamin C" by Can')]).toEqual([true, false]);
  expect(await messagesOf(ada, talk)).toMatchObject([
    {
      content: 'Check out "Vitamin C" by Can',
      metadata: { type: "song", artist: "Can", title: "Vitamin C" },
    },
    { content: "For the train", metadata: { artist: "Stereolab", title: "French Disko" } },
  ]);
});

test("a link is shared by its URL", async () => {
  const { ada, talk } = await couple();
  const form = await visit(ada, `/messages/${talk}/share`);
  const shared = await form.choose("What to share", "YouTube").fill("URL", WATCH).press("Share");
  const frame = await shared.frame("Messages");
  expect(frame.has("Check out this music video!")).toBe(true);
  expect(frame.addressOf(/Open in YouTube/)).toBe(WATCH);
  const next = await shared.follow("Share Music");
  await next.choose("What to share", "Spotify").fill("URL", TRACK).press("Share");
  const track = (await framed(ada, talk)).within(/Listen to this on Spotify!/, "listitem");
  expect(track.addressOf(/Open in Spotify/)).toBe(TRACK);
  const link = track.element.querySelector(`a[href="${TRACK}"]`);
  expect([link?.getAttribute("target"), link?.getAttribute("rel")]).toEqual([
    "_blank",
    "noopener noreferrer",
  ]);
});

test("an address becomes a link once both have agreed to talk, and asks nothing before it is pressed", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decide(ben, ada, true);
  const begun = await ben.json("POST", "/api/conversations", { targetUserId: ada.id });
  const { id: talk } = (await begun.json()) as { id: string };
  await write(ben, talk, "Look: https://b-side.example/tour?from=ben, or call me");
  const linksOf = async (person: Person) =>
    [...(await framed(person, talk)).element.querySelectorAll(".message-text a")].map((link) =>
      ["href", "target", "rel"].map((name) => link.getAttribute(name)).join(" "),
    );
  for (const person of [ada, ben]) {
    expect((await framed(person, talk)).has("https://b-side.example/tour?from=ben, or call me")).toBe(true);
    expect(await linksOf(person)).toEqual([]);
  }
  await decide(ada, ben, true);
  const link = "https://b-side.example/tour?from=ben _blank noopener noreferrer nofollow";
  for (const person of [ada, ben]) expect(await linksOf(person)).toEqual([link]);
});

test("the address of a video or a song in a message becomes its card", async () => {
  const { ada, talk } = await couple();
  await say(await open(ada, talk), `Hear this one: ${TRACK}!`);
  await say(await open(ada, talk), WATCH);
  await say(await open(ada, talk), "It's all on youtube.com, you know");
  expect(await messagesOf(ada, talk)).toMatchObject([
    { content: `Hear this one: ${TRACK}!`, messageType: "spotify_link", metadata: { url: TRACK } },
    { content: WATCH, messageType: "youtube_link", metadata: { url: WATCH, videoId: ID } },
    { content: "It's all on youtube.com, you know", messageType: null },
  ]);
  const frame = await framed(ada, talk);
  expect(frame.all("listitem").filter((each) => each.has("Open in"))).toHaveLength(2);
  // The card says it already.
  expect(frame.element.querySelectorAll(".message-text")).toHaveLength(2);
});

test("a video without details has one button that plays it, and its address", async () => {
  const { ada, ben, talk } = await couple();
  const unknown = "https://www.youtube.com/watch?v=unknown_vid";
  youtube.addVideo("unknown_vid", { title: null });
  await write(ben, talk, { messageType: "youtube_video", metadata: { youtubeUrl: unknown } });
  const video = (await framed(ada, talk)).within(/Click to watch/, "listitem");
  expect(video.text.match(/YouTube video/g)).toHaveLength(1);
  expect(video.has("youtube.com/watch?v=unknown_vid")).toBe(true);
  expect(video.links.filter((name) => /watch/i.test(name))).toHaveLength(1);
  expect(video.links.filter((name) => name.startsWith("Listen to"))).toEqual([]);
});

test("what is known by its words can be listened to elsewhere, too", async () => {
  const { ada, ben, talk } = await couple();
  const url = "https://open.spotify.com/track/listenelsewhere";
  spotify.addLink(url, { title: "Vitamin C" });
  await write(ben, talk, { messageType: "music_share", metadata: { artist: "Can", title: "Spoon" } });
  await write(ben, talk, { messageType: "spotify_link", metadata: { url } });
  await write(ben, talk, {
    messageType: "youtube_video",
    metadata: { youtubeUrl: WATCH, videoTitle: "French Disko" },
  });
  const frame = await framed(ada, talk);
  expect(frame.links.filter((name) => name.startsWith("Listen to"))).toEqual([
    "Listen to Spoon by Can",
    "Listen to Vitamin C",
    "Listen to French Disko",
  ]);
  const page = await frame.follow("Listen to Vitamin C");
  expect(page.addressOf(/^Tidal/)).toBe("https://tidal.com/search?q=Vitamin%20C");
});

test("a video is shared by its URL, and Cancel discards what was typed", async () => {
  const { ada, talk } = await couple();
  const form = await (await open(ada, talk)).follow("Share Video");
  expect(form.title).toBe("Share YouTube Video · Messages · B-Side");
  const chat = await form.fill("YouTube URL", WATCH).follow("Cancel");
  expect(chat.address).toBe(`/messages/${talk}`);
  const again = await chat.follow("Share Video");
  expect(again.value("YouTube URL")).toBe("");
  const shared = await again.fill("YouTube URL", WATCH).press("Share Video");
  expect(shared.alerts).toContain("Video shared!");
  expect(shared.alerts).toContain("Your YouTube video has been shared in the conversation.");
  expect((await shared.frame("Messages")).has("Click to watch")).toBe(true);
  expect(await messagesOf(ada, talk)).toMatchObject([
    { messageType: "youtube_video", metadata: { videoId: ID } },
  ]);
});

test("a player asks before it plays, once or from then on, until that is taken back in the settings", async () => {
  const { ada, ben, talk } = await couple();
  await write(ben, talk, { messageType: "spotify_link", metadata: { url: TRACK } });
  const openPlayer = async () => (await framed(ada, talk)).follow(/Play here/);
  const player = await openPlayer();
  expect(player.heading("Play from Spotify?")).toBe("Play from Spotify?");
  expect(player.has("Spotify will see your IP address and may set cookies.")).toBe(true);
  expect(player.element.querySelector("iframe")).toBeNull();
  const embed = TRACK.replace("/track", "/embed/track");
  const playing = async (page = openPlayer()) => (await page).element.querySelector("iframe")?.src;
  expect(await playing(player.press("Play"))).toBe(embed);
  expect(await playing()).toBeUndefined();
  expect(await playing(player.press("Always Play Here"))).toBe(embed);
  expect(await playing()).toBe(embed);
  const settings = await visit(ada, "/settings/privacy");
  const saved = await settings.uncheck("Always play Spotify links in chats").press("Save");
  expect(saved.alerts).toContain("Privacy settings saved");
  expect(await playing()).toBeUndefined();
});

test("only the page of a player may show other sites, and it only to those who can open the message", async () => {
  const { ada, ben, talk } = await couple();
  const shared = await ben.json("POST", "/api/messages/youtube", { conversationId: talk, youtubeUrl: WATCH });
  const { id } = (await shared.json()) as { id: string };
  const page = `/messages/${talk}/play/${id}`;
  const sources = async (path: string) =>
    /frame-src ([^;]*)/.exec((await ada.get(path)).headers.get("Content-Security-Policy") ?? "")?.[1];
  expect(await sources(page)).toBe("https://www.youtube-nocookie.com https://open.spotify.com");
  expect(await sources(`/messages/${talk}`)).toBe("'self'");
  const cleo = await addMember("Cleo");
  expect((await cleo.get(page)).status).toBe(404);

  // What a stranger shares opens once their request is accepted.
  await decide(cleo, ada, true);
  const begun = await cleo.json("POST", "/api/conversations", { targetUserId: ada.id });
  const request = ((await begun.json()) as { id: string }).id;
  const link = await write(cleo, request, { messageType: "youtube_link", metadata: { url: WATCH } });
  const status = async () => (await ada.get(`/messages/${request}/play/${link.id}`)).status;
  expect(await status()).toBe(404);
  await decide(ada, cleo, true);
  expect(await status()).toBe(200);
});

test("a photo is sent with its caption, and covered until it is opened or its reader chose otherwise", async () => {
  const { ada, ben, talk } = await couple();
  const form = formWith(await (await open(ada, talk)).follow("Send Photo"), "Photo");
  form.attach("Photo", pictureOf(svg));
  const refused = formWith(await form.fill("Caption", "The river in Porto").press("Send"), "Photo");
  expect(refused.errorOf("Photo")).toMatch(/^Only JPEG/);
  expect(refused.value("Caption")).toBe("The river in Porto");
  const sent = await refused.attach("Photo", pictureOf(await photo("jpeg", 1200, 800))).press("Send");
  expect(sent.address).toBe(`/messages/${talk}#write`);
  const hers = await sent.frame("Messages");
  expect(hers.element.querySelector('img[alt="Your photo"]')).not.toBeNull();
  const covered = await framed(ben, talk);
  expect(covered.has("The river in Porto")).toBe(true);
  expect(covered.element.querySelector('[src*="/attachments/"]')).toBeNull();
  const shown = await covered.follow("Show Photo");
  expect([shown.isFrame, shown.heading("Photo from Ada")]).toEqual([false, "Photo from Ada"]);
  const image = shown.element.querySelector('img[alt="Photo from Ada"]')?.getAttribute("src") ?? "";
  expect(image).toContain("size=whole");
  expect((await ben.get(image)).status).toBe(200);
  expect((await shown.follow("Back to the conversation")).address).toBe(`/messages/${talk}`);

  const settings = await visit(ben, "/settings/privacy");
  await settings.check("Show photos in conversations without asking").press("Save");
  expect((await framed(ben, talk)).element.querySelector('img[alt="Photo from Ada"]')).not.toBeNull();
});

test("a request takes no photos, and says why", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decide(ada, ben, true);
  const begun = await ada.json("POST", "/api/conversations", { targetUserId: ben.id });
  const { id: talk } = (await begun.json()) as { id: string };
  expect((await open(ada, talk)).links).not.toContain("Send Photo");
  const dialog = await visit(ada, `/messages/${talk}/photo`);
  expect(dialog.has("You can send photos once Ben has replied.")).toBe(true);
});

test("a recording is sent as a file, and both can play it part by part", async () => {
  const { ada, ben, talk } = await couple();
  let form = formWith(await (await open(ada, talk)).follow("Send Voice Note"), "Recording");
  for (const [file, message] of [
    [undefined, "Record or choose a voice note first."],
    [noteOf(svg), "We can't play this file. Choose a recording."],
    [noteOf(await webm(70)), "A voice note can be up to 60 seconds long."],
  ] as const) {
    if (file) form.attach("Recording", file);
    form = formWith(await form.press("Send"), "Recording");
    expect(form.errorOf("Recording")).toBe(message);
  }
  const sent = await form.attach("Recording", noteOf(await webm(3))).press("Send");
  expect(sent.address).toBe(`/messages/${talk}#write`);
  for (const [one, name] of [
    [ada, "your voice note"],
    [ben, "Ada's voice note"],
  ] as const) {
    // Where the frame refreshes, it would be cut off.
    const frame = await framed(one, talk);
    expect(frame.element.querySelector("audio")).toBeNull();
    const audio = (await frame.follow(new RegExp(`^Play ${name}, 0:`))).element.querySelector("audio");
    expect([audio?.title, audio?.preload, audio?.controls]).toEqual([name, "none", true]);
    const part = await one.get(audio?.getAttribute("src") ?? "", { Range: "bytes=0-99" });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100]);
  }
});

test("an invitation to listen together is a link to the song, which can be declined", async () => {
  const { ada, ben, talk } = await couple();
  const song = { messageType: "music_share", metadata: { artist: "Can", title: "Vitamin C" } };
  const { id: messageId } = await write(ben, talk, song);
  await ada.json("POST", `/api/conversations/${talk}/joint-play`, { messageId });
  const page = await open(ben, talk);
  expect(page.has("Ada wants to listen to “Vitamin C” (in a new tab) with you")).toBe(true);
  expect((await open(ada, talk)).has("Listening to “Vitamin C” with Ben in another window")).toBe(true);
  const sound = await ben.get(page.addressOf(/^“Vitamin C”/));
  expect([sound.status, sound.headers.get("Content-Type")]).toEqual([200, "audio/mpeg"]);
  const declined = await page.press("Not Now");
  expect(declined.address).toBe(`/messages/${talk}`);
  expect(declined.has("Ada wants to listen")).toBe(false);
  expect((await ada.get(`/api/conversations/${talk}/joint-play`)).status).toBe(404);
  await ada.json("POST", `/api/conversations/${talk}/joint-play`, { messageId });
  const left = await (await open(ada, talk)).press("Leave");
  expect([left.address, left.has("Listening to")]).toEqual([`/messages/${talk}`, false]);
  expect((await open(ben, talk)).has("Ada wants to listen")).toBe(false);
});

test("what is shared is text, whatever it looks like", async () => {
  const { ada, ben, talk } = await couple();
  const hostile = `<img src=x onerror=alert(1)>"'</noscript>`;
  await write(ben, talk, {
    messageType: "music_share",
    metadata: { artist: hostile, title: hostile, album: hostile },
  });
  await write(ben, talk, { messageType: "youtube_link", metadata: { url: `${WATCH}&x="><b>` } });
  youtube.addVideo("aaaaaaaaaaa", { title: `${hostile} video` });
  const video = { conversationId: talk, youtubeUrl: "https://youtu.be/aaaaaaaaaaa" };
  await ben.json("POST", "/api/messages/youtube", video);
  const frame = await framed(ada, talk);
  expect([frame.has(hostile), frame.has(`${hostile} video`)]).toEqual([true, true]);
  expect(frame.element.querySelector("[onerror], .share b")).toBeNull();
});

function messageOf(frame: Page, text: RegExp): Page {
  const message = frame.all("listitem").find((each) => text.test(each.text));
  if (!message) throw new Error(`There is no message ${text} in: ${frame.text}`);
  return message;
}

/** A message in the frame with its menu opened, which stops the frame's refreshing. */
async function openMenu(frame: Page, text: RegExp): Promise<Page> {
  const still = await messageOf(frame, text).follow("More options for this message");
  expect([still.isFrame, still.element.querySelector('meta[http-equiv="refresh"]')]).toEqual([true, null]);
  return messageOf(still, text);
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
  const reply = async () => (await openMenu(await framed(ben, talk), /Do you dance/)).follow("Reply");
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
  const late = await (await openMenu(await framed(ben, talk), /^Ada: Do you dance/)).follow("Reply");
  await ada.json("DELETE", `/api/messages/${id}`, undefined);
  const gone = await say(late, "I said: only to disco");
  expect(gone.has("That message isn't here anymore.")).toBe(true);
  expect([gone.value("Message"), gone.hintOf("Message")]).toEqual(["I said: only to disco", ""]);
  expect((await gone.frame("Messages")).addressOf(/^In reply to Ada.*Message deleted/)).toContain(id);
});

test("a reaction is given, changed and taken back in a message's menu", async () => {
  const { ada, ben, talk } = await couple();
  await write(ada, talk, "Do you dance?");
  const press = async (name: string) => (await openMenu(await framed(ben, talk), /Do you dance/)).press(name);
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
  const page = await (await openMenu(await framed(ada, talk), /I love Low/)).follow("Edit or Delete");
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
  const page = await (await openMenu(await framed(ada, talk), /cruel/)).follow("Edit or Delete");
  const deleted = await page.press("Delete for Both");
  expect(deleted.address).toBe(`/messages/${talk}`);
  expect(await contentsOf(ada, talk)).toEqual([""]);
  const hers = await deleted.frame("Messages");
  expect([hers.has("You: Message deleted"), hers.has("cruel")]).toEqual([true, false]);
  expect(hers.element.querySelector(".message-menu")).toBeNull();
  const his = await framed(ben, talk);
  expect([his.has("Ada: Message deleted"), his.has("cruel")]).toEqual([true, false]);
  const menu = await openMenu(his, /Message deleted/);
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
