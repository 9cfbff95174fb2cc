import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import {
  block,
  conversation as conversationTable,
  evidence,
  evidenceMessage,
  evidencePicture,
  member,
  message as messageTable,
  messageVersion,
  moderationCase,
  moderationLog,
  outbox,
  picture,
  playlistSong,
  report as reportTable,
  staff,
} from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { env } from "~/env.server";
import { hasContactDetails } from "~/models/conversation/contact-details";
import {
  deleteEndedConversations,
  listEndedConversations,
} from "~/models/conversation/list/ended-conversation.server";
import { addMessage } from "~/models/conversation/message.server";
import { deleteMessage, editMessage } from "~/models/conversation/message-change.server";
import { react } from "~/models/conversation/reaction.server";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import { type Member, saveProfile } from "~/models/member/member.server";
import { profileInput } from "~/models/member/profile-schema";
import { savePrompts } from "~/models/member/prompt.server";
import { saveWishes } from "~/models/member/wishes.server";
import { wishesInput } from "~/models/member/wishes-schema";
import { pairOf } from "~/models/pair.server";
import { getPictureFile, removeOrphanedPictures } from "~/models/picture/picture.server";
import { addPicture } from "~/models/picture/picture-upload.server";
import { updateProfilePicture } from "~/models/picture/profile-picture.server";
import { addPlaylist, removePlaylist } from "~/models/playlist/playlist.server";
import { playlistInput } from "~/models/playlist/playlist-schema";
import { addSong } from "~/models/playlist/song.server";
import { addRecord } from "~/models/record/record.server";
import { recordInput } from "~/models/record/record-schema";
import { blockMember } from "~/models/safety/block.server";
import { decideCase } from "~/models/safety/case/case-outcome.server";
import { findReported, quoteReported } from "~/models/safety/evidence/reported.server";
import {
  closeReports,
  decideReports,
  deleteExpiredEvidence,
  fileReport,
  listReports,
} from "~/models/safety/report.server";
import { type ReportInput, reportAbout, reportInput } from "~/models/safety/report-schema";
import { ada, addMember, addModerator, ben, freshCast, makeConversation, makeMatch } from "../../cast";
import { photo } from "../../fakes/picture-files";
import { changeRows, countRows, deleteRows, rowsOf } from "../../rows";
import { fileOf } from "../../scratch-folder";
import { evidenceOf, sanctionOf } from "./cases";

freshCast("ada", "ben");

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

function file(who: Member, about: string, input: Partial<ReportInput> = {}) {
  return fileReport(who.id, {
    about: reportAbout.parse(about),
    reason: "harassment",
    words: "",
    alsoBlock: false,
    ...input,
  });
}

async function casesOf(who: Member) {
  return rowsOf(moderationCase, { memberId: who.id });
}

async function closeCaseOf(who: Member, closedAt = new Date()) {
  const [open] = await casesOf(who);
  if (!open) throw new Error("There is no case");
  await transaction(async (tx) => {
    await decideReports(tx, open.id, { outcome: "acted", reply: "" }, closedAt);
    await tx.update(moderationCase).set({ closedAt }).where(eq(moderationCase.id, open.id));
  });
  // As the job does that finds what a process has left.
  await closeReports();
}

const absent = { code: "absent", message: "There is nothing here." };

test("a snapshot has the words for a gender only if others could see them", async () => {
  const cleo = await addMember("Cleo");
  const wishes = { gender: "own", genderWords: "Rude words", consents: true };
  await saveWishes(ben.id, wishesInput.parse(wishes));
  const { report: hidden } = await file(ada, `member:${ben.id}`);
  expect(await evidenceOf(hidden.id)).toMatchObject({ profile: { genderWords: null } });
  await saveWishes(ben.id, wishesInput.parse({ ...wishes, showsWishes: true }));
  const { report: shown } = await file(cleo, `member:${ben.id}`);
  expect(await evidenceOf(shown.id)).toMatchObject({ profile: { genderWords: "Rude words" } });
});

test("the case of a member without a last name is called by the first", async () => {
  await changeRows(member, { id: ben.id }, { lastName: "" });
  await file(ada, `member:${ben.id}`);
  expect(await casesOf(ben)).toMatchObject([{ memberName: "Ben" }]);
});

