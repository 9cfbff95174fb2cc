import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { type Browser, openBrowser } from "../client";
import { goToSignIn, type Person, signIn, signUp as signUpIn } from "../people";

const { app, visitor, signUp } = shareApp();

const NO_COOKIES =
  "Your browser sent no cookies, and signing in needs them. Allow cookies for this site, then start again.";
const isSignedIn = async (browser: Browser) => (await browser.get("/api/auth/user")).status === 200;
const sessionOf = (browser: Browser) => browser.cookies.find(({ name }) => name === "session");
const newcomer = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "new@example.org",
  password: "listen closely",
  adult: "on",
};

/** Goes through the sign-in and stops before the callback; returns its path and query. */
async function callbackOf(browser: Browser, { email, password }: Person, to = "/") {
  const page = await goToSignIn(browser, to);
  const passed = await browser.form(page, { email, password });
  const resume = new URL(passed.headers.get("Location") ?? "");
  const back = await browser.get(resume.pathname + resume.search);
  const callback = new URL(back.headers.get("Location") ?? "");
  return callback.pathname + callback.search;
}

test("a visitor signs up, is signed in, and keeps no sign-in secrets", async () => {
  const ada = await signUpIn(visitor(), "Grace");
  expect(await (await ada.get("/api/auth/user")).json()).toMatchObject({
    firstName: "Grace",
    email: ada.email,
  });
  const names = ada.cookies.map(({ name }) => name);
  expect(names).toContain("session");
  expect(names.filter((name) => /^(sign-in|return)/.test(name))).toEqual([]);
  expect(sessionOf(ada)?.attributes).toMatch(/Max-Age=15552000;.*HttpOnly; SameSite=Lax$/);
});

test("a member signs in with a password, whatever the email's case, and returns to their page", async () => {
  const ada = await signUp("Ada");
  const elsewhere = visitor();
  const page = await signIn(elsewhere, ada.email.toUpperCase(), ada.password, "/theme?from=here");
  expect(new URL(page.url).search).toBe("?from=here");
  expect(await isSignedIn(elsewhere)).toBe(true);
});

test.each([
  ["firstName", { firstName: " " }, "First name is required"],
  ["lastName", { lastName: "www.evil.example" }, "Use your own name, without web addresses"],
  ["email", { email: "" }, "Email is required"],
  ["email", { email: "ada at example" }, "Enter an email address, such as ada@example.org"],
  ["password", { password: "short" }, "Use at least 8 characters"],
  ["password", { password: "x".repeat(201) }, "Use at most 200 characters"],
  ["adult", { adult: "" }, "You must be 18 or older"],
])(
  "an invalid %s in the sign-up form is reported at its field, and the input is kept",
  async (_, wrong, message) => {
    const browser = visitor();
    const page = await goToSignIn(browser);
    const answer = await browser.form(`${page}/sign-up`, { ...newcomer, bio: "kept", ...wrong });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toContain(message);
    if (!("firstName" in wrong)) expect(html).toContain('value="Ada"');
    expect(html).not.toContain(newcomer.password);
  },
);

test("one name is enough, and a dot or a dash is no other", async () => {
  for (const lastName of ["", ".", " - "]) {
    const browser = visitor();
    const email = `sole-${lastName.trim()}@example.org`;
    const page = await goToSignIn(browser);
    await browser.follow(await browser.form(`${page}/sign-up`, { ...newcomer, lastName, email }));
    expect(await (await browser.get("/api/auth/user")).json()).toMatchObject({
      firstName: "Ada",
      lastName: "",
    });
  }
});

test("an email has one account", async () => {
  const ada = await signUp("Ada");
  const browser = visitor();
  const page = await goToSignIn(browser);
  const again = await browser.form(`${page}/sign-up`, { ...newcomer, email: ada.email.toUpperCase() });
  expect(again.status).toBe(409);
  expect(await again.text()).toContain("An account with this email already exists.");
  const at = { ...newcomer, email: "twins@example.org" };
  const pages = await Promise.all(
    [visitor(), visitor()].map(async (one) => [one, await goToSignIn(one)] as const),
  );
  const answers = await Promise.all(pages.map(([one, where]) => one.form(`${where}/sign-up`, at)));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
});

