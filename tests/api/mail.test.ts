// Everything that needs a mail server: signing up, resetting, confirming and changing the address, notices.
import { createClient } from "@libsql/client";
import { beforeAll, expect, test } from "vitest";
import { isSignedIn, NEW_PASSWORD as NEW, PASSWORD, sayings, shareMailServer, tokenIn } from "./mail";
import { operate } from "./operate";
import { type Browser, goToSignIn, openBrowser, type Person, signIn, startServer } from "./server";

const CHANGED = "Your B-Side email address was changed";
const CLOSED = "This link was already used or has expired. Ask for a new one.";
const ROUNDS = 50;

const {
  running,
  mail: mailServer,
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
} = shareMailServer();
let mail: ReturnType<typeof mailServer>;
let server: ReturnType<typeof running>;
beforeAll(() => {
  mail = mailServer();
  server = running();
});

const requestReset = (email: string) => visitor().form("/forgot-password", { email });

async function makeResetLink(email: string): Promise<string> {
  const before = mail.mails.filter(({ to }) => to === email).length;
  await requestReset(email);
  return readLink(email, before + 1);
}

async function makeChangeLink(person: Person, email: string): Promise<string> {
  expect((await person.form("/settings/email", { email })).status).toBe(200);
  return readLink(email);
}

async function getEmail(person: Browser): Promise<string> {
  return ((await (await person.get("/api/auth/user")).json()) as { email: string }).email;
}

test("a newcomer signs up with the link from the mail and is signed in where they started", async () => {
  const browser = visitor();
  const email = newAddress();
  const asked = await requestAccount(browser, email);
  expect([asked.status, await sayings(asked)]).toEqual([200, expect.stringContaining("Check Your Email")]);
  expect(await query("select 1 from account where email = ?", [email])).toEqual([]);
  const link = await readLink(email);
  for (const opened of [await browser.get(link), await visitor().get(link)]) {
    expect(opened.status).toBe(200);
    expect(opened.headers.get("Referrer-Policy")).toMatch(/strict-origin$/);
    expect(opened.headers.get("Cache-Control")).toContain("no-store");
    expect(await opened.text()).toContain("Create My Account");
  }
  const made = await browser.form(link, { token: tokenIn(link) });
  const offered = await browser.follow(made);
  const next = `${server.origin}/settings/recovery-codes?to=${encodeURIComponent("/settings")}`;
  expect([offered.status, offered.url]).toEqual([200, next]);
  const [account] = await query("select email_confirmed_at as at from account where email = ?", [email]);
  expect(account?.at).toEqual(expect.any(Number));
});

test("a link sent twice by the browser that signed up creates the account and signs in", async () => {
  const [browser, email] = [visitor(), newAddress()];
  await requestAccount(browser, email);
  const link = await readLink(email);
  // A browser that sends a form twice gets no answer to the first one.
  const [, second] = await Promise.all([1, 2].map(() => browser.form(link, { token: tokenIn(link) })));
  if (second) await browser.follow(second);
  expect((await browser.get("/api/auth/user")).status).toBe(200);
});

test("in another browser the link creates the account and leads to sign-in", async () => {
  const email = newAddress();
  await requestAccount(visitor(), email);
  const link = await readLink(email);
  const other = visitor();
  const made = await other.form(link, { token: tokenIn(link) });
  expect([made.status, await made.text()]).toEqual([200, expect.stringContaining("Your Account Is Ready")]);
  expect(await isSignedIn(other)).toBe(false);
  expect(await canSignIn(email, PASSWORD)).toBe(true);
});

test("somebody who is signed in cannot create another account", async () => {
  const email = newAddress();
  await requestAccount(visitor(), email);
  const link = await readLink(email);
  const ada = await signUp();
  expect((await ada.get(link)).status).toBe(409);
  expect((await ada.form(link, { token: tokenIn(link) })).status).toBe(409);
  expect((await press(link)).status).toBe(200);
});

