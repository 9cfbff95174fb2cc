// Verified listeners: what proves an account, which histories are long enough, and when the badge goes.
import { db } from "db/client.server";
import { candidate, candidateChange, member, musicAccount } from "db/schema";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "~/env.server";
import { readDueHistory } from "~/models/music-account/account-history.server";
import {
  connectListener,
  listMusicAccounts,
  proveListener,
  removeMusicAccount,
} from "~/models/music-account/music-account.server";
import { refreshMusicAccount } from "~/models/music-account/refresh.server";
import { addMember } from "../../cast";
import { listeners, startLastfm } from "../../fakes/lastfm";
import { listenbrainzListeners, startListenbrainz } from "../../fakes/listenbrainz";
import { freeTurns } from "../../free-turns";
import { changeRows, deleteRows, rowsOf } from "../../rows";

const MONTH_MS = 31 * 86_400_000;
let lastfm: Awaited<ReturnType<typeof startLastfm>>;
let listenbrainz: Awaited<ReturnType<typeof startListenbrainz>>;

beforeAll(async () => {
  lastfm = await startLastfm("key", "a secret");
  Object.assign(env.lastfm, { apiKey: "key", secret: "a secret" });
  listenbrainz = await startListenbrainz();
  await freeTurns();
});
afterAll(() => {
  lastfm.close();
  listenbrainz.close();
});

const prove = (memberId: number, name: string) => proveListener(memberId, "lastfm", lastfm.confirmAs(name));
/** Reads everything that is due, as the job does. */
async function readHistories(now = Date.now()) {
  while (await readDueHistory(now));
}
async function badgeOf(memberId: number) {
  const [row] = await db
    .select({
      since: member.listenerSince,
      plays: member.listenerPlays,
      badges: sql<number>`${candidate.badges} & 1`,
    })
    .from(member)
    .leftJoin(candidate, eq(candidate.memberId, member.id))
    .where(eq(member.id, memberId));
  return row;
}
const addAda = async () => (await addMember("Ada")).id;
/** Makes an account nobody's. */
const release = (id: number) => deleteRows(musicAccount, { memberId: id });

test("a Last.fm account that is proven and has an old, long history makes a verified listener", async () => {
  const id = await addAda();
  const asked = lastfm.requests.length;
  expect(await prove(id, "RJ")).toMatchObject({ isProven: true, history: null, serviceUsername: "RJ" });
  await readHistories();
  expect(await badgeOf(id)).toEqual({ since: 2002, plays: 54_189, badges: 1 });
  expect(await listMusicAccounts(id)).toMatchObject([
    { history: { since: "2002-11-20T00:00:00.000Z", plays: 54_189, result: "verified" } },
  ]);
  // Proving takes three requests, reading the history five.
  expect(lastfm.requests.length - asked).toBe(8);
  const rows = await rowsOf(musicAccount, { memberId: id });
  expect(rows).toMatchObject([{ tokens: null }]);
  await release(id);
});

test("a name alone makes nobody a verified listener", async () => {
  const id = await addAda();
  expect(await connectListener(id, "lastfm", { username: "rj" })).toMatchObject({ isProven: false });
  await readHistories();
  expect(await badgeOf(id)).toMatchObject({ since: null, badges: 0 });
});

test.each([
  ["young", "short"],
  ["filled", "short"],
  ["quiet", "short"],
  ["private", "hidden"],
])("the Last.fm account %s has a %s history and no badge", async (name, result) => {
  const id = await addAda();
  await prove(id, name);
  await readHistories();
  expect(await listMusicAccounts(id)).toMatchObject([{ isProven: true, history: { result } }]);
  expect(await badgeOf(id)).toMatchObject({ since: null, plays: null, badges: 0 });
});

test("a token works once, and only those that Last.fm has given out", async () => {
  const id = await addAda();
  const token = lastfm.confirmAs("solo");
  await proveListener(id, "lastfm", token);
  for (const wrong of [token, "0".repeat(32), "", "a b", "../x"])
    await expect(proveListener(id, "lastfm", wrong)).toBeRefused("invalid");
});

test("a call signed with a wrong secret proves nothing", async () => {
  const id = await addAda();
  env.lastfm.secret = "another";
  await expect(prove(id, "solo")).toBeRefused("unanswered");
  env.lastfm.secret = "a secret";
  expect(await listMusicAccounts(id)).toEqual([]);
});

test("ListenBrainz counts from when it was told of plays, so that a history can't be made up today", async () => {
  const [ada, eve] = [await addAda(), await addAda()];
  const tokenOf = (name: string) => listenbrainzListeners.find((each) => each.name === name)?.token;
  await connectListener(ada, "listenbrainz", { username: "Ada L.", token: tokenOf("Ada L.") });
  await connectListener(eve, "listenbrainz", { username: "imported", token: tokenOf("imported") });
  const asked = listenbrainz.requests.length;
  await readHistories();
  expect(listenbrainz.requests.length - asked).toBe(12);
  expect(await badgeOf(ada)).toEqual({ since: 2016, plays: 20_000, badges: 1 });
  expect(await badgeOf(eve)).toMatchObject({ since: null, badges: 0 });
  await release(ada);
}, 60_000);

