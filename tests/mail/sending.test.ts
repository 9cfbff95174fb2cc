import { randomUUID } from "node:crypto";
import { client, db } from "db/client.server";
import type { MailContent } from "db/column-types";
import { mail, unreachableAddress } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { closeMailServer, tryMailServer } from "~/integrations/mail-server.server";
import { log } from "~/log.server";
import { sendDueMail } from "~/mail/sending.server";
import { isUnreachable, queueMail, retryAddress } from "~/models/mail-queue.server";

const MINUTE = 60_000;
/** How long a row is one machine's without news from it. */
const CLAIM = 30_000;
const HOUR = 60 * MINUTE;

// The environment is read when the first module is imported.
const server = await vi.hoisted(async () => {
  const started = await (await import("../fakes/mail-server")).startMailServer();
  Object.assign(process.env, started.variables);
  return started;
});

afterAll(() => {
  closeMailServer();
  server.close();
});

beforeEach(async () => {
  server.fail(undefined);
  await db.delete(mail);
});

const newAddress = () => `ada-${randomUUID()}@example.org`;

async function add(
  recipient: string,
  content: MailContent = { kind: "reset", token: "T" },
  expiresAt?: Date,
) {
  await db.delete(mail).where(eq(mail.recipient, recipient));
  await transaction((tx) => queueMail(tx, { recipient, content, expiresAt }));
  const [row] = await db.select().from(mail).where(eq(mail.recipient, recipient));
  if (!row) throw new Error("Nothing was queued");
  return row;
}

async function next(recipient: string) {
  const [row] = await db.select().from(mail).where(eq(mail.recipient, recipient));
  return row;
}

test("a mail is sent once, in plain text and HTML, and its row is deleted", async () => {
  const ada = newAddress();
  const row = await add(ada);
  expect(await sendDueMail()).toBe(1);
  const [received] = await server.untilReceived(ada);
  expect(received).toMatchObject({
    messageId: `<${row.id}@localhost>`,
    subject: "Choose a new password for B-Side",
  });
  expect(received?.text).toContain("http://localhost:3000/reset-password?token=T");
  expect(received?.html).toContain('href="http://localhost:3000/reset-password?token=T"');
  expect(await next(ada)).toBeUndefined();
  expect(await sendDueMail()).toBe(0);
});

test.each(["B-Side: Music", "B-Side; Music", "B-Side, Inc.", "B-Side (Bristol)"])(
  "mail goes out from %s, quoted",
  async (name) => {
    if (!env.mail) throw new Error("No mail server");
    const before = env.mail.from;
    env.mail.from = { name, address: "x@b.example" };
    const ada = newAddress();
    await add(ada);
    await sendDueMail();
    env.mail.from = before;
    const [received] = await server.untilReceived(ada);
    expect(received?.headers.from).toBe(`"${name}" <x@b.example>`);
  },
);

test("retries wait for a minute, then twice as long each time up to four hours, and stop after 48 hours", async () => {
  const ada = newAddress();
  const row = await add(ada);
  server.fail("busy");
  const waits = [];
  let now = row.createdAt.getTime();
  for (;;) {
    await sendDueMail(now);
    const waiting = await next(ada);
    if (!waiting) break;
    waits.push((waiting.nextAttemptAt.getTime() - now) / MINUTE);
    expect(await sendDueMail(waiting.nextAttemptAt.getTime() - 1)).toBe(0);
    now = waiting.nextAttemptAt.getTime();
  }
  expect(waits.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240]);
  expect(now).toBe(row.createdAt.getTime() + 48 * HOUR);
});

test("a retry is the same mail, also after the connection was cut off in the middle", async () => {
  const ada = newAddress();
  const row = await add(ada);
  server.fail("cut off");
  await sendDueMail();
  expect(await next(ada)).toMatchObject({ attempts: 1 });
  server.fail(undefined);
  await sendDueMail(Date.now() + 2 * MINUTE);
  const received = await server.untilReceived(ada);
  expect(received.map(({ messageId }) => messageId)).toEqual([`<${row.id}@localhost>`]);
});

test("a mail is not sent after its link has expired", async () => {
  const ada = newAddress();
  const expiresAt = new Date(Date.now() + HOUR);
  await add(ada, { kind: "reset", token: "T" }, expiresAt);
  server.fail("busy");
  let now = Date.now();
  for (let row = await next(ada); row; row = await next(ada)) {
    await sendDueMail(now);
    now = (await next(ada))?.nextAttemptAt.getTime() ?? now;
    if (now >= expiresAt.getTime()) break;
  }
  server.fail(undefined);
  expect(await sendDueMail(expiresAt.getTime())).toBe(1);
  expect(await next(ada)).toBeUndefined();
  expect(server.mails.filter(({ to }) => to === ada)).toEqual([]);
});

test("several machines send every mail once", async () => {
  const recipients = await Promise.all(
    Array.from({ length: 40 }, async () => (await add(newAddress())).recipient),
  );
  while ((await Promise.all([sendDueMail(), sendDueMail()])).some((sent) => sent > 0));
  const received = server.mails.filter(({ to }) => recipients.includes(to)).map(({ to }) => to);
  expect(received.sort()).toEqual(recipients.sort());
});

