// Push: who is called about what, and what a push service gets. It checks the sender and decrypts.
import { lookup } from "node:dns";
import { db } from "db/client.server";
import { member, notification, push, pushSubscription, session } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq, min } from "drizzle-orm";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { digest } from "~/digest.server";
import { makeVapidKeys, sendPush } from "~/integrations/push-service.server";
import { inLanguage } from "~/language/language.server";
import { hasOpenStream } from "~/live/streams.server";
import { log } from "~/log.server";
import { addSession, endMemberSession } from "~/models/account/sign-in/session.server";
import { addMessage } from "~/models/conversation/message.server";
import { react } from "~/models/conversation/reaction.server";
import { markRead } from "~/models/conversation/read-marker.server";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { closeRead, decidePushes } from "~/models/notification/delivery.server";
import { markNotificationsRead } from "~/models/notification/notification-reading.server";
import { subscriptionInput } from "~/models/notification/notification-schema";
import { defaultSettings, type NotificationSettings } from "~/models/notification/notification-settings";
import { readSettings, saveSettings } from "~/models/notification/notification-settings.server";
import {
  addPushBrowser,
  getVapidKeys,
  listPushBrowsers,
  removePushBrowser,
  testPushBrowser,
} from "~/models/notification/push-browser.server";
import { queuePushes } from "~/models/notification/push-queue.server";
import { sendDuePushes } from "~/models/notification/push-sending.server";
import { addPlaylist } from "~/models/playlist/playlist.server";
import { playlistInput } from "~/models/playlist/playlist-schema";
import { blockMember } from "~/models/safety/block.server";
import { addGame } from "~/models/trivia/new-game.server";
import { Refusal } from "~/refusal";
import { ada, addMember, ben, freshCast, makeConversation, makeMatch } from "../../cast";
import { startPushService } from "../../fakes/push-service";
import { changeRows, rowsOf } from "../../rows";

freshCast("ada", "ben");

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

vi.mock("node:dns", async (original) => {
  const dns = await original<typeof import("node:dns")>();
  return { ...dns, lookup: vi.fn(dns.lookup) };
});
vi.mock("~/live/streams.server", async (original) => ({
  ...(await original<typeof import("~/live/streams.server")>()),
  hasOpenStream: vi.fn(() => false),
}));

const service = await startPushService();
afterAll(() => service.close());

beforeEach(async () => {
  await db.delete(pushSubscription);
  await db.update(notification).set({ pushAt: null, pushedAt: null });
});

/** A browser that a member is signed in on, with push. */
async function addBrowser({ id }: Member, timeZone?: string) {
  const sessionId = digest(await addSession(id, {}, { userAgent: FIREFOX }));
  const device = service.subscribe((await getVapidKeys()).publicKey);
  const added = await addPushBrowser(id, sessionId, { ...device.subscription, timeZone });
  return { ...device, ...added, sessionId };
}

/** Runs the jobs of a machine at a moment. */
async function run(now = Date.now() + 6 * SECOND) {
  while (await decidePushes(now));
  while (await closeRead(now));
  while (await sendDuePushes(now));
}

const save = ({ id }: Member, changes: Partial<NotificationSettings>) =>
  saveSettings(id, { ...defaultSettings, ...changes });
const couple = async () => [await addMember("Ada"), await addMember("Ben")] as const;
const titles = ({ received }: ReturnType<typeof service.subscribe>) =>
  received.map(({ payload }) => payload.notification?.title);
const write = (from: Member, conversationId: string, content: string) =>
  addMessage(from.id, conversationId, { content });

test("a push is in its recipient's language, whoever causes it", async () => {
  const [cleo, dan] = [await addMember("Cleo"), await addMember("Dan")];
  await db.update(member).set({ language: "de" }).where(eq(member.id, cleo.id));
  const [hers, his] = [await addBrowser(cleo), await addBrowser(dan)];
  for (const { id } of [cleo, dan]) await save({ id } as Member, { showsNames: true });
  await makeMatch(cleo, ben);
  await makeMatch(dan, ben);
  const { id } = await startConversation(cleo.id, ben.id);
  await write(ben, id, "Hello");
  await inLanguage("fr", () => run());
  const said = ({ received }: typeof hers) =>
    received.map(({ payload: { notification: shown } }) => [shown?.lang, shown?.title]);
  expect(said(hers).sort()).toEqual([
    ["de", "Du und Ben seid ein Match"],
    ["de", "Neue Nachricht von Ben"],
  ]);
  expect(said(his)).toEqual([["en", "You and Ben are a match"]]);
});

