// Every change of how a member signs in is mailed to them with a link that undoes it, and no chain of honest acts keeps an
// account from its owner.
import { expect, test } from "vitest";
import { makePasskeyDevice, type PasskeyDevice } from "../../fakes/passkey-device";
import type { Browser } from "../client";
import {
  challengeOf,
  isSignedIn,
  makeCodes,
  NEW_PASSWORD as NEW,
  OWNER,
  PASSWORD,
  query,
  sayings,
  shareMailApp,
  tokenIn,
} from "../mail";
import { signIn } from "../people";

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
  thiefOf,
  addPasskey,
  canUsePasskey,
  turnAppOn,
  resetWithCode,
} = await shareMailApp();

const DAY_MS = 24 * 60 * 60 * 1000;
const THIEFS = "the thief's password";
const PASSKEY_ADDED = "A passkey was added to your B-Side account";
const PASSKEY_REMOVED = "A passkey was removed from your B-Side account";
const APP_ADDED = "An authenticator app was added to your B-Side account";
const APP_REMOVED = "The authenticator app of your B-Side account was removed";
const CODES = "New recovery codes for your B-Side account";
const ADDRESS_ASKED = "Someone asked to change your B-Side email address";
const ADDRESS_CHANGED = "Your B-Side email address was changed";
const PASSWORD_CHANGED = "Your B-Side password was changed";
const RESET = "Choose a new password for B-Side";

async function resetByMail(email: string, fields: Record<string, string> = {}) {
  await visitor().form("/forgot-password", { email });
  return press(await readLinkOf(email, RESET), { newPassword: NEW, ...fields });
}

/** Signs up with an address that has had mails before. */
async function signUpAnew(email: string): Promise<Browser> {
  const browser = visitor();
  mail.mails.splice(0);
  await requestAccount(browser, email);
  const link = await readLinkOf(email, "Finish signing up for B-Side");
  await browser.follow(await browser.form(link, { token: tokenIn(link) }));
  expect(await isSignedIn(browser)).toBe(true);
  return browser;
}

/** Forgets the links that undo what has happened so far, as a week does. */
const forgetUndoLinks = (id: string) => query("delete from account_link where account_id = ?", id);

/** Begins a form, half of which the server has. `finish` sends the rest. */
async function holdBack(browser: Browser, path: string, fields: Record<string, string>) {
  const body = Buffer.from(`${new URLSearchParams({ ...fields, held: "back" })}`);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  async function* parts() {
    yield body.subarray(0, 5);
    await released;
    yield body.subarray(5);
  }
  const answer = browser.send(path, {
    method: "POST",
    body: parts(),
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "Sec-Fetch-Site": "same-origin",
      Accept: "text/html",
    },
  });
  // The server has seen whose form it is once it has answered what was sent later.
  await browser.get("/api/auth/user");
  await browser.get("/settings");
  return async () => {
    release();
    return answer;
  };
}

test("a form that arrives after its browser was signed out does nothing", async () => {
  const ada = await signUp();
  const id = await accountOf(ada);
  const thief = await thiefOf(ada);
  const key = makePasskeyDevice(app().origin);
  const passkey = key.create(await challengeOf(thief, "/settings/passkeys/challenge"));
  const held = [
    await holdBack(thief, "/settings/passkeys", { name: "A key", passkey }),
    await holdBack(thief, "/settings/recovery-codes", {}),
    await holdBack(thief, "/settings/email", { email: newAddress("eve") }),
    await holdBack(thief, "/settings/delete", {}),
    await holdBack(thief, "/settings/sessions/end", {}),
  ];
  await ada.form("/settings/password", { currentPassword: PASSWORD, newPassword: NEW });
  const statuses = [];
  for (const finish of held) statuses.push((await finish()).status);
  expect(await canUsePasskey(key)).toBe(false);
  expect(await query("select 1 from recovery_code where account_id = ?", id)).toEqual([]);
  expect(await query("select 1 from account_link where account_id = ? and purpose = 'change'", id)).toEqual(
    [],
  );
  expect(await isSignedIn(ada)).toBe(true);
  // Buttons lead to a page that says so.
  expect(statuses).toEqual([401, 303, 401, 303, 303]);
});

test("a form that arrives after its member was suspended does nothing", async () => {
  const ada = await signUp();
  const { id } = (await (await ada.get("/api/auth/user")).json()) as { id: string };
  const finish = await holdBack(ada, "/settings/pause", { paused: "true" });
  await query("update member set suspended_at = ? where id = ?", Date.now(), Number(id));
  await finish();
  expect(await query("select paused_at from member where id = ?", Number(id))).toEqual([{ paused_at: null }]);
});

