// Signing in at an outside provider, and without the accounts that it replaces.
import { afterAll, expect, test } from "vitest";
import { shareApp } from "../../app";
import { type FailureHandler, startProvider } from "../../fakes/provider";
import { freePort } from "../../free-port";
import { sampled } from "../../sampled";
import { type Browser, openBrowser } from "../client";

const port = await freePort();
const client = {
  id: "urn:the & app",
  secret: "its & secret: %",
  redirectTo: `http://127.0.0.1:${port}/api/callback`,
};
const provider = await startProvider(client);
const { app, visitor } = shareApp({
  PORT: String(port),
  OAUTH_ISSUER: provider.issuer,
  OAUTH_CLIENT_ID: client.id,
  OAUTH_CLIENT_SECRET: client.secret,
  DEMO: "",
});
afterAll(() => provider.close());

test("a provider that is unreachable or has the wrong issuer is retried later", async () => {
  const discovery = "/.well-known/openid-configuration";
  const configuration = await (await fetch(provider.issuer + discovery)).json();
  const asked = async () => (await visitor().get("/api/login", { Accept: "text/html" })).status;
  provider.failures.set(discovery, (res) => res.writeHead(502).end());
  expect(await asked()).toBe(503);
  provider.failures.set(discovery, (res) =>
    res.end(JSON.stringify({ ...configuration, issuer: "embedded" })),
  );
  expect(await asked()).toBe(503);
  provider.failures.clear();
  expect(await asked()).toBe(302);
});

/** Signs in up to the callback; returns its path and query. */
async function callbackOf(browser: Browser, to = "/") {
  const begun = await browser.get(`/api/login?to=${encodeURIComponent(to)}`);
  const back = await provider.visit(begun.headers.get("Location") ?? "");
  expect(back.origin).toBe(app().origin);
  return back.pathname + back.search;
}

/** Signs in; newcomers say first that they are 18. */
async function signInOutside(browser = visitor()) {
  const back = await browser.get(await callbackOf(browser, "/matches"));
  const to = back.headers.get("Location") ?? "";
  const asksAge = to.startsWith("/agreement");
  expect([back.status, to]).toEqual([302, asksAge ? "/agreement?to=%2Fmatches" : "/matches"]);
  if (asksAge) expect((await browser.form(to, { adult: "on" })).headers.get("Location")).toBe("/matches");
  return (await (await browser.get("/api/auth/user")).json()) as Record<string, string>;
}

test("every user of the provider is a member, the same one at each sign-in", async () => {
  provider.signInAs("ada", { given_name: "Ada", family_name: "Lovelace", email: "ada@id.example" });
  const ada = await signInOutside();
  expect(ada).toMatchObject({ firstName: "Ada", lastName: "Lovelace", email: "ada@id.example" });
  expect((await signInOutside()).id).toBe(ada.id);
  provider.signInAs("other", { given_name: "Ada", family_name: "Lovelace", email: "ada@id.example" });
  expect((await signInOutside()).id).not.toBe(ada.id);
});

test.each([
  ["null", { given_name: "Otis", family_name: null, name: null, email: null, email_verified: null }, null],
  ["another type", { given_name: "Otis", family_name: 7, email: ["a@id.example"] }, null],
  ["unverified, as text", { given_name: "Otis", email: "a@id.example", email_verified: "False" }, null],
  ["unverified, as a number", { given_name: "Otis", email: "a@id.example", email_verified: 0 }, null],
  [
    "verified, as text",
    { given_name: "Otis", email: "a@id.example", email_verified: "True" },
    "a@id.example",
  ],
])("a claim that is %s keeps nobody out", async (kind, claims, email) => {
  provider.signInAs(kind, {});
  const browser = visitor();
  const callback = await callbackOf(browser);
  provider.failures.set("/me", (res) => res.end(JSON.stringify({ sub: kind, ...claims })));
  expect((await browser.get(callback)).status).toBe(302);
  provider.failures.clear();
  expect(await (await browser.get("/api/auth/user")).json()).toMatchObject({
    ...{ firstName: "Otis", lastName: "", email },
  });
});

test("an address that the provider hasn't verified isn't taken", async () => {
  for (const [sub, verified, email] of [
    ["typed", false, null],
    ["checked", true, "ada@id.example"],
  ] as const) {
    provider.signInAs(sub, { given_name: "Ada", email: "ada@id.example", email_verified: verified });
    expect((await signInOutside()).email).toBe(email);
  }
});