test("the link of an account that was created leads its member home", async () => {
  const email = newAddress();
  const ada = await signUp(email);
  const again = await ada.get(await readLink(email));
  expect([again.status, again.headers.get("Location")]).toEqual([302, "/"]);
});

test("of several sign-ups with an address the first that is confirmed wins", async () => {
  const email = newAddress();
  await requestAccount(visitor(), email, "the first password");
  const first = await readLink(email);
  await requestAccount(visitor(), email, "the second password");
  const second = await readLink(email, 2);
  expect((await press(second)).status).toBe(200);
  const late = await press(first);
  expect([late.status, await sayings(late)]).toEqual([400, expect.stringContaining(CLOSED)]);
  expect([
    await canSignIn(email, "the first password"),
    await canSignIn(email, "the second password"),
  ]).toEqual([false, true]);
});

/** What a visitor can tell two responses apart by. */
async function describeAnswer(answer: Response) {
  const cookies = answer.headers.getSetCookie().map((line) => line.split("=", 1)[0]);
  const changing = /nonce="[^"]*"|[\w-]{43,54}|[\w-]+-\d+@example\.org/g;
  const headers = [...answer.headers.keys()].filter((name) => name !== "set-cookie").sort();
  return { status: answer.status, headers, cookies, body: (await answer.text()).replace(changing, "") };
}

test("signing up, resetting and signing in answer the same for known and unknown addresses", async () => {
  const { email: known } = await signUp();
  const unknown = newAddress();
  const answers = async (email: string) => {
    const browser = visitor();
    const page = await goToSignIn(browser);
    return {
      signUp: await describeAnswer(await requestAccount(visitor(), email)),
      reset: await describeAnswer(await requestReset(email)),
      signIn: await describeAnswer(await browser.form(page, { email, password: "not the password" })),
    };
  };
  expect(await answers(known)).toEqual(await answers(unknown));
  const said = (await mail.untilReceived(known, 3)).map(({ subject }) => subject);
  expect(said).toContain("You already have a B-Side account");
  expect(said).toContain("Choose a new password for B-Side");
  const got = (await mail.untilReceived(unknown)).map(({ subject }) => subject);
  expect(got).toEqual(["Finish signing up for B-Side"]);
});

test("a forgotten password is set with the mailed link, once, and every browser is signed out", async () => {
  const ada = await signUp();
  const link = await makeResetLink(ada.email);
  const opened = await visitor().get(link);
  expect(opened.headers.get("Referrer-Policy")).toMatch(/strict-origin$/);
  expect(opened.headers.get("Cache-Control")).toContain("no-store");
  await visitor().get(link);
  expect((await press(link, { newPassword: "password" })).status).toBe(400);
  expect((await press(link, { newPassword: NEW })).status).toBe(200);
  expect(await isSignedIn(ada)).toBe(false);
  expect([await canSignIn(ada.email, PASSWORD), await canSignIn(ada.email, NEW)]).toEqual([false, true]);
  const again = await press(link, { newPassword: PASSWORD });
  expect([again.status, await sayings(again)]).toEqual([400, expect.stringContaining(CLOSED)]);
  const notices = await mail.untilReceived(ada.email, 3);
  expect(notices.map(({ subject }) => subject)).toContain("Your B-Side password was changed");
});

test("a reset by mail gives an address back to its owner, without what a squatter left", async () => {
  const squatter = await signUpUnconfirmed();
  const [account] = await query("select id from account where email = ?", [squatter.email]);
  const id = String(account?.id);
  await query("insert into passkey values ('squat-' || ?, ?, 'x', 'x', 0, '[]', 0, null)", [id, id]);
  await query("insert into authenticator values (?, 'x', 1, null, 0)", [id]);
  await query("insert into recovery_code values (?, 'squat', null)", [id]);
  const away = newAddress("eve");
  const change = await makeChangeLink(squatter, away);
  const link = await makeResetLink(squatter.email);
  expect((await press(link, { newPassword: NEW })).status).toBe(200);
  expect(await isSignedIn(squatter)).toBe(false);
  expect((await press(change)).status).toBe(400);
  for (const table of ["passkey", "authenticator", "recovery_code"]) {
    expect([table, await query(`select 1 from ${table} where account_id = ?`, [id])]).toEqual([table, []]);
  }
  const [after] = await query("select email, email_confirmed_at as at from account where id = ?", [id]);
  expect([after?.email, after?.at]).toEqual([squatter.email, expect.any(Number)]);
});

