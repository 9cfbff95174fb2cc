import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import type { PromptAnswer } from "db/column-types";
import {
  account,
  appeal,
  candidate,
  evidencePicture,
  member,
  message,
  moderationCase,
  moderationLog,
  notification,
  outbox,
  pendingAccount,
  picture,
  playlist,
  record,
  removedPicture,
  report as reportTable,
  sanction,
  staff,
  strike,
} from "db/schema";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { digest } from "~/digest.server";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { addAccount } from "~/models/account/account.server";
import { createPendingAccount } from "~/models/account/sign-in/sign-up.server";
import { getConversation } from "~/models/conversation/conversation.server";
import { saveAnthem } from "~/models/member/anthem.server";
import { findOrAddMember, type Member, saveProfile } from "~/models/member/member.server";
import { profileInput } from "~/models/member/profile-schema";
import { savePrompts } from "~/models/member/prompt.server";
import { dayOf } from "~/models/member/visit.server";
import { listNotifications } from "~/models/notification/notification.server";
import { markNotificationsRead } from "~/models/notification/notification-reading.server";
import { getOwnAnswer, saveAnswer } from "~/models/question/answer.server";
import { questionOf } from "~/models/question/question";
import { OWN_REPORT } from "~/models/safety/case/case";
import { viewCase } from "~/models/safety/case/case.server";
import { claimCase, releaseCase } from "~/models/safety/case/case-claim.server";
import { listCases } from "~/models/safety/case/case-list.server";
import { decideCase } from "~/models/safety/case/case-outcome.server";
import { type QueueCursor, queuePage } from "~/models/safety/case/case-schema";
import { reviewPicture } from "~/models/safety/photos/photo-review.server";
import { acknowledgeReportOutcome, listReports } from "~/models/safety/report.server";
import { countAppeals, decideAppeal, fileAppeal, listAppeals } from "~/models/safety/sanctions/appeal.server";
import { acknowledge, liftSuspensions, listSanctions } from "~/models/safety/sanctions/sanction.server";
import { isExcluded } from "~/models/safety/sanctions/strike.server";
import {
  ada,
  addMember,
  addModerator,
  addNewcomer,
  ben,
  freshCast,
  makeConversation,
  mia,
  noa,
} from "../../cast";
import { changeRows, countRows, deleteRows, rowsOf } from "../../rows";
import { appealOf, decide, overturn, report, sanctionOf } from "./cases";

freshCast("ada", "ben", "mia", "noa");

const ROUNDS = 50;
const DAY_MS = 86_400_000;

async function reload(who: Member): Promise<Member> {
  const [row] = await rowsOf(member, { id: who.id });
  if (!row) throw new Error("The member is gone");
  return row;
}

/** Whether Discover can find a member. */
async function isListed(who: Member) {
  return (await countRows(candidate, { memberId: who.id })) > 0;
}

/** How often a member's open pages were told to reload. */
async function countResets(who: Member) {
  return countRows(outbox, { recipientId: who.id, kind: "reset" });
}

test("reports on one member are one case, ordered by severity, then by age", async () => {
  const moderator = await addModerator("Mia");
  const [cleo, dan] = [await addMember("Cleo"), await addMember("Dan")];
  const mild = await report(ada, ben, { reason: "scam" });
  const severe = await report(ada, cleo, { reason: "harassment" });
  const first = await report(ben, dan, { reason: "hate" });
  expect(await report(cleo, ben, { reason: "danger" })).toBe(mild);
  const { cases } = await listCases(moderator.id);
  const ours = cases.filter(({ id }) => [mild, severe, first].includes(id));
  expect(ours.map(({ id }) => id)).toEqual([mild, severe, first]);
  expect(ours[0]).toMatchObject({ severity: 2, reportCount: 2, memberName: "Ben Lovelace", claimedBy: null });
  expect(ours[0]?.reasons.sort()).toEqual(["danger", "scam"]);
});