test("a match while away is pushed to each of the member's browsers, once, and names nobody", async () => {
  const [phone, laptop, hers] = [await addBrowser(ben), await addBrowser(ben), await addBrowser(ada)];
  await makeMatch(ben, ada);
  await run();
  await run();
  for (const { received } of [phone, laptop]) {
    expect(received).toHaveLength(1);
    expect(received[0]?.payload).toEqual({
      web_push: 8030,
      notification: {
        ...{ title: "New match on B-Side", lang: "en" },
        navigate: `http://localhost:3000/members/${ada.id}/match`,
        tag: expect.stringMatching(/^\d+$/),
      },
    });
    expect(received[0]?.ttl).toBeGreaterThan(47 * 3600);
    expect(received[0]?.ttl).toBeLessThanOrEqual(48 * 3600);
    expect(received[0]?.text).not.toContain("Ada");
  }
  // Who makes a match has seen it.
  expect(hers.received).toEqual([]);
  expect(service.refused).toEqual([]);
  expect(await db.select().from(push)).toEqual([]);
});

test("names are shown where the member allows them, and what was written never is", async () => {
  const { id } = await makeConversation(ada, ben);
  await markNotificationsRead(ben.id, "all");
  const phone = await addBrowser(ben);
  await save(ben, { showsNames: true });
  await write(ada, id, "A secret about vinyl");
  await run();
  expect(titles(phone)).toEqual(["New message from Ada"]);
  expect(phone.received[0]?.text).not.toContain("vinyl");
});

test("nobody is called about what they have seen, don't want, or can no longer see", async () => {
  const phone = await addBrowser(ben);
  await makeMatch(ben, ada);
  await markNotificationsRead(ben.id, "all");
  await run();
  await save(ben, { matchPush: false });
  await makeMatch(ben, await addMember("Cleo"));
  await run();
  await save(ben, {});
  const dan = await addMember("Dan");
  await makeMatch(ben, dan);
  await blockMember(ben.id, dan.id);
  await run();
  expect(phone.received).toEqual([]);
});

test("what is read between the decision and a later attempt is not pushed", async () => {
  const phone = await addBrowser(ben);
  await makeMatch(ben, ada);
  phone.answer(503);
  await run();
  phone.answer(201);
  await markNotificationsRead(ben.id, "all");
  while (await sendDuePushes(Date.now() + 5 * MINUTE));
  expect(phone.received).toEqual([]);
});

test("a member with an open page is called a minute later, if they haven't seen it by then", async () => {
  const phone = await addBrowser(ben);
  await makeMatch(ben, ada);
  const now = Date.now();
  vi.mocked(hasOpenStream).mockReturnValue(true);
  // Each machine looks ahead: another one, without the page, would call a moment later.
  await decidePushes(now + 3 * SECOND);
  vi.mocked(hasOpenStream).mockReturnValue(false);
  await run(now + 10 * SECOND);
  expect(phone.received).toEqual([]);
  await run(now + 70 * SECOND);
  expect(titles(phone)).toEqual(["New match on B-Side"]);
});

test("members with an open page keep nobody else from their calls", async () => {
  const cleo = await addMember("Cleo");
  await makeMatch(cleo, ada);
  const now = Date.now() + MINUTE;
  await db.update(notification).set({ pushAt: null });
  const rows = Array.from({ length: 25 }, (_, i) => ({
    ...{ memberId: ben.id, kind: "match" as const, subjectId: `open ${i}` },
    ...{ at: new Date(now), pushAt: new Date(now - HOUR) },
  }));
  await db.insert(notification).values(rows);
  await changeRows(notification, { memberId: cleo.id }, { pushAt: new Date(now - MINUTE) });
  vi.mocked(hasOpenStream).mockImplementation((id) => id === ben.id);
  const steps = [await decidePushes(now), await decidePushes(now), await decidePushes(now)];
  vi.mocked(hasOpenStream).mockReturnValue(false);
  expect(steps).toEqual([25, 1, 0]);
});