test("a report opens a case, takes a snapshot, blocks if asked to, and is logged", async () => {
  await savePrompts(ben.id, { prompts: [{ prompt: "best_show", answer: "Low, in a church." }] });
  const { id } = await makeConversation(ada, ben);
  await addMessage(ben.id, id, { content: "Hello" });
  const rude = await addMessage(ben.id, id, { content: "You are rude" });
  await addMessage(ada.id, id, { content: "Please stop" });
  const { report, isNew } = await file(ada, `message:${rude.id}`, { words: "Twice now", alsoBlock: true });
  expect(isNew).toBe(true);
  expect(report).toMatchObject({
    about: `message:${rude.id}`,
    firstName: "Ben",
    reason: "harassment",
    words: "Twice now",
    status: "received",
    closedAt: null,
  });
  expect(await casesOf(ben)).toMatchObject([{ memberName: "Ben Lovelace", severity: 1, closedAt: null }]);
  expect(await evidenceOf(report.id)).toEqual({
    reportedPhotoId: null,
    plans: [],
    profile: {
      firstName: "Ben",
      lastName: "Lovelace",
      bio: "Likes records.",
      age: 30,
      genderWords: null,
      placeName: ben.placeName,
      photoId: null,
      coverId: null,
      portraitUrl: null,
      photoFocus: null,
      morePhotos: [],
      anthem: null,
      prompts: [{ prompt: "best_show", answer: "Low, in a church." }],
    },
    artists: ["Broadcast", "Portishead", "Radiohead"],
    genres: ["Electronic", "Alternative"],
    invitationWords: [],
    shows: [],
    messages: [
      { content: "Hello", isReported: false, isByReporter: false },
      { content: "You are rude", isReported: true, isByReporter: false },
      { content: "Please stop", isReported: false, isByReporter: true },
    ].map((each) => expect.objectContaining({ ...each, messageType: null, metadata: null })),
    playlist: null,
    recordNotes: [],
    records: [],
    answer: null,
  });
  expect(await rowsOf(block, { memberId: ada.id })).toMatchObject([{ targetId: ben.id }]);
  expect(await rowsOf(moderationLog, { memberId: ben.id })).toMatchObject([
    { actorId: ada.id, action: "reported", detail: "Message (Harassment)" },
  ]);
});

test("reports about one member share a case, whose severity is the highest of theirs", async () => {
  const cleo = await addMember("Cleo");
  await file(ada, `member:${ben.id}`, { reason: "impersonation" });
  expect(await casesOf(ben)).toMatchObject([{ severity: 0 }]);
  await file(cleo, `member:${ben.id}`, { reason: "danger" });
  await file(cleo, `photo:${ben.id}`, { reason: "hate" });
  const [shared, ...others] = await casesOf(ben);
  expect(shared).toMatchObject({ severity: 2 });
  expect(others).toEqual([]);
  expect(await countRows(reportTable, { caseId: shared?.id ?? "" })).toBe(3);
});

test("fifty repeats at once are the same report, and block too", async () => {
  const list = await addPlaylist(ben.id, playlistInput.parse({ name: "Rude songs", isPublic: true }));
  const about = `playlist:${list.id}`;
  const filed = await Promise.all(
    Array.from({ length: 50 }, () => file(ada, about, { reason: "hate", alsoBlock: true })),
  );
  expect(filed.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(filed.map(({ report }) => report.id)).size).toBe(1);
  expect(await casesOf(ben)).toHaveLength(1);
  expect(await countRows(evidence, { reportId: filed[0]?.report.id ?? "" })).toBe(1);
  expect(await countRows(moderationLog, { memberId: ben.id })).toBe(1);
  expect(await countRows(block, { memberId: ada.id })).toBe(1);
  // A repeat does not change how urgent the case is.
  await file(ada, about, { reason: "danger" });
  expect(await casesOf(ben)).toMatchObject([{ severity: 1 }]);
});

test("a new report follows once the first is closed", async () => {
  const first = await file(ada, `member:${ben.id}`);
  await closeCaseOf(ben);
  const second = await file(ada, `member:${ben.id}`);
  expect(second).toMatchObject({ isNew: true });
  expect(second.report.id).not.toBe(first.report.id);
  expect(await casesOf(ben)).toHaveLength(2);
});