test("two moderators at once: one decides, the other is told who did", async () => {
  let claimedTwice = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const other = await addNewcomer(`Ben${round}`);
    const id = await report(ada, other);
    const claims = await Promise.allSettled([claimCase(mia.id, id), claimCase(noa.id, id)]);
    expect(claims.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const answers = await Promise.allSettled(
      [mia, noa, mia, noa].map((one) => decideCase(one.id, id, sanctionOf({ kind: "suspend", days: "7" }))),
    );
    claimedTwice += answers.filter(({ status }) => status === "fulfilled").length;
    const winner = claims[0]?.status === "fulfilled" ? mia : noa;
    for (const each of answers) {
      if (each.status === "fulfilled") continue;
      expect(each.reason).toMatchObject({ code: "conflict" });
      expect(each.reason.message).toMatch(
        new RegExp(
          `^(${winner.firstName} Lovelace|You) (already decided this case: Suspended|is working on this case)\\.$`,
        ),
      );
    }
    const sanctions = await rowsOf(sanction, { caseId: id });
    expect(sanctions).toMatchObject([{ kind: "suspend", moderatorId: winner.id, memberId: other.id }]);
    const decided = and(eq(moderationLog.caseId, id), eq(moderationLog.action, "decided"));
    expect(await db.$count(moderationLog, decided)).toBe(1);
    expect(await countRows(strike, { sanctionId: sanctions[0]?.id ?? "" })).toBe(1);
  }
  expect(claimedTwice).toBe(ROUNDS);
});

test("a case has to be claimed first and can be released", async () => {
  const id = await report(await addMember("Ada"), await addMember("Ben"));
  const unclaimed = { code: "conflict", message: "Claim this case first." };
  await expect(decideCase(mia.id, id, sanctionOf())).rejects.toMatchObject(unclaimed);
  await claimCase(mia.id, id);
  await claimCase(mia.id, id);
  await expect(claimCase(noa.id, id)).rejects.toMatchObject({
    message: "Mia Lovelace is working on this case.",
  });
  await expect(releaseCase(noa.id, id)).toBeRefused("conflict");
  await releaseCase(mia.id, id);
  await claimCase(noa.id, id);
  const actions = await rowsOf(moderationLog, { caseId: id });
  expect(actions.map(({ action, actorId }) => [action, actorId]).slice(1)).toEqual([
    ["claimed", mia.id],
    ["released", mia.id],
    ["claimed", noa.id],
  ]);
});

test("a claim can be taken over after two hours, or from a former moderator", async () => {
  const id = await report(await addMember("Ada"), await addMember("Ben"));
  await claimCase(mia.id, id);
  await changeRows(moderationCase, { id }, { claimedAt: new Date(Date.now() - 2 * 3_600_000 - 1) });
  await claimCase(noa.id, id);
  expect(await viewCase(mia.id, id)).toMatchObject({ canClaim: false });
  await deleteRows(staff, { memberId: noa.id });
  expect(await viewCase(mia.id, id)).toMatchObject({ canClaim: true });
  await claimCase(mia.id, id);
  expect(await viewCase(mia.id, id)).toMatchObject({ isMine: true });
});

test("a moderator finds no case about themselves", async () => {
  const before = await countRows(outbox, { recipientId: mia.id });
  const id = await report(await addMember("Ada"), mia);
  expect((await listCases(mia.id)).cases.some((each) => each.id === id)).toBe(false);
  expect(await viewCase(mia.id, id)).toBeUndefined();
  await expect(claimCase(mia.id, id)).toBeRefused("absent");
  await claimCase(noa.id, id);
  expect(await countRows(outbox, { recipientId: mia.id })).toBe(before);
  expect(await viewCase(noa.id, id)).toMatchObject({ memberName: "Mia Lovelace", isMine: true });
});

test("a moderator decides neither a case that they reported nor its appeal", async () => {
  const olga = await addModerator("Olga");
  const own = { code: "conflict", message: "You reported this member, so another moderator has to decide." };
  const id = await report(ada, ben);
  // One who claims a case before reporting can't decide it either.
  await claimCase(olga.id, id);
  await report(olga, ben, { reason: "hate" });
  await expect(decideCase(olga.id, id, sanctionOf())).rejects.toMatchObject(own);
  await releaseCase(olga.id, id);
  await report(mia, ben, { reason: "danger" });
  for (const reporter of [mia, olga]) {
    await expect(claimCase(reporter.id, id)).rejects.toMatchObject(own);
    expect(await viewCase(reporter.id, id)).toMatchObject({ barred: OWN_REPORT.text });
  }
  await decide(noa, id, { kind: "hide" });
  const sent = await appealOf(ben);
  const outcome = { outcome: "upheld", statement: "It was you." } as const;
  for (const reporter of [mia, olga]) {
    await expect(decideAppeal(reporter.id, sent, outcome)).rejects.toMatchObject(own);
    const { appeals } = await listAppeals(reporter.id);
    expect(appeals.find((each) => each.id === sent)).toMatchObject({
      canDecide: false,
      isReporter: true,
    });
  }
  // Every other moderator has reported Ben, or been suspended, so Noa may judge again.
  const others = (await db.select().from(staff)).map(({ memberId }) => memberId);
  const added = others.filter((each) => ![mia.id, noa.id, olga.id].includes(each));
  await db.delete(staff).where(inArray(staff.memberId, added));
  await decideAppeal(noa.id, sent, outcome);
});