test("a reset link that is used or unknown says so before a password is typed", async () => {
  const ada = await signUp();
  const link = await makeResetLink(ada.email);
  expect(await sayings(await visitor().get(link))).toContain("You'll be signed out of all browsers.");
  await press(link, { newPassword: NEW });
  for (const path of [link, "/reset-password", "/reset-password?token=none"]) {
    const page = await sayings(await visitor().get(path));
    expect(page).toContain("This Link No Longer Works");
    expect(page).toContain('href="/forgot-password"');
    expect(page).not.toContain('name="newPassword"');
  }
});

test("links of another account don't speak of the member who is signed in", async () => {
  const [ada, ben] = [await signUpUnconfirmed(), await signUp()];
  await ada.form("/settings/email/confirm", {});
  const link = await readLink(ada.email, 2);
  const confirmed = await sayings(await ben.form(link, { token: tokenIn(link) }));
  expect(confirmed).toContain(`Thank you! ${ada.email} is confirmed.`);
  const reset = await makeResetLink(ada.email);
  const changed = await sayings(await ben.form(reset, { token: tokenIn(reset), newPassword: NEW }));
  expect(changed).toContain("That account was signed out of all browsers.");
  expect(changed).toContain('href="/api/logout"');
  expect(changed).not.toContain("You've been signed out");
  expect(await isSignedIn(ben)).toBe(true);
});

test("a reset of a confirmed account keeps its passkeys and codes", async () => {
  const ada = await signUp();
  const [account] = await query("select id from account where email = ?", [ada.email]);
  await query("insert into recovery_code values (?, 'own', null)", [String(account?.id)]);
  await press(await makeResetLink(ada.email), { newPassword: NEW });
  const codes = await query("select 1 from recovery_code where account_id = ?", [String(account?.id)]);
  expect(codes).toHaveLength(1);
});

test("a member confirms the address of an account from before there was mail", async () => {
  const ada = await signUpUnconfirmed();
  expect(await (await ada.get("/settings")).text()).toContain("Confirm your address");
  expect((await ada.form("/settings/email/confirm", {})).status).toBe(303);
  const link = await readLink(ada.email, 2);
  expect(await (await visitor().get(link)).text()).toContain("Confirm Email");
  expect(await (await ada.get("/settings")).text()).toContain("Confirm your address");
  expect((await press(link)).status).toBe(200);
  expect(await (await ada.get("/settings")).text()).not.toContain("Confirm your address");
});

test("a changed address is confirmed first, and its owner can take the account back for a week", async () => {
  const ada = await signUp();
  const fresh = newAddress("new");
  const link = await makeChangeLink(ada, fresh);
  expect(await getEmail(ada)).toBe(ada.email);
  expect((await press(link)).status).toBe(200);
  expect(await getEmail(ada)).toBe(fresh);
  const undo = await readLinkOf(ada.email, CHANGED);
  expect(undo).toContain("/restore-email");
  expect(await (await visitor().get(undo)).text()).toContain(ada.email);
  expect(await getEmail(ada)).toBe(fresh);
  expect((await press(undo, { newPassword: NEW })).status).toBe(200);
  expect(await isSignedIn(ada)).toBe(false);
  expect([await canSignIn(fresh, PASSWORD), await canSignIn(ada.email, NEW)]).toEqual([false, true]);
  const events = await query(
    "select kind from security_event where member_id = ? and kind <> 'sign-in' order by id",
    [Number(ada.id)],
  );
  expect(events.map(({ kind }) => kind)).toEqual([
    "email-change-requested",
    "email-changed",
    "email-restored",
  ]);
});