test("members can report only people they can see or have been in contact with, and their content", async () => {
  const [cleo, dan] = [await addMember("Cleo"), await addMember("Dan")];
  const { id } = await makeConversation(ada, ben);
  const own = await addMessage(ada.id, id, { content: "Mine" });
  const theirs = await addMessage(ben.id, id, { content: "Theirs" });
  const secret = await addPlaylist(ben.id, playlistInput.parse({ name: "Secret" }));
  const mine = await addPlaylist(ada.id, playlistInput.parse({ name: "Mine", isPublic: true }));
  await blockMember(dan.id, ada.id);
  const refused: [Member, string][] = [
    [ada, `member:${ada.id}`],
    [ada, `photo:${ada.id}`],
    [ada, `member:${dan.id}`],
    [ada, "member:7"],
    [ada, `message:${own.id}`],
    [ada, `message:${randomUUID()}`],
    [ada, `playlist:${mine.id}`],
    [cleo, `message:${theirs.id}`],
    [cleo, `conversation:${id}`],
    [cleo, `playlist:${secret.id}`],
  ];
  for (const [who, about] of refused) {
    await expect(file(who, about, { alsoBlock: true }), about).rejects.toMatchObject(absent);
    expect(await findReported(who.id, reportAbout.parse(about)), about).toBeUndefined();
  }
  expect(await countRows(block, { memberId: ada.id })).toBe(0);
  expect([await casesOf(ada), await casesOf(ben), await casesOf(dan)]).toEqual([[], [], []]);
  for (const about of [`member:${ben.id}`, `photo:${ben.id}`, `conversation:${id}`, `message:${theirs.id}`])
    expect((await file(ada, about)).isNew, about).toBe(true);
});

test("a request without a message doesn't reveal its sender", async () => {
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  await expect(file(ben, `conversation:${id}`)).rejects.toMatchObject(absent);
  await addMessage(ada.id, id, { content: "Hello" });
  expect((await file(ben, `conversation:${id}`)).isNew).toBe(true);
});

const ends: [string, (ada: Member, ben: Member) => Promise<unknown>][] = [
  ["has been unmatched", (ada, ben) => unmatch(ada.id, ben.id)],
  ["has unmatched", (ada, ben) => unmatch(ben.id, ada.id)],
  ["has been blocked", (ada, ben) => blockMember(ada.id, ben.id)],
  ["has blocked first", (ada, ben) => blockMember(ben.id, ada.id)],
  ["has deleted the account", (_, ben) => changeRows(member, { id: ben.id }, { deletedAt: new Date() })],
  ["is suspended", (_, ben) => changeRows(member, { id: ben.id }, { suspendedAt: new Date() })],
];
test.each(ends)("a member who %s can be reported with the whole conversation", async (_, end) => {
  const { id } = await makeConversation(ada, ben);
  const rude = await addMessage(ben.id, id, { content: "You are rude" });
  await end(ada, ben);
  for (const about of [`member:${ben.id}`, `conversation:${id}`, `message:${rude.id}`]) {
    const { report, isNew } = await file(ada, about, { alsoBlock: true });
    expect(isNew, about).toBe(true);
    expect((await evidenceOf(report.id)).messages).toMatchObject([
      { content: "You are rude", isReported: about.startsWith("message") },
    ]);
  }
});

test("an ended conversation can be reported for 90 days, is listed for 30, and is then deleted", async () => {
  const { id } = await makeConversation(ada, ben);
  const rude = await addMessage(ben.id, id, { content: "You are rude" });
  await unmatch(ada.id, ben.id);
  const endAt = (endedAt: Date) => changeRows(conversationTable, { id }, { endedAt });
  for (const who of [ada, ben]) {
    const other = who === ada ? "Ben" : "Ada";
    expect((await listEndedConversations(who.id)).ended).toEqual([
      { id, firstName: other, endedAt: expect.any(String) },
    ]);
  }
  await endAt(daysAgo(31));
  expect((await listEndedConversations(ada.id)).ended).toEqual([]);
  await endAt(daysAgo(89));
  await deleteEndedConversations();
  const { report } = await file(ada, `message:${rude.id}`);
  await endAt(daysAgo(91));
  const cleo = await addMember("Cleo");
  await makeMatch(cleo, ben);
  expect(await findReported(ada.id, reportAbout.parse(`conversation:${id}`))).toBeUndefined();
  await deleteEndedConversations();
  expect(await countRows(conversationTable, { id })).toBe(0);
  expect(await countRows(messageTable, { conversationId: id })).toBe(0);
  expect((await evidenceOf(report.id)).messages).toMatchObject([{ content: "You are rude" }]);
});