test("the name is taken from the provider, whether whole, in parts or missing", async () => {
  const long = "💿".repeat(70);
  for (const [sub, claims, name] of [
    ["whole", { name: "Ada King Lovelace" }, ["Ada", "King Lovelace"]],
    ["sole", { given_name: "Otis" }, ["Otis", ""]],
    ["sole twice", { given_name: "Mary Ann", name: "Mary Ann" }, ["Mary Ann", ""]],
    [
      "with the family in the whole",
      { given_name: "Mary Ann", name: "Mary Ann Evans" },
      ["Mary Ann", "Evans"],
    ],
    ["the family first", { given_name: "Shizuko", name: "Kudo Shizuko" }, ["Shizuko", "Kudo"]],
    ["family alone", { family_name: "Suharto" }, ["Suharto", ""]],
    ["dot", { given_name: "Otis", family_name: ".", name: "Otis ." }, ["Otis", ""]],
    ["none", {}, ["Newcomer", ""]],
    ["blank", { given_name: " ", family_name: "-" }, ["Newcomer", ""]],
    ["staff", { given_name: "Support", family_name: "evil.example" }, ["Newcomer", ""]],
    ["odd", { given_name: "A\u0000d\u0007a\n", family_name: long }, ["Ada", "💿".repeat(60)]],
  ] as const) {
    provider.signInAs(sub, claims);
    const member = await signInOutside();
    expect([member.firstName, member.lastName]).toEqual(name);
  }
});

test("the embedded provider and its accounts are turned off", async () => {
  const browser = visitor();
  for (const path of ["/oidc/auth?client_id=b-side", "/oidc/token", "/oidc/jwks", "/oidc/me"]) {
    expect((await browser.get(path)).status).toBe(404);
  }
  expect((await browser.get("/oidc/interaction/x/sign-up")).status).toBe(400);
});

/** Confirms who the member is up to the callback; returns what the page offered and the callback's response. */
async function confirmOutside(browser: Browser, change = (address: URL) => address) {
  const page = await (await browser.get("/settings/confirm?to=/settings/delete")).text();
  const offered = /href="(\/api\/login\?again[^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const begun = await browser.get(offered);
  const address = new URL(begun.headers.get("Location") ?? "");
  const back = await provider.visit(change(address).href);
  return { page, address, answer: await browser.get(back.pathname + back.search, { Accept: "text/html" }) };
}

test("confirming means signing in at the provider again, as the same member", async () => {
  provider.signInAs("ada", { given_name: "Ada" });
  const browser = visitor();
  const { id } = await signInOutside(browser);
  // The provider has not said when she signed in there.
  expect((await browser.get("/settings/delete")).status).toBe(303);

  provider.signInAs("ben", { given_name: "Ben" });
  const other = await confirmOutside(browser);
  expect(other.answer.status).toBe(403);
  expect(await other.answer.text()).toContain("That&#x27;s a different account, so nothing was confirmed.");
  expect(await (await browser.get("/api/auth/user")).json()).toMatchObject({ id });
  expect((await browser.get("/settings/delete")).status).toBe(303);

  provider.signInAs("ada", { given_name: "Ada" });
  const same = await confirmOutside(browser);
  expect(same.page).not.toContain("password");
  expect(same.address.searchParams.get("max_age")).toBe("0");
  expect([same.answer.status, same.answer.headers.get("Location")]).toEqual([302, "/settings/delete"]);
  expect((await browser.get("/settings/delete")).status).toBe(200);
});

test("a sign-in at the provider whose time is missing confirms nothing if the provider can tell it", async () => {
  provider.signInAs("ada", { given_name: "Ada" });
  const browser = visitor();
  await signInOutside(browser);
  const withoutAge = (address: URL) => {
    address.searchParams.delete("max_age");
    return address;
  };
  await confirmOutside(browser, withoutAge);
  expect((await browser.get("/settings/delete")).status).toBe(303);
});

test("what belongs to accounts of this server does not exist", async () => {
  provider.signInAs("ada", { given_name: "Ada" });
  const browser = visitor();
  await signInOutside(browser);
  const settings = await (await browser.get("/settings")).text();
  for (const path of [
    "/settings/passkeys",
    "/settings/authenticator",
    "/settings/recovery-codes",
    "/settings/password",
    "/settings/email",
    "/forgot-password",
    "/forgot-password/code",
    "/confirm-email",
    "/restore-email",
  ]) {
    expect([path, (await browser.get(path)).status]).toEqual([path, 404]);
    expect(settings).not.toContain(`href="${path}"`);
  }
  expect((await browser.form("/settings/confirm", { password: "listen closely" })).status).toBe(404);
});

test("a code works once, and only in the browser that requested it", async () => {
  provider.signInAs("ada", { given_name: "Ada" });
  const browser = visitor();
  const callback = await callbackOf(browser);
  const stolen = openBrowser(
    app(),
    browser.cookies.map((cookie) => ({ ...cookie })),
  );
  expect((await visitor().get(callback)).status).toBe(400);
  expect((await browser.get(callback)).status).toBe(302);
  expect((await stolen.get(callback)).status).toBe(400);
});

