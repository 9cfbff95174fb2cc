import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { account, member, notification, securityEvent } from "db/schema";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { deleteAccount, restoreAccount } from "~/models/account/leaving/deletion.server";
import { recordNewBrowser } from "~/models/account/sign-in/known-client.server";
import { addMessage } from "~/models/conversation/message.server";
import { markRead } from "~/models/conversation/read-marker.server";
import { startConversation } from "~/models/conversation/request.server";
import { numberedPage } from "~/models/cursor";
import { decideOn, unmatch } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { countUnreadNotifications, listNotifications } from "~/models/notification/notification.server";
import {
  deleteExpiredNotifications,
  markNotificationsRead,
  markSeen,
} from "~/models/notification/notification-reading.server";
import { addPlaylist, leavePlaylist, updatePlaylist } from "~/models/playlist/playlist.server";
import { playlistInput, songInput } from "~/models/playlist/playlist-schema";
import { addSong, removeSong } from "~/models/playlist/song.server";
import { getPlaylist } from "~/models/playlist/song-list.server";
import { blockMember } from "~/models/safety/block.server";
import { addGame } from "~/models/trivia/new-game.server";
import { acceptGame, answerQuestion, resignGame } from "~/models/trivia/play.server";
import { ada, addMember, addModerator, ben, freshCast, makeConversation, makeMatch } from "../../cast";
import { plansOf } from "../../matching/plans";
import { changeRows, countRows, rowsOf } from "../../rows";
import { decide, overturn, report } from "../safety/cases";

freshCast("ada", "ben");

const DAY_MS = 24 * 60 * 60 * 1000;

async function list(who: Member, now?: number) {
  return (await listNotifications(who.id, { now })).notifications;
}

/** The texts of a member's notifications, newest first, with a star if unread. */
async function texts(who: Member, now?: number) {
  return (await list(who, now)).map(({ text, isRead }) => (isRead ? text : `* ${text}`));
}

/** Two members who don't know each other, without notifications. */
async function pair() {
  return [await addMember("Ada"), await addMember("Ben")] as const;
}

/** Two members who match, without notifications. */
async function couple() {
  const [ada, ben] = await pair();
  await makeMatch(ada, ben);
  await db.delete(notification);
  return [ada, ben] as const;
}

const typed = (collaborator: Member | null) =>
  playlistInput.parse({ name: "Sundays", collaboratorId: collaborator ? String(collaborator.id) : "" });
const song = (title: string) => songInput.parse({ artist: "Broadcast", title });

test("a match is new to the member who liked first, and read for the one who made it", async () => {
  await makeMatch(ada, ben);
  expect(await list(ada)).toMatchObject([
    { kind: "match", text: "You and Ben are a match.", url: `/members/${ben.id}/match`, isRead: false },
  ]);
  expect(await texts(ben)).toEqual(["You and Ada are a match."]);
  expect([await countUnreadNotifications(ada.id), await countUnreadNotifications(ben.id)]).toEqual([1, 0]);
});

test("news names the other member, with a photo if the two are connected", async () => {
  const [cleo, dan] = [await addMember("Cleo"), await addMember("Dan")];
  await db.update(member).set({ portraitUrl: "/portraits/1.svg" });
  await makeMatch(ada, ben);
  await addGame(ben.id, { player2Id: ada.id });
  const connected = { firstName: "Ben", profileImageUrl: "/portraits/1.svg" };
  expect(await list(ada)).toMatchObject([
    { kind: "challenge", member: connected },
    { kind: "match", member: connected },
  ]);
  const { id } = await addGame(cleo.id, { player2Id: dan.id });
  await acceptGame(dan.id, id);
  await resignGame(dan.id, id);
  expect(await list(cleo)).toMatchObject([
    { kind: "game", member: { firstName: "Dan", profileImageUrl: null } },
  ]);
});

test("news shows whom somebody without a photo loves first only if the two are connected", async () => {
  const [cleo, dan] = [await addMember("Cleo"), await addMember("Dan")];
  await makeMatch(ada, ben);
  expect(await list(ada)).toMatchObject([{ kind: "match", member: { firstArtist: "Broadcast" } }]);
  const { id } = await addGame(cleo.id, { player2Id: dan.id });
  await acceptGame(dan.id, id);
  await resignGame(dan.id, id);
  expect(await list(cleo)).toMatchObject([{ kind: "game", member: { firstName: "Dan", firstArtist: null } }]);
});

