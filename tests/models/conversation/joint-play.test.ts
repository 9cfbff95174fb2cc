// Playing in step: who may, the position, and how it ends.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { jointPlay, member, outbox } from "db/schema";
import { and, eq, gt, max } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import type { JointPlayStep } from "~/models/conversation/joint-play/joint-play";
import {
  endJointPlay,
  getJointPlay,
  startJointPlay,
  stepJointPlay,
} from "~/models/conversation/joint-play/joint-play.server";
import { endLeftJointPlays } from "~/models/conversation/joint-play/joint-play-end.server";
import { jointPlayStepInput } from "~/models/conversation/joint-play/joint-play-schema";
import { addMessage } from "~/models/conversation/message.server";
import { deleteMessage } from "~/models/conversation/message-change.server";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { blockMember } from "~/models/safety/block.server";
import { addMember, makeConversation } from "../../cast";
import { changeRows, rowsOf } from "../../rows";

vi.mock("~/env.server", async (original) => {
  const { env } = await original<typeof import("~/env.server")>();
  return { env: { ...env, previews: { url: "http://127.0.0.1:1" } } };
});

const song = { type: "song" as const, artist: "Can", title: "Vitamin C" };

/** Ada and Ben, and a song that Ada has shared with him. */
async function couple() {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  const { id: messageId } = await share(ada, id);
  return { ada, ben, id, messageId };
}

const share = (from: Member, conversationId: string, title = song.title) =>
  addMessage(from.id, conversationId, {
    messageType: "music_share",
    metadata: { ...song, title },
    content: "Hear this",
  });

const step = (who: Member, id: string, name: JointPlayStep, position: number | null = null) =>
  stepJointPlay(who.id, id, { step: name, position });

/** The two who play, after both have joined. */
async function playing() {
  const two = await couple();
  const { id } = await startJointPlay(two.ada.id, two.id, { messageId: two.messageId });
  await step(two.ben, id, "join");
  return { ...two, playId: id };
}

/** Lets time pass in a joint play: its times are moved back. */
async function pass(playId: string, ms: number, only?: "starterUntil" | "joinerUntil") {
  const [row] = await rowsOf(jointPlay, { id: playId });
  const back = (at: Date | null | undefined) => (at ? new Date(at.getTime() - ms) : null);
  const { movedAt, starterUntil, joinerUntil } = row ?? {};
  const all = {
    movedAt: back(movedAt) as Date,
    starterUntil: back(starterUntil) as Date,
    joinerUntil: back(joinerUntil),
  };
  await changeRows(jointPlay, { id: playId }, only ? { [only]: all[only] } : all);
}

/** Where a joint play is by its own account. */
function positionOf({ isPlaying, position, movedAt, now }: Awaited<ReturnType<typeof stepJointPlay>>) {
  return isPlaying ? position + Date.parse(now) - Date.parse(movedAt) : position;
}

let lastEvent = 0;
beforeEach(async () => {
  const [last] = await db.select({ id: max(outbox.id) }).from(outbox);
  lastEvent = last?.id ?? 0;
});

async function told(...members: Member[]) {
  const rows = await db
    .select({ recipientId: outbox.recipientId })
    .from(outbox)
    .where(and(eq(outbox.kind, "joint-play"), gt(outbox.id, lastEvent)));
  return members.map(({ id }) => rows.filter(({ recipientId }) => recipientId === id).length);
}