test.each(["one after the other", "at the same time"])(
  "a sign-up sent twice %s makes one account, and signs in",
  async (order) => {
    const browser = visitor();
    const page = await goToSignIn(browser);
    const send = () =>
      browser.form(`${page}/sign-up`, { ...newcomer, email: `twice-${order.length}@example.org` });
    // A browser that sends a form twice gets no answer to the first one.
    const first = send();
    if (order === "one after the other") await first;
    const [, second] = await Promise.all([first, send()]);
    await browser.follow(second);
    expect(await isSignedIn(browser)).toBe(true);
  },
);

test("an unknown email and a wrong password get the same response", async () => {
  const ada = await signUp("Ada");
  const answers = [];
  for (const typed of [
    { email: ada.email, password: "wrong password" },
    { email: "nobody@example.org", password: ada.password },
  ]) {
    const browser = visitor();
    const answer = await browser.form(await goToSignIn(browser), typed);
    const html = (await answer.text())
      .replaceAll(typed.email, "")
      .replace(/nonce[-=]"?[\w+/=]+"?|[\w-]{21,}/g, "");
    answers.push([answer.status, html.match(/<main[\s\S]*<\/main>/)?.[0], answer.headers.getSetCookie()]);
    expect(await isSignedIn(browser)).toBe(false);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.[1]).toContain("The email or password is wrong.");
});

test("sign-in creates a new session whatever cookie was sent, and sign-out ends it", async () => {
  const ada = await signUp("Ada");
  const first = { ...(sessionOf(ada) ?? { name: "", value: "", path: "/" }) };
  expect((await ada.json("POST", "/api/auth/logout", undefined)).status).toBe(200);
  const planted = openBrowser(app(), [first]);
  expect(await isSignedIn(planted)).toBe(false);
  await signIn(planted, ada.email);
  expect(await isSignedIn(planted)).toBe(true);
  expect(sessionOf(planted)?.value).not.toBe(first.value);
  expect(await isSignedIn(openBrowser(app(), [first]))).toBe(false);
  const second = { ...(sessionOf(planted) ?? first) };
  await planted.get("/api/logout", { "Sec-Fetch-Site": "none" });
  expect(await isSignedIn(openBrowser(app(), [second]))).toBe(false);
  expect(sessionOf(planted)).toBeUndefined();
});

test("an unsigned session cookie is ignored", async () => {
  const ada = await signUp("Ada");
  const value = sessionOf(ada)?.value ?? "";
  for (const forged of [
    `${value.slice(0, -3)}abc`,
    value.split(".")[0] ?? "",
    "",
    "e30=.x",
    "%",
    "__proto__",
  ]) {
    expect(await isSignedIn(openBrowser(app(), [{ name: "session", value: forged, path: "/" }]))).toBe(false);
  }
});

test("a sign-in's code, state and cookies can't be used again", async () => {
  const ada = await signUp("Ada");
  const browser = visitor();
  const callback = await callbackOf(browser, ada);
  const stolen = browser.cookies.map((cookie) => ({ ...cookie }));
  expect((await browser.get(callback)).status).toBe(302);
  expect(await isSignedIn(browser)).toBe(true);
  for (const [thief, message] of [
    [openBrowser(app(), stolen), "This sign-in has expired or was started in another browser."],
    [visitor(), NO_COOKIES],
  ] as const) {
    const again = await thief.get(callback, { Accept: "text/html" });
    expect(again.status).toBe(400);
    expect(await again.text()).toContain(message);
  }
  expect(await isSignedIn(openBrowser(app(), stolen))).toBe(false);
});

test("back at a callback that is over, a member who is signed in gets home, and stays signed in", async () => {
  const ada = await signUp("Ada");
  const browser = visitor();
  const callback = await callbackOf(browser, ada, "/records");
  expect((await browser.get(callback)).headers.get("Location")).toBe("/records");
  const session = sessionOf(browser)?.value;
  for (const old of [callback, callback.replace(/state=[^&]+/, "state=older"), "/api/callback"]) {
    const again = await browser.get(old, { Accept: "text/html" });
    expect([again.status, again.headers.get("Location")]).toEqual([302, "/"]);
  }
  expect([sessionOf(browser)?.value, await isSignedIn(browser)]).toEqual([session, true]);
});

test("a browser that keeps no cookies is told so at every step", async () => {
  const ada = await signUp("Ada");
  const browser = visitor();
  const page = await goToSignIn(browser);
  const callback = await callbackOf(browser, ada);
  for (const path of [page, `${page}/sign-up`, `${page}/code`, callback]) {
    const answer = await visitor().get(path, { Accept: "text/html" });
    expect([path, answer.status, await answer.text()]).toEqual([
      path,
      400,
      expect.stringContaining(NO_COOKIES),
    ]);
  }
  const posted = await visitor().form(page, { email: ada.email, password: ada.password });
  expect([posted.status, await posted.text()]).toEqual([400, expect.stringContaining(NO_COOKIES)]);
});