test("a message request stands there from its message on, and goes when it is declined with a pass", async () => {
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  expect(await texts(ben)).toEqual([]);
  await addMessage(ada.id, id, { content: "Hello" });
  expect(await list(ben)).toMatchObject([
    { kind: "request", text: "Ada sent you a message request.", url: `/messages/${id}`, isRead: false },
  ]);
  expect(await texts(ada)).toEqual([]);
  await decideOn(ben.id, { targetUserId: ada.id, liked: false });
  expect(await texts(ben)).toEqual([]);
  expect(await countUnreadNotifications(ben.id)).toBe(0);
});

test("messages are one notification a conversation, which moves up and is read with them", async () => {
  const { id } = await makeConversation(ada, ben);
  await markNotificationsRead(ada.id, "all");
  await addMessage(ben.id, id, { content: "One" });
  expect(await texts(ada)).toEqual(["* New message from Ben", "You and Ben are a match."]);
  const [{ id: first } = { id: "" }] = await list(ada);
  const message = { id: randomUUID(), content: "Two" };
  const { sequence } = await addMessage(ben.id, id, message);
  expect(await texts(ada)).toEqual(["* 2 new messages from Ben", "You and Ben are a match."]);
  expect((await list(ada))[0]?.id).toBe(first);
  await markRead(ada.id, id, sequence - 1);
  expect(await texts(ada)).toEqual(["* New message from Ben", "You and Ben are a match."]);
  await markRead(ada.id, id, sequence);
  expect(await texts(ada)).toEqual(["Messages from Ben", "You and Ben are a match."]);
  await addMessage(ben.id, id, message);
  expect(await countUnreadNotifications(ada.id)).toBe(0);
  await addMessage(ben.id, id, { content: "Three" });
  expect(await countUnreadNotifications(ada.id)).toBe(1);
});

test("a game is one notification, about the challenge, the next move and the result", async () => {
  const [ada, ben] = await couple();
  const game = await addGame(ada.id, { player2Id: ben.id });
  expect(await list(ben)).toMatchObject([
    { kind: "challenge", text: "Ada challenged you to trivia.", url: `/trivia/${game.id}`, isRead: false },
  ]);
  expect(await texts(ada)).toEqual([]);
  await markSeen(ben.id, ["game"], game.id);
  const answer = { questionId: game.questions[0]?.id ?? "", answer: game.questions[0]?.options[0] ?? "" };
  await answerQuestion(ben.id, game.id, answer);
  expect(await texts(ben)).toEqual(["Waiting for Ada in trivia."]);
  expect(await list(ada)).toMatchObject([{ kind: "move", text: "Your move against Ben.", isRead: false }]);
  await answerQuestion(ada.id, game.id, answer);
  expect(await texts(ben)).toEqual(["* Your move against Ada."]);
  await resignGame(ada.id, game.id);
  expect(await list(ben)).toMatchObject([{ kind: "game", text: "You beat Ada at trivia." }]);
  expect(await texts(ada)).toEqual(["* Ben beat you at trivia."]);
});

test("a declined challenge is told to the challenger, a withdrawn one disappears", async () => {
  const declined = await addGame(ada.id, { player2Id: ben.id });
  await resignGame(ben.id, declined.id);
  expect(await texts(ada)).toEqual(["* Ben declined your trivia challenge."]);
  const withdrawn = await addGame(ben.id, { player2Id: ada.id });
  await resignGame(ben.id, withdrawn.id);
  expect(await texts(ada)).toEqual(["* Ben declined your trivia challenge."]);
});