test("messages in a row are one push, and call again after an hour's silence", async () => {
  const { id } = await makeConversation(ada, ben);
  await markNotificationsRead(ben.id, "all");
  const phone = await addBrowser(ben);
  for (const text of ["One", "Two", "Three"]) {
    await write(ada, id, text);
    await run();
  }
  expect(titles(phone)).toEqual(["New message on B-Side"]);
  await changeRows(notification, { subjectId: id }, { at: new Date(Date.now() - HOUR) });
  await write(ada, id, "Four");
  await run();
  expect(titles(phone)).toEqual(["New message on B-Side", "New message on B-Side"]);
  expect(new Set(phone.received.map(({ payload }) => payload.notification?.tag)).size).toBe(1);
});

test("a request says that it is one", async () => {
  const phone = await addBrowser(ben);
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  await write(ada, id, "Hello");
  await run();
  expect(titles(phone)).toEqual(["New message request on B-Side"]);
});

test("quiet hours in the member's time zone put a push off to their end", async () => {
  const phone = await addBrowser(ben, "Asia/Tokyo");
  const settings = await readSettings(ben.id);
  expect(settings.timeZone).toBe("Asia/Tokyo");
  // 23:30 in Tokyo.
  const now = Date.UTC(2030, 0, 1, 14, 30);
  await saveSettings(ben.id, { ...settings, quietFrom: 22, quietTo: 7 });
  await makeMatch(ben, ada);
  const due = { at: new Date(now), pushAt: new Date(now) };
  await changeRows(notification, { memberId: ben.id }, due);
  await decidePushes(now);
  const [row] = await rowsOf(notification, { memberId: ben.id });
  expect(row?.pushAt?.toISOString()).toBe("2030-01-01T22:00:00.000Z");
  expect(await db.select().from(push)).toEqual([]);
  await decidePushes(Date.UTC(2030, 0, 1, 22));
  expect(await db.select().from(push)).toHaveLength(1);
  expect(phone.received).toEqual([]);
});

test.each<[what: string, change: (hour: number) => Partial<NotificationSettings>, waitsMs: number]>([
  ["turned off", () => ({}), 5 * SECOND],
  ["moved to other hours", (hour) => ({ quietFrom: (hour + 4) % 24, quietTo: (hour + 6) % 24 }), 5 * SECOND],
  [
    "moved by another time zone",
    (hour) => ({ quietFrom: hour, quietTo: (hour + 2) % 24, timeZone: "Etc/GMT+12" }),
    5 * SECOND,
  ],
  ["shortened", (hour) => ({ quietFrom: hour, quietTo: (hour + 1) % 24 }), 25 * MINUTE],
])("what waits for the end of quiet hours goes out once they are %s", async (_, change, waitsMs) => {
  const start = Math.floor(Date.now() / HOUR) * HOUR + 30 * MINUTE;
  const hour = new Date(start).getUTCHours();
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  try {
    const [ada, ben] = await couple();
    const phone = await addBrowser(ben, "UTC");
    // One waits in the queue since a first attempt failed, the other to be decided.
    await makeMatch(ben, ada);
    phone.answer(503);
    await run(start + 6 * SECOND);
    phone.answer(201);
    await save(ben, { timeZone: "UTC", quietFrom: hour, quietTo: (hour + 2) % 24 });
    await makeMatch(ben, await addMember("Cleo"));
    const changedAt = start + 5 * MINUTE;
    vi.setSystemTime(changedAt);
    await run(changedAt);
    expect(phone.received).toEqual([]);
    await save(ben, { timeZone: "UTC", ...change(hour) });
    await run(changedAt + waitsMs - SECOND);
    expect(phone.received).toEqual([]);
    await run(changedAt + waitsMs);
    expect(titles(phone)).toEqual(["New match on B-Side", "New match on B-Side"]);
  } finally {
    vi.useRealTimers();
  }
});