test("conversations that go on are not deleted, however old", async () => {
  const { id } = await makeConversation(ada, ben);
  await addMessage(ada.id, id, { content: "Hello" });
  await deleteEndedConversations(Date.now() + 1000 * DAY_MS);
  expect(await countRows(messageTable, { conversationId: id })).toBe(1);
});

test("a snapshot has the first and last messages of all conversations, and the reported one however old", async () => {
  const first = await makeConversation(ada, ben);
  const old = [];
  for (let n = 0; n < 150; n++) old.push(await addMessage(ben.id, first.id, { content: `Old ${n}` }));
  await changeRows(conversationTable, { id: first.id }, { endedAt: new Date() });
  const later = { ...pairOf(ada.id, ben.id), id: randomUUID(), startedBy: ben.id };
  const now = new Date();
  await db.insert(conversationTable).values({ ...later, acceptedAt: now, createdAt: now });
  for (let n = 0; n < 150; n++) await addMessage(ben.id, later.id, { content: `New ${n}` });
  const { report } = await file(ada, `message:${old[30]?.id}`);
  const { messages } = await evidenceOf(report.id);
  const range = (name: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => `${name} ${n + from}`);
  expect(messages.map(({ content }) => content)).toEqual([
    ...range("Old", 0, 41),
    ...range("Old", 100, 150),
    ...range("New", 0, 150),
  ]);
  expect(messages.filter(({ isReported }) => isReported)).toMatchObject([{ id: old[30]?.id }]);
});

test("harmless messages bury neither the first contact nor a link, an address, a number or a held word", async () => {
  env.heldWords.push("wire money");
  const { id } = await makeConversation(ada, ben);
  const bury = async () => {
    for (let n = 0; n < 220; n++) await addMessage(ben.id, id, { content: `Nice day ${n}` });
  };
  await addMessage(ben.id, id, { content: "I know where you live" });
  await bury();
  const lures = [
    "See evil.example.com",
    "Write to ben@example.org",
    "Call +44 20 7946 0958",
    "Wire money now",
  ];
  for (const content of lures) await addMessage(ben.id, id, { content });
  await bury();
  await blockMember(ben.id, ada.id);
  const { report } = await file(ada, `conversation:${id}`);
  const contents = (await evidenceOf(report.id)).messages.map(({ content }) => content);
  expect(contents[0]).toBe("I know where you live");
  expect(contents).toEqual(expect.arrayContaining(lures));
  expect(contents).toHaveLength(20 + lures.length + 200);
});

/** Adds messages by Ben as they are stored, flagged if they are ones with contact details; returns their ids. */
async function addMessages(conversationId: string, who: Member, contents: string[], change: object = {}) {
  const rows = contents.map((content) => ({
    ...{ id: randomUUID(), conversationId, senderId: who.id, createdAt: new Date(), content },
    isFlagged: hasContactDetails(content),
    ...change,
  }));
  for (let n = 0; n < rows.length; n += 50) await db.insert(messageTable).values(rows.slice(n, n + 50));
  return rows.map(({ id }) => id);
}

const THREAT = "Call me on +44 20 7946 0958 or I'll tell your boss";
const many = (count: number, text: (n: number) => string) => Array.from({ length: count }, (_, n) => text(n));

test.each([
  ["behind other kinds", []],
  ["behind one more of its kind", ["My number is +44 20 7946 0001"]],
])("what is flagged buries no threat %s", async (_, before) => {
  const { id } = await makeConversation(ada, ben);
  await addMessages(
    id,
    ben,
    many(105, (n) => `See evil${n}.example.com`),
  );
  await addMessages(id, ben, before);
  await addMessages(id, ben, [THREAT]);
  await addMessages(
    id,
    ben,
    many(205, (n) => `Reach me at 020 7946 ${1000 + n}`),
  );
  const { report } = await file(ada, `conversation:${id}`);
  const contents = (await evidenceOf(report.id)).messages.map(({ content }) => content);
  expect(contents).toContain(THREAT);
  // From both ends too.
  expect(contents).toEqual(expect.arrayContaining(["See evil0.example.com", "Reach me at 020 7946 1204"]));
});

