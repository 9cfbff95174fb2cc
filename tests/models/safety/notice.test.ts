// Notices by anybody: what they are about, when they count, who decides, and what becomes of them.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import type { NoticeReason } from "db/column-types";
import {
  evidence,
  evidencePicture,
  member,
  moderationCase,
  moderationLog,
  notice,
  picture,
  report as reportTable,
  staff,
  strike,
} from "db/schema";
import { and, eq, isNull, sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { env } from "~/env.server";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { log } from "~/log.server";
import { sendPhoto } from "~/models/conversation/attachment/sending.server";
import { addMessage } from "~/models/conversation/message.server";
import { editMessage } from "~/models/conversation/message-change.server";
import { listMessages } from "~/models/conversation/message-list.server";
import { startConversation } from "~/models/conversation/request.server";
import { getMember, type Member, saveProfile } from "~/models/member/member.server";
import { profileInput } from "~/models/member/profile-schema";
import { removeOrphanedPictures } from "~/models/picture/picture.server";
import { addPicture } from "~/models/picture/picture-upload.server";
import { updateProfilePicture } from "~/models/picture/profile-picture.server";
import { LOOKS_REMOVED } from "~/models/picture/upload";
import { viewCase } from "~/models/safety/case/case.server";
import { claimCase } from "~/models/safety/case/case-claim.server";
import { listCases } from "~/models/safety/case/case-list.server";
import { decideCase } from "~/models/safety/case/case-outcome.server";
import { writeNote } from "~/models/safety/case/case-question.server";
import { caseNoteInput } from "~/models/safety/case/case-schema";
import { listColleagues } from "~/models/safety/case/colleague.server";
import { describeClock } from "~/models/safety/notice/notice";
import {
  assignCase,
  confirmNotice,
  countNotice,
  deleteExpiredNotices,
  objectTo,
  sendNotice,
  viewNotice,
} from "~/models/safety/notice/notice.server";
import { hashKey, keyOf } from "~/models/safety/notice/notice-key.server";
import { noticeInput } from "~/models/safety/notice/notice-schema";
import { searchAlikePictures } from "~/models/safety/photos/alike-pictures.server";
import { getReportedFile } from "~/models/safety/photos/moderated-files.server";
import { listPendingPictures, reviewPicture } from "~/models/safety/photos/photo-review.server";
import { decideAppeal, fileAppeal, listAppeals } from "~/models/safety/sanctions/appeal.server";
import { listSanctions } from "~/models/safety/sanctions/sanction.server";
import { listLog } from "~/models/safety/staff/moderation-log.server";
import {
  addMember,
  addModerator,
  addNewcomer,
  ben,
  freshCast,
  makeConversation,
  makeMatch,
  mia,
} from "../../cast";
import { blotches } from "../../fakes/picture-files";
import { changeRows, countRows, deleteRows, rowsOf } from "../../rows";
import { fileOf } from "../../scratch-folder";
import { report, sanctionOf } from "./cases";

freshCast("ben", "mia");

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

type Typed = { reason?: NoticeReason; about?: string; words?: string; email?: string; name?: string };

/** Sends a notice where no mail is sent, and returns its key. */
async function give({ reason = "intimate", ...typed }: Typed = {}, sender = {}, pictureIds: string[] = []) {
  const input = noticeInput.parse({
    ...{ reason, about: "/members/1", words: "It's me in the picture.", goodFaith: "on" },
    ...{ name: "Vera Visitor", email: "vera@example.com", ...typed },
  });
  const { key } = await sendNotice(input, sender, pictureIds);
  if (!key) throw new Error("The key is mailed");
  return key;
}

async function openCaseOf(who: Member | null) {
  const isTheirs = who ? eq(moderationCase.memberId, who.id) : isNull(moderationCase.memberId);
  const [found] = await db
    .select()
    .from(moderationCase)
    .where(and(isTheirs, isNull(moderationCase.closedAt)));
  if (!found) throw new Error("There is no case");
  return found;
}

async function addPhoto(who: Member, digest: string) {
  const id = randomUUID();
  const now = new Date();
  await db.insert(picture).values({ id, ownerId: who.id, digest, createdAt: now, sentAt: now, madeAt: now });
  await changeRows(member, { id: who.id }, { photoId: id });
  return id;
}

/** Uploads a file as a member's profile photo. */
async function addFile(who: Member, bytes: Buffer) {
  const id = await addPicture(who.id, fileOf(bytes));
  await updateProfilePicture(who.id, "photo", id);
  return id;
}

/** Claims and decides a case with a reply to the notice. */
async function answer(moderator: Member, caseId: string, change: Parameters<typeof sanctionOf>[0] = {}) {
  await claimCase(moderator.id, caseId);
  await decideCase(moderator.id, caseId, sanctionOf({ reply: "We looked at it.", ...change }));
}

test("a notice needs a name and an address, except for a child, and good faith", () => {
  const typed = { about: "/members/1", words: "See there", goodFaith: "on" };
  const errorsOf = (more: object) =>
    noticeInput.safeParse({ ...typed, ...more }).error?.issues.map(({ path }) => path.join()) ?? [];
  expect(errorsOf({ reason: "fraud" })).toEqual(["name", "email"]);
  expect(errorsOf({ reason: "child" })).toEqual([]);
  expect(errorsOf({ reason: "child", goodFaith: "" })).toEqual(["goodFaith"]);
  expect(errorsOf({ reason: "child", email: "nobody" })).toEqual(["email"]);
  expect(errorsOf({ reason: "taste", name: "Vera", email: "vera@example.com" })).toEqual(["reason"]);
  expect(errorsOf({ about: "", goodFaith: "" })).toEqual(["reason", "about", "name", "email", "goodFaith"]);
});

test("a notice joins the case of the member whose photo, playlist or message it names, with a snapshot", async () => {
  const ada = await addMember("Ada");
  const photo = await addPhoto(ben, "photo of Ben");
  await makeMatch(ada, ben);
  const { id: conversation } = await startConversation(ada.id, ben.id);
  const rude = await addMessage(ben.id, conversation, { content: "Rude words", id: randomUUID() } as never);
  await addMessage(ada.id, conversation, { content: "A secret of Ada's", id: randomUUID() } as never);
  const caseId = await report(ada, ben, { reason: "scam" });
  for (const about of [
    `/members/${ben.id}`,
    `/members/${ben.id}/photos/${photo}`,
    `It is here: ${process.env.APP_ORIGIN ?? "http://localhost:3000"}/members/${ben.id}?from=x`,
    `/pictures/${photo}-640.webp`,
    `/messages/${conversation}?around=${rude.id}#x`,
  ])
    await give({ about, reason: "hate" });
  expect((await openCaseOf(ben)).id).toBe(caseId);
  const rows = await rowsOf(reportTable, { noticeReason: "hate" });
  expect(rows.map(({ subject, subjectId, reportedId }) => [subject, subjectId, reportedId])).toEqual([
    ["member", String(ben.id), ben.id],
    ["photo", `${ben.id}-${photo}`, ben.id],
    ["member", String(ben.id), ben.id],
    ["photo", `${ben.id}-${photo}`, ben.id],
    ["message", rude.id, ben.id],
  ]);
  const [last] = rows.slice(-1);
  const [kept] = await rowsOf(evidence, { reportId: last?.id ?? "" });
  expect(kept?.snapshot.profile.firstName).toBe("Ben");
  const moderator = await addModerator("Mia");
  const page = await viewCase(moderator.id, caseId, { report: last?.id });
  expect(page?.report?.messages.map(({ content, isByReporter }) => [content, isByReporter])).toEqual([
    ["Rude words", false],
  ]);
  expect(page?.report?.notice?.sent).toMatchObject({ name: "Vera Visitor", isConfirmed: true });
  expect((await db.select().from(moderationLog)).some(({ detail }) => detail.includes("Vera"))).toBe(false);
});

test("whoever sends a notice sees the same whether or not there is what it names", async () => {
  const real = await viewNotice(await give({ about: `/members/${ben.id}` }));
  const madeUp = await viewNotice(await give({ about: "/members/999999999" }));
  const described = await viewNotice(await give({ about: "A tall man called Ben" }));
  const shown = (view: typeof real) => ({
    ...view,
    about: "",
    createdAt: "",
    steps: view?.steps.map(({ status }) => status),
  });
  expect(shown(madeUp)).toEqual(shown(real));
  expect(shown(described)).toEqual(shown(real));
  expect(await viewNotice("a".repeat(43))).toBeUndefined();
});

/** The evidence that the reports of a member's open case have kept, oldest first. */
async function snapshotsOf(who: Member) {
  const { id } = await openCaseOf(who);
  const rows = await db
    .select({ snapshot: evidence.snapshot })
    .from(evidence)
    .innerJoin(reportTable, eq(reportTable.id, evidence.reportId))
    .where(eq(reportTable.caseId, id))
    .orderBy(sql`report.rowid`);
  return rows.map(({ snapshot }) => snapshot);
}

const bioOf = (bio: string) => profileInput.parse({ bio, age: 30, location: "Portland, Oregon" });

test("a notice takes nothing down, however many there are, and keeps a snapshot if it differs from the last", async () => {
  const photoId = await addPhoto(ben, "one more photo of Ben");
  const about = `/members/${ben.id}`;
  for (let count = 0; count < 25; count++) await give({ about });
  await saveProfile(ben.id, bioOf("Send me money."));
  const late = await give({ about });
  await saveProfile(ben.id, bioOf("Likes records."));
  for (let count = 0; count < 60; count++) await give({ about });
  const [after] = await rowsOf(member, { id: ben.id });
  expect([after?.photoId, after?.hiddenAt, after?.suspendedAt]).toEqual([photoId, null, null]);
  const bios = ["Likes records.", "Send me money.", "Likes records."];
  expect((await snapshotsOf(ben)).map(({ profile }) => profile.bio)).toEqual(bios);

  // Each is read with what was there when it came, and all can be removed.
  const { id: caseId } = await openCaseOf(ben);
  const [sent] = await rowsOf(notice, { keyHash: hashKey(late) });
  const [filed] = await rowsOf(reportTable, { noticeId: sent?.id ?? "" });
  const shown = async (report?: string) =>
    JSON.stringify((await viewCase(mia.id, caseId, { report }))?.report?.evidence);
  expect(await shown(filed?.id)).toContain("Send me money.");
  expect(await shown()).not.toContain("Send me money.");
  await answer(mia, caseId, { kind: "removal", removed: ["photo"] });
  expect((await getMember(ben.id)).photoId).toBeNull();
});

test("notices about photos that aren't there are about the member's page", async () => {
  for (let count = 0; count < 5; count++) await give({ about: `/members/${ben.id}/photos/${randomUUID()}` });
  const { id } = await openCaseOf(ben);
  const rows = await rowsOf(reportTable, { caseId: id });
  expect(new Set(rows.map(({ subject, subjectId }) => `${subject}:${subjectId}`))).toEqual(
    new Set([`member:${ben.id}`]),
  );
  expect(await snapshotsOf(ben)).toHaveLength(1);
});

test("a message that was edited between two notices is kept as it was at both", async () => {
  const ada = await addMember("Ada");
  const { id: chat } = await makeConversation(ada, ben);
  const said = await addMessage(ben.id, chat, { content: "Rude words", id: randomUUID() } as never);
  const about = `/messages/${chat}?around=${said.id}`;
  await give({ about });
  await give({ about });
  await editMessage(ben.id, said.id, { content: "Kind words" });
  await give({ about });
  expect(await snapshotsOf(ben)).toHaveLength(2);
  const page = await viewCase(mia.id, (await openCaseOf(ben)).id);
  expect(page?.report?.messages).toMatchObject([
    { content: "Kind words", earlier: [{ content: "Rude words" }] },
  ]);
});

test("notices about a profile don't leave a photo that is named later without a snapshot", async () => {
  for (let count = 0; count < 20; count++) await give({ about: `/members/${ben.id}` });
  const photo = await addPhoto(ben, "a photo of somebody else");
  await give({ about: `/members/${ben.id}/photos/${photo}` });
  expect(await countRows(evidencePicture, { pictureId: photo })).toBe(1);
});

test("cases with a clock come first, by the time that is left", async () => {
  await db.update(moderationCase).set({ closedAt: new Date() });
  const [ada, ben, cleo, dan] = await Promise.all(
    ["Ada", "Ben", "Cleo", "Dan"].map((name) => addMember(name)),
  );
  if (!ada || !ben || !cleo || !dan) throw new Error("Nobody is there");
  await report(ada, dan, { reason: "danger" });
  await give({ about: `/members/${ben.id}` });
  await give({ about: `/members/${cleo.id}`, reason: "child" });
  const moderator = await addModerator("Mia");
  const { cases } = await listCases(moderator.id);
  expect(cases.map(({ memberName, clock }) => [memberName.split(" ")[0], clock?.text, clock?.isRed])).toEqual(
    [
      ["Cleo", "23 hours left", true],
      ["Ben", "47 hours left", false],
      ["Dan", undefined, undefined],
    ],
  );
  const at = (hours: number) => describeClock(new Date(HOUR_MS * hours).toISOString(), 0);
  expect([at(24), at(24.1), at(-2.5)]).toEqual([
    { text: "24 hours left", isRed: true },
    { text: "24 hours left", isRed: false },
    { text: "Overdue by 2 hours", isRed: true },
  ]);
});

test("an outcome replies to the sender, who can object once, and another moderator looks", async () => {
  const noa = await addModerator("Noa");
  const key = await give({ about: `/members/${ben.id}`, reason: "impersonation" });
  const { id } = await openCaseOf(ben);
  await claimCase(mia.id, id);
  await expect(decideCase(mia.id, id, sanctionOf({ kind: "none" }))).rejects.toMatchObject({
    fields: { reply: expect.any(String) },
  });
  await decideCase(mia.id, id, sanctionOf({ kind: "none", reply: "That's him." }));
  const decided = await viewNotice(key);
  expect(decided?.steps).toMatchObject([{ status: "dismissed", reply: "That's him." }]);
  expect(decided?.canObject).toBe(true);
  await objectTo(key, "It's me, not him.");
  await expect(objectTo(key, "Again")).toBeRefused("conflict");
  const objection = await openCaseOf(ben);
  expect((await viewCase(noa.id, objection.id))?.report).toMatchObject({
    words: "It's me, not him.",
    notice: { objectsToCase: id },
  });
  await expect(claimCase(mia.id, objection.id)).toBeRefused("conflict");
  await answer(noa, objection.id, { reply: "You were right." });
  expect((await viewNotice(key))?.steps.map(({ status, reply }) => [status, reply])).toEqual([
    ["dismissed", "That's him."],
    ["acted", "You were right."],
  ]);
  expect(await listSanctions(ben.id)).toHaveLength(1);
});

test("objections to outcomes by all moderators keep nobody from a case", async () => {
  await db.delete(staff);
  const [ada, eve] = [await addMember("Ada"), await addMember("Eve")];
  const noa = await addModerator("Noa");
  const decided = async (moderator: Member) => {
    const key = await give({ about: `/members/${eve.id}`, reason: "other" });
    await answer(moderator, (await openCaseOf(eve)).id, { kind: "none" });
    return key;
  };
  const [byMia, byNoa] = [await decided(mia), await decided(noa)];
  const id = await report(ada, eve, { reason: "danger" });
  await objectTo(byMia, "Look again.");
  await expect(claimCase(mia.id, id)).toBeRefused("conflict");
  await objectTo(byNoa, "Look again.");
  await answer(mia, id, { kind: "ban" });
  expect((await getMember(eve.id)).suspendedAt).not.toBeNull();
});

test("an objection has the clock of its notice anew", async () => {
  const key = await give({ about: `/members/${ben.id}` });
  await answer(mia, (await openCaseOf(ben)).id, { kind: "none" });
  await objectTo(key, "It's still there.");
  const { dueAt } = await openCaseOf(ben);
  expect(describeClock(dueAt?.toISOString() ?? "").text).toBe("47 hours left");
});

test.each<[NoticeReason, number]>([
  ["intimate", 2],
  ["child", 2],
  ["threat", 2],
  ["fraud", 2],
  ["hate", 1],
  ["other", 0],
])("a notice of %s has the severity %i", async (reason, severity) => {
  await give({ about: `/members/${ben.id}`, reason });
  expect((await openCaseOf(ben)).severity).toBe(severity);
});

test("whoever gave notice is no colleague in its case: not for an opinion, nor for an objection", async () => {
  await db.delete(staff);
  const noa = await addModerator("Noa");
  const key = await give({ about: `/members/${ben.id}`, reason: "hate" }, { memberId: noa.id });
  const { id } = await openCaseOf(ben);
  expect(await listColleagues(db, mia.id, id)).toEqual([]);
  await answer(mia, id, { kind: "none" });
  await objectTo(key, "It's still there.");
  await answer(mia, (await openCaseOf(ben)).id, { kind: "none" });
  expect((await viewNotice(key))?.steps).toHaveLength(2);
});

test("no moderator decides about themselves or what they gave notice of", async () => {
  const noa = await addModerator("Noa");
  await give({ about: `/members/${mia.id}` });
  const own = await openCaseOf(mia);
  expect(await viewCase(mia.id, own.id)).toBeUndefined();
  await expect(claimCase(mia.id, own.id)).toBeRefused("absent");

  await give({ about: `/members/${ben.id}` }, { memberId: noa.id });
  const { id } = await openCaseOf(ben);
  await expect(claimCase(noa.id, id)).toBeRefused("conflict");
});

test("a moderator's address keeps them from a case once it is confirmed by mail, since anybody can type it", async () => {
  Object.assign(env, { mail: { server: "smtp://127.0.0.1:1", from: "B-Side <hello@b-side.example>" } });
  onTestFinished(() => void Object.assign(env, { mail: undefined }));
  const cleo = await addMember("Cleo");
  const email = "mia@b-side.example";
  await changeRows(member, { id: mia.id }, { email });
  const typed = { ...{ about: `/members/${cleo.id}`, words: "Look", goodFaith: "on" }, name: "Mia", email };
  await sendNotice(noticeInput.parse({ ...typed, reason: "intimate" }), {}, []);
  const { id } = await openCaseOf(cleo);
  await claimCase(mia.id, id);
  const [sent] = await rowsOf(notice, { email });
  await confirmNotice(keyOf(sent?.id ?? ""));
  await expect(claimCase(mia.id, id)).toBeRefused("conflict");
});

test("mails that others have caused keep nobody from giving notice of what can't wait", async () => {
  Object.assign(env, { mail: { server: "smtp://127.0.0.1:1", from: "B-Side <hello@b-side.example>" } });
  env.rateLimits = true;
  onTestFinished(() => void Object.assign(env, { mail: undefined, rateLimits: false }));
  const typed = {
    about: "/members/1",
    words: "Look",
    name: "Tess",
    email: "tess@example.com",
    goodFaith: "on",
  };
  const count = (reason: NoticeReason) =>
    countNotice(noticeInput.parse({ ...typed, reason }), { address: randomUUID() });
  for (let sent = 0; sent < 3; sent++) await count("fraud");
  await expect(count("fraud")).toBeRefused("too-many");
  const { key = "" } = await sendNotice(await count("intimate"), {}, []);
  expect(await viewNotice(key)).toMatchObject({ isConfirmed: true, isMailed: false });
});

/** Moves the notice of a case that a moderator sees first to the member behind an address. */
async function assign(moderator: Member, id: string, address: string) {
  const reportId = (await viewCase(moderator.id, id))?.report?.id ?? "";
  return assignCase(moderator.id, id, { reportId, address });
}

test("a moderator finds out whom a description means, who may be themselves", async () => {
  await deleteRows(moderationCase, { memberId: null });
  const key = await give({ about: "Ben from Portland" });
  const { id } = await openCaseOf(null);
  await expect(assign(mia, id, `/members/${ben.id}`)).toBeRefused("conflict");
  await claimCase(mia.id, id);
  const noa = await addModerator("Noa");
  const asked = { note: "Is that him?", colleague: String(noa.id), isBinding: true };
  await writeNote(mia.id, id, caseNoteInput.parse(asked));
  await expect(assign(mia, id, "/members/999999999")).toBeRefused("invalid");
  expect(await assign(mia, id, `/members/${ben.id}`)).toBe(false);
  const moved = await openCaseOf(ben);
  expect(moved.dueAt).not.toBeNull();
  expect((await viewCase(mia.id, moved.id))?.report?.evidence).not.toBeNull();
  expect(await viewCase(mia.id, moved.id)).toMatchObject({
    talk: { notes: [{ content: "Is that him?" }] },
    needsNote: true,
  });
  expect((await viewNotice(key))?.steps).toMatchObject([{ status: "received" }]);

  await give({ about: "The moderator" });
  const other = await openCaseOf(null);
  await claimCase(mia.id, other.id);
  await assign(mia, other.id, `/members/${mia.id}`);
  expect(await viewCase(mia.id, (await openCaseOf(mia)).id)).toBeUndefined();
});

const nameless = () => rowsOf(moderationCase, { memberId: null, closedAt: null });

test("a flood of notices that name nothing is one row behind those that do, and one outcome answers all", async () => {
  await db.update(moderationCase).set({ closedAt: new Date() });
  const keys = [];
  for (let sent = 0; sent < 48; sent++)
    keys.push(await give({ reason: "child", about: `Somebody, number ${sent}`, name: "", email: "" }));
  await give({ about: `/members/${ben.id}` });
  const { cases, next } = await listCases(mia.id);
  expect(cases.map(({ memberName, reportCount }) => [memberName, reportCount])).toEqual([
    ["Ben Lovelace", 1],
    ["Unknown member", 48],
  ]);
  expect(next).toBeUndefined();
  const [group] = await nameless();
  await answer(mia, group?.id ?? "", { kind: "none", reply: "We couldn't find whom you mean." });
  for (const key of keys) expect((await viewNotice(key))?.steps).toMatchObject([{ status: "dismissed" }]);
  // They object to that, and more come: one row again, which is no longer urgent.
  for (const key of keys) await objectTo(key, "Look again.");
  await give({ about: "Somebody else", reason: "child" });
  expect(await nameless()).toMatchObject([{ severity: 0, dueAt: null }]);
});

test("a notice that names nothing joins no case that a moderator works on, and those of its address or words later", async () => {
  await deleteRows(moderationCase, { memberId: null });
  await give({ about: "Ben from Portland" });
  const [first] = await nameless();
  await claimCase(mia.id, first?.id ?? "");
  const cleo = { about: "Cleo from Salem", words: "She's a child." };
  await give(cleo);
  const [, second] = await nameless();
  const longAgo = new Date(Date.now() - 3 * DAY_MS);
  await changeRows(moderationCase, { memberId: null }, { openedAt: longAgo });
  await give({ ...cleo, about: "Cleo, 15" });
  expect(await nameless()).toHaveLength(2);
  await give({ about: "Dan from Bend", words: "He's a child." });
  expect(await nameless()).toHaveLength(3);
  expect(await countRows(reportTable, { caseId: second?.id ?? "" })).toBe(2);
});

test("of notices decided together one moves to its member with those that say the same, as urgent as they are", async () => {
  await deleteRows(moderationCase, { memberId: null });
  await db.update(reportTable).set({ createdAt: new Date(0) });
  await give({ about: "A child", words: "A child", reason: "child" });
  for (let sent = 0; sent < 2; sent++) await give({ about: "Ben from Portland", reason: "hate" });
  const [group] = await nameless();
  await claimCase(mia.id, group?.id ?? "");
  const [newest] = (await viewCase(mia.id, group?.id ?? ""))?.reports ?? [];
  const move = { reportId: newest?.id ?? "", address: `/members/${ben.id}` };
  expect(await assignCase(mia.id, group?.id ?? "", move)).toBe(true);
  const moved = await openCaseOf(ben);
  expect([moved.severity, moved.dueAt]).toEqual([1, null]);
  const page = await viewCase(mia.id, moved.id);
  expect([page?.reportCount, page?.report?.evidence]).toEqual([2, expect.any(Array)]);
  await expect(assignCase(mia.id, group?.id ?? "", move)).toBeRefused("absent");
  expect(await nameless()).toMatchObject([{ severity: 2, dueAt: expect.any(Date) }]);
});

test("the same file goes from everybody with a sanction of their own, if the moderator says so", async () => {
  const [cleo, dan] = [await addMember("Cleo"), await addMember("Dan")];
  const photo = await addPhoto(ben, "the very same");
  const copy = await addPhoto(cleo, "the very same");
  const other = await addPhoto(dan, "another one");
  await give({ about: `/members/${ben.id}/photos/${photo}` });
  await answer(mia, (await openCaseOf(ben)).id, { kind: "removal", removed: ["photo"], copies: "on" });
  const photoOf = async ({ id }: Member) => (await rowsOf(member, { id }))[0]?.photoId;
  expect([await photoOf(ben), await photoOf(cleo), await photoOf(dan)]).toEqual([null, null, other]);
  const [told] = await listSanctions(cleo.id);
  expect(told).toMatchObject({ kind: "removal", removed: ["photo"], isAutomated: false, appeal: null });
  expect(await countRows(strike, { sanctionId: told?.id ?? "" })).toBe(0);
  expect(await countRows(evidencePicture, { pictureId: copy })).toBe(1);

  const [ada, eve] = [await addMember("Ada"), await addMember("Dan")];
  const stolen = await addPhoto(ada, "her own");
  await addPhoto(eve, "her own");
  await give({ about: `/members/${eve.id}`, reason: "impersonation" });
  await answer(mia, (await openCaseOf(eve)).id, { kind: "removal", removed: ["photo"] });
  expect(await photoOf(ada)).toBe(stolen);
});

test("a picture that looks like a removed one waits until a moderator has looked at it", async () => {
  const [cleo, dan] = [await addMember("Cleo"), await addMember("Dan")];
  const drawn = await blotches(9100, 800).jpeg().toBuffer();
  const removed = await addFile(ben, drawn);
  const alike = await addFile(cleo, await sharp(drawn).resize(500).webp({ quality: 50 }).toBuffer());
  const other = await addFile(dan, await blotches(9101, 800).jpeg().toBuffer());
  await give({ about: `/members/${ben.id}/photos/${removed}` });
  const { id: caseId } = await openCaseOf(ben);
  await answer(mia, caseId, { kind: "removal", removed: ["photo"], copies: "on" });
  while (await searchAlikePictures());
  const { entries } = await listLog(mia.id, { case: caseId, action: "picture-hidden" });
  expect(entries).toMatchObject([{ actorName: "", memberId: String(cleo.id), detail: LOOKS_REMOVED.text }]);
  expect(await getMember(cleo.id)).toMatchObject({ photoId: null, pendingPhotoId: alike });
  expect(await getMember(dan.id)).toMatchObject({ photoId: other, pendingPhotoId: null });
  expect(await listPendingPictures(mia.id)).toMatchObject([
    { pictureId: alike, use: "photo", reason: LOOKS_REMOVED.text },
  ]);
  await reviewPicture(mia.id, alike, { outcome: "approve", rule: "other", statement: "" });
  expect(await searchAlikePictures()).toBe(false);
  expect(await getMember(cleo.id)).toMatchObject({ photoId: alike, pendingPhotoId: null });
});

test("a photo in a conversation that looks like a removed picture goes too, and no moderator gets to see it", async () => {
  const [cleo, dan, noa] = [await addMember("Cleo"), await addMember("Dan"), await addModerator("Noa")];
  const drawn = await blotches(9103, 800).jpeg().toBuffer();
  const { id: chat } = await makeConversation(cleo, dan);
  const send = (who: Member, bytes: Buffer, content = "") =>
    sendPhoto(who.id, chat, { content }, fileOf(bytes));
  const near = await sharp(drawn).resize(500).webp({ quality: 50 }).toBuffer();
  const alike = [await send(cleo, near, "Look at Ben"), await send(cleo, drawn)];
  const other = await send(dan, await blotches(9104, 800).jpeg().toBuffer());
  const shown = async () => {
    const messages = (await listMessages(dan.id, chat)) ?? [];
    return messages.filter(({ messageType }) => messageType === "photo").map(({ id }) => id);
  };
  const removed = await addFile(ben, await sharp(drawn).resize(700).png().toBuffer());
  await give({ about: `/members/${ben.id}/photos/${removed}` });
  await answer(mia, (await openCaseOf(ben)).id, { kind: "removal", removed: ["photo"], copies: "on" });
  while (await searchAlikePictures());
  expect(await shown()).toEqual([other.id]);
  const [told, ...more] = await listSanctions(cleo.id);
  expect(told).toMatchObject({ kind: "removal", removed: ["chatPhoto"], isAutomated: true, appeal: null });
  expect(more).toEqual([]);
  expect(await listSanctions(dan.id)).toEqual([]);
  expect(await countRows(strike, { sanctionId: told?.id ?? "" })).toBe(0);
  const { entries } = await listLog(mia.id, { case: told?.caseId, action: "decided" });
  expect(entries).toMatchObject([{ actorName: "", memberId: String(cleo.id), detail: LOOKS_REMOVED.text }]);
  expect(await listPendingPictures(mia.id)).toEqual([]);
  for (const { id } of alike) expect(await getReportedFile(mia.id, id)).toBeUndefined();
  await expect(send(cleo, near)).toBeRefused("invalid");

  await fileAppeal(cleo.id, told?.id ?? "", { words: "It's my own." });
  const { appeals } = await listAppeals(noa.id);
  const [appeal] = appeals.filter(({ memberName }) => memberName.startsWith("Cleo"));
  await decideAppeal(noa.id, appeal?.id ?? "", { outcome: "overturned", statement: "It is." });
  expect(await searchAlikePictures()).toBe(false);
  expect((await shown()).sort()).toEqual([...alike.map(({ id }) => id), other.id].sort());
});

test("pictures that look like a stolen one stay where only the thief's was removed", async () => {
  const [ada, eve] = [await addMember("Ada"), await addMember("Dan")];
  const drawn = await blotches(9102, 800).jpeg().toBuffer();
  const own = await addFile(ada, drawn);
  await addFile(eve, await sharp(drawn).webp({ quality: 50 }).toBuffer());
  await give({ about: `/members/${eve.id}`, reason: "impersonation" });
  const stolen = { kind: "removal", rule: "impersonation", removed: ["photo"] };
  await answer(mia, (await openCaseOf(eve)).id, stolen);
  expect(await searchAlikePictures()).toBe(false);
  expect(await getMember(ada.id)).toMatchObject({ photoId: own });
  // She can send it again, until a moderator takes its copies along.
  await addFile(ada, drawn);
  await addFile(eve, drawn);
  await give({ about: `/members/${eve.id}`, reason: "impersonation" });
  await answer(mia, (await openCaseOf(eve)).id, { ...stolen, copies: "on" });
  await expect(addFile(ada, drawn)).toBeRefused("invalid");
});

test("pictures of a notice are for moderators alone, and go with it half a year after the outcome", async () => {
  const noa = await addModerator("Noa");
  const id = randomUUID();
  const long = new Date(Date.now() - DAY_MS);
  await db.insert(picture).values({ id, createdAt: long, sentAt: long, madeAt: long, heldAt: long });
  const key = await give({ about: `/members/${ben.id}`, reason: "copyright" }, {}, [id]);
  await removeOrphanedPictures();
  expect(await countRows(picture, { id })).toBe(1);
  const { id: caseId } = await openCaseOf(ben);
  const page = await viewCase(mia.id, caseId);
  expect(page?.report?.notice?.sent?.pictures).toEqual([id]);
  await answer(noa, caseId);
  await deleteExpiredNotices(Date.now() + 179 * DAY_MS);
  expect(await viewNotice(key)).toBeDefined();
  await deleteExpiredNotices(Date.now() + 181 * DAY_MS);
  expect(await viewNotice(key)).toBeUndefined();
  await removeOrphanedPictures();
  expect(await countRows(picture, { id })).toBe(0);
  expect(await countRows(notice, { reason: "copyright" })).toBe(0);
  const [left] = await rowsOf(reportTable, { caseId });
  expect([left?.noticeReason, left?.noticeId, left?.reply, left?.words]).toEqual(["copyright", null, "", ""]);
});

test("the database and the log have no key, and an erased sender's account is forgotten", async () => {
  const ada = await addNewcomer("Ada");
  const key = await give({}, { memberId: ada.id });
  expect(JSON.stringify(await db.select().from(notice))).not.toContain(key);
  expect(log.pathOf(`/notice/${key}/confirm?x=1`)).toBe("/notice/…");
  await changeRows(member, { id: ada.id }, { deletedAt: new Date(0) });
  await purgeDeletedMembers();
  expect(await countRows(notice, { memberId: ada.id })).toBe(0);
});