test("in a night that skips an hour, a member whose calls are put off keeps nobody else from theirs", async () => {
  const cleo = await addMember("Cleo");
  const [, hers] = [await addBrowser(ben), await addBrowser(cleo)];
  await save(ben, { timeZone: "Europe/Berlin", quietFrom: 22, quietTo: 2 });
  await makeMatch(ben, ada);
  await makeMatch(cleo, ada);
  const now = Date.parse("2027-03-28T00:30:00Z");
  await db.update(session).set({ expiresAt: new Date(now + HOUR) });
  await db.update(notification).set({ pushAt: null });
  const due = { at: new Date(now), pushAt: new Date(now - MINUTE) };
  const of = ({ id }: Member) => eq(notification.memberId, id);
  const [row] = await db.update(notification).set(due).where(of(cleo)).returning();
  const rows = Array.from({ length: 40 }, (_, i) => ({
    ...{ memberId: ben.id, kind: "match" as const, subjectId: `match ${i}` },
    ...{ at: new Date(now), pushAt: new Date(now - HOUR) },
  }));
  await db.insert(notification).values(rows);
  for (const expected of [25, 16, 0]) expect(await decidePushes(now)).toBe(expected);
  const [put] = await db
    .select({ until: min(notification.pushAt) })
    .from(notification)
    .where(of(ben));
  expect(put?.until).toEqual(new Date("2027-03-28T01:00:00Z"));
  expect(await db.select().from(push)).toMatchObject([{ content: { id: row?.id } }]);

  // The same where the quiet hours begin between the decision and a later attempt.
  const [bens] = await rowsOf(pushSubscription, { memberId: ben.id });
  const ids = await db.select({ id: notification.id }).from(notification).where(of(ben));
  const contents = ids.map(({ id }) => ({ kind: "notification" as const, id }));
  await transaction((tx) =>
    queuePushes(
      tx,
      contents.map((content) => ({ subscriptionId: bens?.id ?? "", content })),
    ),
  );
  const expiresAt = new Date(now + HOUR);
  const isBens = eq(push.subscriptionId, bens?.id ?? "");
  await db.update(push).set({ expiresAt, nextAttemptAt: new Date(now - MINUTE) });
  await db
    .update(push)
    .set({ nextAttemptAt: new Date(now - HOUR) })
    .where(isBens);
  for (let rest = contents.length + 1; rest > 0; rest -= 20)
    expect(await sendDuePushes(now)).toBe(Math.min(rest, 20));
  expect(await sendDuePushes(now)).toBe(0);
  expect(titles(hers)).toEqual(["New match on B-Side"]);
});

test("a later attempt keeps the quiet hours that have begun meanwhile, and a member's new choice", async () => {
  const phone = await addBrowser(ben, "Asia/Tokyo");
  await save(ben, { timeZone: "Asia/Tokyo", quietFrom: 22, quietTo: 7 });
  await makeMatch(ben, ada);
  const tomorrow = Math.ceil(Date.now() / (24 * HOUR)) * 24 * HOUR;
  // 21:59 in Tokyo.
  const now = tomorrow + 13 * HOUR - MINUTE;
  const morning = tomorrow + 22 * HOUR;
  const [due] = await rowsOf(notification, { memberId: ben.id });
  await changeRows(notification, { id: due?.id ?? 0 }, { at: new Date(now), pushAt: new Date(now) });
  await decidePushes(now);
  await db.update(push).set({ nextAttemptAt: new Date(now), expiresAt: new Date(now + 48 * HOUR) });
  phone.answer(503);
  await sendDuePushes(now);
  phone.answer(201);
  while (await sendDuePushes(now + 5 * MINUTE));
  expect(phone.received).toEqual([]);
  const [waiting] = await db.select().from(push);
  expect(waiting?.nextAttemptAt).toEqual(new Date(morning));
  await save(ben, { timeZone: "Asia/Tokyo", matchPush: false });
  await sendDuePushes(morning);
  expect(phone.received).toEqual([]);
  expect(await db.select().from(push)).toEqual([]);
});