test("one starts a shared song, and it begins for both when the other joins", async () => {
  const { ada, ben, id, messageId } = await couple();
  const started = await startJointPlay(ada.id, id, { messageId });
  const { id: playId } = started;
  expect(started).toMatchObject({ title: "Vitamin C", startedBy: String(ada.id), isJoined: false });
  expect(started).toMatchObject({ isPlaying: false, position: 0, messageId, conversationId: id });
  expect(started.previewUrl).toMatch(/^\/previews\//);
  expect(await getJointPlay(ben.id, id)).toMatchObject({ id: playId, isJoined: false });
  expect(await told(ada, ben)).toEqual([1, 1]);
  await pass(playId, 9000);

  const joined = await step(ben, playId, "join");
  expect(joined).toMatchObject({ isJoined: true, isPlaying: true, position: 0 });
  // The nine seconds before don't count.
  expect(positionOf(joined)).toBeLessThan(9000);
  expect(await told(ada, ben)).toEqual([2, 2]);
  // A repeat changes nothing.
  expect((await step(ben, playId, "join")).revision).toBe(joined.revision);
  expect(await told(ada, ben)).toEqual([2, 2]);
});

test("a share that is deleted while it starts is not played", async () => {
  const { ada, id, messageId } = await couple();
  const run = db.transaction.bind(db);
  vi.spyOn(db, "transaction").mockImplementationOnce(async (change) => {
    await deleteMessage(ada.id, messageId);
    return run(change);
  });
  await expect(startJointPlay(ada.id, id, { messageId })).toBeRefused("absent");
  expect(await getJointPlay(ada.id, id)).toBeUndefined();
});

test("a video is played on its page, and other shares can't be played together", async () => {
  const { ada, ben, id } = await couple();
  const watch = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
  const video = await addMessage(ben.id, id, {
    messageType: "youtube_link",
    metadata: { type: "youtube", url: watch, videoId: "dQw4w9WgXcQ" },
    content: "Look",
  });
  const { playerUrl, previewUrl } = await startJointPlay(ada.id, id, { messageId: video.id });
  expect([playerUrl, previewUrl]).toEqual([`/messages/${id}/play/${video.id}?steered`, undefined]);
  const text = await addMessage(ben.id, id, { content: "Hello" });
  const spotify = await addMessage(ben.id, id, {
    messageType: "spotify_link",
    metadata: { type: "spotify", url: "https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT" },
    content: "And this",
  });
  for (const { id: messageId } of [text, spotify])
    await expect(startJointPlay(ada.id, id, { messageId })).rejects.toMatchObject({
      code: "invalid",
      fields: { messageId: "This can't be played together." },
    });
});

test("either can pause, go on and seek, and positions go on from there by the database's clock", async () => {
  const { ada, ben, playId } = await playing();
  await pass(playId, 5000);
  expect(positionOf(await step(ada, playId, "renew"))).toBeGreaterThanOrEqual(5000);
  const paused = await step(ben, playId, "pause", 5100);
  expect(paused).toMatchObject({ isPlaying: false, position: 5100 });
  await pass(playId, 3000);
  const renewed = await step(ada, playId, "renew");
  expect([renewed.position, renewed.revision]).toEqual([5100, paused.revision]);
  expect(await step(ada, playId, "seek", 20_000)).toMatchObject({ isPlaying: false, position: 20_000 });
  expect(await step(ben, playId, "play")).toMatchObject({ isPlaying: true, position: 20_000 });
  await pass(playId, 2000);
  const later = await step(ada, playId, "pause");
  expect(later.position).toBeGreaterThanOrEqual(22_000);
  // The three seconds of the pause don't count.
  expect(later.position).toBeLessThan(25_000);
  expect(later.revision).toBe(paused.revision + 3);
});

test("a new joint play replaces the old one, which can't be moved anymore", async () => {
  const { ada, ben, id, messageId, playId } = await playing();
  const other = await share(ben, id, "French Disko");
  const started = await startJointPlay(ben.id, id, { id: randomUUID(), messageId: other.id });
  expect(started).toMatchObject({ title: "French Disko", isJoined: false, startedBy: String(ben.id) });
  // The same request again is the same joint play.
  const again = await startJointPlay(ben.id, id, { id: started.id, messageId: other.id });
  expect([again.id, again.revision]).toEqual([started.id, started.revision]);
  await expect(step(ada, playId, "pause")).toBeRefused("absent");
  await expect(endJointPlay(ada.id, playId)).toBeRefused("absent");
  expect(await rowsOf(jointPlay, { conversationId: id })).toHaveLength(1);
  expect(await getJointPlay(ada.id, id)).toMatchObject({ id: started.id });
  await startJointPlay(ada.id, id, { messageId });
  expect(await getJointPlay(ben.id, id)).toMatchObject({ title: "Vitamin C", startedBy: String(ada.id) });
});

test("either ends it, also before joining, and nothing of it is kept", async () => {
  const { ada, ben, id, messageId, playId } = await playing();
  await endJointPlay(ben.id, playId);
  expect(await getJointPlay(ada.id, id)).toBeUndefined();
  expect(await told(ada, ben)).toEqual([3, 3]);
  const { id: next } = await startJointPlay(ada.id, id, { messageId });
  await endJointPlay(ben.id, next);
  expect(await rowsOf(jointPlay, { conversationId: id })).toEqual([]);
});

test.each(["starterUntil", "joinerUntil"] as const)(
  "a player who is gone without a word ends it for the other (%s)",
  async (gone) => {
    const { ada, ben, id, playId } = await playing();
    const [stays, leaves] = gone === "starterUntil" ? [ben, ada] : [ada, ben];
    await pass(playId, 15_000);
    // Who renews keeps it, and only as long as the other does, too.
    await step(ada, playId, "renew");
    await step(ben, playId, "renew");
    await pass(playId, 15_000);
    await step(stays, playId, "renew");
    await pass(playId, 15_000, gone);
    expect(await getJointPlay(stays.id, id)).toBeUndefined();
    await expect(step(stays, playId, "renew")).toBeRefused("absent");
    await expect(step(leaves, playId, "play")).toBeRefused("absent");
    expect(await rowsOf(jointPlay, { id: playId })).toEqual([]);
    expect(await told(stays)).toEqual([3]);
  },
);

test("what both have left without a word is deleted in the background", async () => {
  const { playId } = await playing();
  const other = await playing();
  await pass(playId, 25_000);
  await endLeftJointPlays();
  expect(await rowsOf(jointPlay, { id: playId })).toEqual([]);
  expect(await rowsOf(jointPlay, { id: other.playId })).toHaveLength(1);
});

test("a member who hasn't joined can't move anything, and strangers reach nothing", async () => {
  const { ada, ben, id, messageId } = await couple();
  const { id: playId } = await startJointPlay(ada.id, id, { messageId });
  const cleo = await addMember("Cleo");
  for (const name of ["renew", "play", "pause", "seek"] as const)
    await expect(step(ben, playId, name)).toBeRefused("absent");
  for (const name of ["join", "renew", "play"] as const)
    await expect(step(cleo, playId, name)).toBeRefused("absent");
  await expect(endJointPlay(cleo.id, playId)).toBeRefused("absent");
  await expect(startJointPlay(cleo.id, id, { messageId })).toBeRefused("absent");
  expect(await getJointPlay(cleo.id, id)).toBeUndefined();
  expect(await getJointPlay(ada.id, id)).toMatchObject({ isJoined: false, isPlaying: false });
  // A message of another conversation is no message here.
  const { id: elsewhere } = await makeConversation(ada, cleo);
  await expect(startJointPlay(ada.id, elsewhere, { messageId })).toBeRefused("absent");
});

test("the id of what is played elsewhere starts nothing, and ends nothing", async () => {
  const { ada, ben, id, messageId } = await couple();
  const cleo = await addMember("Cleo");
  const other = await makeConversation(ada, cleo);
  const shared = await share(cleo, other.id);
  const { id: playId } = await startJointPlay(ada.id, id, { messageId });
  const running = await startJointPlay(cleo.id, other.id, { messageId: shared.id });
  const again = { id: playId, messageId: shared.id };
  await expect(startJointPlay(ada.id, other.id, again)).toBeRefused("conflict");
  await expect(startJointPlay(cleo.id, other.id, again)).toBeRefused("conflict");
  expect(await getJointPlay(cleo.id, other.id)).toMatchObject({ id: running.id });
  expect(await getJointPlay(ben.id, id)).toMatchObject({ id: playId });
});

test("nothing is played together in a request", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  const { id: messageId } = await share(ada, id);
  for (const one of [ada, ben]) await expect(startJointPlay(one.id, id, { messageId })).toBeRefused("absent");
});

