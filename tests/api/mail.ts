// A server with a mail server, and people who sign up and act with the links that they are mailed.
import { afterAll, beforeAll, expect } from "vitest";
import { openDatabaseFile } from "../database-file";
import { type MailServer, startMailServer } from "../fakes/mail-server";
import {
  type Browser,
  goToSignIn,
  openBrowser,
  type Person,
  type RunningServer,
  signIn,
  startServer,
} from "./server";

export const PASSWORD = "listen closely";
export const NEW_PASSWORD = "a much better password";

/** What the link of a sign-up asks for in another browser than the one that signed up. */
export const NEWCOMER = { firstName: "Ada", lastName: "Byron", password: PASSWORD, adult: "on" };
/** What the first proof of an address asks for. */
export const OWNER = { firstName: "Ada", lastName: "Byron", newPassword: NEW_PASSWORD };

export const sayings = async (answer: Response) => (await answer.text()).replaceAll("&#x27;", "'");
export const tokenIn = (path: string) => path.split("token=")[1] ?? "";

export async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.get("/api/auth/user")).status === 200;
}

/** Starts both before the file's tests, and stops them after; nothing of a mail may be in the log. */
export function shareMailServer() {
  let server: RunningServer;
  let mail: MailServer;
  let people = 0;

  beforeAll(async () => {
    mail = await startMailServer();
    server = await startServer({
      SMTP_URL: mail.url,
      MAIL_FROM: "B-Side <hello@b-side.example>",
      LOG_LEVEL: "info",
    });
  });

  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    mail.close();
    expect(server.output()).not.toContain('"msg":"bug"');
    for (const { to, text } of mail.mails) {
      expect(server.output()).not.toContain(to);
      for (const [, token = ""] of text.matchAll(/token=([\w-]{43})/g))
        expect(server.output()).not.toContain(token);
    }
  });

  const visitor = () => openBrowser(server);
  const newAddress = (name = "ada") => `${name}-${++people}@example.org`;

  /** Runs SQL on the server's database. */
  async function query(sql: string, args: (string | number)[] = []) {
    const client = openDatabaseFile(`${server.dataDir}/b-side.sqlite`);
    const { rows } = await client.execute({ sql, args });
    client.close();
    return rows;
  }

  /** The path of the link in the latest mail to an address that has one, once there are `count` mails. */
  async function readLink(email: string, count = 1): Promise<string> {
    const received = await mail.untilReceived(email, count);
    const [url = ""] = received.at(-1)?.text.match(/http\S+token=\S+/) ?? [];
    expect(new URL(url).origin).toBe(server.origin);
    return url.slice(server.origin.length);
  }

  /** The path of the link in the latest mail to an address with this subject. */
  async function readLinkOf(email: string, subject: string): Promise<string> {
    const link = () => {
      const found = mail.mails.filter((each) => each.to === email && each.subject === subject).at(-1);
      return found?.text.match(/http\S+token=\S+/)?.[0];
    };
    await expect.poll(link, { message: subject }).toBeDefined();
    return (link() ?? "").slice(server.origin.length);
  }

  async function requestAccount(browser: Browser, email: string, password = PASSWORD) {
    const page = await goToSignIn(browser, "/settings");
    const fields = { firstName: "Ada", lastName: "Lovelace", email, password, adult: "on" };
    return browser.form(`${page}/sign-up`, fields);
  }

  /** Signs up by mail; the browser is signed in afterwards. */
  async function signUp(email = newAddress()): Promise<Person> {
    const browser = visitor();
    await requestAccount(browser, email);
    const link = await readLink(email);
    const done = await browser.follow(await browser.form(link, { token: tokenIn(link) }));
    expect(done.status).toBe(200);
    const { id } = (await (await browser.get("/api/auth/user")).json()) as { id: string };
    return Object.assign(browser, { id, email, password: PASSWORD });
  }

  /** A member whose account is from before there was mail. */
  async function signUpUnconfirmed(): Promise<Person> {
    const person = await signUp();
    await query("update account set email_confirmed_at = null where email = ?", [person.email]);
    return person;
  }

  /** Sends the form of a link's page, in a new browser unless `by` is given. */
  const press = (
    link: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
    by: Browser = visitor(),
  ) => by.form(link, { token: tokenIn(link), ...fields }, headers);

  async function canSignIn(email: string, password: string): Promise<boolean> {
    const browser = visitor();
    await signIn(browser, email, password);
    return isSignedIn(browser);
  }

  return {
    running: () => server,
    mail: () => mail,
    visitor,
    newAddress,
    query,
    readLink,
    readLinkOf,
    requestAccount,
    signUp,
    signUpUnconfirmed,
    press,
    canSignIn,
  };
}