test("an invitation and new songs are one notification a playlist each", async () => {
  await makeMatch(ada, ben);
  await markNotificationsRead(ada.id, "all");
  const { id } = await addPlaylist(ben.id, typed(ada));
  expect(await list(ada)).toMatchObject([
    { kind: "invitation", text: "Ben invited you to the playlist “Sundays”.", url: `/playlists/${id}` },
    { kind: "match" },
  ]);
  await markSeen(ada.id, ["playlist"], id);
  await updatePlaylist(ben.id, id, typed(ada));
  expect(await countUnreadNotifications(ada.id)).toBe(0);
  await addSong(ben.id, id, song("Come On Let's Go"));
  await addSong(ben.id, id, song("Pendulum"));
  expect((await texts(ada)).slice(0, 2)).toEqual([
    "* Ben added “Pendulum” to the playlist “Sundays”.",
    "Ben invited you to the playlist “Sundays”.",
  ]);
  await addSong(ada.id, id, song("Tender Buttons"));
  expect(await texts(ben)).toEqual([
    "* Ada added “Tender Buttons” to the playlist “Sundays”.",
    "You and Ada are a match.",
  ]);
  const songs = (await getPlaylist(ben.id, id))?.songs ?? [];
  await removeSong(ada.id, id, songs.at(-1)?.id ?? "");
  expect(await texts(ben)).toEqual(["You and Ada are a match."]);
  await updatePlaylist(ben.id, id, typed(null));
  expect(await texts(ada)).toEqual(["You and Ben are a match."]);
  await updatePlaylist(ben.id, id, typed(ada));
  expect(await countUnreadNotifications(ada.id)).toBe(1);
});

test("a collaborator who leaves a playlist and is put back is not notified again while the invitation is listed", async () => {
  const [ada, ben] = await couple();
  const { id } = await addPlaylist(ben.id, typed(ada));
  await markSeen(ada.id, ["playlist"], id);
  const [invited] = await rowsOf(notification, { memberId: ada.id });
  await leavePlaylist(ada.id, id);
  expect(await texts(ada)).toEqual([]);
  await updatePlaylist(ben.id, id, typed(ada));
  expect(await getPlaylist(ada.id, id)).toMatchObject({ role: "collaborator" });
  const kept = () => rowsOf(notification, { memberId: ada.id });
  expect(await kept()).toEqual([invited]);
  await leavePlaylist(ada.id, id);
  const long = new Date(Date.now() - 91 * DAY_MS);
  await changeRows(notification, { memberId: ada.id }, { at: long });
  await updatePlaylist(ben.id, id, typed(ada));
  expect(await texts(ada)).toEqual(["* Ben invited you to the playlist “Sundays”."]);
});

test("reporters get the outcome, and members the decisions about them and about their appeals", async () => {
  const [mia, max] = [await addModerator("Mia"), await addModerator("Max")];
  await decide(mia, await report(ada, ben));
  expect(await list(ada)).toMatchObject([
    { kind: "report", text: "Your report was reviewed: action taken.", url: "/settings/reports" },
  ]);
  expect(await list(ben)).toMatchObject([
    { kind: "decision", text: "A moderator made a decision about your account.", url: "/account-status" },
  ]);
  await overturn(max, ben);
  expect((await list(ben))[0]).toMatchObject({ kind: "appeal", text: "A moderator decided your appeal." });
  await decide(max, await report(ada, ben), { kind: "none" });
  expect((await texts(ada))[0]).toBe("* Your report was reviewed: no violation found.");
  expect(await list(ben)).toHaveLength(2);
});

test("a sign-in from a new browser names the browser", async () => {
  const accountId = randomUUID();
  await db.insert(account).values({
    id: accountId,
    email: `${accountId}@example.org`,
    passwordHash: "",
    firstName: "Ada",
    lastName: "",
    createdAt: new Date(),
  });
  await changeRows(member, { id: ada.id }, { issuer: EMBEDDED_MEMBERS, subject: accountId });
  await recordNewBrowser(accountId, "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0");
  // Two of the same millisecond have no order.
  const first = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(first);
  await recordNewBrowser(accountId, "");
  expect(await list(ada)).toMatchObject([
    { kind: "sign-in", text: "New sign-in from Unknown browser.", url: "/settings/activity" },
    { kind: "sign-in", text: "New sign-in from Firefox on Linux." },
  ]);
});

test.each([
  ["a block", (one: Member, other: Member) => blockMember(one.id, other.id)],
  ["an unmatch", (one: Member, other: Member) => unmatch(one.id, other.id)],
])("%s ends every notification about the other member", async (_, end) => {
  const { id } = await makeConversation(ada, ben);
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    await addMessage(one.id, id, { content: "Hello" });
    const game = await addGame(one.id, { player2Id: other.id });
    await acceptGame(other.id, game.id);
    const { id: shared } = await addPlaylist(one.id, typed(other));
    await addSong(one.id, shared, song("Pendulum"));
    await addSong(other.id, shared, song("Corporeal"));
  }
  const kinds = ["invitation", "match", "message", "move", "move", "song", "song"];
  for (const who of [ada, ben]) expect((await list(who)).map(({ kind }) => kind).sort()).toEqual(kinds);
  await end(ada, ben);
  expect([await texts(ada), await countUnreadNotifications(ada.id)]).toEqual([[], 0]);
  expect(await list(ben)).toEqual([]);
});

