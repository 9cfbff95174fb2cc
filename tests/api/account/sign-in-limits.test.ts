// Sign-ins behind a trusted proxy: strangers cannot guess passwords, and cannot lock an owner out.
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { openDatabaseFile } from "../../database-file";
import { startMailServer } from "../../fakes/mail-server";
import { type Browser, goToSignIn, openBrowser, signIn, signUp, startServer } from "../server";

const { app } = shareApp({ RATE_LIMITS: "on", TRUST_PROXY: "127.0.0.1" });

/** A new browser at an address. It forges another one each time, which the proxy forwards before its own. */
const browserAt = (address: string) =>
  openBrowser(app(), [], { "X-Forwarded-For": `192.0.2.${Math.ceil(Math.random() * 250)}, ${address}` });

async function guess(browser: Browser, email: string, times: number): Promise<Response[]> {
  const page = await goToSignIn(browser);
  return Promise.all(
    Array.from({ length: times }, (_, n) => browser.form(page, { email, password: `guess ${n}` })),
  );
}

const count = (answers: Response[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

test("a stranger's wrong passwords do not lock the owner out, even in a new browser", async () => {
  const ada = await signUp(browserAt("203.0.113.1"), "Ada");
  const guesses = await guess(browserAt("198.51.100.1"), ada.email, 30);
  expect(count(guesses, 400)).toBe(10);
  expect(count(guesses, 429)).toBe(20);
  expect((await signIn(browserAt("203.0.113.2"), ada.email)).status).toBe(200);
  expect((await signIn(browserAt("203.0.113.1"), ada.email)).status).toBe(200);
});

test("after 100 guesses in an hour from all addresses together, each new browser may try once a minute", async () => {
  const ben = await signUp(browserAt("203.0.113.3"), "Ben");
  await ben.json("POST", "/api/auth/logout", {});
  const guesses: Response[] = [];
  for (let n = 1; n <= 11; n++)
    guesses.push(...(await guess(browserAt(`198.51.100.${100 + n}`), ben.email, 10)));
  expect(count(guesses, 400)).toBe(101);
  expect(count(guesses, 429)).toBe(9);
  expect((await signIn(browserAt("203.0.113.4"), ben.email)).status).toBe(200);
  const refused = await signIn(browserAt("203.0.113.4"), ben.email);
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers.get("Retry-After"));
  expect([seconds > 0, seconds <= 60]).toEqual([true, true]);
  expect(await refused.text()).toMatch(/where you&#x27;ve signed in before.* to use a recovery code\./);
  expect((await signIn(ben, ben.email)).status).toBe(200);
});

test("with a mail server, the refusal offers a link, whether or not there is an account", async () => {
  const mail = await startMailServer();
  const server = await startServer({
    RATE_LIMITS: "on",
    TRUST_PROXY: "1",
    SMTP_URL: mail.url,
    MAIL_FROM: "hello@b-side.example",
  });
  const stranger = (n: number) => openBrowser(server, [], { "X-Forwarded-For": `198.51.100.${n}` });
  for (let n = 1; n <= 10; n++) await guess(stranger(n), "nobody@example.org", 10);
  const answers = await guess(stranger(11), "nobody@example.org", 2);
  const refused = answers.find(({ status }) => status === 429);
  expect(await refused?.text()).toContain("to get a link by email.");
  expect(await server.stop()).toBe(0);
  mail.close();
});

test("an account gets to know the addresses that its sessions are used from, one a day", async () => {
  const dora = await signUp(browserAt("203.0.113.5"), "Dora");
  const client = openDatabaseFile(`${app().dataDir}/b-side.sqlite`);
  const query = async (sql: string) => (await client.execute({ sql, args: [dora.email] })).rows;
  const countAddresses = async () =>
    (
      await query(
        "select * from known_client join account on account.id = account_id where kind = 'address' and email = ?",
      )
    ).length;
  const goTo = (address: string) =>
    openBrowser(app(), dora.cookies, { "X-Forwarded-For": address }).get("/records");
  expect((await goTo("203.0.113.6")).status).toBe(200);
  expect(await countAddresses()).toBe(1);
  await query(
    "update session set expires_at = expires_at - 172800000 where member_id in (select id from member where email = ?)",
  );
  expect((await goTo("203.0.113.7")).status).toBe(200);
  await expect.poll(countAddresses).toBe(2);
  client.close();
});

test("an address can start 60 sign-ins in ten minutes, and further ones write nothing", async () => {
  const begin = async (browser: Browser) => {
    const login = await browser.get("/api/login");
    const provider = new URL(login.headers.get("Location") ?? "");
    return browser.get(provider.pathname + provider.search);
  };
  const begun = await Promise.all(Array.from({ length: 90 }, () => begin(browserAt("198.51.100.9"))));
  expect(count(begun, 303)).toBe(60);
  const refused = begun.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await refused?.text()).toContain("That was a little too fast. Try again in");
  const client = openDatabaseFile(`${app().dataDir}/b-side.sqlite`);
  const countRows = async () =>
    (await client.execute("select count(*) as rows from provider_record")).rows[0]?.rows;
  const before = await countRows();
  expect((await begin(browserAt("198.51.100.9"))).status).toBe(429);
  expect(await countRows()).toBe(before);
  expect((await begin(browserAt("198.51.100.10"))).status).toBe(303);
  client.close();
});