test("a case shows the snapshots, the reporters' record and earlier sanctions, and every look is logged", async () => {
  const cleo = await addMember("Cleo");
  await decide(mia, await report(ada, cleo), { kind: "none" });
  await decide(mia, await report(ada, ben), { kind: "warning", statement: "Be kind." });
  const id = await report(ada, ben, { reason: "hate", words: "Again." });
  await saveProfile(
    ben.id,
    profileInput.parse({ bio: "Another bio.", age: 30, location: "Portland, Oregon" }),
  );
  const page = await viewCase(mia.id, id);
  await viewCase(mia.id, id);
  expect(page).toMatchObject({
    memberName: "Ben Lovelace",
    member: { bio: "Another bio." },
    reports: [{ reason: "hate", reporter: "Ada Lovelace" }],
    report: {
      reason: "hate",
      words: "Again.",
      reporter: { name: "Ada Lovelace", open: 1, upheld: 1, dismissed: 1 },
      evidence: [{ title: "Profile", items: expect.arrayContaining([{ text: "Likes records." }]) }],
    },
    earlier: [{ kind: "warning", statement: "Be kind." }],
    strikes: [],
    removable: [{ key: "bio", label: "The bio" }],
  });
  const views = and(eq(moderationLog.caseId, id), eq(moderationLog.action, "viewed"));
  expect(await db.$count(moderationLog, views)).toBe(2);
});

test("a suspension hides a member everywhere until it ends, and ends what they share for good", async () => {
  const { id } = await makeConversation(ada, ben);
  await decide(mia, await report(ada, ben), { kind: "suspend", days: "3" });
  const suspended = await reload(ben);
  expect(suspended).toMatchObject({ hasUnreadSanction: true });
  expect(suspended.suspendedUntil?.getTime()).toBe((suspended.suspendedAt?.getTime() ?? 0) + 3 * DAY_MS);
  expect(await isListed(ben)).toBe(false);
  expect(await getConversation(ada.id, id)).toBeUndefined();
  await liftSuspensions();
  expect(await reload(ben)).toMatchObject({ suspendedAt: suspended.suspendedAt });
  await liftSuspensions(new Date(Date.now() + 3 * DAY_MS + 1000));
  expect(await reload(ben)).toMatchObject({ suspendedAt: null, suspendedUntil: null });
  expect(await isListed(ben)).toBe(true);
  expect(await getConversation(ada.id, id)).toBeUndefined();
});

test("a suspension that ends leaves a ban and a longer suspension in place", async () => {
  await makeConversation(ada, ben);
  await decide(mia, await report(ada, ben), { kind: "suspend", days: "3" });
  await decide(mia, await report(ada, ben, { reason: "hate" }), { kind: "ban" });
  await liftSuspensions(new Date(Date.now() + 4 * DAY_MS));
  expect(await reload(ben)).toMatchObject({ suspendedUntil: null });
  expect((await reload(ben)).suspendedAt).not.toBeNull();
});

test("a hidden member leaves only Discover, and a warning only has to be read", async () => {
  await decide(mia, await report(ada, ben), { kind: "hide" });
  expect(await isListed(ben)).toBe(false);
  expect(await reload(ben)).toMatchObject({ suspendedAt: null, hasUnreadSanction: true });
  await decide(mia, await report(ben, ada), { kind: "warning" });
  expect(await isListed(ada)).toBe(true);
  const [given] = await listSanctions(ada.id);
  await acknowledge(ben.id, given?.id ?? "");
  expect(await reload(ada)).toMatchObject({ hasUnreadSanction: true });
  await acknowledge(ada.id, given?.id ?? "");
  expect(await reload(ada)).toMatchObject({ hasUnreadSanction: false });
});

