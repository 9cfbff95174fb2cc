// Reporting, unmatching and blocking without scripts, from the menus to the lists in the settings.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { db } from "db/client.server";
import { report as reportTable, sanction, staff } from "db/schema";
import { afterAll, expect, test } from "vitest";
import { makeConversation, makeMatch, makeRequest, type Person } from "../api/people";
import { shareApp } from "../app";
import * as cast from "../cast";
import { addModerator } from "../cast";
import { startCheckingService } from "../fakes/checking-service";
import { blotches } from "../fakes/picture-files";
import { decide, report } from "../models/safety/cases";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const checking = await startCheckingService();
afterAll(() => checking.close());

const heldWords = join(mkdtempSync(join(tmpdir(), "b-side-words-")), "words.txt");
writeFileSync(heldWords, "# Held back from first messages\n\nSend money\r\n");

const { addMember, visitor } = shareApp({
  HELD_WORDS: heldWords,
  CHECK_URL: checking.address,
  CHECK_SECRET: checking.secret,
  CHECK_FAILS: "pass",
});

const open = (person: Pick<Person, "send" | "server">, address: string) => openVisitor(person).visit(address);
const addPair = async () => [await addMember("Ada"), await addMember("Ben")] as const;
const notices = (page: Page) => page.alerts;
/** What stands in the main content, where the footer's links don't count. */
const main = (page: Page) => page.all("main")[0] as Page;

async function send(from: Person, conversationId: string, content: string) {
  const sent = await from.json("POST", `/api/conversations/${conversationId}/messages`, { content });
  return ((await sent.json()) as { id: string }).id;
}

test("a member reports a message, and sees the report in the settings", async () => {
  const [ada, ben] = await addPair();
  const id = await makeConversation(ada, ben);
  await send(ben, id, "You are rude");
  const frame = await (await open(ada, `/messages/${id}`)).frame("messages");
  const still = await frame.within("You are rude", "listitem").follow("More options for this message");
  const form = await still.within("You are rude", "listitem").follow("Report");
  expect(form.title).toBe("Report a message from Ben · B-Side");
  expect(main(form).addressOf("Cancel")).toBe(`/messages/${id}`);
  const refused = await form.check("Something else").press("Send Report");
  expect([refused.status, refused.errors]).toEqual([400, ["Tell us what happened"]]);
  expect([refused.isChecked("Something else"), refused.isChecked("Also block Ben")]).toEqual([true, true]);
  const sent = await refused.fill("In your own words", "Twice now").press("Send Report");
  expect([sent.address, sent.headings.includes("What Happens Next")]).toEqual(["/report/done", true]);
  expect(notices(sent)).toContain("You and Ben won't see each other anymore.");
  expect((await open(ada, `/messages/${id}`)).status).toBe(404);

  const reports = await main(sent).follow("Your Reports");
  expect(reports.title).toBe("Your Reports · Settings · B-Side");
  const [report] = main(reports).all("listitem");
  expect(report?.text).toMatch(/You reported a message from Ben.*Twice now/);
  expect(report?.has("Received")).toBe(true);
});

test("a member unmatches from a match's card, and the other reports the conversation that ended", async () => {
  const [ada, ben] = await addPair();
  await makeMatch(ada, ben);
  const member = await open(ada, `/members/${ben.id}`);
  expect(member.has("You and Ben L. liked each other.")).toBe(true);
  expect(member.buttons).not.toContain("Pass");
  expect(member.element.querySelector("form[action$='/decide']")).toBeNull();
  const asking = await (await open(ada, "/matches")).open("More options for Ben L.").follow("Unmatch");
  expect([asking.title, main(asking).headings[0]]).toEqual(["Unmatch Ben · B-Side", "Unmatch Ben?"]);
  const ended = await asking.press("Unmatch");
  expect(ended.address).toBe("/matches");
  expect(notices(ended)).toContain("Your match and conversation with Ben have ended.");
  expect(main(ended).has("Ben L.")).toBe(false);

  expect((await open(ben, `/members/${ada.id}`)).status).toBe(404);
  const list = await (await open(ben, "/settings")).follow("Ended Conversations");
  expect(list.title).toBe("Ended Conversations · Settings · B-Side");
  const report = await list.follow("Report the conversation with Ada");
  expect(report.title).toBe("Report your conversation with Ada · B-Side");
});