test("a sign-in started in one browser can't be finished in another", async () => {
  const [ada, eve] = [await signUp("Ada"), await signUp("Eve")];
  const hers = await callbackOf(visitor(), eve);
  const browser = visitor();
  await goToSignIn(browser);
  expect((await browser.get(hers)).status).toBe(400);
  expect(await isSignedIn(browser)).toBe(false);
  const page = await goToSignIn(visitor());
  expect((await ada.get(page)).headers.get("Location")).toBe("/");
  expect((await browser.get(page)).status).toBe(400);
  expect((await browser.form(page, { email: eve.email, password: eve.password })).status).toBe(400);
});

test.each([
  "",
  "?code=x",
  "?state=",
  "?state=made-up",
  "?state=made-up&code=x",
  "?state=__proto__&code=x",
  "?state=%00&code=%00",
  "?state=a&state=b&code=c&code=d",
  "?error=access_denied&state=made-up",
  `?state=${"x".repeat(5000)}&code=x`,
])("an unrequested callback leads to an error page: %s", async (query) => {
  const browser = visitor();
  await goToSignIn(browser);
  const answer = await browser.get(`/api/callback${query}`, { Accept: "text/html" });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toMatch(/This sign-in (has expired|was not started here)/);
});

test("a cancelled sign-in shows a flash message and signs nobody in", async () => {
  const ada = await signUp("Ada");
  const browser = visitor();
  const callback = await callbackOf(browser, ada);
  const cancelled = callback.replace(/code=[^&]+/, "error=access_denied");
  expect((await browser.get(cancelled)).status).toBe(400);
  expect(await isSignedIn(browser)).toBe(false);
});

test.each([
  "//evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/%5cevil.example",
  "/%2f%2fevil.example",
  "https://evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "/.//evil.example",
  "/discover//evil.example",
  "/api/logout",
  "%2f%2fevil.example",
  "evil.example",
])("a sign-in returns to this site only: %j", async (to) => {
  const ada = await signUp("Ada");
  const browser = visitor();
  const back = await browser.get(await callbackOf(browser, ada, to));
  const location = back.headers.get("Location") ?? "";
  expect(new URL(location, app().origin).origin).toBe(app().origin);
  expect(location).toMatch(/^\/(?![/\\\t\n])/);
  expect(await isSignedIn(browser)).toBe(true);
  const signedInAlready = await browser.get(`/api/login?to=${encodeURIComponent(to)}`);
  expect(signedInAlready.headers.get("Location")).toBe(location);
});

test("the return path can't be changed during a sign-in", async () => {
  const ada = await signUp("Ada");
  const browser = visitor();
  const callback = await callbackOf(browser, ada, "/discover");
  const kept = browser.cookies.filter(({ name }) => name.startsWith("return-"));
  expect(kept).toHaveLength(1);
  for (const cookie of kept) cookie.value = btoa('"//evil.example"');
  expect((await browser.get(callback)).headers.get("Location")).toBe("/");
});

test("sign-ins in two tabs return to the pages they started from, in either order", async () => {
  const ada = await signUp("Ada");
  for (const isTurned of [false, true]) {
    const browser = visitor();
    const tabs = [];
    for (const to of ["/discover?genres=Jazz", "/messages/4"])
      tabs.push({ to, page: await goToSignIn(browser, to) });
    const [first, second] = isTurned ? tabs.reverse() : tabs;
    const form = { email: ada.email, password: ada.password };
    const passed = await browser.form(first?.page ?? "", form);
    const resume = new URL(passed.headers.get("Location") ?? "");
    const back = new URL((await browser.get(resume.pathname + resume.search)).headers.get("Location") ?? "");
    expect((await browser.get(back.pathname + back.search)).headers.get("Location")).toBe(first?.to);
    expect(await isSignedIn(browser)).toBe(true);
    // The other tab still shows the form.
    const late = await browser.form(second?.page ?? "", form, { Accept: "text/html" });
    expect([late.status, late.headers.get("Location")]).toEqual([302, second?.to]);
    const left = browser.cookies.filter(({ name }) => /^(sign-in|return)/.test(name));
    expect(left).toEqual([]);
    expect(await isSignedIn(browser)).toBe(true);
  }
});

