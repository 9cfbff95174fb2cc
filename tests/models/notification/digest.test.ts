// Digests by mail: when they are sent, what they count, and what they leave out.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import type { Frequency } from "db/column-types";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { account, mail, member, notification } from "db/schema";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { closeMailServer } from "~/integrations/mail-server.server";
import { inLanguage } from "~/language/language.server";
import { hasOpenStream } from "~/live/streams.server";
import { sendDueMail } from "~/mail/sending.server";
import { addMessage } from "~/models/conversation/message.server";
import type { Member } from "~/models/member/member.server";
import { decideMails } from "~/models/notification/delivery.server";
import { mailMoment } from "~/models/notification/delivery-time";
import { findMailAccount, prepareMail } from "~/models/notification/digest.server";
import { markNotificationsRead } from "~/models/notification/notification-reading.server";
import { defaultSettings, type NotificationSettings } from "~/models/notification/notification-settings";
import { endMail, memberOfToken, saveSettings } from "~/models/notification/notification-settings.server";
import { blockMember } from "~/models/safety/block.server";
import { claimCase } from "~/models/safety/case/case-claim.server";
import { askMember } from "~/models/safety/case/case-question.server";
import { addGame } from "~/models/trivia/new-game.server";
import { addMember, addModerator, makeConversation, makeMatch } from "../../cast";
import { changeRows } from "../../rows";
import { decide, report } from "../safety/cases";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

vi.mock("~/live/streams.server", async (original) => ({
  ...(await original<typeof import("~/live/streams.server")>()),
  hasOpenStream: vi.fn(() => false),
}));

// The environment is read when the first module is imported.
const server = await vi.hoisted(async () => {
  const started = await (await import("../../fakes/mail-server")).startMailServer();
  Object.assign(process.env, started.variables);
  return started;
});

afterAll(() => {
  closeMailServer();
  server.close();
});

beforeEach(async () => {
  await db.delete(mail);
  await db.update(notification).set({ mailAt: null });
});

/** Adds a member with an account whose address is confirmed, who wants digests daily. */
async function addReader(name: string, { isConfirmed = true } = {}) {
  const who = await addMember(name);
  const [id, email] = [randomUUID(), `${name.toLowerCase()}-${randomUUID()}@example.org`];
  const now = new Date();
  const emailConfirmedAt = isConfirmed ? now : null;
  const row = { id, email, passwordHash: "x", firstName: name, lastName: "Lovelace", createdAt: now };
  await db.insert(account).values({ ...row, emailConfirmedAt });
  await changeRows(member, { id: who.id }, { issuer: EMBEDDED_MEMBERS, subject: id });
  await save(who, all("daily"));
  return { ...who, email };
}

const all = (frequency: Frequency): Partial<NotificationSettings> =>
  Object.fromEntries(
    ["match", "message", "game", "playlist", "account"].map((topic) => [`${topic}Mail`, frequency]),
  );
const save = ({ id }: Member, changes: Partial<NotificationSettings>) =>
  saveSettings(id, { ...defaultSettings, ...changes });

/** Runs the jobs of a machine at a moment. */
async function run(now: number) {
  while (await decideMails(now));
  while (await sendDueMail(now, prepareMail));
}

const received = ({ email }: { email: string }) => server.mails.filter(({ to }) => to === email);
const soon = () => Date.now() + 6 * SECOND;

test("a day's news is one mail, grouped, that is good to read as plain text and names nobody", async () => {
  const ada = await addReader("Ada");
  const ben = await addMember("Ben");
  const { id } = await makeConversation(ada, ben);
  await makeMatch(ada, await addMember("Cleo"));
  await addMessage(ben.id, id, { content: "A secret about vinyl" });
  await addGame(ben.id, { player2Id: ada.id } as never);
  await run(soon());
  expect(received(ada)).toEqual([]);
  await run(Date.now() + DAY);
  await run(Date.now() + 2 * DAY);
  const [digest, ...more] = received(ada);
  expect(more).toEqual([]);
  const [link = "", token = ""] = /http\S+unsubscribe\?token=(\S+)/.exec(digest?.text ?? "") ?? [];
  expect(digest?.subject).toBe("What's new for you on B-Side");
  expect(digest?.text.trim()).toBe(`Hello,

While you were away:

- 2 new matches
- New messages
- A trivia challenge

http://localhost:3000/notifications

Choose what we email you about: http://localhost:3000/settings/notifications

Stop these emails: ${link}

B-Side
http://localhost:3000`);
  expect(digest?.html).toContain("- 2 new matches<br>- New messages<br>- A trivia challenge");
  expect(memberOfToken(token)).toBe(ada.id);
  expect(digest?.headers).toMatchObject({
    "list-unsubscribe": `<${link}>`,
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
  });
});

