// Moderation without scripts, from a report to an appeal's answer; and the operators' page.
import { afterAll, expect, test } from "vitest";
import { addStaff } from "~/models/safety/staff/staff.server";
import { makeConversation, makeMatch, makeRequest, type Person } from "../api/people";
import { shareApp } from "../app";
import { startCheckingService } from "../fakes/checking-service";
import { blotches } from "../fakes/picture-files";
import { webm } from "../fakes/recordings";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const checking = await startCheckingService();
afterAll(() => checking.close());

const { addMember, signUp, visitor } = shareApp({
  PHOTO_CHECK: "on",
  TRANSPARENCY: "on",
  CHECK_URL: checking.address,
  CHECK_SECRET: checking.secret,
  CHECK_FAILS: "hold",
});

const open = (person: Person, address: string) => openVisitor(person).visit(address);

const RUDE = "Nobody wants you here <b>at all</b> https://example.org/rude";
const WHY = "You told another member that nobody wants them here.";

async function draw(seed: number) {
  const bytes = await blotches(seed, 160).jpeg().toBuffer();
  return new File([new Uint8Array(bytes)], "photo.jpg", { type: "image/jpeg" });
}

/** Opens the page of a request to another member, which has no message yet. */
const request = async (from: Person, to: Person) => open(from, `/messages/${await makeRequest(from, to)}`);

const say = (page: Page, text: string) => page.fill("Message", text).press("Send");

/** Whether a request has reached a member: their list, their notifications and its page. */
async function seenBy(person: Person, { address }: Page) {
  const list = await open(person, "/messages");
  const notifications = await open(person, "/notifications");
  const chat = await open(person, address);
  return [list.has("Ada"), notifications.has("Ada"), chat.status === 200];
}
const UNSEEN = [false, false, false];
const SEEN = [true, true, true];

async function appoint(firstName: string) {
  const person = await signUp(firstName);
  await addStaff(person.email, "moderator");
  return person;
}

test("a report becomes a decision, which the member appeals and another moderator overturns", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const [mia, noa, kim] = [await appoint("Mia"), await appoint("Noa"), await appoint("Kim")];
  const id = await makeConversation(ada, ben);
  const sent = await ben.json("POST", `/api/conversations/${id}/messages`, { content: RUDE });
  const { id: message } = (await sent.json()) as { id: string };
  await ada.json("PUT", `/api/messages/${message}/reaction`, { reaction: "tear" });
  const report = await open(ada, `/report?about=conversation:${id}`);
  report.check("Harassment").fill("In your own words", "He insults me.").uncheck("Also block Ben");
  await report.press("Send Report");

  const home = await open(mia, "/");
  const queue = await home.follow(/^Moderation\s*\d+ open$/);
  expect(queue.within("Ben Lovelace", "listitem").has("Serious")).toBe(true);
  const found = await queue.follow("Ben Lovelace");
  for (const text of ["He insults me.", RUDE, "Ada Lovelace reacted: Tear"])
    expect(found.has(text), text).toBe(true);
  expect(found.element.querySelector("a[href*=rude]")).toBeNull();
  const late = await open(noa, found.address);
  const claimed = await found.press("Claim");
  expect(claimed.has("You're working on this case.")).toBe(true);
  const taken = await late.press("Claim");
  expect([taken.address, taken.alerts]).toEqual([
    found.address,
    expect.stringContaining("The case wasn't claimed"),
  ]);
  expect(taken.has("Mia Lovelace is working on this case.")).toBe(true);

  const undecided = await claimed.press("Submit Decision");
  expect(undecided.alerts).toContain("Choose a decision");
  undecided.check("Suspend").choose("Duration", "7 days").fill("Reason", WHY);
  const decided = await undecided.press("Submit Decision");
  expect([decided.title, decided.alerts]).toEqual([
    "Moderation · B-Side",
    expect.stringContaining("Case decided"),
  ]);

  const status = await open(ben, "/messages");
  expect(status.title).toBe("Account Status · B-Side");
  expect(status.has(WHY)).toBe(true);
  expect(status.has("This decision wasn't automated.")).toBe(true);
  const read = await status.press("I've Read This");
  expect(read.buttons).not.toContain("I've Read This");
  expect((await open(ben, "/discover")).title).toBe("Account Status · B-Side");
  const appeal = await read.follow("Appeal");
  const empty = await appeal.press("Send Appeal");
  expect(empty.errors).toHaveLength(1);
  const appealed = await empty
    .fill("Why is the decision wrong?", "We were quoting a song.")
    .press("Send Appeal");
  expect(appealed.has("We were quoting a song.")).toBe(true);

  const told = await open(ada, "/messages");
  expect(told.alerts).toContain("Your report has been reviewed");
  expect(told.has("Ben")).toBe(false);
  expect((await open(ada, "/settings/reports")).has("Action taken")).toBe(true);

  const own = await open(mia, "/moderation/appeals");
  expect(own.within("Ben Lovelace", "listitem").has("Your decision")).toBe(true);
  const waiting = await (await open(noa, "/moderation")).follow(/waiting for you/);
  const answer = await waiting.follow("Ben Lovelace");
  const other = await open(kim, answer.address);
  answer.check(/^Overturn it/).fill("Reason", "The words are a song's.");
  expect((await answer.press("Submit Decision")).alerts).toContain("Decision overturned");
  const second = await other
    .check("Uphold the decision")
    .fill("Reason", "Half a reason")
    .press("Submit Decision");
  expect([second.status, second.alerts]).toEqual([409, expect.stringContaining("The appeal wasn't decided")]);
  expect(second.has("Half a reason")).toBe(true);

  const over = await open(ben, "/");
  expect(over.has("Decision overturned")).toBe(true);
  expect(over.has("The decision no longer counts against you.")).toBe(true);
  expect((await over.press("I've Read This")).buttons).not.toContain("I've Read This");
  expect((await open(ben, "/messages")).title).toBe("Messages · B-Side");
  expect((await open(ada, "/messages")).has("Ben")).toBe(true);
});

