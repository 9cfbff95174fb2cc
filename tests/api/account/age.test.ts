// Proving at an age provider that one is 18 or older: only its own answer to this member's own question counts.
import { eq } from "drizzle-orm";
import { generateKeyPair, SignJWT } from "jose";
import { afterAll, afterEach, expect, test } from "vitest";
import { shareApp } from "../../app";
import { startProvider } from "../../fakes/provider";
import { freePort } from "../../free-port";
import { operate } from "../operate";
import type { Person } from "../people";

const port = await freePort();
const client = {
  id: "urn:the & app",
  secret: "its & secret: %",
  redirectTo: `http://127.0.0.1:${port}/settings/age/callback`,
};
const provider = await startProvider(client, { knowsAges: true });
const { app, addMember } = shareApp({
  PORT: String(port),
  AGE_CHECK: "provider",
  AGE_ISSUER: provider.issuer,
  AGE_CLIENT_ID: client.id,
  AGE_CLIENT_SECRET: client.secret,
  DEMO: "",
});
afterEach(() => provider.failures.clear());
afterAll(() => provider.close());

const EXPIRED = "This age check has expired or was started in another browser.";
const html = { Accept: "text/html" };

/** Where the provider is asked. */
async function begin(person: Person): Promise<URL> {
  const begun = await person.get("/settings/age/start", html);
  expect(begun.status).toBe(302);
  return new URL(begun.headers.get("Location") ?? "");
}
/** Asks the provider; returns the path and query of its callback. */
async function ask(person: Person, change = (address: URL) => address): Promise<string> {
  const back = await provider.visit(change(await begin(person)).href);
  return back.pathname + back.search;
}
/** Answers a callback; resolves with what its page says. */
async function finish(person: Person, callback: string): Promise<string> {
  const answer = await person.get(callback, html);
  return (answer.status === 302 ? await person.follow(answer) : answer).text();
}
const isWaiting = async (person: Person) => (await person.get("/discover", html)).status === 303;
const PROVEN = "Your age is confirmed";

test("a newcomer waits until the provider has confirmed their age, and nothing else is kept", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  provider.signInAs("ben", { age_over_18: true });
  expect(await finish(ben, await ask(ben))).toContain(PROVEN);
  expect((await ben.get(`/members/${ada.id}`)).status).toBe(404);
  expect(await isWaiting(ada)).toBe(true);
  const waiting = await (await ada.get("/waiting", html)).text();
  expect(waiting).toContain("You prove your age");
  expect((await ada.get("/profile", html)).status).toBe(200);

  provider.signInAs("ada", { age_over_18: true, birthdate: "1990-12-10", email: "ada@id.example" });
  const address = await begin(ada);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    scope: "openid",
    prompt: "login",
    code_challenge_method: "S256",
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{20,}$/),
  });
  const answer = await ada.get(await ask(ada), html);
  // Nothing else is missing, so the newcomer goes in.
  expect(answer.headers.get("Location")).toBe("/");
  expect(await (await ada.follow(answer)).text()).toContain(PROVEN);
  expect(await (await ada.get("/settings/age", html)).text()).toContain("You proved on");
  expect(await isWaiting(ada)).toBe(false);
  expect((await ben.get(`/members/${ada.id}`)).status).toBe(200);
  const { db } = await import("db/client.server");
  const { member } = await import("db/schema");
  const [row] = await db
    .select()
    .from(member)
    .where(eq(member.id, Number(ada.id)));
  expect(row).toMatchObject({ ageCheck: "provider", ageProof: expect.stringMatching(/^[\w-]{43}$/) });
  expect(JSON.stringify(row)).not.toMatch(/1990|ada@id/);
});

test("an operator who waits for the proof too can look up what is wrong with the provider", async () => {
  const [olga, pia] = [await addMember("Olga"), await addMember("Pia")];
  expect((await operate(app().dataDir, ["operator", "add", olga.email])).code).toBe(0);
  provider.failures.set("/.well-known/openid-configuration", (res) => res.writeHead(502).end());
  expect(await isWaiting(olga)).toBe(true);
  expect(await (await olga.get("/admin", html)).text()).toMatch(
    /<b>Age provider<\/b><span[^>]*>Failing<\/span><\/p><p[^>]*>[^<]*The provider doesn&#x27;t respond/,
  );
  expect((await pia.get("/admin", html)).status).toBe(404);
});

test("somebody who isn't 18, or whom the provider knows no age of, still waits", async () => {
  const cleo = await addMember("Cleo");
  provider.signInAs("cleo", { age_over_18: false });
  expect(await finish(cleo, await ask(cleo))).toContain("not 18 yet");
  provider.signInAs("cleo", {});
  expect(await finish(cleo, await ask(cleo))).toContain("didn&#x27;t say whether you&#x27;re 18");
  expect(await isWaiting(cleo)).toBe(true);
});