test("two tabs signing in at the provider return to the pages they started from", async () => {
  provider.signInAs("ada", { given_name: "Ada" });
  const browser = visitor();
  const callbacks = [await callbackOf(browser, "/discover"), await callbackOf(browser, "/records?sort=year")];
  for (const [i, to] of ["/discover", "/records?sort=year"].entries()) {
    const back = await browser.get(callbacks[i] ?? "");
    expect([back.status, back.headers.get("Location")]).toEqual([302, to]);
  }
  expect(browser.cookies.map(({ name }) => name)).toEqual(["session"]);
  expect((await browser.get("/api/auth/user")).status).toBe(200);
});

test("a cancelled or tampered sign-in leads to an error page", async () => {
  for (const change of [
    (address: string) => address.replace(/code=[^&]+/, "error=access_denied"),
    (address: string) => address.replace(/code=[^&]+/, "code=guessed"),
    (address: string) => address.replace(/state=[^&]+/, "state=guessed"),
  ]) {
    const browser = visitor();
    const answer = await browser.get(change(await callbackOf(browser)), { Accept: "text/html" });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(
      "This sign-in has expired or was started in another browser. Please start again.",
    );
  }
});

const FAR = 3600;
const now = Math.floor(Date.now() / 1000);

test.each<[string, number, Record<string, unknown>]>([
  ["the provider's own", 302, {}],
  ["another provider's", 503, { iss: "https://evil.example" }],
  ["for another app", 503, { aud: "another-app" }],
  ["about somebody else", 503, { sub: "ben" }],
  ["without a subject", 503, { sub: undefined }],
  ["that has ended", 503, { exp: now - FAR }],
  ["that begins later", 503, { nbf: now + FAR }],
  ["that begins in a moment, by the provider's clock", 302, { nbf: now + 30 }],
])("an id token %s is answered with %i", async (_, status, claims) => {
  provider.signInAs("ada", { given_name: "Ada" });
  const browser = visitor();
  const callback = await callbackOf(browser);
  const token = { access_token: "any", token_type: "Bearer" };
  const id_token = await provider.signIdToken({ sub: "ada", ...claims });
  provider.failures.set("/token", (res) =>
    res.setHeader("Content-Type", "application/json").end(JSON.stringify({ ...token, id_token })),
  );
  provider.failures.set("/me", (res) => res.end(JSON.stringify({ sub: "ada" })));
  expect((await browser.get(callback)).status).toBe(status);
  provider.failures.clear();
});

test("an id token with another's signature, or none, signs nobody in", async () => {
  provider.signInAs("ada", { given_name: "Ada" });
  const [header, payload = "", signature] = (await provider.signIdToken({ sub: "ada" })).split(".");
  const other = (await provider.signIdToken({ sub: "ben" })).split(".")[2];
  const none = Buffer.from('{"alg":"none"}').toString("base64url");
  provider.failures.set("/me", (res) => res.end(JSON.stringify({ sub: "ada" })));
  for (const [id_token, status] of [
    [[header, payload, signature].join("."), 302],
    [[header, payload, other].join("."), 503],
    [[none, payload, ""].join("."), 503],
    [undefined, 503],
  ] as const) {
    const browser = visitor();
    const callback = await callbackOf(browser);
    provider.failures.set("/token", (res) => res.end(JSON.stringify({ access_token: "any", id_token })));
    expect([id_token, (await browser.get(callback)).status]).toEqual([id_token, status]);
    provider.failures.delete("/token");
  }
  provider.failures.clear();
});

const failures: [what: string, path: string, FailureHandler][] = [
  ["breaks", "/token", (res) => res.writeHead(500).end("Oops")],
  ["breaks", "/me", (res) => res.writeHead(500).end("Oops")],
  ["answers no JSON", "/token", (res) => res.end("<h1>Maintenance</h1>")],
  ["answers no JSON", "/me", (res) => res.end("<h1>Maintenance</h1>")],
  ["answers without a subject", "/me", (res) => res.end("{}")],
  ["answers without end", "/me", (res) => res.end(`{"sub":"${"x".repeat(5_000_000)}"}`)],
  ["sends elsewhere", "/me", (res) => res.writeHead(302, { Location: "http://169.254.169.254/" }).end()],
  ["hangs up", "/me", (res) => res.destroy()],
  ["hangs up", "/token", (res) => res.destroy()],
  ["knows another secret", "/token", (res) => res.writeHead(401).end('{"error":"invalid_client"}')],
  ["says nothing", "/me", () => {}],
  ["says nothing", "/token", () => {}],
];
// The last two wait for the end of a request.
test.each(sampled(failures, failures.length - 2))(
  "a provider that %s at %s is reported as its own error, not the visitor's",
  async (_, path, failure) => {
    provider.signInAs("ada", { given_name: "Ada" });
    const browser = visitor();
    const callback = await callbackOf(browser);
    provider.failures.set(path, failure);
    const answer = await browser.get(callback, { Accept: "text/html" });
    provider.failures.clear();
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain("The sign-in service isn't responding. Try again in a minute.");
    expect((await browser.get("/api/auth/user")).status).toBe(401);
  },
);