test("a threat that was deleted is kept, whatever else was deleted", async () => {
  const { id } = await makeConversation(ada, ben);
  const texts = [
    ...many(130, (n) => `Nice day ${n}`),
    "I know where you live",
    ...many(130, (n) => `Hi ${n}`),
  ];
  const ids = await addMessages(id, ben, texts, { content: "", deletedAt: new Date() });
  await addMessages(
    id,
    ben,
    many(220, (n) => `So ${n}`),
  );
  const versions = ids.map((messageId, n) => ({
    messageId,
    content: texts[n] ?? "",
    replacedAt: new Date(),
  }));
  for (let n = 0; n < versions.length; n += 50)
    await db.insert(messageVersion).values(versions.slice(n, n + 50));
  const { report } = await file(ada, `conversation:${id}`);
  const earlier = (await evidenceOf(report.id)).messages.flatMap(({ earlier = [] }) => earlier);
  expect(earlier.map(({ content }) => content)).toContain("I know where you live");
});

test("a reported message is kept with what stands around it", async () => {
  const { id } = await makeConversation(ada, ben);
  const ids = await addMessages(
    id,
    ben,
    many(600, (n) => `Message ${n}`),
  );
  const { report } = await file(ada, `message:${ids[300]}`);
  const numbers = (await evidenceOf(report.id)).messages.map(({ content }) => Number(content.slice(8)));
  expect(numbers.filter((number) => number > 20 && number < 400)).toEqual(
    many(21, (n) => `${290 + n}`).map(Number),
  );
});

test("a report keeps what was reported, then what was flagged, then the newest, within its bytes", async () => {
  const { id } = await makeConversation(ada, ben);
  // Each takes 6,000 bytes.
  const texts = Array.from({ length: 400 }, (_, n) => ({
    ...{ id: randomUUID(), conversationId: id, senderId: ben.id, createdAt: new Date() },
    content: `${n} `.padEnd(2000, "€"),
    isFlagged: n >= 30 && n < 300,
  }));
  for (let n = 0; n < texts.length; n += 50) await db.insert(messageTable).values(texts.slice(n, n + 50));
  const { report } = await file(ada, `message:${texts[150]?.id}`);
  const kept = (await evidenceOf(report.id)).messages;
  const numbers = kept.map(({ content }) => Number.parseInt(content, 10));
  expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThan(550_000);
  expect(Buffer.byteLength(JSON.stringify(kept))).toBeGreaterThan(450_000);
  expect(kept.find(({ isReported }) => isReported)?.id).toBe(texts[150]?.id);
  expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
  // What stands around it, a half for flagged ones, from both ends of the conversation, then openings, then the newest.
  for (const number of [0, 14, 140, 160, 30, 45, 285, 299, 393, 399])
    expect(numbers, `${number}`).toContain(number);
});

test("of an edited message a report keeps the first text, the first flagged one and the last, and all of a reported one", async () => {
  const { id } = await makeConversation(ada, ben);
  const drafts = async () => {
    const { id: messageId } = await addMessage(ben.id, id, { content: "Draft 0" });
    for (let n = 1; n <= 8; n++)
      await editMessage(ben.id, messageId, { content: n === 4 ? "See evil.example.com" : `Draft ${n}` });
    return messageId;
  };
  const [reported, other] = [await drafts(), await drafts()];
  const { report } = await file(ada, `message:${reported}`);
  const { messages } = await evidenceOf(report.id);
  const earlier = (which: string) =>
    messages.find((each) => each.id === which)?.earlier?.map(({ content }) => content);
  expect(earlier(other)).toEqual(["Draft 0", "See evil.example.com", "Draft 7"]);
  expect(earlier(reported)).toHaveLength(8);
});

test("reports of one member share the messages that have not changed", async () => {
  const { id } = await makeConversation(ada, ben);
  const said = [];
  for (let n = 0; n < 5; n++) said.push(await addMessage(ben.id, id, { content: `Rude ${n}` }));
  const { report: first } = await file(ada, `conversation:${id}`);
  await editMessage(ben.id, said[4]?.id ?? "", { content: "Kind" });
  const { report: second } = await file(ada, `message:${said[0]?.id}`);
  const [open] = await casesOf(ben);
  expect(await countRows(evidenceMessage, { caseId: open?.id ?? "" })).toBe(6);
  const contents = async (report: string) =>
    (await evidenceOf(report)).messages.map(({ content }) => content);
  expect(await contents(first.id)).toEqual(["Rude 0", "Rude 1", "Rude 2", "Rude 3", "Rude 4"]);
  expect(await contents(second.id)).toEqual(["Rude 0", "Rude 1", "Rude 2", "Rude 3", "Kind"]);
  await closeCaseOf(ben);
  await deleteExpiredEvidence(Date.now() + 181 * DAY_MS);
  expect(await countRows(evidenceMessage, { caseId: open?.id ?? "" })).toBe(0);
});