test("an unmatch that comes second says so, and a page of another site is nowhere to return to", async () => {
  const [ada, ben] = await addPair();
  await makeMatch(ada, ben);
  const asking = await open(ada, `/members/${ben.id}/unmatch`);
  await ben.form(`/members/${ada.id}/unmatch`, {});
  const late = await asking.press("Unmatch");
  expect(late.address).toMatch(/^\/discover/);
  expect(notices(late)).toContain("Your match and conversation had already ended.");
  const dan = await addMember("Dan");
  await makeMatch(ada, dan);
  const blocked = await ada.form(`/members/${dan.id}/block?from=https://evil.example/`, {});
  expect([blocked.status, blocked.headers.get("Location")]).toEqual([303, "/discover"]);
});

test("a member points at any message of a conversation that the other has ended", async () => {
  const [ada, ben] = await addPair();
  const id = await makeConversation(ada, ben);
  for (let number = 1; number <= 22; number++) await send(ada, id, `No. ${number}`);
  await send(ben, id, "Stop");
  const about = `/report?about=conversation:${id}`;
  expect((await open(ben, about)).has("Report a single message")).toBe(false);
  await ada.json("POST", "/api/blocks", { targetUserId: ben.id });
  const page = await open(ben, about);
  expect(page.has("No. 22")).toBe(false);
  const last = page.open("Report a single message");
  expect(last.has("No. 22")).toBe(true);
  const earlier = await last.follow(/Earlier messages/);
  const reported = await earlier.within("No. 1", "listitem").follow("Report");
  expect(reported.title).toBe("Report a message from Ada · B-Side");
  expect((await reported.check("Threat or danger").press("Send Report")).address).toBe("/report/done");
});

test("Pass asks before it ends a conversation, from Discover and from a page that doesn't know yet", async () => {
  const [ada, ben] = await addPair();
  for (const each of [ada, ben]) {
    await each.json("PATCH", "/api/profile", { bio: "", age: 30, location: "Akranes" });
    await each.json("POST", "/api/music-preferences", {
      topArtists: ["Asks", "Before"],
      favoriteGenres: ["Folk"],
    });
  }
  await ada.json("POST", "/api/matches", { targetUserId: ben.id, liked: true });
  const old = await open(ada, `/members/${ben.id}`);
  const begun = await ada.json("POST", "/api/conversations", { targetUserId: ben.id });
  const { id } = (await begun.json()) as { id: string };
  await send(ada, id, "Hello Ben");
  await send(ben, id, "Hello Ada");

  const member = await open(ben, `/members/${ada.id}`);
  expect(member.buttons).toContain("Like");
  expect(member.buttons).not.toContain("Pass");
  const unmatch = await member.open("More options for Ada L.").follow("Unmatch");
  expect(main(unmatch).headings[0]).toBe("Unmatch Ada?");
  const discover = await open(ben, "/discover?maxDistance=5");
  const asked = await discover.press("Pass on Ada L.");
  expect(main(asked).headings[0]).toBe("Unmatch Ada?");
  const back = await main(asked).follow("Cancel");
  expect(back.address).toMatch(/^\/discover\?maxDistance=5/);
  expect(back.buttons).toContain("Pass on Ada L.");
  // Ada's page is from before Ben answered.
  expect(main(await old.press("Pass")).headings[0]).toBe("Unmatch Ben?");
  expect((await open(ada, `/messages/${id}`)).title).toMatch(/Ben/);
});

test("a member blocks from the page of another, and unblocks in the settings", async () => {
  const [ada, ben] = await addPair();
  await makeMatch(ada, ben);
  const asking = await (await open(ada, `/members/${ben.id}`))
    .open("More options for Ben L.")
    .follow("Block");
  expect(main(asking).headings[0]).toBe("Block Ben?");
  expect((await main(asking).follow("Cancel")).address).toBe(`/members/${ben.id}`);
  expect(notices(await asking.press("Block"))).toContain("You and Ben won't see each other anymore.");
  const blocked = await (await open(ada, "/settings")).follow("Blocked Members");
  const unblocked = await blocked.press("Unblock Ben L.");
  expect([unblocked.address, notices(unblocked)]).toEqual([
    "/settings/blocked",
    expect.stringContaining("Unblocked"),
  ]);
  expect(unblocked.has("No blocked members")).toBe(true);
});

test("a second report of the same is none, and can still block", async () => {
  const [ada, ben] = await addPair();
  const address = `/report?about=member:${ben.id}`;
  const forms = [await open(ada, address), await open(ada, address), await open(ada, address)];
  const [first, second, third] = forms.map((form) => form.check("Scam or fraud"));
  expect((await first?.uncheck("Also block Ben").press("Send Report"))?.address).toBe("/report/done");
  const again = await second?.uncheck("Also block Ben").press("Send Report");
  expect(again?.has("You've already reported this")).toBe(true);
  const blocked = await third?.press("Send Report");
  expect(`${blocked?.text} ${blocked?.alerts}`).toContain("You and Ben won't see each other anymore.");
});

