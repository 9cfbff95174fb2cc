// Connecting ListenBrainz by user name, proving the account with a token, and the periods it counts plays over.
import { musicAccount } from "db/schema";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { connectListener, listMusicAccounts } from "~/models/music-account/music-account.server";
import { getImportOffer } from "~/models/music-account/music-import.server";
import { refreshMusicAccount, refreshStale } from "~/models/music-account/refresh.server";
import { addNewcomer } from "../../cast";
import { listenbrainzListeners, startListenbrainz } from "../../fakes/listenbrainz";
import { countTurns, freeTurns } from "../../free-turns";
import { changeRows, rowsOf } from "../../rows";

const [ADA, ROB] = listenbrainzListeners.map(({ token = "" }) => token);
let listenbrainz: Awaited<ReturnType<typeof startListenbrainz>>;

beforeAll(async () => {
  listenbrainz = await startListenbrainz();
  await freeTurns();
});
afterEach(() => listenbrainz.fail(undefined));
afterAll(() => listenbrainz.close());

const connect = async (input: Parameters<typeof connectListener>[2]) => {
  const member = await addNewcomer("Ada");
  return { member, account: await connectListener(member.id, "listenbrainz", input) };
};
const offered = async (memberId: number, id: string) =>
  (await getImportOffer(memberId, id))?.offer.newArtists;

test("a user name is enough to be offered the most played artists of the last half year", async () => {
  const { member, account } = await connect({ username: "ada l." });
  expect(account).toMatchObject({
    serviceUsername: "Ada L.",
    isVerified: false,
    isActive: true,
    artistCount: 3,
    period: "half_yearly",
  });
  expect(await offered(member.id, account.id)).toEqual(["Broadcast", "Stereolab", "Julia Holter"]);
});

test("members choose all time, when connecting and later", async () => {
  const { member, account } = await connect({ username: "Ada L.", period: "all_time" });
  expect(account).toMatchObject({ artistCount: 50, period: "all_time" });
  expect((await offered(member.id, account.id))?.slice(0, 2)).toEqual(["Nina Simone", "Broadcast"]);
  await refreshMusicAccount(member.id, account.id, "half_yearly");
  expect((await offered(member.id, account.id))?.[0]).toBe("Broadcast");
  await refreshMusicAccount(member.id, account.id);
  expect(await listMusicAccounts(member.id)).toMatchObject([{ period: "half_yearly" }]);
});

test("a token of the account verifies it, before or after connecting, and isn't kept", async () => {
  const { account } = await connect({ username: "ada l.", token: ADA });
  expect(account).toMatchObject({ isVerified: true, serviceUsername: "Ada L." });
  const later = await connect({ username: "Ada L." });
  const verified = await connectListener(later.member.id, "listenbrainz", { username: "Ada L.", token: ADA });
  expect(verified).toMatchObject({ id: later.account.id, isVerified: true });
  const rows = await rowsOf(musicAccount, { service: "listenbrainz" });
  expect(JSON.stringify(rows)).not.toContain(ADA);
  expect(rows.every(({ tokens }) => tokens === null)).toBe(true);
});

test.each([
  ["another account's", ROB, "This token belongs to another ListenBrainz account."],
  ["an unknown", "nobody-s", "ListenBrainz doesn't know this token."],
  ["an impossible", "a\r\nHost: evil", "ListenBrainz doesn't know this token."],
])("%s token is refused at its field, and nothing is connected", async (_, token, message) => {
  const member = await addNewcomer("Ada");
  const connecting = connectListener(member.id, "listenbrainz", { username: "Ada L.", token });
  await expect(connecting).rejects.toMatchObject({ fields: { token: expect.stringContaining(message) } });
  expect(await listMusicAccounts(member.id)).toEqual([]);
});

test("a name can't lead to another path", async () => {
  const { account } = await connect({ username: "a/b?c#d %2e" });
  expect(account.serviceUsername).toBe("a/b?c#d %2e");
  expect(listenbrainz.requests.at(-1)).toMatch(/^GET \/1\/stats\/user\/a%2Fb%3Fc%23d%20%252e\/artists\?/);
  expect((await connect({ username: "zoë 音楽" })).account.serviceUsername).toBe("Zoë 音楽");
});

test.each([".", "..", "", "x".repeat(65), "a\u0000", "\ud800", "a\nb"])(
  "the name %j is refused without asking",
  async (username) => {
    const asked = listenbrainz.requests.length;
    await expect(connect({ username })).rejects.toMatchObject({ fields: { username: "User not found" } });
    expect(listenbrainz.requests.length).toBe(asked);
  },
);

test("an unknown name is refused at its field", async () => {
  await expect(connect({ username: "nobody" })).rejects.toMatchObject({
    fields: { username: "User not found" },
  });
});

test("plays that aren't counted yet can be connected, and come with a refresh", async () => {
  const { member, account } = await connect({ username: "newborn" });
  expect(account).toMatchObject({ isActive: true, artistCount: null });
  await refreshMusicAccount(member.id, account.id);
  expect(await listMusicAccounts(member.id)).toEqual([expect.objectContaining({ artistCount: null })]);
});

test("the daily refresh reads an account that isn't verified", async () => {
  const { member } = await connect({ username: "rob" });
  const rob = listenbrainzListeners.find(({ name }) => name === "rob");
  rob?.artists.half_yearly.push(["Faust", 4]);
  await changeRows(musicAccount, { memberId: member.id }, { triedAt: new Date(0) });
  await refreshStale(member.id);
  expect(await listMusicAccounts(member.id)).toMatchObject([{ artistCount: 2 }]);
  rob?.artists.half_yearly.pop();
});

test("answers that take two seconds each are waited for", async () => {
  listenbrainz.delay(2_000);
  expect((await connect({ username: "rob" })).account).toMatchObject({
    serviceUsername: "rob",
    artistCount: 1,
  });
  listenbrainz.delay(0);
});

test("members together ask once a second, and who would wait too long is told", async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => addNewcomer("Ada")));
  await countTurns();
  const asked = listenbrainz.requests.length;
  const begun = performance.now();
  const answers = await Promise.all(
    members.map(({ id }) =>
      connectListener(id, "listenbrainz", { username: "rob" }).then(
        () => "connected",
        ({ code }) => code as string,
      ),
    ),
  );
  expect(new Set(answers)).toEqual(new Set(["connected", "unavailable"]));
  const seconds = (performance.now() - begun) / 1000;
  expect(listenbrainz.requests.length - asked).toBeLessThanOrEqual(1 + seconds);
  await freeTurns();
});

test("its limit is respected for as long as it says", async () => {
  const now = vi.spyOn(Date, "now");
  listenbrainz.limit.resetsIn = 7;
  await expect(connect({ username: "rob" })).rejects.toMatchObject({
    ...{ code: "too-many", retryAfterSeconds: 7 },
    message: "ListenBrainz is getting too many requests. Try again in 7 seconds.",
  });
  const answered = Date.now();
  listenbrainz.limit.resetsIn = undefined;
  const asked = listenbrainz.requests.length;
  now.mockReturnValue(answered + 5_000);
  await expect(connect({ username: "rob" })).rejects.toMatchObject({
    code: "too-many",
    retryAfterSeconds: 2,
  });
  expect(listenbrainz.requests.length).toBe(asked);
  now.mockReturnValue(answered + 7_001);
  expect((await connect({ username: "rob" })).account.isActive).toBe(true);
  now.mockRestore();
});
