import { db } from "db/client.server";
import { application, member } from "db/schema";
import { transaction } from "db/transaction.server";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { DAY_MS } from "~/durations";
import { env } from "~/env.server";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { proveAge } from "~/models/account/age/age.server";
import { closedAccountPath, describeClosedAccount } from "~/models/account/leaving/closed-account.server";
import {
  deleteAccount,
  deleteRefusedAccounts,
  restoreAccount,
} from "~/models/account/leaving/deletion.server";
import { isOpenToWaiting } from "~/models/account/open-paths";
import { answerQuestion, readApplication } from "~/models/account/waiting/application.server";
import { WAITING, WAITING_PATH } from "~/models/account/waiting/waiting";
import { listWaitingReasons, updateWaiting } from "~/models/account/waiting/waiting.server";
import { getConversation } from "~/models/conversation/conversation.server";
import { addMessage } from "~/models/conversation/message.server";
import { discover } from "~/models/match/discover.server";
import { listMatches } from "~/models/match/match.server";
import { getMemberPage } from "~/models/match/member-card.server";
import type { Member } from "~/models/member/member.server";
import { listNewcomers } from "~/models/safety/newcomer/newcomer-list.server";
import { decideNewcomers } from "~/models/safety/newcomer/newcomer-outcome.server";
import { addStaff } from "~/models/safety/staff/staff.server";
import { addMember, addNewcomer, makeConversation } from "../../cast";

const question = "What did you last play twice?";

beforeEach(() => {
  Object.assign(env, { registration: "open", approvalQuestion: undefined });
});

import { plansOf } from "../../matching/plans";
import { routeFiles } from "../../routes";
import { changeRows, rowsOf } from "../../rows";

/** Lets a member wait for a moderator. */
async function hold({ id }: Member) {
  await db.insert(application).values({ memberId: id, cause: "approval", createdAt: new Date() });
  await transaction((tx) => updateWaiting(tx, id));
}

/** Lets them in. */
async function letIn({ id }: Member) {
  await changeRows(application, { memberId: id }, { approvedAt: new Date() });
  await transaction((tx) => updateWaiting(tx, id));
}

async function reload({ id }: Member) {
  const [found] = await rowsOf(member, { id });
  if (!found) throw new Error("The member is gone");
  return found;
}

const isInDiscover = async (viewer: Member, other: Member) =>
  (await discover(viewer.id, {})).members.some(({ id }) => id === String(other.id));

test("a member who waits is seen by nobody, and returns with everything once let in", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  const { id } = await makeConversation(ada, ben);
  await hold(ben);
  expect(await listWaitingReasons(ben.id)).toEqual(["approval"]);
  expect(await isInDiscover(cleo, ben)).toBe(false);
  expect(await getMemberPage(cleo, ben.id)).toBeUndefined();
  expect(await getMemberPage(ada, ben.id)).toBeUndefined();
  expect((await listMatches(ada)).matches).toEqual([]);
  expect(await getConversation(ada.id, id)).toBeUndefined();
  expect(await getConversation(ben.id, id)).toBeUndefined();
  await letIn(ben);
  expect(await listWaitingReasons(ben.id)).toEqual([]);
  expect(await isInDiscover(cleo, ben)).toBe(true);
  expect(await getConversation(ada.id, id)).toMatchObject({ id });
  expect((await listMatches(ada)).matches).toHaveLength(1);
});

test("a waiting member is redirected from every page that reaches others, and can use their own", async () => {
  const ben = await addMember("Ben");
  await hold(ben);
  const waiting = await reload(ben);
  for (const path of [
    "/",
    "/discover",
    "/messages/1",
    "/members/1",
    "/artists/can",
    "/trivia",
    "/matches",
    "/welcome/people",
  ]) {
    expect(closedAccountPath(path, waiting), path).toBe(WAITING_PATH);
    expect(describeClosedAccount(`/api${path}`, waiting), path).toBe(WAITING);
  }
  for (const path of [
    WAITING_PATH,
    "/profile/photos",
    "/settings/delete",
    "/welcome/music",
    "/api/profile/wishes",
  ]) {
    expect(closedAccountPath(path, waiting), path).toBeUndefined();
    expect(describeClosedAccount(path, waiting), path).toBeUndefined();
  }
});