test("a moderator hears a reported voice note, even once it is deleted, and nobody else does", async () => {
  const [ada, ben, mia] = [await addMember("Ada"), await addMember("Dan"), await appoint("Mia")];
  const conversation = await makeConversation(ada, ben);
  const sent = await ben.send(`/api/conversations/${conversation}/voice-notes`, {
    method: "POST",
    body: new Uint8Array(await webm(3)),
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  const { id: note } = (await sent.json()) as { id: string };
  await ada.json("POST", "/api/reports", { about: `message:${note}`, reason: "harassment" });
  await ben.json("DELETE", `/api/messages/${note}`, undefined);
  const found = await (await open(mia, "/moderation")).follow("Dan Lovelace");
  const audio = found.element.querySelector("audio");
  expect(audio?.getAttribute("preload")).toBe("none");
  const address = audio?.getAttribute("src") ?? "";
  const heard = await mia.get(address, { Range: "bytes=0-3" });
  expect([heard.status, heard.headers.get("Content-Type")]).toEqual([206, "audio/webm"]);
  expect(Buffer.from(await heard.arrayBuffer()).toString("hex")).toBe("1a45dfa3");
  for (const member of [ada, ben]) expect((await member.get(address)).status).toBe(404);
});

test("an operator reaches the operators' page from the settings", async () => {
  const ada = await signUp("Ada");
  expect((await open(ada, "/settings")).links).not.toContain("Operations");
  await addStaff(ada.email, "operator");
  const page = await (await open(ada, "/settings")).follow("Operations");
  expect(page.title).toBe("Operations · B-Side");
  expect(page.all("listitem").find(({ text }) => text.startsWith("Database"))?.text).toContain("Working");
  expect(page.all("row")).toHaveLength(31);
});

test("a case says which songs of a reported playlist its owner hasn't added", async () => {
  const [ada, tom, mia] = [await addMember("Ada"), await addMember("Tom"), await appoint("Mia")];
  await makeMatch(ada, tom);
  const list = { name: "Ours", collaboratorId: ada.id, isPublic: false };
  const { id } = (await (await tom.json("POST", "/api/playlists", list)).json()) as { id: string };
  for (const [person, title] of [
    [tom, "His song"],
    [ada, "Her song"],
  ] as const)
    await person.json("POST", `/api/playlists/${id}/songs`, { artist: "Can", title });
  const report = await open(ada, `/report?about=playlist:${id}`);
  await report.check("Harassment").press("Send Report");
  const queue = await open(mia, "/moderation");
  const found = await queue.follow("Tom Lovelace");
  const items = [...found.element.querySelectorAll("li")].map(({ textContent }) => textContent);
  expect(items).toEqual(expect.arrayContaining(["Can · His song", "Can · Her song (added by someone else)"]));
});

test("a moderator asks the member, who answers, and another moderator, without whom they can't decide", async () => {
  const [ada, lou] = [await addMember("Ada"), await addMember("Lou")];
  const [mia, noa] = [await appoint("Mina"), await appoint("Nora")];
  const report = await open(ada, `/report?about=member:${lou.id}`);
  await report.check("Scam or fraud").uncheck("Also block Lou").press("Send Report");
  const found = await (await open(mia, "/moderation")).follow("Lou Lovelace");
  expect(found.links).not.toContain("Ask the Member");
  const claimed = await found.press("Claim");

  const question = await claimed.follow("Ask the Member");
  const empty = await question.press("Send Question");
  expect(empty.errors).toEqual(["Write a question"]);
  const asked = await empty.fill("Question", "Do you sell <b>tickets</b>?").press("Send Question");
  expect([asked.address, asked.alerts]).toEqual([found.address, expect.stringContaining("Question sent")]);
  expect([asked.has("Waiting for an answer"), asked.links.includes("Ask Another Question")]).toEqual([
    true,
    false,
  ]);
  const row = async (person: Person) =>
    (await open(person, "/moderation")).within("Lou Lovelace", "listitem");
  expect((await row(noa)).has("Waiting for an answer")).toBe(true);

  const told = await (await open(lou, "/notifications")).follow(/A moderator has a question for you/);
  expect([told.title, told.has("Do you sell <b>tickets</b>?")]).toEqual([
    "Questions · Account Status · B-Side",
    true,
  ]);
  expect(told.text.includes("Mina")).toBe(false);
  const late = await open(lou, "/account-status/questions");
  const unanswered = await told.press("Send Answer");
  expect(unanswered.errors).toEqual(["Write an answer"]);
  const answered = await unanswered.fill("Your answer", "Only my own, once.").press("Send Answer");
  expect([answered.alerts, answered.buttons.includes("Send Answer")]).toEqual([
    expect.stringContaining("Answer sent"),
    false,
  ]);
  const again = await late.fill("Your answer", "Written twice").press("Send Answer");
  for (const text of ["You've already answered this question.", "Written twice", "Only my own, once."])
    expect(again.has(text), text).toBe(true);
  expect((await open(lou, "/account-status")).links).toContain("Moderators' questions to you");
  expect((await row(noa)).has("Answered")).toBe(true);

  const read = await open(mia, found.address);
  expect(read.has("Only my own, once.")).toBe(true);
  const note = await read.follow("Write a Note or Ask a Moderator");
  note.fill("Note", "Is this a scam?").check("I can't decide without a second opinion");
  const unasked = await note.press("Save Note");
  expect(unasked.errors).toEqual(["Choose whom to ask"]);
  const waits = await unasked.choose("Ask another moderator", "Nora Lovelace").press("Save Note");
  expect(waits.has("Mina Lovelace asks Nora Lovelace")).toBe(true);
  expect(waits.has("you can decide once another moderator has written a note")).toBe(true);
  expect(waits.buttons).not.toContain("Submit Decision");
  expect((await row(noa)).has("Asks for your opinion")).toBe(true);
  const opinion = await (await open(noa, found.address)).follow("Write a Note");
  await opinion.fill("Note", "No, one ticket isn't.").press("Save Note");
  const decided = await open(mia, found.address);
  expect([decided.has("No, one ticket isn't."), decided.buttons.includes("Submit Decision")]).toEqual([
    true,
    true,
  ]);
  await decided.check("No violation").fill("Reason", "One ticket of their own.").press("Submit Decision");
  expect((await open(lou, "/account-status/questions")).has("Closed")).toBe(true);
});

test("a member has their profile photo checked, and others see the badge and search by it", async () => {
  const [ada, ben, mia] = [await addMember("Ada"), await addMember("Ben"), await appoint("Mia")];
  const search = "/discover?ageMin=&photoChecked=1";
  const photos = await (await open(ada, "/profile/photos"))
    .attach("Photos", await draw(7001))
    .press("Add Photos");
  const check = await photos.follow("Photo check");
  const pose = await check.press("Get a Pose");
  expect([pose.address, pose.headings.includes("Your Pose")]).toEqual(["/profile/photo-check", true]);
  const empty = await pose.press("Send to a Moderator");
  expect([empty.status, empty.errors]).toEqual([400, ["Choose a picture first."]]);
  const sent = await empty.attach("Photo", await draw(7002)).press("Send to a Moderator");
  expect(sent.headings).toContain("Waiting for a Moderator");
  expect((await open(ben, search)).has("Ada L.")).toBe(false);

  const queue = await (await open(mia, "/moderation")).follow("1 photo check is waiting");
  const decided = await queue.within("Ada Lovelace", "listitem").press("Matches the Profile Photo");
  expect(decided.alerts).toContain("Photo check decided: matches");
  expect((await open(ada, "/profile/photo-check")).has("Photo checked")).toBe(true);
  expect((await open(ben, `/members/${ada.id}`)).has("Photo checked")).toBe(true);
  const found = await open(ben, search);
  expect([found.has("Ada L."), found.isChecked("Photo-checked only")]).toEqual([true, true]);
  expect(found.within("Ada L.", "listitem").has("Photo checked")).toBe(true);
});

test("a held first message is unseen until a moderator delivers it, or its sender reads why they don't", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  const mia = await appoint("Mia");
  checking.answer("fine");
  const passed = await say(await request(ada, await addMember("Dan")), "Hello Dan");
  expect(passed.has("Waiting for review")).toBe(false);

  checking.answer("hold", "Asks for money");
  const texts = ["Lend me <b>200</b> dollars", "Lend me 300 dollars"] as const;
  const toBen = await say(await request(ada, ben), texts[0]);
  const toCleo = await say(await request(ada, cleo), texts[1]);
  for (const [sent, text] of [
    [toBen, texts[0]],
    [toCleo, texts[1]],
  ] as const) {
    expect(sent.has("Waiting for review.")).toBe(true);
    expect((await sent.frame("Messages")).has(text)).toBe(true);
  }
  expect(await seenBy(ben, toBen)).toEqual(UNSEEN);
  /** What an open chat fetches by itself. */
  const readReview = async ({ address }: Page) =>
    (await (await ada.get(`${address.replace(/[?#].*/, "")}/more`)).json()).review;
  expect(await readReview(toBen)).toEqual({ state: "waiting", statement: "" });

  const queue = await (await open(mia, "/moderation")).follow(/messages are waiting for review/);
  const [first, second] = [queue.within(texts[0], "listitem"), queue.within(texts[1], "listitem")];
  expect(first.has("The checking service says: Asks for money")).toBe(true);
  expect((await first.press("Deliver")).alerts).toContain("Message delivered");
  expect(await seenBy(ben, toBen)).toEqual(SEEN);
  expect((await open(ada, toBen.address)).has("Waiting for review")).toBe(false);
  expect(await readReview(toBen)).toBeNull();

  const decided = await second
    .open("Don't deliver")
    .fill("Reason", "We don't deliver requests for money.")
    .press("Don't Deliver");
  expect(await readReview(toCleo)).toMatchObject({ state: "refused" });
  expect([decided.alerts, decided.has(texts[1])]).toEqual([
    expect.stringContaining("Message not delivered"),
    false,
  ]);
  expect(await seenBy(cleo, toCleo)).toEqual(UNSEEN);
  const told = await open(ada, toCleo.address);
  expect(told.has("A moderator didn't deliver this message: We don't deliver requests for money.")).toBe(
    true,
  );
});

test("what the checking service refuses stays in the field, with the reason", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const mia = await appoint("Mia");
  const text = "Invest <b>with</b> me";
  checking.answer("refuse", "Known scam text");
  const refused = await say(await request(ada, ben), text);
  expect([refused.status, refused.errorOf("Message"), refused.value("Message")]).toEqual([
    400,
    "This message can't be sent: Known scam text",
    text,
  ]);
  expect(await seenBy(ben, refused)).toEqual(UNSEEN);
  checking.answer("fine");
  await say(refused, "Hello Ben");
  expect(await seenBy(ben, refused)).toEqual(SEEN);

  // In a conversation that both have agreed to, nothing can wait unseen.
  const id = await makeConversation(ada, await addMember("Eve"));
  checking.answer("hold", "Asks for money");
  const held = await say(await open(ada, `/messages/${id}`), text);
  expect([held.errorOf("Message"), held.value("Message")]).toEqual([
    "This message can't be sent: Asks for money",
    text,
  ]);
  expect((await open(mia, "/moderation/messages")).has("Invest")).toBe(false);
});

