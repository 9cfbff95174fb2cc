// The mail server (SMTP_URL): a pool of connections, and what is sent over it.
import { createTransport, type SendMailOptions } from "nodemailer";
import { env } from "~/env.server";

/** How many connections are open at once. */
export const MAIL_CONNECTIONS = 5;

let transport: ReturnType<typeof openTransport> | undefined;

function openTransport(url: string) {
  return createTransport({
    url,
    pool: true,
    maxConnections: MAIL_CONNECTIONS,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connects and signs in to the mail server without sending anything. Throws if it doesn't respond or refuses. */
export async function tryMailServer(): Promise<void> {
  transport ??= openTransport(env.mail?.server ?? "");
  await transport.verify();
}

/** Sends a mail from the operator's address; does nothing without a mail server. Throws the server's error. */
export async function sendMail(mail: SendMailOptions): Promise<void> {
  if (!env.mail) return;
  transport ??= openTransport(env.mail.server);
  await transport.sendMail({ from: env.mail.from, ...mail });
}

/** Closes the connections to the mail server. */
export function closeMailServer() {
  transport?.close();
  transport = undefined;
}