test("after an undo, a reset by mail still gets past an authenticator app that a thief turned on long before", async () => {
  const ada = await signUp();
  const id = await accountOf(ada);
  await query("update account set email_confirmed_at = email_confirmed_at - ?", 30 * DAY_MS);
  const thief = await thiefOf(ada);
  await turnAppOn(thief);
  await query(
    "update authenticator set created_at = created_at - ?, confirmed_at = confirmed_at - ?",
    8 * DAY_MS,
    8 * DAY_MS,
  );
  await forgetUndoLinks(id);
  await thief.form("/settings/email", { email: newAddress("eve") });
  expect((await press(await readLinkOf(ada.email, ADDRESS_ASKED), { newPassword: NEW })).status).toBe(200);
  expect(await canSignIn(ada.email, NEW)).toBe(false);
  expect((await resetByMail(ada.email, { removesWays: "on" })).status).toBe(200);
  expect(await canSignIn(ada.email, NEW)).toBe(true);
});

test("whoever gets an address back that they never confirmed owns the account, with nothing from before", async () => {
  const squatter = await signUpUnconfirmed();
  const id = await accountOf(squatter);
  const key = await addPasskey(squatter);
  const codes = await makeCodes(squatter);
  const fresh = newAddress("eve");
  await squatter.form("/settings/email", { email: fresh });
  await press(await readLink(fresh), {}, {}, squatter);
  const link = await readLinkOf(squatter.email, ADDRESS_CHANGED);
  expect(await sayings(await visitor().get(link))).toContain("recovery codes will be removed");
  expect((await press(link, { newPassword: NEW })).status).toBe(400);
  expect((await press(link, OWNER)).status).toBe(200);
  expect(await canUsePasskey(key)).toBe(false);
  expect((await resetWithCode(squatter.email, codes[0])).status).toBe(400);
  const names = await query(
    "select a.last_name as account, m.last_name as member from account a join member m on m.subject = a.id where a.id = ?",
    id,
  );
  expect(names).toMatchObject([{ account: "Byron", member: "Byron" }]);
  expect(await canSignIn(squatter.email, NEW)).toBe(true);
});

test("a recovery code that was used is not good again when a thief has replaced it in between", async () => {
  const ada = await signUp();
  const [stolen, own] = await makeCodes(ada);
  await forgetUndoLinks(await accountOf(ada));
  expect((await resetWithCode(ada.email, stolen, THIEFS)).status).toBe(200);
  const thief = visitor();
  await signIn(thief, ada.email, THIEFS);
  await makeCodes(thief);
  expect((await press(await readLinkOf(ada.email, PASSWORD_CHANGED), { newPassword: NEW })).status).toBe(200);
  expect((await resetWithCode(ada.email, stolen)).status).toBe(400);
  expect((await resetWithCode(ada.email, own, PASSWORD)).status).toBe(200);
});

test("signing other browsers out asks who it is first, since it can remove an authenticator app", async () => {
  const ada = await signUp();
  const borrowed = await thiefOf(ada);
  await query("update session set confirmed_at = 1 where member_id = ?", Number(ada.id));
  const asked = await borrowed.form("/settings/sessions/end", {});
  expect([asked.status, asked.headers.get("Location")]).toEqual([303, "/settings/confirm?to=%2Fsettings"]);
  expect(await isSignedIn(ada)).toBe(true);
});

test("what signing other browsers out removes is mailed, with a link that brings it back", async () => {
  const ada = await signUp();
  const key = await addPasskey(ada);
  await forgetUndoLinks(await accountOf(ada));
  const thief = await thiefOf(ada);
  expect((await thief.form("/settings/sessions/end", {})).status).toBe(303);
  expect(await canUsePasskey(key)).toBe(false);
  const link = await readLinkOf(ada.email, "Your B-Side account was signed out in other browsers");
  expect((await press(link, { newPassword: NEW })).status).toBe(200);
  expect([await canUsePasskey(key), await isSignedIn(thief)]).toEqual([true, false]);
});

test("a deletion is mailed, so that its owner can come back in time", async () => {
  const ada = await signUp();
  const thief = await thiefOf(ada);
  await thief.form("/settings/delete", {});
  const subject = "Your B-Side account was deleted";
  await expect
    .poll(() => mail.mails.find((each) => each.to === ada.email && each.subject === subject))
    .toBeDefined();
  await signIn(ada, ada.email);
  expect((await ada.form("/come-back", {})).status).toBe(303);
  expect((await ada.get("/settings")).status).toBe(200);
});