test("a waiting member can open only what is their own", () => {
  const open = routeFiles.map(({ address }) => address).filter(isOpenToWaiting);
  const outer = new Set(
    open.map((address) =>
      address
        .split("/")
        .slice(0, address.startsWith("/api") ? 3 : 2)
        .join("/"),
    ),
  );
  expect([...outer].sort()).toMatchInlineSnapshot(`
    [
      "/account-status",
      "/admin",
      "/api/artists",
      "/api/auth",
      "/api/catalog",
      "/api/cover-images",
      "/api/lastfm",
      "/api/listening-history",
      "/api/logout",
      "/api/music-connections",
      "/api/music-preferences",
      "/api/notifications",
      "/api/objects",
      "/api/profile",
      "/api/profile-images",
      "/api/record-collections",
      "/api/record-covers",
      "/catalog",
      "/counts",
      "/help",
      "/home-safe",
      "/listen",
      "/music-connections",
      "/notice",
      "/pictures",
      "/plans",
      "/previews",
      "/profile",
      "/records",
      "/settings",
      "/transparency",
      "/waiting",
      "/welcome",
    ]
  `);
});

const isIn = async (who: Member) => (await reload(who)).waitingSince === null;
const list = (moderator: Member) => listNewcomers(moderator.id, { show: "waiting" });
const decide = (moderator: Member, who: Member[], outcome: "let-in" | "refuse" | "hold", statement = "") =>
  decideNewcomers(moderator.id, { members: who.map(({ id }) => id), outcome, statement });

test("with approval a newcomer answers the question, waits, and is let in", async () => {
  const moderator = await addNewcomer("Mo");
  Object.assign(env, { registration: "approval", approvalQuestion: question });
  const ada = await addNewcomer("Ada");
  expect(await isIn(ada)).toBe(false);
  expect(await readApplication(ada.id)).toEqual({ question, answer: null, refusal: null });
  const stateOf = async () =>
    (await list(moderator)).newcomers.find(({ id }) => id === String(ada.id))?.state;
  expect(await stateOf()).toBe("unanswered");
  await answerQuestion(ada.id, { answer: "Low" });
  expect((await list(moderator)).newcomers).toContainEqual(
    expect.objectContaining({ id: String(ada.id), answer: "Low", state: "waiting" }),
  );
  expect(await decide(moderator, [ada], "let-in")).toBe(1);
  expect(await isIn(ada)).toBe(true);
  expect(await stateOf()).toBeUndefined();
  await expect(answerQuestion(ada.id, { answer: "Abba" })).toBeRefused("conflict");
  await expect(decide(moderator, [ada], "refuse", "Too late")).toBeRefused("conflict");
  expect(await isIn(ada)).toBe(true);
});

test("a refused newcomer reads why, stays out of sight, and is erased after 14 days", async () => {
  const moderator = await addNewcomer("Mo");
  env.registration = "approval";
  const ada = await addNewcomer("Ada");
  await decide(moderator, [ada], "refuse", "Your answer was an advertisement.");
  expect(await readApplication(ada.id)).toMatchObject({
    refusal: { statement: "Your answer was an advertisement." },
  });
  const later = Date.now() + 14 * DAY_MS;
  await deleteRefusedAccounts(later - DAY_MS);
  expect((await reload(ada)).deletedAt).toBeNull();
  await deleteRefusedAccounts(later);
  await purgeDeletedMembers(later);
  expect(await reload(ada)).toMatchObject({ purgedAt: expect.any(Date), waitingSince: null });
});

test("no way around a moderator: deleting and restoring leaves a newcomer waiting", async () => {
  env.registration = "approval";
  const ada = await addNewcomer("Ada");
  await deleteAccount(ada.id);
  await restoreAccount(ada.id);
  expect(await isIn(ada)).toBe(false);
  // Nor does it help that the operator opens the doors again.
  env.registration = "open";
  expect(await isIn(ada)).toBe(false);
});

