// Every change of how a member signs in is mailed to them, with a link that undoes it and what else a thief set up.
import { expect, test } from "vitest";
import type { PasskeyDevice } from "../../fakes/passkey-device";
import {
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
import type { Browser } from "../server";

const {
  mail,
  visitor,
  newAddress,
  readLinkOf,
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

const PASSKEY_ADDED = "A passkey was added to your B-Side account";
const PASSKEY_REMOVED = "A passkey was removed from your B-Side account";
const APP_ADDED = "An authenticator app was added to your B-Side account";
const APP_REMOVED = "The authenticator app of your B-Side account was removed";
const CODES = "New recovery codes for your B-Side account";
const ADDRESS = "Someone asked to change your B-Side email address";
const THIEFS = "the thief's password";
const PASSWORD_CHANGED = "Your B-Side password was changed";

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
  [ADDRESS]: (thief) => thief.form("/settings/email", { email: newAddress("eve") }),
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
    await query("delete from account_link where account_id = ?", id);
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
  await query("delete from account_link where account_id = ?", id);
  const before = await waysOf(id);
  await ada.form("/settings/authenticator/remove", {});
  const link = await readLinkOf(ada.email, APP_REMOVED);
  expect(await canSignIn(ada.email, PASSWORD)).toBe(true);
  expect((await press(link, { newPassword: NEW })).status).toBe(200);
  expect([await waysOf(id), await canSignIn(ada.email, NEW)]).toEqual([before, false]);
});

test("who has the mail of a changed password alone does not get past an earlier authenticator app", async () => {
  const ada = await signUp();
  await turnAppOn(ada);
  const id = await accountOf(ada);
  await query("delete from account_link where account_id = ?", id);
  await visitor().form("/forgot-password", { email: ada.email });
  const reset = await readLinkOf(ada.email, "Choose a new password for B-Side");
  expect((await press(reset, { newPassword: NEW })).status).toBe(200);
  const undo = await readLinkOf(ada.email, PASSWORD_CHANGED);
  expect((await press(undo, { newPassword: PASSWORD })).status).toBe(200);
  expect(await canSignIn(ada.email, PASSWORD)).toBe(false);
});

test("a recovery code that was used is not good again after an undo", async () => {
  const ada = await signUp();
  const [code] = await makeCodes(ada);
  await query("delete from account_link where account_id = ?", await accountOf(ada));
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
    "select expires_at - ? as left from account_link where purpose = 'undo'",
    Date.now(),
  );
  expect(Number(row?.left) / 3_600_000).toBeCloseTo(7 * 24, 0);
  await query("update account_link set expires_at = 1");
  expect(await sayings(await visitor().get(link))).toContain("This Link No Longer Works");
  expect((await visitor().form(link, { token: tokenIn(link), newPassword: NEW })).status).toBe(400);
});