test("reactions call as messages do, once an hour whatever is read, changed or taken back", async () => {
  const { id } = await makeConversation(ada, ben);
  const sent = [await write(ada, id, "Hello"), await write(ada, id, "Do you dance?")] as const;
  await markNotificationsRead(ada.id, "all");
  const phone = await addBrowser(ada);
  await react(ben.id, sent[0].id, "heart");
  await react(ben.id, sent[0].id, null);
  await run();
  expect(titles(phone)).toEqual([]);

  await react(ben.id, sent[0].id, "heart");
  await react(ben.id, sent[1].id, "laugh");
  await run();
  expect(titles(phone)).toEqual(["New reaction on B-Side"]);
  const [shown] = phone.received;
  await react(ben.id, sent[0].id, "wow");
  await react(ben.id, sent[0].id, null);
  await react(ben.id, sent[1].id, null);
  await run();
  expect(phone.received.slice(1).map(({ payload }) => payload)).toEqual([
    { close: [shown?.payload.notification?.tag] },
  ]);
  await react(ben.id, sent[1].id, "heart");
  await run();
  expect(phone.received).toHaveLength(2);

  await db.update(notification).set({ at: new Date(Date.now() - HOUR) });
  await react(ben.id, sent[0].id, "dancer");
  await run();
  expect(titles(phone).filter(Boolean)).toHaveLength(2);
});

test("a reaction that is seen, unwanted or taken back meanwhile is not pushed", async () => {
  const { id } = await makeConversation(ada, ben);
  const { id: messageId } = await write(ada, id, "Hello");
  await markNotificationsRead(ada.id, "all");
  const phone = await addBrowser(ada);
  await react(ben.id, messageId, "heart");
  await markRead(ada.id, id, 1);
  await run();
  await save(ada, { messagePush: false });
  await db.update(notification).set({ at: new Date(Date.now() - HOUR) });
  await react(ben.id, messageId, "wow");
  await run();
  expect(phone.received).toEqual([]);
});

test("what was pushed is closed on every device when it is read", async () => {
  const phone = await addBrowser(ben);
  await makeMatch(ben, ada);
  await run();
  const tag = phone.received[0]?.payload.notification?.tag;
  await markNotificationsRead(ben.id, "all");
  await run();
  await run();
  expect(phone.received.slice(1).map(({ payload }) => payload)).toEqual([{ close: [tag] }]);
});

const ends: [string, (ada: Member, ben: Member) => Promise<unknown>][] = [
  ["blocks", (ada, ben) => blockMember(ada.id, ben.id)],
  ["unmatches", (ada, ben) => unmatch(ada.id, ben.id)],
];

test.each(ends)(
  "what was pushed about a member is closed for whoever %s them, and only for them",
  async (_, end) => {
    const [hers, his] = [await addBrowser(ada), await addBrowser(ben)];
    await save(ada, { playlistPush: true });
    const { id } = await makeConversation(ben, ada);
    await write(ben, id, "Hello");
    await addPlaylist(ben.id, playlistInput.parse({ name: "Ours", collaboratorId: ada.id }));
    await addGame(ben.id, { player2Id: ada.id });
    await run();
    const tags = hers.received.map(({ payload }) => payload.notification?.tag);
    expect([tags.length, his.received.length]).toEqual([3, 1]);
    await end(ada, ben);
    await run();
    await run();
    expect(new Set(hers.received.slice(3).flatMap(({ payload }) => payload.close))).toEqual(new Set(tags));
    expect(his.received).toHaveLength(1);
  },
);

test.each([404, 410])("a push service's %i ends the subscription", async (status) => {
  const phone = await addBrowser(ben);
  phone.answer(status);
  await testPushBrowser(ben.id, phone.id);
  await run();
  expect(await listPushBrowsers(ben.id, phone.sessionId)).toEqual([]);
  expect(await db.select().from(push)).toEqual([]);
});

test("a push service's 408 is tried again, and given up after 48 hours", async () => {
  const phone = await addBrowser(ben);
  await testPushBrowser(ben.id, phone.id);
  phone.answer(408);
  let now = Date.now();
  await sendDuePushes(now);
  const [row] = await db.select().from(push);
  expect(row).toMatchObject({ attempts: 1, nextAttemptAt: new Date(now + MINUTE) });
  for (let [waiting] = [row]; waiting; [waiting] = await db.select().from(push)) {
    now = waiting.nextAttemptAt.getTime();
    await sendDuePushes(now);
  }
  expect(now).toBe((row?.createdAt.getTime() ?? 0) + 48 * HOUR);
  expect(await listPushBrowsers(ben.id, phone.sessionId)).toHaveLength(1);
});