test("a digest is in its recipient's language, whoever causes it", async () => {
  const ada = await addReader("Ada");
  await changeRows(member, { id: ada.id }, { language: "de" });
  const ben = await addMember("Ben");
  const { id } = await makeConversation(ada, ben);
  await addMessage(ben.id, id, { content: "Hello" });
  await inLanguage("fr", () => run(Date.now() + DAY));
  const [mail] = received(ada);
  expect(mail?.subject).toBe("Was auf B-Side neu für dich ist");
  expect(mail?.text).toContain("- Ein neues Match\n- Neue Nachrichten\n");
  expect(mail?.html).toContain('<html lang="de">');
});

test("members who have chosen nothing get a digest once a week", async () => {
  const ada = await addReader("Ada");
  await save(ada, {});
  await makeMatch(ada, await addMember("Ben"));
  const monday = mailMoment(Date.now(), "weekly", null) ?? 0;
  while (await decideMails(monday - 1));
  expect(await db.select().from(mail)).toEqual([]);
  while (await decideMails(monday));
  // Queued now, and sent within 48 hours.
  while (await sendDueMail(Date.now() + SECOND, prepareMail));
  expect(received(ada)).toHaveLength(1);
});

test("what was seen, before the digest or between two attempts to send it, is left out", async () => {
  const ada = await addReader("Ada");
  await makeMatch(ada, await addMember("Ben"));
  await markNotificationsRead(ada.id, "all");
  await makeMatch(ada, await addMember("Cleo"));
  await makeMatch(ada, await addMember("Dan"));
  await run(Date.now() + DAY);
  expect(received(ada).map(({ subject }) => subject)).toEqual(["2 new matches on B-Side"]);
  await makeMatch(ada, await addMember("Ben"));
  server.fail("busy");
  await run(Date.now() + DAY);
  server.fail(undefined);
  await markNotificationsRead(ada.id, "all");
  await run(Date.now() + DAY + HOUR);
  expect(received(ada)).toHaveLength(1);
  expect(await db.select().from(mail)).toEqual([]);
});

test("a digest is never empty: not after a block, nor once it was unsubscribed from", async () => {
  const ada = await addReader("Ada");
  const ben = await addMember("Ben");
  await makeMatch(ada, ben);
  while (await decideMails(Date.now() + DAY));
  expect(await db.select().from(mail)).toHaveLength(1);
  await blockMember(ada.id, ben.id);
  while (await sendDueMail(Date.now() + DAY, prepareMail));
  await makeMatch(ada, await addMember("Cleo"));
  while (await decideMails(Date.now() + DAY));
  expect(await db.select().from(mail)).toHaveLength(1);
  await endMail(ada.id);
  while (await sendDueMail(Date.now() + DAY, prepareMail));
  expect([received(ada), await db.select().from(mail)]).toEqual([[], []]);
});

test("at once is at once, unless the member has a page open or quiet hours", async () => {
  const ada = await addReader("Ada");
  await save(ada, all("now"));
  vi.mocked(hasOpenStream).mockReturnValueOnce(true);
  await makeMatch(ada, await addMember("Ben"));
  await run(soon());
  expect(received(ada)).toEqual([]);
  await run(soon() + 61 * SECOND);
  expect(received(ada)).toHaveLength(1);
  const hour = new Date(soon()).getUTCHours();
  await save(ada, { ...all("now"), quietFrom: hour, quietTo: (hour + 2) % 24 });
  await makeMatch(ada, await addMember("Cleo"));
  await run(soon());
  expect(received(ada)).toHaveLength(1);
  await run(soon() + 2 * HOUR);
  expect(received(ada)).toHaveLength(2);
});

test("a later attempt keeps the quiet hours that have begun meanwhile, or is made once they are turned off", async () => {
  const [ada, ben] = [await addReader("Ada"), await addReader("Ben")];
  for (const who of [ada, ben]) await save(who, all("now"));
  await makeMatch(ada, await addMember("Cleo"));
  await makeMatch(ben, await addMember("Dan"));
  const now = soon();
  server.fail("busy");
  await run(now);
  server.fail(undefined);
  const hour = new Date().getUTCHours();
  const quiet = { ...all("now"), quietFrom: hour, quietTo: (hour + 3) % 24 };
  for (const who of [ada, ben]) await save(who, quiet);
  await run(now + 2 * 60 * SECOND);
  expect([...received(ada), ...received(ben)]).toEqual([]);
  await save(ben, all("now"));
  await run(now + 3 * 60 * SECOND);
  expect([received(ada).length, received(ben).length]).toEqual([0, 1]);
  await run(now + 3 * HOUR);
  await run(now + DAY);
  expect([received(ada).length, received(ben).length]).toEqual([1, 1]);
});