test("finding no violation closes the reports, and the member never learns of it", async () => {
  const id = await report(ada, ben);
  await decide(mia, id, { kind: "none" });
  expect(await reload(ben)).toMatchObject({ hasUnreadSanction: false, hiddenAt: null, suspendedAt: null });
  expect(await listSanctions(ben.id)).toEqual([]);
  expect(await reload(ada)).toMatchObject({ hasReportOutcome: true });
  const [row] = await rowsOf(sanction, { caseId: id });
  expect(await countRows(strike, { sanctionId: row?.id ?? "" })).toBe(0);
});

test("however many have reported a member, others have their turn while the reports are closed", async () => {
  const id = await report(ada, ben);
  const [first] = await rowsOf(reportTable, { caseId: id });
  if (!first) throw new Error("There is no report");
  const more = Array.from({ length: 99 }, (_, n) => ({ ...first, id: randomUUID(), subjectId: `${n}` }));
  await db.insert(reportTable).values(more);
  const seen = new Set<number>();
  const deciding = decide(mia, id, { kind: "warning" }).then(() => "decided");
  while ((await Promise.race([deciding, setImmediate("still deciding")])) !== "decided")
    seen.add(await db.$count(reportTable, and(eq(reportTable.caseId, id), isNotNull(reportTable.closedAt))));
  expect([...seen].filter((closed) => closed > 0 && closed < 100)).not.toEqual([]);
  const closed = and(
    eq(reportTable.caseId, id),
    eq(reportTable.outcome, "acted"),
    isNotNull(reportTable.closedAt),
  );
  expect(await db.$count(reportTable, closed)).toBe(100);
  expect(await countRows(notification, { memberId: ada.id, kind: "report" })).toBe(100);
});

test("a sanction removes a member's content, and an overturned appeal restores it", async () => {
  const now = new Date();
  const [photoId, coverId] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const id of [photoId, coverId])
    await db.insert(picture).values({ id, ownerId: ben.id, createdAt: now, sentAt: now, madeAt: now });
  await changeRows(member, { id: ben.id }, { photoId, coverId });
  const list = {
    id: crypto.randomUUID(),
    ownerId: ben.id,
    name: "Loud",
    description: "",
    isPublic: true,
    createdAt: now,
  };
  await db.insert(playlist).values(list);
  const noted = {
    id: crypto.randomUUID(),
    memberId: ben.id,
    artist: "Can",
    album: "Ege Bamyasi",
    artistKey: "can",
    albumKey: "ege bamyasi",
    genreKey: "",
    genre: "",
    format: "vinyl",
    condition: "good",
    notes: "A rude note",
    createdAt: now,
  } as const;
  await db.insert(record).values(noted);
  const prompts: PromptAnswer[] = [{ prompt: "karaoke", answer: "A rude song" }];
  await savePrompts(ben.id, { prompts });
  const anthem = { type: "song", artist: "A rude band", title: "A rude song" } as const;
  await saveAnthem(ben.id, anthem);
  const id = await report(ada, ben, { about: `playlist:${list.id}` });
  const question = questionOf(dayOf());
  await saveAnswer(ben.id, { question, text: "A rude answer", song: null });
  const all = ["photo", "cover", "bio", "prompts", "answer", "anthem", "playlist", "notes"];
  expect((await viewCase(mia.id, id))?.removable.map(({ key }) => key)).toEqual(all);
  await decide(mia, id, { kind: "removal", removed: all });
  const things = async () => ({
    ...(({ photoId, coverId, bio, prompts, anthem }) => ({ photoId, coverId, bio, prompts, anthem }))(
      await reload(ben),
    ),
    answer: (await getOwnAnswer(ben.id))?.text,
    isListed: (await rowsOf(playlist, { id: list.id }))[0]?.removedAt === null,
    notes: (await rowsOf(record, { id: noted.id }))[0]?.notes,
    isHeld: (await rowsOf(picture, { id: photoId }))[0]?.heldAt !== null,
  });
  expect(await things()).toEqual({
    photoId: null,
    coverId: null,
    bio: "",
    prompts: [],
    anthem: null,
    answer: undefined,
    isListed: false,
    notes: "",
    isHeld: true,
  });
  expect(await countRows(evidencePicture, { pictureId: photoId })).toBe(1);
  const [given] = await listSanctions(ben.id);
  expect(given?.removed).toEqual(all);

  await overturn(noa, ben);
  expect(await things()).toEqual({
    photoId,
    coverId,
    bio: "Likes records.",
    prompts,
    anthem,
    answer: "A rude answer",
    isListed: true,
    notes: "A rude note",
    isHeld: false,
  });
  expect(await countRows(removedPicture, { sanctionId: given?.id ?? "" })).toBe(0);
});