test("a snapshot keeps as much of a playlist and of record notes as its bytes allow", async () => {
  const list = await addPlaylist(ben.id, playlistInput.parse({ name: "Long songs", isPublic: true }));
  const long = (n: number) => `${n} `.padEnd(200, "€");
  await db.insert(playlistSong).values(
    Array.from({ length: 200 }, (_, n) => ({
      ...{ id: randomUUID(), playlistId: list.id, addedBy: ben.id, artist: long(n), title: long(n) },
      ...{ album: long(n), position: n, createdAt: new Date() },
    })),
  );
  for (let n = 0; n < 12; n++)
    await addRecord(ben.id, recordInput.parse({ artist: "Can", album: `${n}`, notes: "€".repeat(1000) }));
  const { report } = await file(ada, `playlist:${list.id}`);
  const { playlist, recordNotes } = await evidenceOf(report.id);
  expect(playlist?.songs).toHaveLength(13);
  expect(playlist?.songs[0]?.title).toBe(long(0));
  expect(recordNotes).toHaveLength(7);
});

test("a snapshot stays as it was, whatever its member changes or deletes afterwards", async () => {
  const list = await addPlaylist(
    ben.id,
    playlistInput.parse({ name: "Rude songs", description: "For you", isPublic: true }),
  );
  await addSong(ben.id, list.id, {
    id: randomUUID(),
    artist: "Can",
    title: "Vitamin C",
    album: "",
    duration: null,
  });
  await addRecord(ben.id, recordInput.parse({ artist: "Can", album: "Future Days", notes: "Rude note" }));
  await addRecord(ben.id, recordInput.parse({ artist: "Faust", album: "IV" }));
  const { report } = await file(ada, `playlist:${list.id}`);
  const before = await evidenceOf(report.id);
  expect(before.playlist).toEqual({
    id: list.id,
    name: "Rude songs",
    description: "For you",
    pictureId: null,
    songs: [{ artist: "Can", title: "Vitamin C", album: "", isByOwner: true }],
  });
  expect(before.recordNotes).toMatchObject([{ artist: "Can", album: "Future Days", text: "Rude note" }]);
  await saveProfile(ben.id, profileInput.parse({ bio: "Harmless", age: 40, location: "Salem, Oregon" }));
  await removePlaylist(ben.id, list.id);
  expect(await evidenceOf(report.id)).toEqual(before);
});

test("a snapshot of a playlist tells the songs of its owner from those of others, such as the reporter", async () => {
  await makeMatch(ada, ben);
  const list = await addPlaylist(ben.id, playlistInput.parse({ name: "Ours", collaboratorId: ada.id }));
  for (const [who, title] of [
    [ben, "His"],
    [ada, "Hers"],
  ] as const)
    await addSong(who.id, list.id, { artist: "Can", title, album: "", duration: null });
  const { report } = await file(ada, `playlist:${list.id}`);
  expect((await evidenceOf(report.id)).playlist?.songs).toMatchObject([
    { title: "His", isByOwner: true },
    { title: "Hers", isByOwner: false },
  ]);
});

test("a snapshot keeps the reactions to its messages, also those taken back afterwards", async () => {
  const { id } = await makeConversation(ada, ben);
  const rude = await addMessage(ben.id, id, { content: "You are rude" });
  const stop = await addMessage(ada.id, id, { content: "Please stop" });
  await addMessage(ben.id, id, { content: "Why?" });
  await react(ada.id, rude.id, "tear");
  await react(ben.id, rude.id, "dancer");
  await react(ben.id, stop.id, "laugh");
  const { report } = await file(ada, `message:${rude.id}`);
  await react(ben.id, stop.id, null);
  await react(ben.id, rude.id, "heart");
  const { messages } = await evidenceOf(report.id);
  const [first, second, third] = messages.map(({ reactions }) => reactions);
  expect(first).toHaveLength(2);
  expect(first).toEqual(
    expect.arrayContaining([
      { isByReporter: true, reaction: "tear" },
      { isByReporter: false, reaction: "dancer" },
    ]),
  );
  expect(second).toEqual([{ isByReporter: false, reaction: "laugh" }]);
  expect(third).toEqual([]);
});