test("the owner of the old address can't take the account back without a mail to the new one", async () => {
  const ada = await signUp();
  const fresh = newAddress("new");
  await ada.form("/settings/email", { email: fresh });
  await press(await readLink(fresh), {}, {}, ada);
  expect((await press(await readLinkOf(ada.email, ADDRESS_CHANGED), { newPassword: THIEFS })).status).toBe(
    200,
  );
  const told = () => mail.mails.find(({ to, text }) => to === fresh && text.includes(ada.email));
  await expect.poll(told).toBeDefined();
});

test("an owner who signs up anew with their old address learns how to take the first account back", async () => {
  const ada = await signUp();
  const thief = await thiefOf(ada);
  const thiefs = newAddress("eve");
  await thief.form("/settings/email", { email: thiefs });
  await press(await readLink(thiefs), {}, {}, thief);
  const undo = await readLinkOf(ada.email, ADDRESS_CHANGED);
  const again = await signUpAnew(ada.email);
  const refused = await press(undo, { newPassword: NEW });
  expect([refused.status, await sayings(refused)]).toEqual([
    409,
    expect.stringContaining("has a newer account"),
  ]);
  const other = newAddress("second");
  await again.form("/settings/email", { email: other });
  await press(await readLink(other), {}, {}, again);
  expect((await press(undo, { newPassword: NEW })).status).toBe(200);
  expect([await canSignIn(ada.email, NEW), await canSignIn(thiefs, PASSWORD)]).toEqual([true, false]);
});

test("an address that refused mail once gets the link for a new password", async () => {
  const ada = await signUp();
  mail.fail("no such address");
  await visitor().form("/forgot-password", { email: ada.email });
  await expect.poll(() => query("select 1 from unreachable_address")).toHaveLength(1);
  mail.fail(undefined);
  expect((await resetByMail(ada.email)).status).toBe(200);
  expect(await canSignIn(ada.email, NEW)).toBe(true);
});

test("links held back until an address has changed hands do nothing to either account", async () => {
  const ada = await signUp();
  const [wanted, fresh] = [newAddress("wanted"), newAddress("new")];
  await visitor().form("/forgot-password", { email: ada.email });
  const reset = await readLinkOf(ada.email, RESET);
  await ada.form("/settings/email", { email: wanted });
  const change = await readLink(wanted);
  const ben = await signUpAnew(wanted);
  expect((await press(change, {}, {}, ada)).status).toBe(400);
  await ada.form("/settings/email", { email: fresh });
  await press(await readLink(fresh), {}, {}, ada);
  await signUpAnew(ada.email);
  expect((await press(reset, { newPassword: THIEFS })).status).toBe(400);
  const emails = [ada, ben].map(async (each) => (await each.get("/api/auth/user")).json());
  expect(await Promise.all(emails)).toMatchObject([{ email: fresh }, { email: wanted }]);
});

/** The account's ways to sign in besides the password. */
async function waysOf(id: string) {
  const tables = ["passkey", "authenticator", "recovery_code"];
  return Promise.all(
    tables.map(async (table) =>
      JSON.stringify(await query(`select * from ${table} where account_id = ? order by 1, 2`, id)),
    ),
  );
}

/** The changes that a thief with a session can make, by the subject of the mail about each. */
const changes: Record<string, (thief: Browser, own: PasskeyDevice) => Promise<unknown>> = {
  [PASSKEY_ADDED]: (thief) => addPasskey(thief),
  [PASSKEY_REMOVED]: (thief, own) => thief.form(`/settings/passkeys/${own.id}/remove`, {}),
  [APP_ADDED]: turnAppOn,
  [CODES]: makeCodes,
  [ADDRESS_ASKED]: (thief) => thief.form("/settings/email", { email: newAddress("eve") }),
  [PASSWORD_CHANGED]: (thief) =>
    thief.form("/settings/password", { currentPassword: PASSWORD, newPassword: THIEFS }),
};