test("a photo that the checking service holds is unseen until a moderator approves it", async () => {
  const [ada, ben, mia] = [await addMember("Ada"), await addMember("Ben"), await appoint("Mia")];
  const add = async (seed: number) =>
    (await open(ada, "/profile/photos")).attach("Photos", await draw(seed)).press("Add Photos");
  const photos = async () => {
    const { element } = await open(ben, `/members/${ada.id}`);
    return element.querySelectorAll("img[src^='/pictures/'], img[src^='/api/pictures/']").length;
  };
  checking.answer("refuse", "In our hash list");
  const refused = await add(8001);
  expect(refused.errors).toEqual(["This picture can't be used: In our hash list"]);
  expect(await photos()).toBe(0);

  checking.answer("hold", "Looks like a catalog photo");
  const held = await add(8002);
  expect(held.has("Waiting for a moderator")).toBe(true);
  const address = held.element.querySelector(".own-photo img")?.getAttribute("src") ?? "";
  expect([(await ada.get(address)).status, (await ben.get(address)).status]).toEqual([200, 404]);
  expect(await photos()).toBe(0);
  const queue = await open(mia, "/moderation/photos");
  const waiting = queue.within("Ada Lovelace", "listitem");
  expect(waiting.has("The checking service says: Looks like a catalog photo")).toBe(true);
  await waiting.press("Approve");
  expect(await photos()).toBeGreaterThan(0);
  expect((await ben.get(address)).status).toBe(200);

  checking.answer("fine");
  expect((await add(8003)).has("Waiting for a moderator")).toBe(false);
});

