// A real SMTP server on loopback that keeps what it receives, fails on demand, and has a page to read it on.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { escapeHtml } from "./service";

/**
 * How it fails: it refuses the recipient for good ("no such address"), for now ("busy"), until they make room ("mailbox
 * full") or by a rule of its own ("not allowed"), answers a second late ("slow"), or drops the connection in the middle of
 * the mail ("cut off").
 */
type MailFailure = "no such address" | "busy" | "mailbox full" | "not allowed" | "slow" | "cut off";

export type ReceivedMail = {
  to: string;
  messageId: string;
  subject: string;
  text: string;
  html: string;
  /** By name in lower case. */
  headers: Record<string, string>;
};

const SLOW_MS = 1000;

const refusals = {
  "no such address": [550, "5.1.1 No such address"],
  busy: [451, "4.7.1 Try again later"],
  "mailbox full": [552, "5.2.2 Mailbox full"],
  "not allowed": [550, "5.7.1 Relaying denied"],
} as const;

/** Starts it on free ports of loopback, or serves the page on `pagePort`. */
export async function startMailServer({ pagePort = 0 } = {}) {
  const mails: ReceivedMail[] = [];
  let failure: MailFailure | undefined;
  const replies = new Map<string, readonly [number, string]>();
  let attempts = 0;
  const listeners = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    onRcptTo({ address }, _, done) {
      attempts++;
      const refusal =
        replies.get(address) ??
        (failure && failure in refusals && refusals[failure as keyof typeof refusals]);
      if (!refusal) return done();
      done(Object.assign(new Error(refusal[1]), { responseCode: refusal[0] }));
    },
    async onData(stream, session, done) {
      if (failure === "cut off") {
        stream.once("data", () => cutOff(session.id));
        return;
      }
      const parts: Buffer[] = [];
      try {
        for await (const part of stream) parts.push(part as Buffer);
      } catch (error) {
        // The sender was killed in the middle of the mail.
        return done(error as Error);
      }
      if (failure === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      const mail = await PostalMime.parse(Buffer.concat(parts));
      for (const { address } of session.envelope.rcptTo) {
        mails.push({
          to: address,
          messageId: mail.messageId ?? "",
          subject: mail.subject ?? "",
          text: mail.text ?? "",
          html: mail.html ?? "",
          headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
        });
      }
      for (const listener of listeners) listener();
      done();
    },
  });
  function cutOff(id: string) {
    for (const connection of server.connections as Set<{ id: string; _socket: { destroy: () => void } }>) {
      if (connection.id === id) connection._socket.destroy();
    }
  }
  server.on("error", () => {});
  const smtp = server.listen(0, "127.0.0.1");
  const page = createServer((_, res) => {
    res.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(showMails(mails));
  }).listen(pagePort, "127.0.0.1");
  await Promise.all([smtp, page].map((each) => each.listening || once(each, "listening")));
  const portOf = (each: typeof page) => (each.address() as AddressInfo).port;
  const url = `smtp://127.0.0.1:${portOf(smtp as typeof page)}`;
  return {
    url,
    /** With which an app sends by it. */
    variables: { SMTP_URL: url, MAIL_FROM: "B-Side <hello@b-side.example>" },
    pageUrl: `http://localhost:${portOf(page)}`,
    mails,
    /** How many recipients it was asked to take. */
    attempts: () => attempts,
    fail(kind: MailFailure | undefined) {
      failure = kind;
    },
    /** Refuses one recipient with a code and text, or takes it again. */
    refuse(address: string, reply?: readonly [number, string]) {
      if (reply) replies.set(address, reply);
      else replies.delete(address);
    },
    /** The mails to an address, once there are `count`. */
    async untilReceived(to: string, count = 1): Promise<ReceivedMail[]> {
      for (;;) {
        const found = mails.filter((mail) => mail.to === to);
        if (found.length >= count) return found;
        await new Promise<void>((resolve) => {
          const listener = () => {
            listeners.delete(listener);
            resolve();
          };
          listeners.add(listener);
        });
      }
    },
    close() {
      server.close();
      page.close();
      page.closeAllConnections();
    },
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

function showMails(mails: ReceivedMail[]): string {
  const shown = [...mails].reverse().map(
    ({ to, subject, text, html }) => `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}</p>
<pre>${escapeHtml(text).replace(/https?:[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)}</pre>
<details><summary>HTML</summary><iframe title="${escapeHtml(subject)}" sandbox="allow-popups" srcdoc="${escapeHtml(html)}" width="600" height="500"></iframe></details></article>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mail</title><h1>Mail</h1>
${shown.join("<hr>\n") || "<p>Nothing was sent yet. Reload this page after something was.</p>"}</html>`;
}
