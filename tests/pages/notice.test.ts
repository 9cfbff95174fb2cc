// Notices by anybody without scripts, where they are confirmed by mail.
import { expect, test } from "vitest";
import { addStaff } from "~/models/safety/staff/staff.server";
import { query, shareMailApp } from "../api/mail";
import { blotches, polyglot, svg } from "../fakes/picture-files";
import { openVisitor } from "../visitor/visitor";

const { mail, visitor, signUp } = await shareMailApp();

const open = (address: string) => openVisitor(visitor()).visit(address);

/** The path of the notice's link in the latest mail to an address. */
async function linkTo(email: string, count = 1) {
  const received = await mail.untilReceived(email, count);
  return /http\S+(\/notice\/[\w-]{43})/.exec(received.at(-1)?.text ?? "")?.[1] ?? "";
}

async function fill(email: string, { about = "/members/1", reason = /intimate picture/ } = {}) {
  const page = await (await open("/")).follow("Give Notice");
  page
    .check(reason)
    .fill("Where is it?", about)
    .fill("What's wrong with it?", "That's me, and I never agreed.");
  if (email) page.fill("Your name", "Vera Visitor").fill("Your email address", email);
  return page.check(/in good faith/);
}

const countReports = async () => Number((await query("select count(*) as n from report"))[0]?.n);

test("an intimate picture is in the queue at once, unconfirmed, and its clock starts with the link in the mail", async () => {
  const ben = await signUp("Ben");
  const page = await fill("vera@example.com", { about: `/members/${ben.id}` });
  const picture = await blotches(1, 160).png().toBuffer();
  page.attach("Pictures that show it", new File([new Uint8Array(picture)], "me.png", { type: "image/png" }));
  const sent = await page.press("Send Notice");
  expect(sent.headings).toContain("Check Your Email");
  expect(sent.element.innerHTML).not.toMatch(/\/notice\/[\w-]{43}/);
  const [waiting] = await query("select id, due_at, severity from moderation_case");
  expect([waiting?.due_at, waiting?.severity]).toEqual([null, 2]);

  const link = await linkTo("vera@example.com");
  const asked = await open(link);
  expect([asked.headings[0], asked.has("That's me, and I never agreed.")]).toEqual([
    "Confirm Your Notice",
    true,
  ]);
  const confirmed = await asked.press("Confirm Notice");
  expect([confirmed.headings[0], confirmed.has("Received")]).toEqual(["Your Notice", true]);
  expect((await query("select due_at from moderation_case"))[0]?.due_at).not.toBeNull();
  expect(await linkTo("vera@example.com", 2)).toBe(link);

  const mia = await signUp("Mia");
  await addStaff(mia.email, "moderator");
  const queue = await openVisitor(mia).visit("/moderation");
  expect(queue.within("Ben Lovelace", "listitem").has("47 hours left")).toBe(true);
  const claimed = await (await queue.follow("Ben Lovelace")).press("Claim");
  expect(claimed.has("Vera Visitor")).toBe(true);
  const file = claimed.element.querySelector("img[alt='Sent with the notice']")?.getAttribute("src") ?? "";
  expect((await mia.get(file)).status).toBe(200);
  expect((await ben.get(file)).status).toBe(404);
  expect((await visitor().get(file.replace("/moderation", ""))).status).toBe(404);
  const reply = "We have warned him.";
  claimed.check(/^Warn/).fill("Reason", "That picture isn't yours.");
  const unanswered = await claimed.press("Submit Decision");
  expect(unanswered.errors).toEqual(["Tell whoever sent the notice what you decided and why"]);
  await unanswered.fill("Reply to the notice", reply).press("Submit Decision");
  const [, , decided] = await mail.untilReceived("vera@example.com", 3);
  expect(decided?.subject).toBe("We've decided about your notice");
  expect(decided?.text).toContain(reply);
  const answered = await open(link);
  expect(answered.has(reply)).toBe(true);
  const empty = await answered.press("Send Objection");
  expect(empty.errors).toEqual(["Tell us why"]);
  const objected = await empty
    .fill("Why is the decision wrong?", "It's still there.")
    .press("Send Objection");
  expect(objected.has("It's still there.")).toBe(true);
  expect(objected.buttons).not.toContain("Send Objection");
  const keys = JSON.stringify([await query("select * from notice"), await query("select * from mail")]);
  expect(keys).not.toContain(link.split("/").at(-1));
});

test("any other notice counts from its confirmation, and the answer is the same for what isn't there", async () => {
  const before = await countReports();
  const ben = await signUp("Ben");
  const pages = [];
  for (const [index, about] of [`/members/${ben.id}`, "/members/999999999"].entries()) {
    const page = await fill(`v${index}@example.com`, { about, reason: /^Fraud/ });
    pages.push((await page.press("Send Notice")).text);
  }
  expect(pages[0]).toBe(pages[1]);
  expect(await countReports()).toBe(before);
  const shown = [];
  for (const index of [0, 1]) {
    const page = await (await open(await linkTo(`v${index}@example.com`))).press("Confirm Notice");
    shown.push(page.text.replace(/About: \S+/, ""));
  }
  expect(shown[0]).toBe(shown[1]);
  expect(await countReports()).toBe(before + 2);
});

test("a refused notice keeps what was typed, and a hostile file is answered with a sentence", async () => {
  const empty = await (await open("/notice?about=/members/7")).press("Send Notice");
  expect([empty.status, empty.errors]).toEqual([
    400,
    [
      "Choose a reason",
      "Explain what's wrong with it",
      "Enter your name",
      "Enter your email address",
      "Confirm that what you say is true",
    ],
  ]);
  for (const [bytes, name, status] of [
    [svg, "drawing.svg", 415],
    [polyglot, "song.gif", 400],
  ] as const) {
    const page = await fill("vera2@example.com");
    page.attach("Pictures that show it", new File([new Uint8Array(bytes)], name, { type: "image/png" }));
    const refused = await page.press("Send Notice");
    expect(refused.status).toBe(status);
    expect(refused.errors).toHaveLength(1);
    expect(refused.value("What's wrong with it?")).toBe("That's me, and I never agreed.");
  }
});

test("a child's protection needs no name: the link is shown at once, and guessed keys find nothing", async () => {
  const page = await fill("", { reason: /^A child/ });
  const sent = await page.press("Send Notice");
  expect([sent.headings[0], sent.address]).toEqual([
    "Your Notice",
    expect.stringMatching(/^\/notice\/[\w-]{43}$/),
  ]);
  expect(sent.has("Save this page's address.")).toBe(true);
  expect((await open(`/notice/${"a".repeat(43)}`)).status).toBe(404);
  expect((await visitor().form(`/notice/${"a".repeat(43)}/confirm`, {})).status).not.toBe(200);
});