test("without a signed answer everything waits, as the operator wants", async () => {
  const [ada, ben, mia] = [await addMember("Ada"), await addMember("Ben"), await appoint("Mia")];
  const chat = await request(ada, ben);
  const accepted = await makeConversation(ada, await addMember("Eve"));
  const photos = await open(ada, "/profile/photos");
  checking.fail("hanging");
  const [held, kept, pending] = await Promise.all([
    say(chat, "Hello Ben"),
    ada.form(`/messages/${accepted}`, { content: "Hello <b>Eve</b>" }),
    photos.attach("Photos", await draw(8004)).press("Add Photos"),
  ]);
  checking.fail(undefined);
  expect(held.has("Waiting for review.")).toBe(true);
  expect(await seenBy(ben, held)).toEqual(UNSEEN);
  expect([kept.status, kept.headers.get("Retry-After")]).toEqual([503, "30"]);
  const again = await kept.text();
  expect(again).toContain("Please try again in a minute.");
  expect(again).toContain("Hello &lt;b&gt;Eve&lt;/b&gt;</textarea>");
  expect(pending.has("Waiting for a moderator")).toBe(true);
  const queue = await open(mia, "/moderation/messages");
  expect(queue.within("Hello Ben", "listitem").has("The checking service gave no reason.")).toBe(true);
});

test("where the operator wants it, visitors read how matching works out", async () => {
  const page = await openVisitor(visitor()).visit("/transparency");
  const matching = await page.follow(/^How evenly members are shown/);
  expect(matching.address).toBe("/transparency/matching");
  expect(matching.headings).toEqual(expect.arrayContaining(["How Matching Works Out", "Who Is Shown"]));
});