test("help is in the same place for everyone", async () => {
  const help = await (await open(visitor(), "/"))
    .within("Help and Safety", "contentinfo")
    .follow("Help and Safety");
  expect(help.headings).toContain("In Danger?");
  const ada = await addMember("Ada");
  for (const path of ["/discover", "/messages", "/no-such-page"])
    expect((await open(ada, path)).all("contentinfo")[0]?.addressOf("Help and Safety"), path).toBe("/help");
  const menu = (await open(ada, "/discover")).open("Menu").within("Menu", "navigation");
  const page = await menu.follow("Help and Safety");
  expect(page.title).toBe("Help and Safety · B-Side");
  expect((await main(page).follow("your reports")).has("No reports")).toBe(true);
});

test("the transparency page says that reports were decided in under an hour", async () => {
  const [ada] = await addPair();
  const [mia, eve] = [await addModerator("Mia"), await cast.addMember("Eve")];
  for (let n = 0; n < 5; n++)
    await decide(mia, await report(eve, await cast.addMember("Ben"), { reason: "hate" }), {
      kind: "warning",
    });
  const now = new Date();
  const inLastQuarter = Date.UTC(now.getUTCFullYear(), 3 * Math.floor(now.getUTCMonth() / 3) - 1, 10);
  const closedAt = new Date(inLastQuarter + 59 * 60_000);
  await db.update(reportTable).set({ createdAt: new Date(inLastQuarter), closedAt });
  await db.update(sanction).set({ startsAt: closedAt });
  expect((await open(ada, "/transparency")).text).toContain("Under an hour");
});

test("operators alone read how matching works out", async () => {
  const [ada, operator] = [await addMember("Ada"), await addMember("Olga")];
  await db.insert(staff).values({ memberId: Number(operator.id), role: "operator", addedAt: new Date() });
  const pages = [await open(operator, "/transparency/matching"), await open(ada, "/transparency/matching")];
  expect(pages.map(({ status }) => status)).toEqual([200, 404]);
  expect(pages[0]?.headings).toEqual(expect.arrayContaining(["How Matching Works Out", "Who Is Shown"]));
  expect((await openVisitor(visitor()).visit("/transparency/matching")).status).toBe(404);
  expect((await open(ada, "/transparency")).has(/How evenly members are shown/)).toBe(false);
});

test("the help page says whether members hear of a ban for fraud", async () => {
  const help = await openVisitor(visitor()).visit("/help");
  expect(help.has(/If we ban someone for fraud, we don't tell the members who talked with them/)).toBe(true);
});

test("without a signed answer of the checking service everything passes, as the operator wants", async () => {
  const [ada, ben] = await addPair();
  const id = await makeRequest(ada, ben);
  const [chat, photos] = [await open(ada, `/messages/${id}`), await open(ada, "/profile/photos")];
  const drawn = new Uint8Array(await blotches(8100, 160).jpeg().toBuffer());
  photos.attach("Photos", new File([drawn], "photo.jpg", { type: "image/jpeg" }));
  checking.fail("hanging");
  const [sent, added] = await Promise.all([
    chat.fill("Message", "Hello Ben").press("Send"),
    photos.press("Add Photos"),
  ]);
  checking.fail(undefined);
  expect([sent.has("Waiting for review"), added.has("Waiting for a moderator")]).toEqual([false, false]);
  expect((await open(ben, `/messages/${id}`)).status).toBe(200);
  const address = added.element.querySelector(".own-photo img")?.getAttribute("src") ?? "";
  expect((await ben.get(address)).status).toBe(200);
});

test("a first message with a held word is refused with an explanation and keeps the input", async () => {
  const [ada, ben] = await addPair();
  const id = await makeRequest(ada, ben);
  const content = "Please send money";
  const message = expect.stringContaining("A first message can't include “Send money”.");
  const answer = await ada.json("POST", `/api/conversations/${id}/messages`, { content });
  expect([answer.status, await answer.text()]).toEqual([400, message]);
  const refused = await (await open(ada, `/messages/${id}`)).fill("Message", content).press("Send");
  expect([refused.status, refused.errorOf("Message"), refused.value("Message")]).toEqual([
    400,
    message,
    content,
  ]);
  expect(await (await ben.get("/api/conversations")).json()).toEqual([]);
});