test("a machine that dies while sending leaves the mail to another", async () => {
  const ada = newAddress();
  const { id } = await add(ada);
  const now = Date.now();
  await client.execute({
    sql: "update mail set attempts = 1, next_attempt_at = ? where id = ?",
    args: [now + CLAIM, id],
  });
  expect(await sendDueMail(now + CLAIM - 1)).toBe(0);
  expect(await sendDueMail(now + CLAIM)).toBe(1);
  await server.untilReceived(ada);
});

test("a mail that takes long is still the one machine's that sends it", async () => {
  const ada = newAddress();
  const { id } = await add(ada);
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"], now });
  try {
    let finish = () => {};
    const ready = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let sending: Promise<number> | undefined;
    await new Promise<void>((begun) => {
      sending = sendDueMail(now, async (content) => {
        begun();
        await ready;
        return content;
      });
    });
    for (let seconds = 10; seconds <= 120; seconds += 10) {
      await vi.advanceTimersByTimeAsync(10_000);
      await expect
        .poll(async () => (await next(ada))?.nextAttemptAt.getTime())
        .toBe(now + seconds * 1000 + CLAIM);
      expect(await sendDueMail(Date.now())).toBe(0);
    }
    finish();
    expect(await sending).toBe(1);
  } finally {
    vi.useRealTimers();
  }
  const received = await server.untilReceived(ada);
  expect(received.map(({ messageId }) => messageId)).toEqual([`<${id}@localhost>`]);
});

const DIGEST: MailContent = {
  ...{ kind: "digest", memberId: 1, notificationIds: [1] },
  ...{ lines: ["1 new message"], token: "T" },
};

test.each([
  [550, "5.1.1 No such address"],
  [550, "5.1.2 Bad destination system"],
  [550, "5.1.1 <ada@example.org>: Recipient address rejected: User unknown in local recipient table"],
  [553, "5.1.3 Bad destination mailbox address syntax"],
  [550, "5.1.6 The mailbox has moved"],
  [556, "5.1.10 Recipient address has null MX"],
  [521, "5.1.2 Host does not accept mail"],
] as const)("an address refused with %i %s gets no news until it is typed anew", async (...reply) => {
  const ada = newAddress();
  await add(ada);
  server.refuse(ada, reply);
  await sendDueMail();
  expect(await next(ada)).toBeUndefined();
  expect(await isUnreachable(ada)).toBe(true);
  expect(JSON.stringify(await db.select().from(unreachableAddress))).not.toContain("@");
  server.refuse(ada);
  for (const news of [DIGEST, { kind: "waiting-cases", waiting: 1 }] as const) {
    await add(ada, news);
    await sendDueMail();
    expect([await next(ada), server.mails.filter(({ to }) => to === ada)]).toEqual([undefined, []]);
  }
  await retryAddress(db, ada);
  await add(ada, DIGEST);
  await sendDueMail();
  await server.untilReceived(ada);
});

test("mail about an account's safety goes out to a marked address all the same, and unmarks it by arriving", async () => {
  const ada = newAddress();
  server.refuse(ada, [550, "5.1.1 No such address"]);
  await add(ada, DIGEST);
  await sendDueMail();
  await add(ada, { kind: "password-changed", browser: "Firefox on Linux", at: 0 });
  await sendDueMail();
  expect(await isUnreachable(ada)).toBe(true);
  server.refuse(ada);
  await add(ada, { kind: "password-changed", browser: "Firefox on Linux", at: 0 });
  await sendDueMail();
  expect(await server.untilReceived(ada)).toMatchObject([{ subject: "Your B-Side password was changed" }]);
  expect(await isUnreachable(ada)).toBe(false);
});