test("several machines decide and send everything once", async () => {
  const phone = await addBrowser(ben);
  for (let count = 0; count < 12; count++) await makeMatch(ben, await addMember("Ada"));
  const now = Date.now() + 6 * SECOND;
  await Promise.all([decidePushes(now), decidePushes(now), decidePushes(now)]);
  while ((await Promise.all([sendDuePushes(now), sendDuePushes(now)])).some((sent) => sent > 0));
  expect(phone.received).toHaveLength(12);
});

test("a push service is shown one signature for an hour, and another one for other keys", async () => {
  const phone = service.subscribe();
  const vapid = await getVapidKeys();
  const send = (keys = vapid) =>
    sendPush(phone.subscription, "{}", { vapid: keys, ttlSeconds: 60, topic: "one" });
  await send();
  await send();
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + HOUR + SECOND);
  await send();
  clock.mockRestore();
  await send(makeVapidKeys());
  expect(service.refused).toEqual([]);
  const [first, second, later, other] = phone.received.map(({ authorization }) => authorization);
  expect(second).toBe(first);
  expect(new Set([first, later, other]).size).toBe(3);
});

test.each([
  "https://evil.example/send",
  "https://fcm.googleapis.com.evil.example/send",
  "https://jmt17.google.com.evil.example/x",
  "https://x.jmt17.google.com/x",
  "https://evilpush.apple.com/send",
  "https://push.apple.com/send",
  "http://fcm.googleapis.com/send",
  "https://fcm.googleapis.com:8443/send",
  "https://ada@fcm.googleapis.com/send",
  "https://127.0.0.1/send",
  "https://[::1]/send",
  "http://169.254.169.254/latest",
  "file:///etc/passwd",
  "send",
])("the endpoint %s is refused when it subscribes, and when it is sent to", async (endpoint) => {
  const sessionId = digest(await addSession(ben.id, {}, { userAgent: FIREFOX }));
  const { keys } = service.subscribe().subscription;
  await expect(addPushBrowser(ben.id, sessionId, { endpoint, keys })).rejects.toThrow(Refusal);
  const options = { vapid: await getVapidKeys(), ttlSeconds: 60 };
  expect(await sendPush({ endpoint, keys }, "{}", options)).toEqual({ result: "ended" });
});

test("a push service's name that stands for a private address is not connected to", async () => {
  vi.mocked(lookup).mockImplementationOnce(((
    _: string,
    __: unknown,
    callback: (...args: unknown[]) => void,
  ) => callback(null, [{ address: "10.0.0.1", family: 4 }])) as never);
  const { keys } = service.subscribe().subscription;
  const options = { vapid: await getVapidKeys(), ttlSeconds: 60 };
  const endpoint = "https://fcm.googleapis.com/fcm/send/x";
  expect(await sendPush({ endpoint, keys }, "{}", options)).toEqual({ result: "ended" });
  expect(lookup).toHaveBeenCalledWith("fcm.googleapis.com", expect.anything(), expect.anything());
});

test("keys that no browser makes are refused", async () => {
  const { endpoint, keys } = service.subscribe().subscription;
  expect(subscriptionInput.safeParse({ endpoint, keys }).success).toBe(true);
  for (const wrong of [{}, { ...keys, auth: "x" }, { ...keys, p256dh: "A".repeat(87) }, { ...keys, auth: 1 }])
    expect(subscriptionInput.safeParse({ endpoint, keys: wrong }).success).toBe(false);
  const noPoint = { ...keys, p256dh: `B${"A".repeat(86)}` };
  const options = { vapid: await getVapidKeys(), ttlSeconds: 60 };
  expect(await sendPush({ endpoint, keys: noPoint }, "{}", options)).toEqual({ result: "ended" });
});