test("a report names one of a member's photos, and stands if that was removed a moment before", async () => {
  await db
    .insert(picture)
    .values({ id: "second", ownerId: ben.id, createdAt: daysAgo(1), removedAt: daysAgo(0) });
  const { report } = await file(ada, `photo:${ben.id}-second`);
  expect((await evidenceOf(report.id)).reportedPhotoId).toBe("second");
  expect(report.about).toBe(`photo:${ben.id}-second`);
  const { report: whole } = await file(ada, `photo:${ben.id}`);
  expect(whole.id).not.toBe(report.id);
  expect((await evidenceOf(whole.id)).reportedPhotoId).toBeNull();
});

test("reports of photos that a member doesn't have are one report of their page", async () => {
  const { report } = await file(ada, `photo:${ben.id}-${randomUUID()}`);
  expect(report.about).toBe(`member:${ben.id}`);
  expect(await file(ada, `photo:${ben.id}-${randomUUID()}`)).toMatchObject({ isNew: false, report });
  expect(await findReported(ada.id, reportAbout.parse(`photo:${ben.id}-none`))).toMatchObject({
    hasOpenReport: true,
  });
});

test("a report shows what it is about", async () => {
  const { id } = await makeConversation(ben, ada);
  const said = await addMessage(ben.id, id, { content: "x".repeat(300) });
  const about = (typed: string) => reportAbout.parse(typed);
  expect(await quoteReported(ada.id, about(`message:${said.id}`))).toEqual({ text: `${"x".repeat(199)}…` });
  await deleteMessage(ben.id, said.id);
  expect(await quoteReported(ada.id, about(`message:${said.id}`))).toEqual({ text: "Message deleted" });
  const cleo = await addMember("Cleo");
  expect(await quoteReported(cleo.id, about(`message:${said.id}`))).toEqual({});

  const photoId = await addPicture(ben.id, fileOf(await photo("jpeg", 60, 40)));
  await updateProfilePicture(ben.id, "photo", photoId);
  for (const named of [`photo:${ben.id}`, `photo:${ben.id}-${photoId}`])
    expect((await quoteReported(ada.id, about(named))).photo?.url).toContain(photoId);
  expect(await quoteReported(ada.id, about(`photo:${ben.id}-gone`))).toEqual({});
  expect(await quoteReported(ada.id, about(`member:${ben.id}`))).toEqual({});
});

test("a reported member's pictures are kept for moderators only, until the evidence expires", async () => {
  const id = await addPicture(ben.id, fileOf(await photo("jpeg", 60, 40)));
  await updateProfilePicture(ben.id, "photo", id);
  const name = `${id}-96.webp`;
  const { report } = await file(ada, `photo:${ben.id}`);
  expect(await rowsOf(evidencePicture, { pictureId: id })).toEqual([{ reportId: report.id, pictureId: id }]);
  expect(await getPictureFile(ben.id, name)).toBeDefined();
  await updateProfilePicture(ben.id, "photo", null);
  expect(await getPictureFile(ben.id, name)).toBeUndefined();
  await expect(updateProfilePicture(ben.id, "photo", id)).toBeRefused("absent");
  await changeRows(picture, { id }, { madeAt: daysAgo(1) });
  await removeOrphanedPictures();
  expect((await evidenceOf(report.id)).profile.photoId).toBe(id);
  expect(await countRows(picture, { id })).toBe(1);

  await deleteExpiredEvidence(Date.now() + 1000 * DAY_MS);
  expect(await countRows(evidence, { reportId: report.id })).toBe(1);
  await closeCaseOf(ben);
  await deleteExpiredEvidence(Date.now() + 179 * DAY_MS);
  expect(await countRows(evidence, { reportId: report.id })).toBe(1);
  await deleteExpiredEvidence(Date.now() + 181 * DAY_MS);
  expect(await countRows(evidence, { reportId: report.id })).toBe(0);
  await removeOrphanedPictures();
  expect(await countRows(picture, { id })).toBe(0);
  expect((await listReports(ada.id)).reports).toMatchObject([{ id: report.id, status: "acted" }]);
});