test("of a former member only the conversation is left, and all comes back with them", async () => {
  const { id } = await makeConversation(ada, ben);
  await addMessage(ben.id, id, { content: "Hello" });
  await addGame(ben.id, { player2Id: ada.id });
  await addPlaylist(ben.id, typed(ada));
  await deleteAccount(ben.id);
  expect(await texts(ada)).toEqual(["* New message from Former member"]);
  await restoreAccount(ben.id);
  expect(await list(ada)).toHaveLength(4);
});

test("the purge deletes notifications of and about the member", async () => {
  await makeConversation(ada, ben);
  await addGame(ada.id, { player2Id: ben.id });
  await deleteAccount(ben.id);
  await purgeDeletedMembers(Date.now() + 15 * DAY_MS);
  for (const who of [ada, ben]) expect(await countRows(notification, { memberId: who.id })).toBe(0);
});

test("marking as read touches only the member's own", async () => {
  const [ada, ben] = await couple();
  await addGame(ada.id, { player2Id: ben.id });
  await addGame(await addMember("Cleo").then(({ id }) => id), { player2Id: ada.id });
  const [own, others] = [await list(ada), await list(ben)];
  const ids = [...own, ...others].map(({ id }) => Number(id));
  await markNotificationsRead(ada.id, ids);
  expect([await countUnreadNotifications(ada.id), await countUnreadNotifications(ben.id)]).toEqual([0, 1]);
});

test("notifications are gone after 90 days", async () => {
  await makeMatch(ada, ben);
  const [before, after] = [Date.now() + 89 * DAY_MS, Date.now() + 91 * DAY_MS];
  expect(await texts(ada, before)).toHaveLength(1);
  expect(await texts(ada, after)).toEqual([]);
  expect(await countUnreadNotifications(ada.id, { now: after })).toBe(0);
  const kept = () => countRows(notification, { memberId: ada.id });
  await deleteExpiredNotifications(before);
  expect(await kept()).toBe(1);
  await deleteExpiredNotifications(after);
  expect(await kept()).toBe(0);
});

test("of 20,000 notifications a page reads only those it shows", async () => {
  const now = Date.now();
  await db.insert(securityEvent).values({ memberId: ada.id, kind: "sign-in", createdAt: new Date() });
  const isEvent = and(eq(securityEvent.memberId, ada.id));
  const [event] = await db.select({ id: securityEvent.id }).from(securityEvent).where(isEvent);
  await db.$client.execute({
    sql: `insert into security_event (id, member_id, kind, created_at)
      select ? + value, ?, 'sign-in', 0 from json_each(?)`,
    args: [event?.id ?? 0, ada.id, JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index + 1))],
  });
  await db.$client.execute({
    sql: `insert into notification (id, member_id, kind, subject_id, at)
      select id * 48271 % 2147483647, member_id, kind, id, ? - id % 1000 from security_event where member_id = ?`,
    args: [now, ada.id],
  });
  const first = await listNotifications(ada.id);
  const second = await listNotifications(ada.id, { after: numberedPage.parse(first.next).cursor });
  const seen = [...first.notifications, ...second.notifications];
  expect(new Set(seen.map((each) => each.id)).size).toBe(60);
  expect(seen.map(({ createdAt }) => createdAt)).toEqual(
    seen
      .map(({ createdAt }) => createdAt)
      .sort()
      .reverse(),
  );
  expect(await countUnreadNotifications(ada.id)).toBe(100);
  for (const operation of [
    () => listNotifications(ada.id, { after: { at: now, id: 1 } }),
    () => countUnreadNotifications(ada.id),
    () => countUnreadNotifications(ada.id, { kind: "match" }),
  ]) {
    const plan = await plansOf(operation);
    expect(plan).toContainEqual(
      expect.stringMatching(/^SEARCH notification USING INDEX notification_(member|unread) \(member_id=\?/),
    );
    expect(plan.filter((step) => /^SCAN (?!unread$)|TEMP B-TREE/.test(step))).toEqual([]);
  }
  await markNotificationsRead(ada.id, "all");
  expect(await countUnreadNotifications(ada.id)).toBe(0);
});
