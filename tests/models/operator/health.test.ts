// What operators are told of the outside parts: those that don't respond, and those that don't accept this deployment.
import { afterAll, afterEach, expect, test } from "vitest";
import { env } from "~/env.server";
import { checkParts } from "~/models/operator/health.server";
import { startCheckingService } from "../../fakes/checking-service";
import { startDiscogs } from "../../fakes/discogs";
import { startProvider } from "../../fakes/provider";

const client = { id: "b-side", secret: "its secret", redirectTo: "http://127.0.0.1:1/settings/age/callback" };
const provider = await startProvider(client, { knowsAges: true });
afterAll(() => provider.close());
afterEach(() => {
  provider.failures.clear();
  Object.assign(env, { ageProvider: undefined, checkingService: undefined });
  env.signIn.issuer = undefined;
});

const NOBODY = "http://127.0.0.1:1";

const find = async (name: string) => (await checkParts()).find((part) => part.name === name);

function askAge(changed: Partial<NonNullable<typeof env.ageProvider>> = {}) {
  const { id: clientId, secret: clientSecret } = client;
  env.ageProvider = { issuer: provider.issuer, clientId, clientSecret, ...changed };
  return find("Age provider");
}

test("what is not set up is not in use", async () => {
  for (const name of ["Age provider", "Sign-in provider", "Checking service", "Discogs"])
    expect(await find(name)).toMatchObject({ state: "off" });
});

test("an age provider that responds is shown with the claim it is asked for", async () => {
  const { host } = new URL(provider.issuer);
  expect(await askAge()).toMatchObject({
    state: "working",
    detail: `Members prove their age at ${host}, by age_over_18`,
  });
});

test.each<[string, Parameters<typeof askAge>[0], string]>([
  ["is away", { issuer: NOBODY }, "doesn't respond (failed)"],
  ["is at another address", { issuer: `${provider.issuer}/elsewhere` }, "responded with 404"],
  [
    "has another name",
    { issuer: provider.issuer.replace("127.0.0.1", "localhost") },
    "claims another issuer",
  ],
  ["has another secret", { clientSecret: "another" }, "doesn't accept AGE_CLIENT_ID and AGE_CLIENT_SECRET"],
  ["knows no such client", { clientId: "another" }, "doesn't accept AGE_CLIENT_ID and AGE_CLIENT_SECRET"],
])("an age provider that %s fails", async (_, changed, problem) => {
  const { issuer = provider.issuer } = changed ?? {};
  const detail = `${issuer}: The provider ${problem}`;
  expect(await askAge(changed)).toMatchObject({ state: "failing", detail });
});

test("an age provider fails that says too little of itself, or can't be asked for answers", async () => {
  provider.failures.set("/.well-known/openid-configuration", (res) => res.end("{}"));
  expect(await askAge()).toMatchObject({
    state: "failing",
    detail: `${provider.issuer}: The provider's metadata is incomplete`,
  });
  provider.failures.clear();
  provider.failures.set("/token", (res) => res.writeHead(502).end());
  expect(await askAge()).toMatchObject({ state: "failing" });
});

test("a sign-in provider works if it responds", async () => {
  env.signIn.issuer = provider.issuer;
  const { host } = new URL(provider.issuer);
  expect(await find("Sign-in provider")).toMatchObject({
    state: "working",
    detail: `Members sign in at ${host}`,
  });
  env.signIn.issuer = NOBODY;
  expect(await find("Sign-in provider")).toMatchObject({
    state: "failing",
    detail: `${NOBODY}: The provider doesn't respond (failed)`,
  });
});

test("a checking service works if it signs its answer, whatever it says", async () => {
  const service = await startCheckingService();
  const set = (secret: string) => {
    env.checkingService = { url: service.address, secret, onFailure: "hold" };
  };
  set(service.secret);
  service.answer("hold", "Anything");
  expect(await find("Checking service")).toMatchObject({
    state: "working",
    detail: `${new URL(service.address).host} responds`,
  });
  set("another secret of at least 32 characters");
  expect(await find("Checking service")).toMatchObject({
    state: "failing",
    detail: "No signed answer, so CHECK_FAILS=hold applies",
  });
  service.close();
});

test("Discogs works if it accepts the token", async () => {
  const discogs = await startDiscogs();
  env.catalog.contact = "ops@b-side.example";
  env.discogs.token = undefined;
  expect(await find("Discogs")).toMatchObject({ state: "off" });
  env.discogs.token = "a token";
  expect(await find("Discogs")).toMatchObject({ state: "working" });
  discogs.wrongTokens.add("a token");
  expect(await find("Discogs")).toEqual({
    ...{ name: "Discogs", state: "failing" },
    detail: "Doesn't accept DISCOGS_TOKEN, so members can't import",
  });
  discogs.close();
  expect(await find("Discogs")).toMatchObject({ state: "failing", detail: "Not responding" });
});