test("content that no longer exists can't be removed", async () => {
  const id = await report(ada, ben);
  await claimCase(mia.id, id);
  const removal = sanctionOf({ kind: "removal", removed: "photo" });
  await expect(decideCase(mia.id, id, removal)).toBeRefused("invalid");
  expect(await viewCase(mia.id, id)).toMatchObject({ closedAt: null, sanction: null });
});

test("an overturned appeal lifts a ban and its strike, and the reporter's record follows", async () => {
  const cleo = await addMember("Cleo");
  await makeConversation(ada, ben);
  await decide(mia, await report(ada, ben), { kind: "ban" });
  const [given] = await listSanctions(ben.id);
  const id = given?.id ?? "";
  await fileAppeal(ben.id, id, { words: "It wasn't me." });
  await expect(fileAppeal(ben.id, id, { words: "Again." })).toBeRefused("conflict");
  await expect(fileAppeal(ada.id, id, { words: "Me too." })).toBeRefused("absent");
  await acknowledge(ben.id, id);
  const [filed] = await rowsOf(appeal, { sanctionId: id });
  const outcome = { outcome: "overturned", statement: "You're right." } as const;
  await expect(decideAppeal(mia.id, filed?.id ?? "", outcome)).toBeRefused("conflict");
  expect((await listAppeals(mia.id)).appeals.find((each) => each.id === filed?.id)).toMatchObject({
    canDecide: false,
  });
  const waiting = { mia: await countAppeals(mia.id), noa: await countAppeals(noa.id) };
  expect(waiting.noa).toBe(waiting.mia + 1);
  const answers = await Promise.allSettled([
    decideAppeal(noa.id, filed?.id ?? "", outcome),
    decideAppeal(noa.id, filed?.id ?? "", outcome),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await reload(ben)).toMatchObject({ suspendedAt: null, hasUnreadSanction: true });
  expect(await isListed(ben)).toBe(true);
  expect(await countRows(strike, { sanctionId: id })).toBe(0);
  const again = await report(ada, cleo);
  expect(await viewCase(noa.id, again)).toMatchObject({ report: { reporter: { upheld: 0, dismissed: 1 } } });
});

test("a reporter who was told of an action is told that it was reversed, and nobody else is", async () => {
  const cleo = await addMember("Cleo");
  for (const who of [ada, cleo]) await makeConversation(who, ben);
  await decide(mia, await report(cleo, ben), { kind: "none" });
  await decide(mia, await report(ada, ben), { kind: "ban" });
  const told = async (who: Member) => {
    const [row] = await rowsOf(member, { id: who.id });
    const { reports } = await listReports(who.id);
    const { notifications } = await listNotifications(who.id);
    const news = notifications.find(({ kind }) => kind === "report");
    return [reports.map(({ status }) => status), row?.hasReportOutcome, news?.text, news?.isRead];
  };
  const before = { ada: await told(ada), cleo: await told(cleo) };
  expect(before.ada).toEqual([["acted"], true, "Your report was reviewed: action taken.", false]);
  for (const who of [ada, cleo]) {
    await acknowledgeReportOutcome(who.id);
    await markNotificationsRead(who.id, "all");
  }
  await overturn(noa, ben);
  expect(await told(ada)).toEqual([
    ["overturned"],
    true,
    "Your report was reviewed: decision reversed.",
    false,
  ]);
  expect(await told(cleo)).toEqual([["dismissed"], false, before.cleo[2], true]);
  expect((await listReports(ada.id)).reports[0]?.closedAt).not.toBeNull();
});

test("an upheld appeal leaves everything as it is, with a reason to read", async () => {
  await decide(mia, await report(ada, ben), { kind: "hide" });
  const [given] = await listSanctions(ben.id);
  await acknowledge(ben.id, given?.id ?? "");
  const outcome = { outcome: "upheld", statement: "The messages are yours." } as const;
  await decideAppeal(noa.id, await appealOf(ben), outcome);
  const after = await reload(ben);
  expect(after.hiddenAt).not.toBeNull();
  expect(after.hasUnreadSanction).toBe(true);
  expect(await listSanctions(ben.id)).toMatchObject([
    { isOverturned: false, appeal: { isOverturned: false, statement: "The messages are yours." } },
  ]);
});

test("a sanction reloads the pages of those who see something else because of it", async () => {
  const cleo = await addMember("Cleo");
  await makeConversation(ada, ben);
  /** How often `change` reloads the pages of the member and of their contact. */
  async function reloads(change: () => Promise<unknown>) {
    const before = { member: await countResets(ben), contact: await countResets(ada) };
    await change();
    return {
      member: (await countResets(ben)) - before.member,
      contact: (await countResets(ada)) - before.contact,
    };
  }
  const decideOnBen = async (change: Parameters<typeof decide>[2]) =>
    decide(mia, await report(cleo, ben), change);
  const answerAppeal = (id: string, outcome: "upheld" | "overturned") =>
    decideAppeal(noa.id, id, { outcome, statement: "We looked again." });

  expect(await reloads(() => decideOnBen({ kind: "none" }))).toEqual({ member: 0, contact: 0 });
  expect(await reloads(() => decideOnBen({ kind: "warning" }))).toEqual({ member: 1, contact: 0 });
  const aboutWarning = await appealOf(ben);
  expect(await reloads(() => answerAppeal(aboutWarning, "overturned"))).toEqual({ member: 1, contact: 0 });
  const again = () => expect(answerAppeal(aboutWarning, "overturned")).rejects.toThrow("already decided");
  expect(await reloads(again)).toEqual({ member: 0, contact: 0 });

  const removeMissing = () =>
    expect(decideOnBen({ kind: "removal", removed: "photo" })).rejects.toThrow("no longer exists");
  expect(await reloads(removeMissing)).toEqual({ member: 0, contact: 0 });
  expect(await reloads(() => decideOnBen({ kind: "removal", removed: "bio" }))).toEqual({
    member: 1,
    contact: 1,
  });
  const aboutRemoval = await appealOf(ben);
  expect(await reloads(() => answerAppeal(aboutRemoval, "upheld"))).toEqual({ member: 1, contact: 0 });

  const id = await report(cleo, ben);
  await claimCase(mia.id, id);
  const suspend = () => decideCase(mia.id, id, sanctionOf({ kind: "suspend", days: "3" }));
  expect(await reloads(() => Promise.allSettled([suspend(), suspend()]))).toEqual({ member: 1, contact: 1 });
  const aboutSuspension = await appealOf(ben);
  expect(await reloads(() => answerAppeal(aboutSuspension, "overturned"))).toEqual({ member: 1, contact: 1 });

  await decideOnBen({ kind: "suspend", days: "3" });
  const aboutEnded = await appealOf(ben);
  const ended = new Date(Date.now() - 1);
  await changeRows(sanction, { memberId: ben.id }, { endsAt: ended });
  await changeRows(member, { id: ben.id }, { suspendedUntil: ended });
  // What they share comes back with the appeal alone.
  expect(await reloads(() => liftSuspensions())).toEqual({ member: 1, contact: 0 });
  expect(await reloads(() => answerAppeal(aboutEnded, "overturned"))).toEqual({ member: 1, contact: 1 });
});

test("a rejected photo, which nobody has seen, reloads only the member's pages", async () => {
  await makeConversation(ada, ben);
  const pictureId = crypto.randomUUID();
  const now = new Date();
  await db
    .insert(picture)
    .values({ id: pictureId, ownerId: ben.id, createdAt: now, sentAt: now, madeAt: now, pendingAt: now });
  await changeRows(member, { id: ben.id }, { pendingPhotoId: pictureId });
  const reject = { outcome: "reject", rule: "sexual", statement: "Not here." } as const;
  const reviews = [reviewPicture(mia.id, pictureId, reject), reviewPicture(mia.id, pictureId, reject)];
  const results = await Promise.allSettled(reviews);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect([await countResets(ada), await countResets(ben)]).toEqual([0, 1]);
});

test("a sanction can be appealed for 30 days", async () => {
  await decide(mia, await report(ada, ben));
  const [given] = await listSanctions(ben.id);
  const id = given?.id ?? "";
  await changeRows(sanction, { id }, { startsAt: new Date(Date.now() - 30 * DAY_MS - 1) });
  await expect(fileAppeal(ben.id, id, { words: "Late." })).rejects.toMatchObject({
    message: "The deadline to appeal has passed.",
  });
});

test("a banned person can't join again with the same identity, and a suspended one only later", async () => {
  const identity = {
    issuer: "embedded",
    subject: "a",
    firstName: "Eve",
    lastName: "Lovelace",
    email: "Eve@Example.org",
  };
  for (const [kind, message] of [
    ["ban", /^Your earlier account was banned\./],
    ["suspend", /^Your earlier account was suspended\./],
  ] as const) {
    const email = `${kind}@Example.org`;
    const eve = await findOrAddMember({ ...identity, subject: kind, email });
    const id = await report(ada, eve);
    await decide(mia, id, { kind, days: "7" });
    // Suspended members can still sign in to the page that says why.
    expect(await findOrAddMember({ ...identity, subject: kind, email })).toMatchObject({ id: eve.id });
    await deleteRows(member, { id: eve.id });
    const again = { ...identity, subject: `${kind} again`, email: email.toLowerCase() };
    await expect(findOrAddMember(again)).toBeRefused("forbidden", expect.stringMatching(message));
    expect(await findOrAddMember({ ...again, issuer: "https://id.example" })).toMatchObject({
      firstName: "Eve",
    });
    await changeRows(sanction, { caseId: id }, { endsAt: new Date(Date.now() - 1) });
    await db.update(strike).set({ expiresAt: new Date(Date.now() - (kind === "ban" ? 1 : -DAY_MS)) });
    expect(await findOrAddMember(again)).toMatchObject({ firstName: "Eve" });
  }
});

test("a ban holds for every spelling of an inbox, and who proves the address gets no account", async () => {
  const person = { firstName: "Eve", lastName: "Lovelace" };
  const identity = { ...person, issuer: "embedded", subject: "spelled" };
  const eve = await findOrAddMember({ ...identity, email: "eve.spelled@gmail.com" });
  await decide(mia, await report(ada, eve), { kind: "ban" });
  await deleteRows(member, { id: eve.id });
  for (const email of ["evespelled@gmail.com", "eve.spelled+1@googlemail.com"]) {
    expect([email, await isExcluded(email)]).toEqual([email, true]);
    const again = findOrAddMember({ ...identity, subject: "spelled again", email });
    await expect(again).toBeRefused("forbidden");
    await db.insert(pendingAccount).values({
      ...person,
      id: digest(email),
      email,
      passwordHash: "x",
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + DAY_MS),
    });
    const created = createPendingAccount(email, { ...person, password: "listen very closely" });
    await expect(created).rejects.toMatchObject({ message: expect.stringMatching(/^Your earlier account/) });
    expect(await rowsOf(account, { email })).toEqual([]);
  }
  expect(await isExcluded("evespelled@example.org")).toBe(false);
});