test.each([
  [550, "relay not permitted"],
  [
    550,
    "Domain example.test has exceeded the max emails per hour (200/200 (100%)) allowed. Message discarded.",
  ],
  [550, "5.7.1 Relaying denied"],
  [550, "5.7.26 This mail has been blocked because the sender is unauthenticated"],
  [550, "5.1.7 Bad sender's mailbox address syntax"],
  [550, "5.1.8 Sender address rejected: Domain not found"],
  [550, "5.1.0 <hello@b-side.example>: Sender address rejected: User unknown in virtual mailbox table"],
  [550, "5.1.0 Authentication required"],
  [550, "#5.1.0 Address rejected."],
  [554, "5.1.9 Message relayed to non-compliant mailer"],
  [550, "5.2.1 The email account that you tried to reach is disabled"],
  [550, "5.4.6 Unrouteable mail domain: routing loop detected"],
  [554, "5.3.4 Message too big for system"],
  [550, "5.5.0 Please authenticate first"],
  [550, "JunkMail rejected - host is in an RBL"],
  [550, "Your country is not allowed to connect to this server."],
  [550, "Sender verify failed"],
  [554, "Transaction failed: Message blocked due to spam content"],
  [550, "High probability of spam"],
  [550, "rejected because 192.0.2.1 is in a black list at zen.spamhaus.org"],
  [550, "Daily sending limit exceeded"],
  [535, "5.7.8 Authentication credentials invalid"],
  [421, "4.7.0 Try again later, closing connection"],
  [452, "4.2.2 Over quota"],
  [551, "User not local; please try another path"],
  [552, "5.2.2 Mailbox full"],
  [552, "Requested mail action aborted: exceeded storage allocation"],
  [553, "sorry, your mailserver is rejected by see http://spamcop.net"],
  [554, "Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org"],
  [550, "Too many invalid recipients"],
  [503, "5.5.1 Error: need MAIL command"],
  [530, "5.7.0 Must issue a STARTTLS command first"],
  [450, "4.1.1 Recipient address rejected: unverified address"],
] as const)(
  "a server that says %i %s says nothing about the address, which is tried again",
  async (...reply) => {
    const ada = newAddress();
    await add(ada);
    server.refuse(ada, reply);
    await sendDueMail();
    expect(await next(ada)).toMatchObject({ attempts: 1 });
    expect(await isUnreachable(ada)).toBe(false);
    server.refuse(ada);
    await sendDueMail(Date.now() + 2 * MINUTE);
    await server.untilReceived(ada);
  },
);

test("an unexplained refusal marks an address once it repeats over days in which others are reached", async () => {
  const [ada, ben] = [newAddress(), newAddress()];
  // Later than what other tests have sent.
  const start = Date.now() + 24 * HOUR;
  /** A digest to each of these addresses at an hour; whether Ada's is marked then. */
  const send = async (hour: number, ...to: string[]) => {
    for (const address of to) await add(address, DIGEST);
    const now = start + hour * HOUR;
    await db.update(mail).set({ nextAttemptAt: new Date(now), expiresAt: new Date(now + HOUR) });
    await sendDueMail(now);
    return isUnreachable(ada);
  };
  server.refuse(ada, [550, "User unknown"]);
  // Nobody is reached: the server may mean the sender.
  server.refuse(ben, [550, "relay not permitted"]);
  for (const hour of [0, 24, 48, 72]) expect(await send(hour, ada, ben)).toBe(false);
  server.refuse(ben);
  for (const hour of [73, 74, 75, 76]) expect(await send(hour, ben, ada)).toBe(false);
  // Taken in between, it starts anew.
  server.refuse(ada);
  expect(await send(80, ada)).toBe(false);
  server.refuse(ada, [550, "User unknown"]);
  expect(await send(100, ada)).toBe(false);
  await send(101, ben);
  expect(await send(124, ada)).toBe(false);
  await send(125, ben);
  expect(await send(148, ada)).toBe(true);
});

test("a slow server delays the mail and nothing else", async () => {
  const ada = newAddress();
  await add(ada);
  server.fail("slow");
  let turns = 0;
  const counter = setInterval(() => turns++, 10);
  await sendDueMail();
  clearInterval(counter);
  await server.untilReceived(ada);
  // A blocked thread would have had one at most.
  expect(turns).toBeGreaterThan(2);
});

test("a mail for an address without an account is dropped without a word to the server", async () => {
  const ada = newAddress();
  await add(ada, { kind: "unknown" });
  const before = server.attempts();
  await sendDueMail();
  expect([await next(ada), server.attempts()]).toEqual([undefined, before]);
});

test("nothing typed or sent by a browser adds a header, a recipient or markup", async () => {
  const ada = newAddress();
  const hostile = "X\r\nBcc: eve@example.org\r\n\r\n<img src=x onerror=alert(1)>";
  await add(ada, { kind: "sign-in", browser: hostile, at: 0 });
  const eve = `${newAddress()}\r\nRCPT TO:<eve@example.org>`;
  await add(eve);
  await sendDueMail();
  const [received] = await server.untilReceived(ada);
  expect(received?.html).not.toContain("<img");
  expect(server.mails.filter(({ to }) => to.includes("eve"))).toEqual([]);
});

test("the log names neither the recipient nor the link", async () => {
  const lines = vi.spyOn(log.logger, "info");
  const ada = newAddress();
  await add(ada, { kind: "reset", token: "a secret token" });
  server.fail("no such address");
  await sendDueMail();
  const text = JSON.stringify(lines.mock.calls);
  lines.mockRestore();
  expect(text).toContain('"kind":"reset","result":"refused"');
  expect([text.includes(ada), text.includes("secret")]).toEqual([false, false]);
});

test("operators see whether the mail server can be reached", async () => {
  await expect(tryMailServer()).resolves.toBeUndefined();
  closeMailServer();
  const { mail: given } = env;
  env.mail = { server: "smtp://127.0.0.1:1", from: { name: "B-Side", address: "hello@b-side.example" } };
  await expect(tryMailServer()).rejects.toMatchObject({ code: "ESOCKET" });
  env.mail = given;
  closeMailServer();
});