test("a thief's later change and its way back do not outlive the owner's", async () => {
  const ada = await signUp();
  const [second, third] = [newAddress("second"), newAddress("third")];
  await press(await makeChangeLink(ada, second));
  const owners = await readLinkOf(ada.email, CHANGED);
  await press(await makeChangeLink(ada, third));
  const thiefs = await readLinkOf(second, CHANGED);
  expect((await press(thiefs, { newPassword: "the thief's password" })).status).toBe(200);
  expect((await press(owners, { newPassword: NEW })).status).toBe(200);
  expect((await press(thiefs, { newPassword: "the thief's password" })).status).toBe(400);
  expect(await canSignIn(ada.email, NEW)).toBe(true);
});

test("a change to an address with an account answers the same and tells its owner", async () => {
  const [ada, ben] = [await signUp(), await signUp(newAddress("ben"))];
  const answers = [];
  for (const email of [ben.email, newAddress()]) {
    answers.push(await describeAnswer(await ada.form("/settings/email", { email })));
  }
  expect(answers[0]).toEqual(answers[1]);
  const notices = await mail.untilReceived(ben.email, 2);
  expect(notices.at(-1)?.subject).toBe("You already have a B-Side account");
  const own = await ada.form("/settings/email", { email: ada.email });
  expect([own.status, await sayings(own)]).toEqual([
    400,
    expect.stringContaining("This is already your email"),
  ]);
});

test("a new address that was typed is still there after the question who it is", async () => {
  const ada = await signUp();
  await query("update session set confirmed_at = 1");
  const asked = await ada.form("/settings/email", { email: "new@example.org" });
  const question = asked.headers.get("Location") ?? "";
  expect(question).toMatch(/^\/settings\/confirm\?to=%2Fsettings%2Femail%3Ftyped%3D[\w-]+$/);
  const confirmed = await ada.form(question, { password: PASSWORD });
  const back = confirmed.headers.get("Location") ?? "";
  expect(await (await ada.get(back)).text()).toContain('value="new@example.org"');

  // No link can fill the form: not with another address, and not with what was typed into another account.
  const ben = await signUp();
  for (const link of [back, "/settings/email?email=new%40example.org", "/settings/email?typed=new"])
    expect(await (await ben.get(link)).text()).not.toContain("new@example.org");
});

test("changing the address asks again after ten minutes", async () => {
  const ada = await signUp();
  await query("update session set confirmed_at = 0 where member_id = ?", [Number(ada.id)]);
  const asked = await ada.get("/settings/email");
  expect([asked.status, asked.headers.get("Location")]).toEqual([
    303,
    "/settings/confirm?to=%2Fsettings%2Femail",
  ]);
  expect((await ada.form("/settings/email", { email: newAddress() })).status).toBe(303);
});

/** Every kind of one-use link, each to an account of its own, and what its form sends. */
const links: Record<string, () => Promise<{ link: string; fields?: Record<string, string> }>> = {
  "sign-up": async () => {
    const email = newAddress();
    await requestAccount(visitor(), email);
    return { link: await readLink(email) };
  },
  reset: async () => ({ link: await makeResetLink((await signUp()).email), fields: { newPassword: NEW } }),
  confirm: async () => {
    const ada = await signUpUnconfirmed();
    await ada.form("/settings/email/confirm", {});
    return { link: await readLink(ada.email, 2) };
  },
  change: async () => ({ link: await makeChangeLink(await signUp(), newAddress("new")) }),
  undo: async () => {
    const ada = await signUp();
    await press(await makeChangeLink(ada, newAddress("new")));
    return { link: await readLinkOf(ada.email, CHANGED), fields: { newPassword: NEW } };
  },
};

test.each(Object.keys(links))("a link for %s works once, whatever the Host header says", async (kind) => {
  const { link, fields } = (await links[kind]?.()) ?? { link: "" };
  const evil = { Host: "evil.example", Origin: "http://evil.example" };
  const opened = await visitor().get(link, evil);
  expect(await opened.text()).not.toContain("evil.example");
  expect((await press(link, fields)).status).toBe(200);
  for (const headers of [{}, evil]) {
    const again = await press(link, fields, headers);
    expect([again.status, await sayings(again)]).toEqual([400, expect.stringContaining(CLOSED)]);
  }
  for (const token of ["", "none", `${tokenIn(link)}x`, "x".repeat(200)]) {
    expect((await visitor().form(link.split("?")[0] ?? "", { token, ...fields })).status).toBe(400);
  }
});

