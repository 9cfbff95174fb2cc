// Health, jobs that go through all members, and the pace of outside services.

import { db } from "db/client.server";
import { servicePace } from "db/schema";
import { createWorkerPool } from "db/workers.server";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { searchForMember } from "~/models/match/discover.server";
import { runMemberJob } from "~/models/member-job.server";
import { checkParts } from "~/models/operator/health.server";
import { holdTurns, takeTurn } from "~/models/pace.server";
import { countWork, type WorkKind } from "~/models/rate-limit.server";
import { addMember } from "../../cast";
import { startCheckingService } from "../../fakes/checking-service";
import { startDiscogs } from "../../fakes/discogs";
import { startProvider } from "../../fakes/provider";

const client = { id: "b-side", secret: "its secret", redirectTo: "http://127.0.0.1:1/settings/age/callback" };
const provider = await startProvider(client, { knowsAges: true });

const NOBODY = "http://127.0.0.1:1";

const find = async (name: string) => (await checkParts()).find((part) => part.name === name);

function askAge(changed: Partial<NonNullable<typeof env.ageProvider>> = {}) {
  const { id: clientId, secret: clientSecret } = client;
  env.ageProvider = { issuer: provider.issuer, clientId, clientSecret, ...changed };
  return find("Age provider");
}

describe("health", () => {
  afterAll(() => provider.close());
  afterEach(() => {
    provider.failures.clear();
    Object.assign(env, { ageProvider: undefined, checkingService: undefined });
    env.signIn.issuer = undefined;
  });

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
});

describe("member jobs", () => {
  const HOUR_SECONDS = 3_600;
  /** A tenth of an hour. */
  const SHARE_MS = 360_000;

  const TOO_MUCH = "This file is too much work.";
  const DAMAGED = "This file is damaged.";
  const short = { name: "read", sql: "select 7", args: [] };
  const endless = {
    name: "read",
    sql: "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n",
    args: [],
  };
  const wrong = { name: "read", sql: "select from", args: [] };

  const spent = {
    ...{ code: "too-many", retryAfterSeconds: HOUR_SECONDS },
    message: "You've reached the limit for now. Try again in 60 minutes.",
  };
  const busy = {
    ...{ code: "unavailable", retryAfterSeconds: 60 },
    message: "We're too busy to read your file right now. Try again in a minute.",
  };

  afterEach(() => {
    vi.useRealTimers();
    Object.assign(env, { rateLimits: false, deadlines: false });
  });

  const openPool = (size = 1) => createWorkerPool(size, "build/worker.js", { workMs: 30_000 });

  function run(pool: ReturnType<typeof openPool>, job: object, owner = 1, kind: WorkKind = "voiceWork") {
    return runMemberJob(pool, job, { kind, owner, tooMuchWork: TOO_MUCH, damaged: DAMAGED });
  }

  test("an account's files take a tenth of a pool's hour, to the last job, and others' are read", async () => {
    env.rateLimits = true;
    vi.useFakeTimers({ toFake: ["Date"] });
    const pool = openPool();
    await countWork("voiceWork", 1, SHARE_MS - 200);
    await expect(run(pool, endless)).rejects.toMatchObject(spent);
    expect(pool.processes()).toEqual([]);
    await expect(run(pool, short)).rejects.toMatchObject(spent);
    expect(pool.processes()).toEqual([]);
    expect([await run(pool, short, 2), await run(pool, short, 1, "playlistWork")]).toEqual([7, 7]);
  });

  test("a search is work as well, which others do not wait for", async () => {
    env.rateLimits = true;
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    const search = ({ id }: typeof ada) => searchForMember({ viewerId: id, filters: {}, pageOnly: true });
    await search(ada);
    await countWork("searchWork", ada.id, SHARE_MS);
    await expect(search(ada)).toBeRefused("too-many");
    expect((await search(ben))?.members).toMatchObject([{ id: ada.id }]);
  });

  test("an account has one job at a time in a pool, two accounts have two", async () => {
    const pool = openPool(2);
    await Promise.all([run(pool, short), run(pool, short), run(pool, short)]);
    expect(pool.processes()).toHaveLength(1);
    await Promise.all([run(pool, short), run(pool, short, 2)]);
    expect(pool.processes()).toHaveLength(2);
  });

  test("a file is at fault if it takes too much work or fails, and not if it gets no process for it", async () => {
    const ofFile = createWorkerPool(1, "build/worker.js", { workMs: 200 });
    await expect(run(ofFile, endless)).toBeRefused("invalid", TOO_MUCH);
    await expect(run(openPool(), wrong)).toBeRefused("invalid", DAMAGED);
    const killed = createWorkerPool(1, "tests/matching/dying-worker.mjs");
    await expect(run(killed, short)).rejects.toMatchObject(busy);

    const crowded = createWorkerPool(1, "build/worker.js", { waitMs: 1_000, workMs: 60_000 });
    await run(crowded, short);
    env.deadlines = true;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    for (const process of crowded.processes()) process.kill("SIGSTOP");
    const refusals = [1, 2].map((owner) => expect(run(crowded, short, owner)).rejects.toMatchObject(busy));
    await expect.poll(() => crowded.countJobs()).toEqual({ running: 1, waiting: 1 });
    await vi.advanceTimersByTimeAsync(240_000);
    await Promise.all(refusals);
  });
});

describe("pace", () => {
  beforeEach(() => db.delete(servicePace));

  test("turns taken at once come a second apart, and nobody waits longer than they can", async () => {
    const begun = performance.now();
    const take = async () => ((await takeTurn("a", 3_000)) ? performance.now() - begun : "none");
    const turns = await Promise.all([take(), take(), take(), take(), take(), take()]);
    const taken = turns.filter((turn) => typeof turn === "number");
    expect(turns.filter((turn) => turn === "none")).toHaveLength(3);
    taken.forEach((turn, index) => {
      expect(turn).toBeGreaterThanOrEqual(index * 1_100 - 5);
    });
  });

  test("a turn that nobody had in the past is no turn saved up", async () => {
    await db.insert(servicePace).values({ service: "a", nextAt: new Date(Date.now() - 60_000) });
    expect(await takeTurn("a", 0)).toBe(true);
    expect(await takeTurn("a", 0)).toBe(false);
    expect(await takeTurn("a", 1_100)).toBe(true);
  });

  test("a pause holds everybody's turns, one service's only, and a shorter one shortens nothing", async () => {
    await holdTurns("a", 10_000);
    await holdTurns("a", 1_000);
    expect(await takeTurn("a", 9_000)).toBe(false);
    expect(await takeTurn("b", 0)).toBe(true);
  });
});