test("a reported playlist's cover is kept", async () => {
  const id = await addPicture(ben.id, fileOf(await photo("jpeg", 60, 40)));
  const list = await addPlaylist(
    ben.id,
    playlistInput.parse({ name: "Rude", isPublic: true, coverImageUrl: `/pictures/${id}-640.webp` }),
  );
  const { report } = await file(ada, `playlist:${list.id}`);
  await removePlaylist(ben.id, list.id);
  expect((await evidenceOf(report.id)).playlist?.pictureId).toBe(id);
  expect(await db.$count(picture, and(eq(picture.id, id), isNotNull(picture.heldAt)))).toBe(1);
});

test("reporters see how their own reports stand, and the next page tells them of an outcome", async () => {
  const cleo = await addMember("Cleo");
  await file(ada, `member:${ben.id}`, { words: "Rude" });
  const statusFor = async (who: Member) => (await listReports(who.id)).reports.map(({ status }) => status);
  const isTold = async (who: Member) => (await rowsOf(member, { id: who.id }))[0]?.hasReportOutcome;
  expect([await statusFor(ada), await statusFor(ben), await statusFor(cleo)]).toEqual([["received"], [], []]);
  await changeRows(moderationCase, { memberId: ben.id }, { claimedAt: new Date() });
  expect([await statusFor(ada), await isTold(ada)]).toEqual([["reviewing"], false]);
  await closeCaseOf(ben);
  expect(await statusFor(ada)).toEqual(["acted"]);
  expect([await isTold(ada), await isTold(ben), await isTold(cleo)]).toEqual([true, false, false]);
});

test("an outcome that came too late closes nothing", async () => {
  await file(ada, `member:${ben.id}`);
  const [open] = await casesOf(ben);
  await closeCaseOf(ben);
  const moderator = await addModerator("Mona");
  const late = decideCase(moderator.id, open?.id ?? "", sanctionOf({ kind: "none" }));
  await expect(late).toBeRefused("conflict");
  expect((await listReports(ada.id)).reports).toMatchObject([{ status: "acted" }]);
});

test("a case outlives the accounts of its reporter and of the reported member", async () => {
  const { report } = await file(ada, `member:${ben.id}`);
  await deleteRows(member, { id: ada.id });
  await deleteRows(member, { id: ben.id });
  const [row] = await rowsOf(reportTable, { id: report.id });
  expect(row).toMatchObject({ reporterId: null, reportedId: null });
  expect(await rowsOf(moderationCase, { id: row?.caseId ?? "" })).toMatchObject([
    { memberId: null, memberName: "Ben Lovelace", closedAt: null },
  ]);
  expect((await evidenceOf(report.id)).profile).toMatchObject({ firstName: "Ben" });
});

test("a new report reloads moderators' pages, except for the one it is about", async () => {
  const cleo = await addMember("Cleo");
  for (const { id } of [ada, ben, cleo])
    await db.insert(staff).values({ memberId: id, role: "moderator", addedAt: new Date() });
  await file(ada, `member:${ben.id}`);
  await file(ada, `member:${ben.id}`);
  const resets = ({ id }: Member) => countRows(outbox, { recipientId: id, kind: "reset" });
  expect([await resets(ada), await resets(ben), await resets(cleo)]).toEqual([1, 0, 1]);
});

const badAbout = { about: [expect.stringContaining("about must be")] };
const inputs: [string, Record<string, string>, object | undefined][] = [
  ["a reason alone", { about: "member:12", reason: "danger" }, undefined],
  [
    "something else in words",
    { about: "member:12", reason: "other", words: "It is odd", alsoBlock: "on" },
    undefined,
  ],
  ["nothing", { about: "", reason: "hate" }, badAbout],
  ["no id", { about: "member:", reason: "hate" }, badAbout],
  ["a member without a number", { about: "member:ada", reason: "hate" }, badAbout],
  ["an unknown thing", { about: "record:12", reason: "hate" }, badAbout],
  ["a property of objects", { about: "constructor:12", reason: "hate" }, badAbout],
  ["an id with a quote", { about: "message:a'b", reason: "hate" }, badAbout],
];
test.each(inputs)("a report with %s is validated", (_, typed, errors) => {
  expect(reportInput.safeParse(typed).error?.flatten().fieldErrors).toEqual(errors);
});