test("an account verifies one member at a time, the last to prove it", async () => {
  const [ada, eve] = [await addAda(), await addAda()];
  await prove(ada, "RJ");
  await readHistories();
  await prove(eve, "RJ");
  await readHistories();
  expect(await badgeOf(ada)).toMatchObject({ since: null, badges: 0 });
  expect(await listMusicAccounts(ada)).toMatchObject([{ isActive: true, isProven: false, history: null }]);
  expect(await badgeOf(eve)).toMatchObject({ since: 2002, badges: 1 });
  await changeRows(member, { id: eve }, { suspendedAt: new Date() });
  await expect(prove(ada, "RJ")).toBeRefused("conflict");
  await release(eve);
});

test("nothing is read for a member who is suspended until they are back", async () => {
  const ada = await addAda();
  await prove(ada, "RJ");
  await changeRows(member, { id: ada }, { suspendedAt: new Date() });
  const asked = lastfm.requests.length;
  await readHistories();
  expect(lastfm.requests.length).toBe(asked);
  await changeRows(member, { id: ada }, { suspendedAt: null });
  await readHistories();
  expect(await badgeOf(ada)).toMatchObject({ since: 2002 });
  await release(ada);
});

test("proving at once leaves one verified member", async () => {
  const members = await Promise.all([addAda(), addAda(), addAda()]);
  await Promise.all(members.map((id) => prove(id, "RJ")));
  await readHistories();
  const badges = await Promise.all(members.map(badgeOf));
  expect(badges.filter((badge) => badge?.since)).toHaveLength(1);
  await Promise.all(members.map(release));
});

test("a music account that changes nothing about the badge leaves Discover alone", async () => {
  const id = await addAda();
  const lastChange = async () => {
    const [row] = await rowsOf(candidateChange, { memberId: id });
    return row?.sequence;
  };
  const before = await lastChange();
  const { id: account } = await connectListener(id, "lastfm", { username: "rj" });
  await refreshMusicAccount(id, account);
  await removeMusicAccount(id, account);
  expect(await lastChange()).toBe(before);
  await prove(id, "RJ");
  await readHistories();
  const verified = await lastChange();
  expect(verified).not.toBe(before);
  await readHistories(Date.now() + MONTH_MS);
  expect(await lastChange()).toBe(verified);
  await release(id);
});

test("the badge goes with the account, and when the name is connected again without proof", async () => {
  const id = await addAda();
  const { id: account } = await prove(id, "RJ");
  await readHistories();
  await connectListener(id, "lastfm", { username: "rj" });
  expect(await badgeOf(id)).toMatchObject({ since: 2002, badges: 1 });
  await removeMusicAccount(id, account);
  expect(await badgeOf(id)).toMatchObject({ since: null, plays: null, badges: 0 });
  await connectListener(id, "lastfm", { username: "rj" });
  await readHistories();
  expect(await badgeOf(id)).toMatchObject({ since: null, badges: 0 });
});

test("a history is read again every month, and a failure leaves what was known", async () => {
  const id = await addAda();
  await prove(id, "RJ");
  await readHistories();
  const asked = lastfm.requests.length;
  await readHistories(Date.now() + MONTH_MS / 2);
  expect(lastfm.requests.length).toBe(asked);
  const rj = listeners.find(({ name }) => name === "RJ");
  if (rj) rj.playcount = 55_000;
  lastfm.fail("garbled");
  await readHistories(Date.now() + MONTH_MS);
  lastfm.fail(undefined);
  expect(await badgeOf(id)).toMatchObject({ plays: 54_189 });
  await readHistories(Date.now() + MONTH_MS + 2 * 3_600_000);
  expect(await badgeOf(id)).toMatchObject({ since: 2002, plays: 55_000 });
  if (rj) rj.playcount = 54_189;
  await release(id);
});

test("a history that is withheld is asked for once a month, and what was known stays", async () => {
  const id = await addAda();
  await prove(id, "RJ");
  await readHistories();
  const rj = listeners.find(({ name }) => name === "RJ");
  const answer = { status: 403, json: { error: 26, message: "Suspended API key" } };
  Object.assign(rj ?? {}, { answer });
  await readHistories(Date.now() + MONTH_MS);
  const asked = lastfm.requests.length;
  await readHistories(Date.now() + MONTH_MS + 2 * 3_600_000);
  expect(lastfm.requests.length).toBe(asked);
  expect(await badgeOf(id)).toMatchObject({ since: 2002, plays: 54_189 });
  Object.assign(rj ?? {}, { answer: undefined });
  await release(id);
});

test.each(["the monthly reading", "a refresh"])(
  "an account that is gone verifies nobody after %s",
  async (when) => {
    const id = await addAda();
    listeners.push({ name: "leaving", playcount: 9_000, plays: { perDay: 3 }, artists: [] });
    const { id: account } = await prove(id, "leaving");
    await readHistories();
    expect(await badgeOf(id)).toMatchObject({ since: 2002 });
    listeners.pop();
    if (when === "a refresh") await expect(refreshMusicAccount(id, account)).toBeRefused("conflict");
    else await readHistories(Date.now() + MONTH_MS);
    expect(await badgeOf(id)).toMatchObject({ since: null, badges: 0 });
    expect(await listMusicAccounts(id)).toMatchObject([{ isActive: false, isProven: false }]);
  },
);