test("what waits is mailed once quiet hours are turned off, or it is wanted more often", async () => {
  const ada = await addReader("Ada");
  const hour = new Date(soon()).getUTCHours();
  await save(ada, { ...all("now"), quietFrom: hour, quietTo: (hour + 2) % 24 });
  await makeMatch(ada, await addMember("Ben"));
  await run(soon());
  expect(received(ada)).toEqual([]);
  await save(ada, all("weekly"));
  await run(soon());
  expect(received(ada)).toEqual([]);
  await save(ada, all("now"));
  await run(soon());
  expect(received(ada)).toHaveLength(1);
  await run(soon() + 8 * DAY);
  expect(received(ada)).toHaveLength(1);
});

test("what isn't wanted by mail isn't mailed", async () => {
  const ada = await addReader("Ada");
  await save(ada, { ...all("now"), matchMail: "never" });
  const ben = await addMember("Ben");
  const { id } = await makeConversation(ada, ben);
  await addMessage(ben.id, id, { content: "Hello" });
  await run(soon());
  expect(received(ada).map(({ subject }) => subject)).toEqual(["New messages on B-Side"]);
});

test("suspended members are mailed at once about decisions and questions, and nothing else", async () => {
  const [ben, dan] = [await addReader("Ben"), await addReader("Dan")];
  const [ada, mia] = [await addMember("Ada"), await addModerator("Mia")];
  await decide(mia, await report(ada, ben), { kind: "suspend", days: "30" });
  const id = await report(ada, dan);
  await claimCase(mia.id, id);
  await makeMatch(dan, await addMember("Cleo"));
  await changeRows(member, { id: dan.id }, { suspendedAt: new Date() });
  await askMember(mia.id, id, { question: "Who is in the photo?" });
  await run(soon());
  await run(Date.now() + 2 * DAY);
  expect(received(ben).map(({ subject }) => subject)).toEqual(["News about your account on B-Side"]);
  expect(received(dan).map(({ subject }) => subject)).toEqual(["A question about your account on B-Side"]);
});

test("a moderator's question is mailed at once, unless its member wants no mail about their account", async () => {
  const [ben, cleo] = [await addReader("Ben"), await addReader("Cleo")];
  await save(cleo, { ...all("daily"), accountMail: "never" });
  const mia = await addModerator("Mia");
  for (const who of [ben, cleo]) {
    const id = await report(await addMember("Ada"), who);
    await claimCase(mia.id, id);
    await askMember(mia.id, id, { question: "Who is in the photo?" });
  }
  await run(soon());
  expect(received(ben).map(({ subject }) => subject)).toEqual(["A question about your account on B-Side"]);
  expect(received(cleo)).toEqual([]);
});

test("members without a confirmed address get none, nor those who have deleted their account", async () => {
  const ada = await addReader("Ada", { isConfirmed: false });
  const ben = await addReader("Ben");
  const cleo = await addMember("Cleo");
  await changeRows(member, { id: ben.id }, { deletedAt: new Date() });
  for (const { id } of [ada, ben, cleo]) expect(await findMailAccount(id)).toBeUndefined();
  await makeMatch(ada, cleo);
  await run(Date.now() + DAY);
  expect([received(ada), await db.select().from(mail)]).toEqual([[], []]);
});

test("nothing older than ten days is mailed", async () => {
  const ada = await addReader("Ada");
  await makeMatch(ada, await addMember("Ben"));
  await run(Date.now() + 11 * DAY);
  expect(received(ada)).toEqual([]);
});

test("several machines mail a digest once", async () => {
  const readers = [];
  for (let count = 0; count < 12; count++) {
    const reader = await addReader("Ada");
    await makeMatch(reader, await addMember("Ben"));
    readers.push(reader);
  }
  const now = Date.now() + DAY;
  while ((await Promise.all([decideMails(now), decideMails(now)])).some((count) => count > 0));
  while ((await Promise.all([sendDueMail(now, prepareMail), sendDueMail(now, prepareMail)])).some(Boolean));
  expect(readers.map((reader) => received(reader).length)).toEqual(Array(12).fill(1));
});