test("a browser that refuses cookies for other paths than its own signs up and signs in", async () => {
  const openStrictBrowser = () => openBrowser(app(), [], {}, { isStrict: true });
  const ada = await signUpIn(openStrictBrowser(), "Grace");
  expect(await isSignedIn(ada)).toBe(true);
  await ada.get("/api/logout", { "Sec-Fetch-Site": "none" });
  expect(await isSignedIn(ada)).toBe(false);
  const page = await signIn(ada, ada.email, ada.password, "/theme?from=here");
  expect(new URL(page.url).search).toBe("?from=here");
  expect(await isSignedIn(ada)).toBe(true);

  // Of sign-ins in two tabs it keeps the latest.
  const elsewhere = openStrictBrowser();
  const [first, second] = [await goToSignIn(elsewhere, "/records"), await goToSignIn(elsewhere, "/trivia")];
  const form = { email: ada.email, password: ada.password };
  const expired = await elsewhere.form(first, form);
  expect([expired.status, await expired.text()]).toEqual([
    400,
    expect.stringContaining("This sign-in has expired or was started in another browser."),
  ]);
  const signedIn = await elsewhere.follow(await elsewhere.form(second, form));
  expect(new URL(signedIn.url).pathname).toBe("/trivia");
});

test("another browser's sign-in reveals nothing of the page it started from", async () => {
  const [ada, page] = [await signUp("Ada"), await goToSignIn(visitor(), "/messages/4")];
  expect((await ada.get(page)).headers.get("Location")).toBe("/");
});

test("a sign-in with too long a return path leads to the home page", async () => {
  const ada = await signUp("Ada");
  const browser = visitor();
  const back = await browser.get(await callbackOf(browser, ada, `/discover?genres=${"x".repeat(2000)}`));
  expect([back.status, back.headers.get("Location")]).toEqual([302, "/"]);
});

