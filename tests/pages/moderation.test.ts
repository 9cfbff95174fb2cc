// Moderation without scripts, from a report to an appeal's answer; and the operators' page.
import { expect, test } from "vitest";
import { addStaff } from "~/models/safety/staff.server";
import { makeConversation, makeMatch, type Person } from "../api/people";
import { shareApp } from "../app";
import { blotches } from "../fakes/picture-files";
import { webm } from "../fakes/recordings";
import { openVisitor } from "../visitor/visitor";

const { addMember, signUp } = shareApp({ PHOTO_CHECK: "on" });

const open = (person: Person, address: string) => openVisitor(person).visit(address);

const RUDE = "Nobody wants you here <b>at all</b> https://example.org/rude";
const WHY = "You told another member that nobody wants them here.";

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
  expect(second.alerts).toContain("The appeal wasn't decided");
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
  await report.check("Scam or spam").uncheck("Also block Lou").press("Send Report");
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
  const draw = async (seed: number) =>
    new File([new Uint8Array(await blotches(seed).jpeg().toBuffer())], "photo.jpg", { type: "image/jpeg" });
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