test("resuming an account that isn't paused leaves what its member plays", async () => {
  const { ben, playId } = await playing();
  await setPaused(ben.id, false);
  expect(await rowsOf(jointPlay, { id: playId })).toHaveLength(1);
});

const set = (id: number, values: Partial<typeof member.$inferInsert>) => changeRows(member, { id }, values);

test.each<[string, (one: Member, other: Member) => Promise<unknown>]>([
  ["a pause", ({ id }) => setPaused(id, true)],
  ["a deletion", ({ id }) => deleteAccount(id)],
  ["a block", ({ id }, other) => blockMember(id, other.id)],
  ["an unmatch", ({ id }, other) => unmatch(id, other.id)],
])("%s of either ends it for both at once, and looks the same to the other", async (_, leave) => {
  const { ada, ben, id, messageId, playId } = await playing();
  await leave(ben, ada);
  expect(await told(ada)).toEqual([3]);
  expect(await rowsOf(jointPlay, { id: playId })).toEqual([]);
  for (const one of [ada, ben]) {
    expect(await getJointPlay(one.id, id)).toBeUndefined();
    await expect(step(one, playId, "play")).toBeRefused("absent");
    await expect(startJointPlay(one.id, id, { messageId })).toBeRefused("absent");
  }
});

test.each<[string, Partial<typeof member.$inferInsert>]>([
  ["hidden", { hiddenAt: new Date() }],
  ["suspended", { suspendedAt: new Date() }],
])("nothing is played with a member who is %s", async (_, values) => {
  const { ada, ben, id, playId } = await playing();
  await set(ben.id, values);
  for (const one of [ada, ben]) {
    expect(await getJointPlay(one.id, id)).toBeUndefined();
    await expect(step(one, playId, "pause")).toBeRefused("absent");
  }
});

test.each([
  [{ step: "dance" }, "step"],
  [{ step: "seek", position: -1 }, "position"],
  [{ step: "seek", position: 1.5 }, "position"],
  [{ step: "seek", position: 1e12 }, "position"],
])("%j is refused", (input, field) => {
  expect(jointPlayStepInput.safeParse(input).error?.issues[0]?.path).toEqual([field]);
});