test("after sign-out, the next sign-in asks for the password again", async () => {
  const ada = await signUpIn(visitor(), "Grace");
  const copy = openBrowser(
    app(),
    ada.cookies.map((cookie) => ({ ...cookie })),
  );
  await ada.get("/api/logout", { "Sec-Fetch-Site": "none" });
  expect(await goToSignIn(ada)).toMatch(/^\/oidc\/interaction\//);
  expect(await goToSignIn(copy)).toMatch(/^\/oidc\/interaction\//);
});

test("a link to /api/logout from another site asks for confirmation, and its button signs out", async () => {
  const ada = await signUp("Ada");
  const others: Record<string, string>[] = [
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { Referer: "https://evil.example/" },
    { "Sec-Fetch-Site": "same-origin", "Sec-Purpose": "prefetch" },
    // An old browser without a Referer: the origin is unknown.
    {},
  ];
  for (const from of others) {
    const asked = await ada.get("/api/logout", { Accept: "text/html", ...from });
    expect(asked.status).toBe(200);
    expect(await asked.text()).toMatch(
      /<h1[^>]*>Sign out of B-Side\?.*<form[^>]+method="post"[^>]+action="\/api\/auth\/logout"/s,
    );
    expect(await isSignedIn(ada)).toBe(true);
  }
  expect((await ada.form("/api/auth/logout", {})).headers.get("Location")).toBe("/");
  expect(await isSignedIn(ada)).toBe(false);
});

test("a same-site or typed link to /api/logout signs out at once", async () => {
  const own: Record<string, string>[] = [
    { "Sec-Fetch-Site": "same-origin" },
    { "Sec-Fetch-Site": "none" },
    { Referer: `${app().origin}/profile` },
  ];
  for (const from of own) {
    const ada = await signUp("Ada");
    const gone = await ada.get("/api/logout", from);
    expect([gone.status, gone.headers.get("Location")]).toEqual([302, "/"]);
    expect(gone.headers.get("Clear-Site-Data")).toBe('"cache", "storage"');
    expect(await isSignedIn(ada)).toBe(false);
  }
});

test("the page after sign-out clears the browser's cache, once", async () => {
  const ada = await signUp("Ada");
  await ada.get("/api/logout", { "Sec-Fetch-Site": "none" });
  expect(await (await ada.get("/")).text()).toContain('href="/signed-out.css"');
  const forgotten = await ada.get("/signed-out.css");
  expect(forgotten.headers.get("Content-Type")).toContain("text/css");
  expect(forgotten.headers.get("Clear-Site-Data")).toBe('"cache"');
  expect(await (await ada.get("/")).text()).not.toContain("/signed-out.css");
});

test("POST /api/auth/logout returns JSON to fetch and redirects a form, and may be repeated", async () => {
  const ada = await signUp("Ada");
  const copy = openBrowser(
    app(),
    ada.cookies.map((cookie) => ({ ...cookie })),
  );
  const gone = await ada.json("POST", "/api/auth/logout", undefined);
  expect([gone.status, await gone.json()]).toEqual([200, {}]);
  expect(await isSignedIn(copy)).toBe(false);
  const again = await copy.form("/api/auth/logout", {});
  expect([again.status, again.headers.get("Location")]).toEqual([303, "/"]);
});

test("a signed-in member can't sign up", async () => {
  const ada = await signUp("Ada");
  const page = await goToSignIn(visitor());
  for (const address of [page, `${page}/sign-up`]) {
    expect((await ada.get(address)).headers.get("Location")).toBe("/");
    expect((await ada.form(address, newcomer)).headers.get("Location")).toBe("/");
  }
});

test("a sign-in started at another host name continues at the app's own origin", async () => {
  const { port, origin } = app();
  const begun = await visitor().get("/api/login?to=/discover", { Host: `localhost:${port}` });
  expect(begun.headers.get("Location")).toBe(`${origin}/api/login?to=%2Fdiscover`);
});

test("abandoned sign-ins do not pile up in cookies", async () => {
  const browser = visitor();
  const to = `/discover?genres=${"x".repeat(900)}`;
  for (let i = 0; i < 12; i++) await browser.get(`/api/login?to=${to}`);
  for (const kind of ["sign-in:", "return-"]) {
    const kept = browser.cookies.filter(({ name }) => name.startsWith(kind));
    expect([kept.length > 0, kept.length < 8]).toEqual([true, true]);
  }
  expect((await browser.get("/api/login")).status).toBe(302);
});

test("the provider redirects codes to this app only, and serves no keys", async () => {
  const browser = visitor();
  const { origin } = app();
  const asked = new URL((await browser.get("/api/login")).headers.get("Location") ?? "");
  for (const redirect of [
    "https://evil.example/api/callback",
    `${origin}/api/callback/../evil`,
    `${origin}/`,
  ]) {
    asked.searchParams.set("redirect_uri", redirect);
    const answer = await browser.get(asked.pathname + asked.search);
    expect([answer.status, answer.headers.get("Location")]).toEqual([400, null]);
  }
  asked.searchParams.set("redirect_uri", `${origin}/api/callback`);
  asked.searchParams.delete("code_challenge");
  const withoutProof = await browser.get(asked.pathname + asked.search);
  expect(withoutProof.headers.get("Location")).toContain("error=invalid_request");
  const keys = await (await browser.get("/oidc/jwks")).text();
  expect(Object.keys(JSON.parse(keys).keys[0])).not.toContain("d");
  const token = await browser.send("/oidc/token", {
    method: "POST",
    body: new URLSearchParams({ grant_type: "x" }),
  });
  expect(token.status).toBeLessThan(500);
});

test("the provider only sends redirects, with the headers of every page", async () => {
  const browser = visitor();
  const asked = new URL((await browser.get("/api/login")).headers.get("Location") ?? "");
  const { pathname } = asked;
  const protectedBy = (answer: Response) => [
    answer.headers.get("X-Content-Type-Options"),
    answer.headers.get("Content-Security-Policy")?.includes("form-action 'self'"),
    answer.headers.get("Permissions-Policy")?.includes("camera=(), "),
  ];
  const posted = await browser.form(pathname, asked.searchParams);
  expect([posted.status, await posted.text()]).not.toContain("<script");
  expect(posted.status).toBe(405);
  expect((await browser.send(pathname, { method: "POST", body: asked.searchParams })).status).toBe(403);
  for (const mode of ["form_post", "fragment", "web_message", "query&response_mode=form_post"]) {
    for (const search of [
      asked.search,
      "?client_id=b-side",
      asked.search.replace("response_type=code", "response_type=x"),
    ]) {
      const answer = await browser.get(`${pathname}${search}&response_mode=${mode}`);
      expect([mode, answer.status, ...protectedBy(answer)]).toEqual([mode, 400, "nosniff", true, true]);
      expect(await answer.text()).not.toContain("<");
    }
  }
  for (const path of [
    pathname + asked.search,
    "/oidc/jwks",
    "/oidc/.well-known/openid-configuration",
    "/oidc/auth/x",
  ])
    expect([path, ...protectedBy(await browser.get(path))]).toEqual([path, "nosniff", true, true]);
});