test("signing out ends that browser's push and no other's", async () => {
  const [phone, laptop] = [await addBrowser(ben), await addBrowser(ben)];
  await testPushBrowser(ben.id, phone.id);
  await endMemberSession(ben.id, phone.sessionId);
  await run();
  expect(await listPushBrowsers(ben.id, laptop.sessionId)).toMatchObject([
    { id: laptop.id, name: "Firefox on Linux", isCurrent: true },
  ]);
  expect(phone.received).toEqual([]);
});

test("a member's eleventh browser takes the place of their oldest, and of nobody else's", async () => {
  const hers = await addBrowser(ada);
  const oldest = await addBrowser(ben);
  const others = [];
  for (let added = 0; added < 10; added++) others.push(await addBrowser(ben));
  const idsOf = async ({ id }: Member) => (await listPushBrowsers(id, hers.sessionId)).map((each) => each.id);
  expect(await idsOf(ada)).toEqual([hers.id]);
  expect(new Set(await idsOf(ben))).toEqual(new Set(others.map(({ id }) => id)));
  expect(await idsOf(ben)).not.toContain(oldest.id);
});

test("a browser whose push service has given it a new address is one browser", async () => {
  const { sessionId } = await addBrowser(ben);
  const renewed = service.subscribe((await getVapidKeys()).publicKey);
  const { id } = await addPushBrowser(ben.id, sessionId, renewed.subscription);
  expect((await listPushBrowsers(ben.id, sessionId)).map((each) => each.id)).toEqual([id]);
});

test("a browser that changes hands gets only its new member's pushes", async () => {
  const shared = await addBrowser(ben);
  const sessionId = digest(await addSession(ada.id, {}, { userAgent: FIREFOX }));
  const { id } = await addPushBrowser(ada.id, sessionId, shared.subscription);
  expect(await listPushBrowsers(ben.id, shared.sessionId)).toEqual([]);
  for (const act of [testPushBrowser, removePushBrowser])
    await expect(act(ben.id, id)).rejects.toThrow("There is nothing here.");
  await makeMatch(ben, await addMember("Cleo"));
  await run();
  expect(shared.received).toEqual([]);
  await testPushBrowser(ada.id, id);
  await run();
  expect(titles(shared)).toEqual(["Notifications work on this device"]);
});

test("an endpoint is written neither to the log nor in plain text to the database", async () => {
  const lines: unknown[] = [];
  vi.spyOn(log.logger, "info").mockImplementation((...args: unknown[]) => void lines.push(args));
  const ben = await addMember("Ben");
  const phone = await addBrowser(ben);
  await testPushBrowser(ben.id, phone.id);
  await run();
  const kept = [lines, await db.select().from(pushSubscription), await db.select().from(push)];
  expect(JSON.stringify(lines)).toContain('"kind":"test"');
  expect(JSON.stringify(kept)).not.toContain(phone.subscription.endpoint.slice(-20));
  expect(JSON.stringify(kept)).not.toContain(phone.subscription.keys.auth);
});

const REFUSALS = [400, 401, 403, 406, 408, 413, 421, 425, 429, 500, 502, 503] as const;

test.each(REFUSALS)("a push service's %i is tried again, for a week", async (status) => {
  const phone = await addBrowser(ben);
  const start = Date.now();
  await db.update(session).set({ expiresAt: new Date(start + 30 * 24 * HOUR) });
  const test = async (now: number) => {
    await testPushBrowser(ben.id, phone.id);
    const due = { nextAttemptAt: new Date(now), expiresAt: new Date(now + HOUR) };
    await db.update(push).set(due);
    await sendDuePushes(now);
    return (await listPushBrowsers(ben.id, phone.sessionId)).length;
  };
  phone.answer(status);
  expect(await test(start)).toBe(1);
  expect(await db.select().from(push)).toMatchObject([
    { attempts: 1, nextAttemptAt: new Date(start + MINUTE) },
  ]);
  phone.answer(201);
  await sendDuePushes(start + MINUTE);
  expect(titles(phone)).toEqual(["Notifications work on this device"]);

  // The week starts with the first refusal since the last push that was taken.
  phone.answer(status);
  const again = start + 24 * HOUR;
  expect(await test(again)).toBe(1);
  expect(await test(again + 7 * 24 * HOUR - MINUTE)).toBe(1);
  await db.delete(push);
  expect(await test(again + 7 * 24 * HOUR)).toBe(0);
  expect(await db.select().from(push)).toEqual([]);
});

