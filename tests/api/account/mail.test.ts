// Everything that needs a mail server: signing up, resetting, confirming and changing the address, notices.
import { expect, test } from "vitest";
import { type Browser, openBrowser } from "../client";
import {
  isSignedIn,
  NEW_PASSWORD as NEW,
  NEWCOMER,
  OWNER,
  PASSWORD,
  query,
  sayings,
  shareMailApp,
  tokenIn,
} from "../mail";
import { goToSignIn, type Person, signIn } from "../people";

const CHANGED = "Your B-Side email address was changed";
const CLOSED = "This link was already used or has expired. Ask for a new one.";
const DAY_MS = 24 * 60 * 60 * 1000;

const {
  app,
  mail,
  visitor,
  newAddress,
  readLink,
  readLinkOf,
  requestAccount,
  signUp,
  signUpUnconfirmed,
  press,
  canSignIn,
  accountOf,
} = await shareMailApp();

const requestReset = (email: string) => visitor().form("/forgot-password", { email });

async function makeResetLink(email: string): Promise<string> {
  await requestReset(email);
  return readLinkOf(email, "Choose a new password for B-Side");
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
  expect(await query("select 1 from account where email = ?", email)).toEqual([]);
  const link = await readLink(email);
  expect(await (await browser.get(link)).text()).toContain("Create My Account");
  for (const opened of [await browser.get(link), await visitor().get(link)]) {
    expect(opened.status).toBe(200);
    expect(opened.headers.get("Referrer-Policy")).toMatch(/strict-origin$/);
    expect(opened.headers.get("Cache-Control")).toContain("no-store");
  }
  const made = await browser.form(link, { token: tokenIn(link) });
  const opened = await browser.follow(made);
  expect([opened.status, opened.url]).toEqual([200, `${app().origin}/settings`]);
  const [account] = await query("select email_confirmed_at as at from account where email = ?", email);
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

test("in another browser the link asks for name and password, creates the account and leads to sign-in", async () => {
  const email = newAddress();
  await requestAccount(visitor(), email, "the password of who signed up");
  const link = await readLink(email);
  const other = visitor();
  const page = await sayings(await other.get(link));
  expect(page).toContain(`You'll sign in as ${email}. Choose your name and password in this browser.`);
  expect(page).not.toContain("Lovelace");
  for (const missing of ["firstName", "password", "adult"]) {
    const refused = await press(link, { ...NEWCOMER, [missing]: "" }, {}, other);
    expect([missing, refused.status]).toEqual([missing, 400]);
  }
  expect((await press(link, { ...NEWCOMER, password: "password" })).status).toBe(400);
  const made = await press(link, NEWCOMER, {}, other);
  expect([made.status, await made.text()]).toEqual([200, expect.stringContaining("Your Account Is Ready")]);
  expect(await isSignedIn(other)).toBe(false);
  expect([await canSignIn(email, "the password of who signed up"), await canSignIn(email, PASSWORD)]).toEqual(
    [false, true],
  );
  const [account] = await query("select last_name as name from account where email = ?", email);
  expect(account?.name).toBe("Byron");
});

test("somebody who is signed in cannot create another account", async () => {
  const email = newAddress();
  await requestAccount(visitor(), email);
  const link = await readLink(email);
  const ada = await signUp();
  expect((await ada.get(link)).status).toBe(409);
  expect((await ada.form(link, { token: tokenIn(link) })).status).toBe(409);
  expect((await press(link, NEWCOMER)).status).toBe(200);
});

test("the link of an account that was created leads its member home", async () => {
  const email = newAddress();
  const ada = visitor();
  await requestAccount(ada, email);
  const link = await readLink(email);
  await ada.follow(await ada.form(link, { token: tokenIn(link) }));
  const again = await ada.get(link);
  expect([again.status, again.headers.get("Location")]).toEqual([302, "/"]);
});

test("of several sign-ups with an address whoever opens a link has the account, with what they typed", async () => {
  const email = newAddress();
  await requestAccount(visitor(), email, "a stranger's password");
  const first = await readLink(email);
  const owner = visitor();
  await requestAccount(owner, email);
  await readLink(email, 2);
  // The stranger's link in the owner's browser, even at the address of the owner's own sign-in.
  expect((await press(first, {}, {}, owner)).status).toBe(400);
  const page = new URL(await readLink(email, 2), "http://localhost").pathname;
  expect((await press(`${page}?token=${tokenIn(first)}`, {}, {}, owner)).status).toBe(400);
  expect((await press(first, NEWCOMER, {}, owner)).status).toBe(200);
  const late = await press(await readLink(email, 2), NEWCOMER);
  expect([late.status, await sayings(late)]).toEqual([400, expect.stringContaining(CLOSED)]);
  expect([await canSignIn(email, "a stranger's password"), await canSignIn(email, PASSWORD)]).toEqual([
    false,
    true,
  ]);
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
  const said = (await mail.untilReceived(known, 2)).map(({ subject }) => subject);
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
  const notices = await mail.untilReceived(ada.email, 2);
  expect(notices.map(({ subject }) => subject)).toContain("Your B-Side password was changed");
});

test("a reset by mail gives an address back to its owner, without what a squatter left", async () => {
  const squatter = await signUpUnconfirmed();
  const id = await accountOf(squatter);
  await query(
    "insert into passkey (id, account_id, name, public_key, counter, transports, created_at) values ('squat-' || ?, ?, 'x', 'x', 0, '[]', 0)",
    id,
    id,
  );
  await query(
    "insert into authenticator (account_id, secret, confirmed_at, created_at) values (?, 'x', 1, 0)",
    id,
  );
  await query("insert into recovery_code (account_id, hash) values (?, 'squat')", id);
  const change = await makeChangeLink(squatter, newAddress("eve"));
  const link = await makeResetLink(squatter.email);
  expect(await sayings(await visitor().get(link))).toContain("for the first time");
  expect((await press(link, { newPassword: NEW })).status).toBe(400);
  expect((await press(link, OWNER)).status).toBe(200);
  expect(await isSignedIn(squatter)).toBe(false);
  expect((await press(change, {}, {}, squatter)).status).toBe(400);
  const named = await query(
    "select a.last_name as account, m.last_name as member from account a join member m on m.subject = a.id where a.id = ?",
    id,
  );
  expect(named).toMatchObject([{ account: "Byron", member: "Byron" }]);
  for (const table of ["passkey", "authenticator", "recovery_code"]) {
    expect([table, await query(`select 1 from ${table} where account_id = ?`, id)]).toEqual([table, []]);
  }
  const [after] = await query("select email, email_confirmed_at as at from account where id = ?", id);
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
  const link = await readLink(ada.email);
  expect(await sayings(await ben.get(link))).toContain(`Is the account with ${ada.email} yours?`);
  expect((await press(link, {}, {}, ben)).status).toBe(400);
  const reset = await makeResetLink(ada.email);
  const changed = await sayings(await press(reset, OWNER, {}, ben));
  expect(changed).toContain("That account was signed out of all browsers.");
  expect(changed).toContain('href="/api/logout"');
  expect(changed).not.toContain("You've been signed out");
  expect(await isSignedIn(ben)).toBe(true);
});

test("confirming an address in a browser that isn't signed in takes the account from the person who set it up", async () => {
  const squatter = await signUpUnconfirmed();
  const id = await accountOf(squatter);
  await query(
    "insert into passkey (id, account_id, name, public_key, counter, transports, created_at) values ('set-up-' || ?, ?, 'x', 'x', 0, '[]', 0)",
    id,
    id,
  );
  await query("insert into recovery_code (account_id, hash) values (?, 'set up')", id);
  await squatter.form("/settings/email/confirm", {});
  const link = await readLink(squatter.email);
  expect((await press(link, { newPassword: NEW })).status).toBe(400);
  expect(await isSignedIn(squatter)).toBe(true);
  expect((await press(link, OWNER)).status).toBe(200);
  expect([await isSignedIn(squatter), await canSignIn(squatter.email, PASSWORD)]).toEqual([false, false]);
  expect(await canSignIn(squatter.email, NEW)).toBe(true);
  expect(await query("select 1 from passkey where account_id = ?", id)).toEqual([]);
  expect(await query("select 1 from recovery_code where account_id = ?", id)).toEqual([]);
});

test("a new address is not taken by who only reads its mail", async () => {
  const ada = await signUp();
  const fresh = newAddress("new");
  const link = await makeChangeLink(ada, fresh);
  const SIGN_IN = "Sign in to your account in this browser, then open the link again.";
  expect(await sayings(await visitor().get(link))).toContain(SIGN_IN);
  const refused = await press(link, OWNER);
  expect([refused.status, await sayings(refused)]).toEqual([403, expect.stringContaining(SIGN_IN)]);
  expect((await press(link, {}, {}, ada)).status).toBe(200);
  expect(await getEmail(ada)).toBe(fresh);
});

test("a reset by mail removes what was set up since the address was confirmed, if asked to, and says so", async () => {
  for (const removesWays of ["", "on"]) {
    const ada = await signUp();
    // What other browsers set up within a week goes in any case.
    await query("update account set email_confirmed_at = email_confirmed_at - ?", 30 * DAY_MS);
    const [account] = await query(
      "select id, email_confirmed_at as at from account where email = ?",
      ada.email,
    );
    const [id, at] = [String(account?.id), Number(account?.at)];
    await query(
      "insert into passkey (id, account_id, name, public_key, counter, transports, created_at) values ('old-' || ?, ?, 'x', 'x', 0, '[]', ?)",
      id,
      id,
      at - 1,
    );
    await query(
      "insert into passkey (id, account_id, name, public_key, counter, transports, created_at) values ('new-' || ?, ?, 'x', 'x', 0, '[]', ?)",
      id,
      id,
      at + 1,
    );
    await query(
      "insert into authenticator (account_id, secret, confirmed_at, created_at) values (?, 'x', ?, ?)",
      id,
      at + 1,
      at,
    );
    await query("insert into recovery_code (account_id, hash) values (?, 'thief')", id);
    const link = await makeResetLink(ada.email);
    const removed = "authenticator app, passkey and recovery code";
    expect(await sayings(await visitor().get(link))).toContain(
      `Remove what I can't use or didn't set up: ${removed}`,
    );
    const done = await sayings(await press(link, { newPassword: NEW, removesWays }));
    expect([removesWays, done.includes(`Removed: ${removed}.`)]).toEqual([removesWays, removesWays === "on"]);
    const left = await query(
      "select id from passkey where account_id = ? union all select secret from authenticator where account_id = ? union all select hash from recovery_code where account_id = ?",
      id,
      id,
      id,
    );
    const all = [`old-${id}`, `new-${id}`, "x", "thief"];
    const kept = removesWays === "on" ? [`old-${id}`] : all;
    expect(left.map((row) => String(row.id)).sort()).toEqual(kept.sort());
    const notices = await mail.untilReceived(ada.email, 2);
    expect(
      notices.at(-1)?.text.includes(`This also removed what was set up for signing in: ${removed}.`),
    ).toBe(removesWays === "on");
  }
});

test("an authenticator app that is older than the proof of the address stays", async () => {
  const ada = await signUp();
  const [account] = await query(
    "select id, email_confirmed_at as at from account where email = ?",
    ada.email,
  );
  const id = String(account?.id);
  await query(
    "insert into authenticator (account_id, secret, confirmed_at, created_at) values (?, 'x', ?, 0)",
    id,
    Number(account?.at) - 1,
  );
  const link = await makeResetLink(ada.email);
  expect(await sayings(await visitor().get(link))).not.toContain("Remove what");
  await press(link, { newPassword: NEW, removesWays: "on" });
  expect(await query("select 1 from authenticator where account_id = ?", id)).toHaveLength(1);
});

test("a reset of a confirmed account keeps its earlier passkeys and codes", async () => {
  const ada = await signUp();
  const id = await accountOf(ada);
  await query("insert into recovery_code (account_id, hash) values (?, 'own')", id);
  await press(await makeResetLink(ada.email), { newPassword: NEW });
  const codes = await query("select 1 from recovery_code where account_id = ?", id);
  expect(codes).toHaveLength(1);
});

test("a member confirms the address of an account from before there was mail", async () => {
  const ada = await signUpUnconfirmed();
  expect(await (await ada.get("/settings")).text()).toContain("Confirm your address");
  expect((await ada.form("/settings/email/confirm", {})).status).toBe(303);
  const link = await readLink(ada.email);
  expect(await (await ada.get(link)).text()).toContain("Confirm Email");
  expect(await (await ada.get("/settings")).text()).toContain("Confirm your address");
  expect((await press(link, {}, {}, ada)).status).toBe(200);
  expect(await (await ada.get("/settings")).text()).not.toContain("Confirm your address");
});

test("a changed address is confirmed first, and its owner can take the account back for a week", async () => {
  const ada = await signUp();
  const fresh = newAddress("new");
  const link = await makeChangeLink(ada, fresh);
  expect(await getEmail(ada)).toBe(ada.email);
  expect((await press(link, {}, {}, ada)).status).toBe(200);
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
    Number(ada.id),
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
  await press(await makeChangeLink(ada, second), {}, {}, ada);
  const owners = await readLinkOf(ada.email, CHANGED);
  await press(await makeChangeLink(ada, third), {}, {}, ada);
  const thiefs = await readLinkOf(second, CHANGED);
  expect((await press(thiefs, { newPassword: "the thief's password" })).status).toBe(200);
  expect((await press(owners, { newPassword: NEW })).status).toBe(200);
  expect((await press(thiefs, { newPassword: "the thief's password" })).status).toBe(400);
  expect(await canSignIn(ada.email, NEW)).toBe(true);
});

test("a change to an address with an account answers the same and tells its owner", async () => {
  const [ada, ben] = [await signUp(), await signUp("Ben")];
  const answers = [];
  for (const email of [ben.email, newAddress()]) {
    answers.push(await describeAnswer(await ada.form("/settings/email", { email })));
  }
  expect(answers[0]).toEqual(answers[1]);
  const notices = await mail.untilReceived(ben.email);
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
  await query("update session set confirmed_at = 0 where member_id = ?", Number(ada.id));
  const asked = await ada.get("/settings/email");
  expect([asked.status, asked.headers.get("Location")]).toEqual([
    303,
    "/settings/confirm?to=%2Fsettings%2Femail",
  ]);
  expect((await ada.form("/settings/email", { email: newAddress() })).status).toBe(303);
});

/** Every kind of one-use link, each to an account of its own, and what its form sends. */
const links: Record<string, () => Promise<{ link: string; fields?: Record<string, string>; by?: Browser }>> =
  {
    "sign-up": async () => {
      const email = newAddress();
      await requestAccount(visitor(), email);
      return { link: await readLink(email), fields: NEWCOMER };
    },
    reset: async () => ({ link: await makeResetLink((await signUp()).email), fields: { newPassword: NEW } }),
    confirm: async () => {
      const ada = await signUpUnconfirmed();
      await ada.form("/settings/email/confirm", {});
      return { link: await readLink(ada.email), by: ada };
    },
    change: async () => {
      const by = await signUp();
      return { link: await makeChangeLink(by, newAddress("new")), by };
    },
    undo: async () => {
      const ada = await signUp();
      await press(await makeChangeLink(ada, newAddress("new")), {}, {}, ada);
      return { link: await readLinkOf(ada.email, CHANGED), fields: { newPassword: NEW } };
    },
  };

test.each(Object.keys(links))(
  "a link for %s works at its own address, once, of two uses at the same time too, whatever the Host header says",
  async (kind) => {
    const { link, fields, by } = (await links[kind]?.()) ?? { link: "" };
    const pages = ["/reset-password", "/confirm-email", "/restore-email", "/oidc/interaction/none/create"];
    const own = new URL(link, app().origin).pathname;
    for (const page of pages.filter(
      (each) => each !== own && !(own.startsWith("/oidc") && each.startsWith("/oidc")),
    )) {
      const refused = await press(link.replace(own, page), { ...NEWCOMER, ...OWNER });
      expect([page, refused.status]).toEqual([page, 400]);
    }
    const evil = { Host: "evil.example", Origin: "http://evil.example" };
    const opened = await visitor().get(link, evil);
    expect(await opened.text()).not.toContain("evil.example");
    const both = await Promise.all([press(link, fields, {}, by), press(link, fields, {}, by)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    for (const headers of [{}, evil]) {
      const again = await press(link, fields, headers, by);
      expect([again.status, await sayings(again)]).toEqual([400, expect.stringContaining(CLOSED)]);
    }
    for (const token of ["", "none", `${tokenIn(link)}x`, "x".repeat(200)]) {
      expect((await visitor().form(link.split("?")[0] ?? "", { token, ...fields })).status).toBe(400);
    }
  },
);

test.each(Object.keys(links))("an expired link for %s is refused", async (kind) => {
  const { link, fields, by } = (await links[kind]?.()) ?? { link: "" };
  await query("update account_link set expires_at = 1 where used_at is null");
  await query("update pending_account set expires_at = 1");
  const late = await press(link, fields, {}, by);
  expect([late.status, await sayings(late)]).toEqual([400, expect.stringContaining(CLOSED)]);
});

test("a sign-in from a new browser is noted and mailed, one from a known browser is not", async () => {
  const ada = await signUp();
  const agent = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  const other = openBrowser(app(), [], agent);
  await signIn(other, ada.email);
  const received = await mail.untilReceived(ada.email);
  expect(received.at(-1)).toMatchObject({ subject: "New sign-in to your B-Side account" });
  expect(received.at(-1)?.text).toContain("Firefox on Linux");
  const activity = await sayings(await ada.get("/settings/activity"));
  expect(activity).toContain("Signed in from a new browser");
  expect(activity).toContain("Firefox on Linux");
  await other.form("/api/auth/logout", {});
  await signIn(other, ada.email);
  expect(await isSignedIn(other)).toBe(true);
  const events = await query(
    "select 1 from security_event where member_id = ? and kind = 'sign-in'",
    Number(ada.id),
  );
  expect(events).toHaveLength(1);
});

test("changing the password mails a notice", async () => {
  const ada = await signUp();
  await ada.form("/settings/password", { currentPassword: PASSWORD, newPassword: NEW });
  const [received] = await mail.untilReceived(ada.email);
  expect(received?.subject).toBe("Your B-Side password was changed");
  expect(await sayings(await ada.get("/settings/activity"))).toContain("Changed the password");
});

test("a refused address is named in the settings until another is typed", async () => {
  const ada = await signUpUnconfirmed();
  mail.fail("no such address");
  await ada.form("/settings/email/confirm", {});
  await expect.poll(() => query("select 1 from unreachable_address")).toHaveLength(1);
  mail.fail(undefined);
  expect(await sayings(await ada.get("/settings"))).toContain("Our emails to this address bounce");
  await press(await makeChangeLink(ada, newAddress("new")), {}, {}, ada);
  expect(await sayings(await ada.get("/settings"))).not.toContain("come back");
});

test("links of the console reset the password, and confirm nothing", async () => {
  const ada = await signUpUnconfirmed();
  const { makeResetLink } = await import("~/models/account/recovery/reset-link.server");
  const token = tokenIn(await makeResetLink(ada.email));
  expect((await visitor().form("/reset-password", { token, newPassword: NEW })).status).toBe(200);
  const [account] = await query("select email_confirmed_at as at from account where email = ?", ada.email);
  expect(account?.at).toBeNull();
});

test("tokens are nowhere in the database once the mail is sent", async () => {
  const email = newAddress();
  await requestAccount(visitor(), email);
  const token = tokenIn(await readLink(email));
  await expect.poll(() => query("select 1 from mail where recipient = ?", email)).toEqual([]);
  for (const table of ["mail", "account_link", "pending_account"]) {
    expect(JSON.stringify(await query(`select * from ${table}`))).not.toContain(token);
  }
});