test("without mail a banned address is refused like one that has an account", async () => {
  const person = { firstName: "Eve", lastName: "Lovelace", password: "listen very closely" };
  const refusalOf = (email: string, isTaken: boolean) =>
    addAccount({ ...person, email }, email, isTaken).catch((error: unknown) => error);
  await refusalOf("taken@example.org", false);
  const [taken, banned] = [
    await refusalOf("taken@example.org", false),
    await refusalOf("banned@example.org", true),
  ];
  expect(banned).toEqual(taken);
  expect(banned).toMatchObject({ code: "conflict" });
  expect(await rowsOf(account, { email: "banned@example.org" })).toEqual([]);
});

test("a case opens one report and one page of its messages at a time", async () => {
  const { id: conversationId } = await makeConversation(ada, ben);
  const said = Array.from({ length: 120 }, (_, n) => ({
    ...{ id: randomUUID(), conversationId, senderId: ben.id, createdAt: new Date() },
    content: n < 20 ? `${n} `.padEnd(2000, "€") : `Rude ${n}`,
    quotedId: null as string | null,
  }));
  for (const each of said.slice(-1)) each.quotedId = said[0]?.id ?? null;
  for (let n = 0; n < said.length; n += 30) await db.insert(message).values(said.slice(n, n + 30));
  const id = await report(ada, ben, { about: `conversation:${conversationId}` });
  await report(ada, ben, { about: `message:${said[119]?.id}`, reason: "danger" });
  const newest = await viewCase(mia.id, id);
  expect(newest?.reports.map(({ reason }) => reason)).toEqual(["danger", "harassment"]);
  // The page with the reported message, and the beginning of what it quotes from another page.
  expect(newest?.report).toMatchObject({ reason: "danger", messageCount: 120 });
  expect(newest?.report?.messages.at(-1)).toMatchObject({ id: said[119]?.id, isReported: true });
  expect(newest?.report?.quotes).toEqual([
    { id: said[0]?.id, isByReporter: false, content: said[0]?.content.slice(0, 200) },
  ]);
  const older = newest?.reports[1]?.id;
  const pageOf = async (page?: number) => (await viewCase(mia.id, id, { report: older, page }))?.report;
  const first = await pageOf();
  expect(first).toMatchObject({ id: older, page: 1, messageCount: 120 });
  const shown: string[] = [];
  for (let page = 1; page <= (first?.pageCount ?? 0); page++) {
    const { messages = [] } = (await pageOf(page)) ?? {};
    expect(messages.length).toBeLessThanOrEqual(50);
    expect(Buffer.byteLength(JSON.stringify(messages))).toBeLessThan(45_000);
    shown.push(...messages.map((each) => each.id));
  }
  expect(shown).toEqual(said.map((each) => each.id));
  expect(await pageOf(1000)).toMatchObject({ page: first?.pageCount });
});