test("Windows' 406 pauses a throttled subscription for as long as it says", async () => {
  const [phone, laptop] = [await addBrowser(ben), await addBrowser(ben)];
  phone.answer(406, { "Retry-After": "900", "X-WNS-STATUS": "appthrottled" });
  await testPushBrowser(ben.id, phone.id);
  const now = Date.now();
  await sendDuePushes(now);
  const until = new Date(now + 15 * MINUTE);
  expect(await db.select().from(push)).toMatchObject([{ nextAttemptAt: until }]);
  // What comes meanwhile waits too, and nobody else does.
  const asked = service.requests.length;
  await testPushBrowser(ben.id, phone.id);
  await testPushBrowser(ben.id, laptop.id);
  await sendDuePushes(now + 5 * SECOND);
  expect(service.requests.length).toBe(asked + 1);
  expect(titles(laptop)).toEqual(["Notifications work on this device"]);
  expect(await db.select().from(push)).toMatchObject([{ nextAttemptAt: until }, { nextAttemptAt: until }]);
  phone.answer(201);
  await sendDuePushes(until.getTime());
  expect(phone.received).toHaveLength(2);
});

test.each([
  "https://jmt17.google.com/fcm/send/abc",
  "https://jmt17.google.com/wp/abc",
  "https://fcm.googleapis.com/fcm/send/dGVzdA:APA91b",
  "https://fcm.googleapis.com/wp/dGVzdA:APA91b%2F",
  "https://FCM.googleapis.com:443/fcm/send/abc",
  "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
  "https://autopush.stage.push.services.mozilla.com/wpush/v1/gAAA",
  "https://web.push.apple.com/QGuQyavXutnMH",
  "https://api.push.apple.com/3/device/00fc13adff78512",
  "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%2fb",
  "https://sg2p.notify.windows.com/w/?token=BQYAAA%3d",
  "https://db5p.notify.windows.com/?token=AwYAAA",
])("the endpoint %s is one of a push service", async (endpoint) => {
  const sessionId = digest(await addSession(ben.id, {}, { userAgent: FIREFOX }));
  const { keys } = service.subscribe().subscription;
  expect(await addPushBrowser(ben.id, sessionId, { endpoint, keys })).toMatchObject({ isCurrent: true });
});

test.each([
  [429, 0],
  // The clock does not go back behind a pause.
  [503, 10 * MINUTE],
])(
  "a %i silences the member's browsers that get it, and the service once three members in a row do",
  async (status, later) => {
    const [cleo, dan] = [await addMember("Cleo"), await addMember("Dan")];
    const bens = [];
    for (let count = 0; count < 6; count++) bens.push(await addBrowser(ben));
    const [hers, his, adas] = [await addBrowser(cleo), await addBrowser(dan), await addBrowser(ada)];
    const start = Date.now() + later;
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    try {
      const test = async (member: Member, ...browsers: { id: string }[]) => {
        await db.delete(push);
        for (const { id } of browsers) await testPushBrowser(member.id, id);
        await sendDuePushes();
      };
      for (const phone of [...bens, hers]) phone.answer(status, { "Retry-After": "60" });
      await test(ben, ...bens);
      await test(cleo, hers);
      await test(dan, his);
      expect(his.received).toHaveLength(1);

      vi.setSystemTime(start + 2 * MINUTE);
      his.answer(status, { "Retry-After": "60" });
      await test(ben, ...bens);
      await test(cleo, hers);
      await test(ada, adas);
      await test(ben, ...bens);
      await test(cleo, hers);
      await test(dan, his);
      expect(adas.received).toHaveLength(1);

      vi.setSystemTime(start + 4 * MINUTE);
      await test(ben, ...bens);
      await test(cleo, hers);
      await test(dan, his);
      const asked = service.requests.length;
      await test(ada, adas);
      expect(service.requests.length).toBe(asked);
      vi.setSystemTime(start + 6 * MINUTE);
      await test(ada, adas);
      expect(adas.received).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  },
);