test.each(Object.entries(changes))(
  '"%s" is mailed, and the link brings back how it was',
  async (subject, change) => {
    const ada = await signUp();
    const id = await accountOf(ada);
    const own = await addPasskey(ada);
    await makeCodes(ada);
    // Older than what can be undone.
    await forgetUndoLinks(id);
    await expect.poll(() => query("select 1 from mail")).toEqual([]);
    mail.mails.splice(0);
    const before = await waysOf(id);
    const thief = await thiefOf(ada);
    await change(thief, own);
    const link = await readLinkOf(ada.email, subject);
    const opened = await sayings(await visitor().get(link));
    expect(opened).toContain(`Choose a new password for ${ada.email}.`);
    expect(opened).toContain("will be as they were on");
    expect(await isSignedIn(thief)).toBe(true);
    expect((await press(link, { newPassword: NEW })).status).toBe(200);

    expect(await waysOf(id)).toEqual(before);
    expect([await isSignedIn(thief), await isSignedIn(ada)]).toEqual([false, false]);
    expect([await canSignIn(ada.email, PASSWORD), await canSignIn(ada.email, NEW)]).toEqual([false, true]);
    expect(await canUsePasskey(own)).toBe(true);
    const open = "select 1 from account_link where account_id = ? and used_at is null";
    expect(await query(open, id)).toEqual([]);
    expect((await press(link, { newPassword: PASSWORD })).status).toBe(400);
  },
);

test("whichever of the mails is opened, nothing of what a thief set up stays", async () => {
  for (const subject of [PASSKEY_ADDED, CODES, APP_ADDED]) {
    const ada = await signUp();
    const id = await accountOf(ada);
    const before = await waysOf(id);
    const thief = await thiefOf(ada);
    const key = await addPasskey(thief);
    const codes = await makeCodes(thief);
    await turnAppOn(thief);
    const link = await readLinkOf(ada.email, subject);
    expect((await press(link, { newPassword: NEW })).status).toBe(200);
    expect([subject, await waysOf(id)]).toEqual([subject, before]);
    expect(await canUsePasskey(key)).toBe(false);
    expect((await resetWithCode(ada.email, codes[0])).status).toBe(400);
    expect(await canSignIn(ada.email, NEW)).toBe(true);
  }
});

test("an authenticator app that a thief turned off asks for codes again", async () => {
  const ada = await signUp();
  await turnAppOn(ada);
  const id = await accountOf(ada);
  await forgetUndoLinks(id);
  const before = await waysOf(id);
  await ada.form("/settings/authenticator/remove", {});
  const link = await readLinkOf(ada.email, APP_REMOVED);
  expect(await canSignIn(ada.email, PASSWORD)).toBe(true);
  expect((await press(link, { newPassword: NEW })).status).toBe(200);
  expect([await waysOf(id), await canSignIn(ada.email, NEW)]).toEqual([before, false]);
});

test("the mail about a changed password doesn't get its reader past an earlier authenticator app", async () => {
  const ada = await signUp();
  await turnAppOn(ada);
  const id = await accountOf(ada);
  await forgetUndoLinks(id);
  await visitor().form("/forgot-password", { email: ada.email });
  const reset = await readLinkOf(ada.email, RESET);
  expect((await press(reset, { newPassword: NEW })).status).toBe(200);
  const undo = await readLinkOf(ada.email, PASSWORD_CHANGED);
  expect((await press(undo, { newPassword: PASSWORD })).status).toBe(200);
  expect(await canSignIn(ada.email, PASSWORD)).toBe(false);
});

test("a recovery code that was used is not good again after an undo", async () => {
  const ada = await signUp();
  const [code] = await makeCodes(ada);
  await forgetUndoLinks(await accountOf(ada));
  expect((await resetWithCode(ada.email, code, THIEFS)).status).toBe(200);
  const link = await readLinkOf(ada.email, PASSWORD_CHANGED);
  expect((await press(link, { newPassword: NEW })).status).toBe(200);
  expect((await resetWithCode(ada.email, code)).status).toBe(400);
});

test("a link to an address that nobody had proved leaves its first user nothing", async () => {
  const squatter = await signUpUnconfirmed();
  const id = await accountOf(squatter);
  await addPasskey(squatter);
  await makeCodes(squatter);
  const link = await readLinkOf(squatter.email, CODES);
  expect(await sayings(await visitor().get(link))).toContain("recovery codes will be removed");
  expect((await press(link, OWNER)).status).toBe(200);
  expect(await waysOf(id)).toEqual(["[]", "[]", "[]"]);
  expect(await isSignedIn(squatter)).toBe(false);
});

test("after a week the link is refused", async () => {
  const ada = await signUp();
  await addPasskey(ada);
  const link = await readLinkOf(ada.email, PASSKEY_ADDED);
  const [row] = await query(
    "select expires_at - ? as left from account_link where purpose = 'undo' and account_id = ?",
    Date.now(),
    await accountOf(ada),
  );
  expect(Number(row?.left) / 3_600_000).toBeCloseTo(7 * 24, 0);
  await query("update account_link set expires_at = 1");
  expect(await sayings(await visitor().get(link))).toContain("This Link No Longer Works");
  expect((await visitor().form(link, { token: tokenIn(link), newPassword: NEW })).status).toBe(400);
});