test.each(Object.keys(links))("an expired link for %s is refused", async (kind) => {
  const { link, fields } = (await links[kind]?.()) ?? { link: "" };
  await query("update account_link set expires_at = 1 where used_at is null");
  await query("update pending_account set expires_at = 1");
  const late = await press(link, fields);
  expect([late.status, await sayings(late)]).toEqual([400, expect.stringContaining(CLOSED)]);
});

test.each(Object.keys(links))("a link for %s does nothing at the addresses of the others", async (kind) => {
  const { link } = (await links[kind]?.()) ?? { link: "" };
  const pages = ["/reset-password", "/confirm-email", "/restore-email", "/oidc/interaction/none/create"];
  const own = new URL(link, server.origin).pathname;
  for (const page of pages.filter(
    (each) => each !== own && !(own.startsWith("/oidc") && each.startsWith("/oidc")),
  )) {
    const refused = await press(link.replace(own, page), { newPassword: NEW });
    expect([page, refused.status]).toEqual([page, 400]);
  }
});

test.each(Object.keys(links))(
  `of two simultaneous uses of a link for %s one succeeds, ${ROUNDS} times over`,
  async (kind) => {
    const made = await Promise.all(Array.from({ length: ROUNDS }, () => links[kind]?.()));
    for (const { link, fields } of made.map((each) => each ?? { link: "", fields: {} })) {
      const both = await Promise.all([press(link, fields), press(link, fields)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  },
  300_000,
);

test("a sign-in from a new browser is noted and mailed, one from a known browser is not", async () => {
  const ada = await signUp();
  const agent = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  const other = openBrowser(server, [], agent);
  await signIn(other, ada.email);
  const received = await mail.untilReceived(ada.email, 2);
  expect(received.at(-1)).toMatchObject({ subject: "New sign-in to your B-Side account" });
  expect(received.at(-1)?.text).toContain("Firefox on Linux");
  const activity = await sayings(await ada.get("/settings/activity"));
  expect(activity).toContain("Signed in from a new browser");
  expect(activity).toContain("Firefox on Linux");
  await other.form("/api/auth/logout", {});
  await signIn(other, ada.email);
  expect(await isSignedIn(other)).toBe(true);
  const events = await query("select 1 from security_event where member_id = ? and kind = 'sign-in'", [
    Number(ada.id),
  ]);
  expect(events).toHaveLength(1);
});

test("changing the password mails a notice", async () => {
  const ada = await signUp();
  await ada.form("/settings/password", { currentPassword: PASSWORD, newPassword: NEW });
  const received = await mail.untilReceived(ada.email, 2);
  expect(received.at(-1)?.subject).toBe("Your B-Side password was changed");
  expect(await sayings(await ada.get("/settings/activity"))).toContain("Changed the password");
});

test("a refused address is named in the settings until another is typed", async () => {
  const ada = await signUpUnconfirmed();
  mail.fail("no such address");
  await ada.form("/settings/email/confirm", {});
  await server.untilOutput('"result":"refused"');
  mail.fail(undefined);
  await expect.poll(() => query("select 1 from unreachable_address")).toHaveLength(1);
  expect(await sayings(await ada.get("/settings"))).toContain("Our emails to this address bounce");
  await press(await makeChangeLink(ada, newAddress("new")));
  expect(await sayings(await ada.get("/settings"))).not.toContain("come back");
});

test("links of the console reset the password, and confirm nothing", async () => {
  const ada = await signUpUnconfirmed();
  const { said } = await operate(server.dataDir, ["account", "reset", ada.email]);
  const token = /token=([\w-]{43})/.exec(said)?.[1] ?? "";
  expect((await visitor().form("/reset-password", { token, newPassword: NEW })).status).toBe(200);
  const [account] = await query("select email_confirmed_at as at from account where email = ?", [ada.email]);
  expect(account?.at).toBeNull();
});

test("tokens are nowhere in the database once the mail is sent", async () => {
  const email = newAddress();
  await requestAccount(visitor(), email);
  const token = tokenIn(await readLink(email));
  await expect.poll(() => query("select 1 from mail where recipient = ?", [email])).toEqual([]);
  for (const table of ["mail", "account_link", "pending_account"]) {
    expect(JSON.stringify(await query(`select * from ${table}`))).not.toContain(token);
  }
});

test("a fourth mail in an hour is not sent, and nobody can tell", async () => {
  const limited = await startServer({
    SMTP_URL: mail.url,
    MAIL_FROM: "hello@b-side.example",
    RATE_LIMITS: "on",
  });
  const email = newAddress();
  const answers = [];
  const browser = openBrowser(limited);
  const page = await goToSignIn(browser);
  const fields = { firstName: "Ada", lastName: "L", email, password: PASSWORD, adult: "on" };
  for (let i = 0; i < 5; i++)
    answers.push(await describeAnswer(await browser.form(`${page}/sign-up`, fields)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  await mail.untilReceived(email, 3);
  expect(await limited.stop()).toBe(0);
  expect(mail.mails.filter(({ to }) => to === email)).toHaveLength(3);
});

test("a stopping server finishes the mail in transit", async () => {
  const email = newAddress();
  mail.fail("slow");
  const own = await startServer({ SMTP_URL: mail.url, MAIL_FROM: "hello@b-side.example", LOG_LEVEL: "info" });
  const browser = openBrowser(own);
  const page = await goToSignIn(browser);
  const before = mail.attempts();
  const fields = { firstName: "Ada", lastName: "L", email, password: PASSWORD, adult: "on" };
  await browser.form(`${page}/sign-up`, fields);
  while (mail.attempts() === before) await new Promise((resolve) => setImmediate(resolve));
  expect(await own.stop()).toBe(0);
  mail.fail(undefined);
  expect(mail.mails.filter(({ to }) => to === email)).toHaveLength(1);
  expect(own.output()).toContain('"kind":"sign-up","result":"sent"');
});

test("without a mail server nothing is queued and no page pretends", async () => {
  const plain = await startServer();
  const browser = openBrowser(plain);
  const page = await goToSignIn(browser);
  const fields = {
    firstName: "Ada",
    lastName: "L",
    email: "ada@example.org",
    password: PASSWORD,
    adult: "on",
  };
  expect((await browser.follow(await browser.form(`${page}/sign-up`, fields))).status).toBe(200);
  const forgotten = await (await openBrowser(plain).get("/forgot-password")).text();
  expect([forgotten.includes("Recovery code"), forgotten.includes("email you")]).toEqual([true, false]);
  const settings = await (await browser.get("/settings")).text();
  expect([settings.includes("ada@example.org"), /Change Email|Send Link/.test(settings)]).toEqual([
    true,
    false,
  ]);
  for (const path of [
    "/settings/email",
    "/confirm-email",
    "/restore-email",
    "/oidc/interaction/none/create",
  ]) {
    expect([path, (await browser.get(path)).status]).toEqual([path, 404]);
    expect([path, (await browser.form(path, { token: "none", email: "b@example.org" })).status]).toEqual([
      path,
      404,
    ]);
  }
  expect((await browser.form("/settings/email/confirm", {})).status).toBe(404);
  await browser.form("/settings/password", { currentPassword: PASSWORD, newPassword: NEW });
  await signIn(openBrowser(plain), "ada@example.org", NEW);
  expect(await (await browser.get("/settings/activity")).text()).toContain("Signed in from a new browser");
  const client = createClient({ url: `file:${plain.dataDir}/b-side.sqlite`, timeout: 5000 });
  const { rows } = await client.execute("select 1 from mail union all select 1 from pending_account");
  client.close();
  expect(rows).toEqual([]);
  expect(await plain.stop()).toBe(0);
});
