import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { photo } from "../../fakes/picture-files";
import { isSignedIn, query } from "../mail";
import { goToSignIn, makeMatch, openBrowser, type Person, signIn } from "../server";
import { openStream } from "../stream";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const { app, visitor, signUp, addMember } = shareApp();

/** Signs a member in again, with another browser. */
async function signInElsewhere({ email, password }: Person) {
  const browser = openBrowser(app(), [], { "User-Agent": FIREFOX });
  expect((await signIn(browser, email, password)).status).toBe(200);
  return browser;
}

/** The ids of the sessions that the settings offer to end. */
async function endable(person: Pick<Person, "get">) {
  const page = await (await person.get("/settings")).text();
  return [...page.matchAll(/action="\/settings\/sessions\/([^"/]+)\/end"/g)].map(([, id]) => id ?? "");
}

test("the settings list a member's sessions, this browser first", async () => {
  const ada = await signUp("Ada");
  await signInElsewhere(ada);
  const page = await (await ada.get("/settings")).text();
  expect(page).toMatch(/Unknown browser<.*This browser.*Firefox on Linux/s);
  expect(page.match(/This browser/g)).toHaveLength(1);
  expect(await endable(ada)).toHaveLength(1);
});

test("signing out another browser ends its session and stream at once", async () => {
  const ada = await signUp("Ada");
  const elsewhere = await signInElsewhere(ada);
  const stream = await openStream(elsewhere);
  const [id] = await endable(ada);
  const back = await ada.form(`/settings/sessions/${id}/end`, {});
  expect([back.status, back.headers.get("Location")]).toEqual([303, "/settings"]);
  expect(await (await ada.get("/settings")).text()).toContain("That browser is signed out.");
  expect(await endable(ada)).toEqual([]);
  expect(await isSignedIn(elsewhere)).toBe(false);
  expect(await isSignedIn(ada)).toBe(true);
  await stream.ended;
  expect(await goToSignIn(elsewhere)).toMatch(/^\/oidc\/interaction\//);
});

test("members can neither end nor detect others' sessions", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const elsewhere = await signInElsewhere(ada);
  const [id] = await endable(ada);
  const asFetch = { Accept: "application/json" };
  const foreign = await ben.form(`/settings/sessions/${id}/end`, {}, asFetch);
  const absent = await ben.form("/settings/sessions/none/end", {}, asFetch);
  const words = async (answer: Response) =>
    (await answer.text()).replace(/nonce="[^"]*"|[\da-f-]{36}|lastEventId\W+[\w-]{54}/g, "");
  expect([foreign.status, absent.status]).toEqual([404, 404]);
  expect(await words(foreign)).toBe(await words(absent));
  expect((await visitor().form(`/settings/sessions/${id}/end`, {})).status).toBe(401);
  expect(await isSignedIn(elsewhere)).toBe(true);
});

test("one button signs the member out of all other browsers, and no one else", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const others = [await signInElsewhere(ada), await signInElsewhere(ada)];
  await ada.form("/settings/sessions/end", {});
  expect(await (await ada.get("/settings")).text()).toContain("2 other browsers are signed out.");
  expect(await Promise.all([...others, ada, ben].map(isSignedIn))).toEqual([false, false, true, true]);
});

test.each([
  ["a page", "/records"],
  ["the API", "/api/auth/user"],
])("%s keeps a member signed in beyond 30 days", async (_, path) => {
  const ada = await signUp("Ada");
  const days = (count: number) => count * 24 * 60 * 60 * 1000;
  await query(
    "update session set created_at = created_at - ?, expires_at = expires_at - ? where member_id = ?",
    days(29),
    days(29),
    Number(ada.id),
  );
  const readEnd = async () => {
    const [row] = await query("select expires_at as ends from session where member_id = ?", Number(ada.id));
    return Number(row?.ends) - Date.now();
  };
  expect(await readEnd()).toBeLessThan(days(2));
  expect((await ada.get(path)).status).toBe(200);
  await expect.poll(readEnd).toBeGreaterThan(days(29));
});

test("a form of a page that another member opened changes nothing", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const profile = { bio: "About Ada", age: "30", location: "Portland, Oregon" };
  const upload = new FormData();
  upload.append("viewer", ada.id);
  upload.append("file", new File([new Uint8Array(await photo())], "a.jpg"));
  const said = "You&#x27;re signed in as Ben Lovelace now. Nothing was changed.";
  for (const [path, fields] of [
    ["/profile?tab=profile", { ...profile, viewer: ada.id }],
    ["/profile/photo", upload],
  ] as const) {
    const refused = await ben.form(path, fields);
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(said)]);
  }
  expect(await (await ben.get("/api/auth/user")).json()).toMatchObject({ bio: "", profileImageUrl: null });
  expect((await ben.form("/profile?tab=profile", { ...profile, viewer: ben.id })).status).toBe(303);
});

test("the forms of a page name the member who opened it, but for those about one thing of theirs", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  await makeMatch(ada, ben);
  await ada.form("/settings/pause", { paused: "true" });
  for (let i = 0; i < 2; i++) await signInElsewhere(ada);
  const pages = [
    "/settings",
    "/settings/authenticator",
    "/settings/passkeys",
    "/records",
    "/discover?minCompatibility=0",
    "/matches",
    "/notifications",
    `/members/${cleo.id}`,
    `/members/${ben.id}/match`,
    `/report?about=member:${ben.id}`,
  ];
  const unnamed = /action="(\/theme|\/api\/auth\/logout|\/settings\/sessions\/[\w-]+\/end)"/;
  let named = 0;
  for (const page of pages) {
    const html = await (await ada.get(page, { Accept: "text/html" })).text();
    const forms = html.match(/<form method="post".*?<\/form>/gs) ?? [];
    const others = forms.filter((form) => !form.includes(`name="viewer" value="${ada.id}"`));
    expect(
      others.filter((form) => !unnamed.test(form)),
      page,
    ).toEqual([]);
    named += forms.length - others.length;
  }
  expect(named).toBeGreaterThanOrEqual(pages.length);
});

test("a theme returns a browser to the page it was chosen on, and a fetch stays", async () => {
  const browser = visitor();
  const ways = {
    "/reset-password?token=abc": "/reset-password?token=abc",
    "/oidc/interaction/abc": "/oidc/interaction/abc",
    "/oidc/interaction/abc/create?token=abc": "/oidc/interaction/abc/create?token=abc",
    "/api/logout": "/",
    "/oidc/interaction/abc?x=\r\nSet-Cookie: a=b": "/",
    "//evil.example": "/",
    "https://evil.example/": "/",
  };
  for (const [from, to] of Object.entries(ways)) {
    const answer = await browser.form("/theme", { theme: "dark", from });
    expect([from, answer.status, answer.headers.get("Location")]).toEqual([from, 303, to]);
  }
  const answer = await browser.form("/theme.data", { theme: "light", from: "/" }, { Accept: "*/*" });
  expect([answer.status, answer.headers.get("Location")]).toEqual([200, null]);
  expect(answer.headers.get("Set-Cookie")).toContain("theme=");
});
