import { afterAll, beforeAll, expect, test } from "vitest";
import { startProvider, type Trouble } from "../stand-ins/provider";
import { type Browser, freePort, openBrowser, type RunningServer, startServer } from "./server";

let provider: Awaited<ReturnType<typeof startProvider>>;
let server: RunningServer;

beforeAll(async () => {
  const port = await freePort();
  const client = {
    id: "the-app",
    secret: "its & secret: %",
    redirectTo: `http://127.0.0.1:${port}/api/callback`,
  };
  provider = await startProvider(client);
  server = await startServer({
    PORT: String(port),
    OAUTH_ISSUER: provider.issuer,
    OAUTH_CLIENT_ID: client.id,
    OAUTH_CLIENT_SECRET: client.secret,
    DEMO: "",
  });
});

afterAll(async () => {
  expect(await server.end()).toBe(0);
  expect(server.printed()).not.toContain('"msg":"bug"');
  provider.end();
});

/** Signs in up to the callback; returns its path and query. */
async function callbackOf(browser: Browser, to = "/") {
  const begun = await browser.get(`/api/login?to=${encodeURIComponent(to)}`);
  const back = await provider.visit(begun.headers.get("Location") ?? "");
  expect(back.origin).toBe(server.origin);
  return back.pathname + back.search;
}

async function signInOutside(browser = openBrowser(server)) {
  const back = await browser.get(await callbackOf(browser, "/matches"));
  expect([back.status, back.headers.get("Location")]).toEqual([302, "/matches"]);
  return (await (await browser.get("/api/auth/user")).json()) as Record<string, string>;
}

test("whoever the provider knows is a member, the same one at every sign-in", async () => {
  provider.letIn("ada", { given_name: "Ada", family_name: "Lovelace", email: "ada@id.example" });
  const ada = await signInOutside();
  expect(ada).toMatchObject({ firstName: "Ada", lastName: "Lovelace", email: "ada@id.example" });
  expect((await signInOutside()).id).toBe(ada.id);
  provider.letIn("other", { given_name: "Ada", family_name: "Lovelace", email: "ada@id.example" });
  expect((await signInOutside()).id).not.toBe(ada.id);
});

test("a name is taken as the provider has it, whole or in parts or not at all", async () => {
  const long = "💿".repeat(70);
  for (const [sub, claims, name] of [
    ["whole", { name: "Ada King Lovelace" }, ["Ada", "King Lovelace"]],
    ["none", {}, ["", ""]],
    ["odd", { given_name: "A\u0000d\u0007a\n", family_name: long }, ["Ada", "💿".repeat(60)]],
  ] as const) {
    provider.letIn(sub, claims);
    const told = await signInOutside();
    expect([told.firstName, told.lastName]).toEqual(name);
  }
});

test("the embedded provider and its accounts are not there", async () => {
  const browser = openBrowser(server);
  for (const path of ["/oidc/auth?client_id=b-side", "/oidc/token", "/oidc/jwks", "/oidc/me"]) {
    expect((await browser.get(path)).status).toBe(404);
  }
  expect((await browser.get("/oidc/interaction/x/sign-up")).status).toBe(400);
  expect(server.printed()).not.toContain("listen closely");
});

test("a code counts once, and only where it was asked for", async () => {
  provider.letIn("ada", { given_name: "Ada" });
  const browser = openBrowser(server);
  const callback = await callbackOf(browser);
  const stolen = openBrowser(
    server,
    browser.cookies.map((cookie) => ({ ...cookie })),
  );
  expect((await openBrowser(server).get(callback)).status).toBe(400);
  expect((await browser.get(callback)).status).toBe(302);
  expect((await stolen.get(callback)).status).toBe(400);
});

test("two tabs that are both at the provider come back to where each was begun", async () => {
  provider.letIn("ada", { given_name: "Ada" });
  const browser = openBrowser(server);
  const callbacks = [await callbackOf(browser, "/discover"), await callbackOf(browser, "/records?sort=year")];
  for (const [i, to] of ["/discover", "/records?sort=year"].entries()) {
    const back = await browser.get(callbacks[i] ?? "");
    expect([back.status, back.headers.get("Location")]).toEqual([302, to]);
  }
  expect(browser.cookies.map(({ name }) => name)).toEqual(["session"]);
  expect((await browser.get("/api/auth/user")).status).toBe(200);
});

test("a sign-in that was cancelled, or changed on the way, is a page that says so", async () => {
  for (const change of [
    (address: string) => address.replace(/code=[^&]+/, "error=access_denied"),
    (address: string) => address.replace(/code=[^&]+/, "code=guessed"),
    (address: string) => address.replace(/state=[^&]+/, "state=guessed"),
  ]) {
    const browser = openBrowser(server);
    const answer = await browser.get(change(await callbackOf(browser)), { Accept: "text/html" });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("This sign-in has expired or was begun elsewhere. Start again.");
  }
});

test.each<[string, string, Trouble]>([
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
])("a provider that %s at %s is told as its trouble, not as the visitor's", async (_, path, trouble) => {
  provider.letIn("ada", { given_name: "Ada" });
  const browser = openBrowser(server);
  const callback = await callbackOf(browser);
  provider.trouble.set(path, trouble);
  const answer = await browser.get(callback, { Accept: "text/html" });
  provider.trouble.clear();
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain("The sign-in service does not answer. Try again in a minute.");
  expect((await browser.get("/api/auth/user")).status).toBe(401);
});

test("a provider that is not there yet, or speaks in another's name, is asked again later", async () => {
  const late = await startServer({
    OAUTH_ISSUER: `${provider.issuer}/`,
    OAUTH_CLIENT_ID: "the-app",
    OAUTH_CLIENT_SECRET: "its & secret: %",
  });
  const discovery = "/.well-known/openid-configuration";
  const configuration = await (await fetch(provider.issuer + discovery)).json();
  const asked = async () => (await openBrowser(late).get("/api/login", { Accept: "text/html" })).status;
  provider.trouble.set(discovery, (res) => res.writeHead(502).end());
  expect(await asked()).toBe(503);
  provider.trouble.set(discovery, (res) => res.end(JSON.stringify({ ...configuration, issuer: "embedded" })));
  expect(await asked()).toBe(503);
  provider.trouble.clear();
  expect(await asked()).toBe(302);
  expect(await late.end()).toBe(0);
});