test("one person proves the age of one account", async () => {
  const [dora, eve] = [await addMember("Dora"), await addMember("Eve")];
  provider.signInAs("dora", { age_over_18: true });
  await finish(dora, await ask(dora));
  expect(await finish(eve, await ask(eve))).toContain("already been used for another account");
  expect(await isWaiting(eve)).toBe(true);
});

test("an answer works once, in the session that asked for it", async () => {
  const [fay, gus] = [await addMember("Fay"), await addMember("Gus")];
  provider.signInAs("fay", { age_over_18: true });
  const callback = await ask(fay);
  expect(await finish(gus, callback)).toContain(EXPIRED);
  expect(await finish(fay, callback.replace(/state=[^&]+/, "state=another"))).toContain(EXPIRED);
  expect(await finish(fay, "/settings/age/callback?code=x")).toContain(EXPIRED);
  const again = await ask(fay);
  expect(await finish(fay, again)).toContain(PROVEN);
  const replayed = await addMember("Hal");
  expect(await finish(replayed, again)).toContain(EXPIRED);
  expect(await isWaiting(gus)).toBe(true);
  expect(await isWaiting(replayed)).toBe(true);
});

test("a refusal at the provider is told, and an unreachable provider is named", async () => {
  const ina = await addMember("Ina");
  const { searchParams } = await begin(ina);
  const state = searchParams.get("state");
  expect(await finish(ina, `/settings/age/callback?error=access_denied&state=${state}`)).toContain(
    "Access was declined at the age check.",
  );
  provider.signInAs("ina", { age_over_18: true });
  const callback = await ask(ina);
  provider.failures.set("/token", (res) => res.writeHead(502).end());
  expect(await finish(ina, callback)).toContain("The age check isn&#x27;t responding");
  expect(await isWaiting(ina)).toBe(true);
});

/** Answers in place of the provider with an id token of these claims, for somebody who was asked. */
async function answerWith(person: Person, claims: Record<string, unknown>): Promise<string> {
  provider.signInAs("jon", { age_over_18: true });
  const address = await begin(person);
  const back = await provider.visit(address.href);
  const own = { sub: "jon", age_over_18: true, nonce: address.searchParams.get("nonce") };
  const id_token = await provider.signIdToken({ ...own, ...claims });
  provider.failures.set("/token", (res) =>
    res.end(JSON.stringify({ id_token, token_type: "Bearer", access_token: "x" })),
  );
  return finish(person, back.pathname + back.search);
}

test.each([
  ["another nonce", { nonce: "another" }],
  ["no nonce", { nonce: undefined }],
  ["another client", { aud: "another" }],
  ["another client that it was made for", { azp: "another" }],
  ["another issuer", { iss: "https://another.example" }],
  ["an end in the past", { exp: Math.floor(Date.now() / 1000) - 120 }],
  ["no subject", { sub: undefined }],
])("an answer with %s is refused", async (_, claims) => {
  const jon = await addMember("Jon");
  expect(await answerWith(jon, claims)).toContain("The age check isn&#x27;t responding");
  expect(await isWaiting(jon)).toBe(true);
});

test("the same answer without any of that is taken", async () => {
  const jon = await addMember("Jon");
  expect(await answerWith(jon, {})).toContain(PROVEN);
});

test.each(["another key", "no signature", "the client's secret"])(
  "an answer signed with %s is refused",
  async (how) => {
    const kim = await addMember("Kim");
    provider.signInAs("kim", { age_over_18: true });
    const address = await begin(kim);
    const back = await provider.visit(address.href);
    const seconds = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ iss: provider.issuer, aud: client.id, iat: seconds, exp: seconds + 60, sub: "kim" },
      ...{ age_over_18: true, nonce: address.searchParams.get("nonce") },
    };
    const { privateKey } = await generateKeyPair("RS256");
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
    const id_token =
      how === "no signature"
        ? `${encode({ alg: "none" })}.${encode(claims)}.`
        : how === "another key"
          ? await new SignJWT(claims).setProtectedHeader({ alg: "RS256" }).sign(privateKey)
          : await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(client.secret));
    provider.failures.set("/token", (res) => res.end(JSON.stringify({ id_token, token_type: "Bearer" })));
    expect(await finish(kim, back.pathname + back.search)).toContain("The age check isn&#x27;t responding");
    expect(await isWaiting(kim)).toBe(true);
  },
);