test("two moderators at the same moment: one decision stands", async () => {
  const [mo, max] = [await addNewcomer("Mo"), await addNewcomer("Max")];
  env.registration = "approval";
  const ada = await addNewcomer("Ada");
  const results = await Promise.allSettled([
    decide(mo, [ada], "refuse", "No."),
    decide(max, [ada], "refuse", "Not at all."),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("nobody lets themselves in, and whoever becomes a moderator is let in", async () => {
  env.registration = "approval";
  const ada = await addNewcomer("Zoe");
  await expect(decide(ada, [ada], "let-in")).toBeRefused("conflict");
  await addStaff("zoe@example.org", "operator");
  expect(await isIn(ada)).toBe(true);
});

test("new members are held together, each with their own decision, and others are not", async () => {
  const [mo, ben, cleo] = [await addNewcomer("Mo"), await addNewcomer("Ben"), await addNewcomer("Cleo")];
  const old = await addNewcomer("Dan");
  await changeRows(member, { id: old.id }, { createdAt: new Date(Date.now() - 40 * DAY_MS) });
  const moderator = await addNewcomer("Yan");
  await addStaff("yan@example.org", "moderator");
  expect(await decide(mo, [ben, cleo, old, moderator], "hold")).toBe(2);
  expect([await isIn(ben), await isIn(cleo), await isIn(old), await isIn(moderator)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  await decide(mo, [ben, cleo], "refuse", "A wave of the same account.");
  expect(await readApplication(cleo.id)).toMatchObject({
    question: null,
    refusal: { statement: "A wave of the same account." },
  });
});

test("newcomers with the same answer or first message are found together, without the message", async () => {
  const mo = await addNewcomer("Mo");
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  const { id: one } = await makeConversation(ada, cleo);
  const { id: other } = await makeConversation(ben, cleo);
  await addMessage(ada.id, one, { content: "Hello, see my site!" });
  await addMessage(ben.id, other, { content: "hello  see my site" });
  await addMessage(cleo.id, one, { content: "No." });
  const { newcomers } = await listNewcomers(mo.id, { show: "new" });
  expect(JSON.stringify(newcomers)).not.toMatch(/see my site/i);
  const trait = newcomers
    .find(({ id }) => id === String(ada.id))
    ?.traits.find(({ trait }) => trait === "message");
  expect(trait?.others).toBe(1);
  const together = await listNewcomers(mo.id, { show: "new", by: "message", value: trait?.value });
  expect(together.newcomers.map(({ id }) => id).sort()).toEqual([String(ada.id), String(ben.id)].sort());
});

test("lists of newcomers read no table whole, and of conversations the first message of the first one alone", async () => {
  const mo = await addNewcomer("Mo");
  for (const show of ["waiting", "new"] as const)
    for (const by of [undefined, "inviter"] as const) {
      const plans = await plansOf(() => listNewcomers(mo.id, { show, by, value: String(mo.id) }));
      const scans = plans.filter((step) => step.startsWith("SCAN"));
      expect(scans.filter((step) => !/ application_(waiting|refused)$/.test(step))).toEqual([]);
      for (const step of plans.filter((step) => / message\b/.test(step)))
        expect(step).toMatch(/\(rowid=\?\)$|^SEARCH message USING COVERING INDEX message_conversation /);
    }
});

test("an inviter who can't be one has invited nobody", async () => {
  const mo = await addNewcomer("Mo");
  for (const value of ["x", "1e999", undefined])
    expect((await listNewcomers(mo.id, { show: "new", by: "inviter", value })).newcomers).toEqual([]);
});

test("a newcomer who waits for a proof of age can be held for a moderator too", async () => {
  const mo = await addNewcomer("Mo");
  env.ageProvider = { issuer: "https://age.example", clientId: "b-side", clientSecret: "its secret" };
  onTestFinished(() => void Object.assign(env, { ageProvider: undefined }));
  const eve = await addNewcomer("Eve");
  await decide(mo, [eve], "hold");
  await proveAge(eve.id, { issuer: "https://age.example", subject: "eve", isAdult: true });
  expect(await listWaitingReasons(eve.id)).toEqual(["approval"]);
  expect(await isIn(eve)).toBe(false);
});