test("a case lists fifty reports around the open one", async () => {
  const id = await report(await addMember("Ada"), ben);
  const reports = Array.from({ length: 119 }, (_, n) => ({
    ...{ id: randomUUID(), caseId: id, reportedId: ben.id, subject: "member" as const, subjectId: String(n) },
    ...{ reason: "scam" as const, words: "", createdAt: new Date(n) },
  }));
  for (let n = 0; n < reports.length; n += 40) await db.insert(reportTable).values(reports.slice(n, n + 40));
  const seen: string[] = [];
  for (let next: string | null | undefined; ; ) {
    const page = await viewCase(mia.id, id, { report: next ?? undefined });
    expect(page?.reportCount).toBe(120);
    seen.push(...(page?.reports.map((each) => each.id) ?? []));
    next = page?.olderReports;
    if (!next) break;
    expect((await viewCase(mia.id, id, { report: next }))?.newerReports).toBe(seen.at(-1));
  }
  expect(new Set(seen).size).toBe(120);
});

test("ten thousand open cases page in order", async () => {
  const opened = Date.now() - 1e9;
  await db.run(sql`insert into moderation_case (id, member_name, severity, opened_at)
    select 'many-' || printf('%05d', value), 'Many', value % 3, ${opened} + value % 7 from generate_series(1, 10000)`);
  const seen: { severity: number; openedAt: string; id: string }[] = [];
  for (let after: QueueCursor | undefined; ; ) {
    const { cases, next } = await listCases(mia.id, after);
    seen.push(...cases.filter(({ id }) => id.startsWith("many-")));
    if (!next) break;
    after = queuePage.parse(next).cursor;
  }
  const sorted = [...seen].sort(
    (a, b) => b.severity - a.severity || a.openedAt.localeCompare(b.openedAt) || a.id.localeCompare(b.id),
  );
  expect(seen).toHaveLength(10_000);
  expect(seen.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
});

test("erasing a member erases what sanctions keep of their words", async () => {
  await decide(mia, await report(ada, ben, { words: "Ada's own words" }), {
    kind: "removal",
    removed: "bio",
  });
  const [given] = await listSanctions(ben.id);
  await fileAppeal(ben.id, given?.id ?? "", { words: "Ben's own words" });
  for (const { id } of [ada, ben]) await changeRows(member, { id }, { deletedAt: new Date(1) });
  await purgeDeletedMembers();
  const kept = await db.all(sql`select removed, appeal.words, report.words as reported from sanction
    join appeal on appeal.sanction_id = sanction.id join report using (case_id) where sanction.id = ${given?.id}`);
  expect(kept).toEqual([{ removed: "[]", words: "", reported: "" }]);
});
