// Blocks, who sees whom, warnings of fraud, staff and sanctions.

import { block, conversation as conversationTable, match, member, notification, outbox } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { env } from "~/env.server";
import { getCounts } from "~/http/counts.server";
import { markSeen } from "~/live/notification-rows.server";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import { isContact } from "~/models/contact.server";
import { getConversation } from "~/models/conversation/conversation.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { addMessage } from "~/models/conversation/message.server";
import { listMessages } from "~/models/conversation/message-list.server";
import { declineRequest, restoreRequest, startConversation } from "~/models/conversation/request.server";
import { endEverything } from "~/models/match/connection-end.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import { discover } from "~/models/match/discover.server";
import { listMatches } from "~/models/match/match.server";
import { getMemberPage } from "~/models/match/member-card.server";
import type { Member } from "~/models/member/member.server";
import { listNotifications } from "~/models/notification/notification.server";
import { blockMember, listBlocks, unblockMember } from "~/models/safety/block.server";
import { listCases } from "~/models/safety/case/case-list.server";
import { consequenceOf, isOver, rejectedPicture, type SanctionDto } from "~/models/safety/sanctions/sanction";
import { addStaff, listStaff, removeStaff } from "~/models/safety/staff/staff.server";
import { propagateVisibility } from "~/models/safety/visibility.server";
import { addGame } from "~/models/trivia/new-game.server";
import { acceptGame, resignGame } from "~/models/trivia/play.server";
import { ada, addMember, addModerator, addNewcomer, ben, freshCast, makeConversation } from "../../cast";
import { changeRows, countRows, deleteRows, rowsOf } from "../../rows";
import { decide, overturn, report } from "./cases";

freshCast("ada", "ben");

/** Where the viewer can see the other member. */
async function sees(viewer: Member, other: Member, conversationId?: string) {
  const { members } = await discover(viewer.id, {});
  const { matches } = await listMatches(viewer);
  const { conversations } = await listConversations(viewer.id);
  const otherId = String(other.id);
  return {
    discover: members.some(({ id }) => id === otherId),
    matches: matches.some(({ targetUser }) => targetUser.id === otherId),
    conversations: conversations.some(({ user1Id, user2Id }) => [user1Id, user2Id].includes(otherId)),
    messages: conversationId !== undefined && (await listMessages(viewer.id, conversationId)) !== undefined,
    page: (await getMemberPage(viewer, other.id)) !== undefined,
    contact: await isContact(viewer.id, other.id),
  };
}
const NOTHING = {
  discover: false,
  matches: false,
  conversations: false,
  messages: false,
  page: false,
  contact: false,
};

test("a block hides both members from each other everywhere at once", async () => {
  const conversation = await makeConversation(ada, ben);
  await addMessage(ada.id, conversation.id, { content: "Hello" });
  expect(await sees(ada, ben, conversation.id)).toEqual({
    discover: false,
    matches: true,
    conversations: true,
    messages: true,
    page: true,
    contact: true,
  });
  await blockMember(ben.id, ada.id);
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect(await sees(one, other, conversation.id)).toEqual(NOTHING);
    expect(await getCounts(one.id)).toMatchObject({ mutualMatches: 0, conversations: 0, unread: 0 });
    expect(await getConversation(one.id, conversation.id)).toBeUndefined();
    const absent = { code: "absent", message: "There is nothing here." };
    await expect(addMessage(one.id, conversation.id, { content: "Hello?" })).rejects.toMatchObject(absent);
    await expect(startConversation(one.id, other.id)).toBeRefused("absent");
    await expect(decideOn(one.id, { targetUserId: other.id, liked: true })).rejects.toMatchObject(absent);
    expect(await countRows(outbox, { recipientId: one.id, kind: "reset" })).toBe(1);
  }
  expect(await rowsOf(match, { lowId: Math.min(ada.id, ben.id) })).toEqual([]);
});

test("a block removes both members from each other's Discover", async () => {
  expect([(await sees(ada, ben)).discover, (await sees(ben, ada)).discover]).toEqual([true, true]);
  await blockMember(ada.id, ben.id);
  expect([await sees(ada, ben), await sees(ben, ada)]).toEqual([NOTHING, NOTHING]);
});

test("blocking twice changes nothing, and members can't block themselves or missing members", async () => {
  await blockMember(ada.id, ben.id);
  await blockMember(ada.id, ben.id);
  expect(await rowsOf(block, { memberId: ada.id })).toHaveLength(1);
  for (const [one, other] of [
    [ada.id, ada.id],
    [ada.id, 7],
  ] as const) {
    await expect(blockMember(one, other)).toBeRefused("absent");
  }
});

test("an unblocked member is no longer listed, and nothing the block ended comes back", async () => {
  const conversation = await makeConversation(ada, ben);
  await blockMember(ada.id, ben.id);
  expect((await listBlocks(ada.id)).blocks).toMatchObject([{ userId: String(ben.id), firstName: "Ben" }]);
  expect((await listBlocks(ben.id)).blocks).toEqual([]);
  await expect(unblockMember(ben.id, ada.id)).toBeRefused("absent");
  await unblockMember(ada.id, ben.id);
  expect((await listBlocks(ada.id)).blocks).toEqual([]);
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect(await sees(one, other, conversation.id)).toEqual(NOTHING);
  }
});

test("a blocked member sees the same as an unmatched one", async () => {
  const found = [];
  for (const end of [blockMember, unmatch]) {
    const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
    await makeConversation(ada, ben);
    await end(ada.id, ben.id);
    const { matches } = await listMatches(ben);
    const [ended] = await rowsOf(conversationTable, { lowId: Math.min(ada.id, ben.id) });
    found.push({
      matches,
      isEnded: ended?.endedAt !== null,
      counts: (await getCounts(ben.id)).conversations,
    });
  }
  expect(found[0]).toEqual(found[1]);
});

test("the news of a game with a stranger goes with a block, and comes back, on open pages too", async () => {
  const { id } = await addGame(ada.id, { player2Id: ben.id });
  await acceptGame(ben.id, id);
  await resignGame(ada.id, id);
  const bens = async () => ({
    news: (await getCounts(ben.id)).notifications,
    reloads: await countRows(outbox, { recipientId: ben.id, kind: "reset" }),
  });
  expect(await bens()).toEqual({ news: 1, reloads: 0 });
  await blockMember(ada.id, ben.id);
  expect(await bens()).toEqual({ news: 0, reloads: 1 });
  await unblockMember(ada.id, ben.id);
  expect(await bens()).toEqual({ news: 1, reloads: 2 });
});

async function change(who: Member, columns: Partial<typeof member.$inferInsert>) {
  await transaction(async (tx) => {
    await tx.update(member).set(columns).where(eq(member.id, who.id));
    await propagateVisibility(tx, who.id);
  });
}

/** Sends a request with a message; returns its id. */
async function request(from: Member, to: Member): Promise<string> {
  await decideOn(from.id, { targetUserId: to.id, liked: true });
  const { id } = await startConversation(from.id, to.id);
  await addMessage(from.id, id, { content: "You like Broadcast too!" });
  return id;
}

/** How often a member's open pages were reloaded. */
const resets = (who: Member) => countRows(outbox, { recipientId: who.id, kind: "reset" });

/** What the recipient of a request does about its sender. */
type Act = (ben: Member, ada: Member, id: string) => Promise<unknown>;

async function isInDiscover(viewer: Member, other: Member) {
  const { members } = await discover(viewer.id, {});
  return members.some(({ id }) => id === String(other.id));
}

test("a suspended member disappears for everyone else, and returns with everything afterward", async () => {
  const cleo = await addMember("Cleo");
  const { id } = await makeConversation(ada, ben);
  expect(await isInDiscover(cleo, ben)).toBe(true);
  await change(ben, { suspendedAt: new Date() });
  expect(await isInDiscover(cleo, ben)).toBe(false);
  expect(await getConversation(ada.id, id)).toBeUndefined();
  expect((await listMatches(ada)).matches).toEqual([]);
  expect(await getMemberPage(ada, ben.id)).toBeUndefined();
  await change(ben, { suspendedAt: null });
  expect(await isInDiscover(cleo, ben)).toBe(true);
  expect(await getConversation(ada.id, id)).toMatchObject({ id });
  expect((await listMatches(ada)).matches).toHaveLength(1);
});

test("a hidden member leaves Discover and keeps matches and conversations", async () => {
  const cleo = await addMember("Cleo");
  const { id } = await makeConversation(ada, ben);
  await change(ben, { hiddenAt: new Date() });
  expect(await isInDiscover(cleo, ben)).toBe(false);
  expect(await getMemberPage(cleo, ben.id)).toBeUndefined();
  expect(await getMemberPage(ada, ben.id)).toMatchObject({ mutual: true });
  expect(await getConversation(ada.id, id)).toMatchObject({ id });
});

test("everyone who shares something with a suspended member has their pages reloaded", async () => {
  const cleo = await addMember("Cleo");
  await makeConversation(ada, ben);
  // A request without a message, which Cleo doesn't see.
  await decideOn(ben.id, { targetUserId: cleo.id, liked: true });
  await startConversation(ben.id, cleo.id);
  await change(ben, { suspendedAt: new Date() });
  expect([await resets(ada), await resets(ben), await resets(cleo)]).toEqual([1, 1, 0]);
});

test("whoever blocked a stranger after challenging them tells them nothing more", async () => {
  const cleo = await addMember("Cleo");
  await addGame(ben.id, { player2Id: cleo.id });
  await blockMember(ben.id, cleo.id);
  const before = await resets(cleo);
  await change(ben, { deletedAt: new Date() });
  expect(await resets(cleo)).toBe(before);
});

test.each<[string, number, Act, Act]>([
  ["a decline", 0, (ben, _, id) => declineRequest(ben.id, id), (ben, _, id) => restoreRequest(ben.id, id)],
  ["a block", 1, (ben, ada) => blockMember(ben.id, ada.id), (ben, ada) => unblockMember(ben.id, ada.id)],
  ["a pause", 1, (ben) => setPaused(ben.id, true), (ben) => setPaused(ben.id, false)],
])(
  "after %s and its end, whoever has asked has their pages reloaded %i times each",
  async (_, times, act, undo) => {
    const id = await request(ada, ben);
    await act(ben, ada, id);
    expect(await resets(ada)).toBe(times);
    await undo(ben, ada, id);
    expect(await resets(ada)).toBe(2 * times);
  },
);

test("whoever declined a request is told nothing more of its sender", async () => {
  const id = await request(ada, ben);
  await declineRequest(ben.id, id);
  const before = await resets(ben);
  await change(ada, { pausedAt: new Date() });
  expect(await resets(ben)).toBe(before);
});

test("the sender of a request to a paused member is not told that the account is gone", async () => {
  await request(ada, ben);
  await setPaused(ben.id, true);
  const before = await resets(ada);
  await change(ben, { deletedAt: new Date() });
  await change(ben, { deletedAt: null });
  expect(await resets(ada)).toBe(before);
});

test("whoever no longer sees the request of a former member is not told of its end", async () => {
  await request(ada, ben);
  await change(ada, { deletedAt: new Date() });
  const before = await resets(ben);
  await transaction((tx) => endEverything(tx, { memberId: ada.id, otherId: ben.id }));
  expect(await resets(ben)).toBe(before);
});

/** Adds a newcomer with an email address of their own; returns it. */
async function join(firstName: string) {
  const { id } = await addNewcomer(firstName);
  const email = `${firstName.toLowerCase()}-${id}@example.org`;
  await changeRows(member, { id }, { email });
  return email;
}

test("the console finds an address as its owner writes it, its domain in their script", async () => {
  const { id } = await addNewcomer("Ivan");
  const email = `ivan-${id}@xn--e1afmkfd.xn--p1ai`;
  await changeRows(member, { id }, { email });
  expect((await addStaff(` Ivan-${id}@пример.рф`, "operator")).email).toBe(email);
});

const emailsOf = async (role: "moderator" | "operator") => (await listStaff(role)).map(({ email }) => email);

test("a member has one role: a moderator can become an operator, and an operator stays one", async () => {
  const cleo = await join("Cleo");
  await addStaff(cleo, "moderator");
  await addStaff(cleo, "operator");
  expect(await emailsOf("moderator")).not.toContain(cleo);
  await expect(addStaff(cleo, "moderator")).toBeRefused("conflict", `${cleo} is already an operator.`);
  await expect(removeStaff(cleo, "moderator")).toBeRefused("absent", `${cleo} is not a moderator.`);
  expect(await emailsOf("operator")).toContain(cleo);
});

test("an address that several members have, in any case, is refused, and so is an unknown one", async () => {
  const [dan, eve] = [await join("Dan"), await join("Eve")];
  await changeRows(member, { email: eve }, { email: dan.toUpperCase() });
  const several = { code: "conflict", message: `Several members have the email address ${dan}.` };
  await expect(addStaff(dan, "operator")).rejects.toMatchObject(several);
  const unknown = { code: "absent", message: `No member has the email address ${eve}.` };
  await expect(addStaff(eve, "operator")).rejects.toMatchObject(unknown);
  expect(await emailsOf("operator")).not.toContain(dan);
});

test("a sanction is over when it was overturned or has ended", () => {
  const suspension = {
    kind: "suspend",
    isOverturned: false,
    endsAt: "2026-05-08T00:00:00.000Z",
  } as SanctionDto;
  expect(isOver(suspension, Date.parse("2026-05-07T23:59:59Z"))).toBe(false);
  expect(isOver(suspension, Date.parse("2026-05-08T00:00:00Z"))).toBe(true);
  expect(isOver({ ...suspension, endsAt: null })).toBe(false);
  expect(isOver({ ...suspension, endsAt: null, isOverturned: true })).toBe(true);
});

test("a rejected new picture is told apart from a removed one", () => {
  expect(rejectedPicture({ kind: "removal", removed: ["pendingPhoto"] })).toBe("photo");
  expect(rejectedPicture({ kind: "removal", removed: ["pendingCover"] })).toBe("cover");
  expect(rejectedPicture({ kind: "removal", removed: ["photo"] })).toBeUndefined();
  expect(rejectedPicture({ kind: "removal", removed: [] })).toBeUndefined();
  expect(
    consequenceOf({ kind: "removal", removed: ["pendingPhoto"], removedNames: ["new profile photo"] }),
  ).not.toContain("We removed");
  expect(
    consequenceOf({ kind: "removal", removed: ["photo", "bio"], removedNames: ["profile photo", "bio"] }),
  ).toContain("We removed your profile photo and bio.");
});

describe("fraud", () => {
  let ada: Member;
  let ben: Member;
  let mia: Member;

  beforeEach(async () => {
    [ada, ben, mia] = [await addMember("Ada"), await addMember("Ben"), await addModerator("Mia")];
    env.tellsAboutFraud = true;
  });
  afterEach(() => Object.assign(env, { tellsAboutFraud: false }));

  /** Lets two members match, and the second write to the first. */
  async function talk(one: Member, other: Member) {
    const { id } = await makeConversation(one, other);
    await addMessage(other.id, id, { content: "Can you lend me 200 dollars?" });
  }

  async function ban(who: Member, rule = "scam", kind = "ban") {
    await decide(mia, await report(await addMember("Cleo"), who, { reason: "scam" }), { kind, rule });
  }

  /** What a member reads about fraud. */
  async function warnings(who: Member) {
    return (await listNotifications(who.id)).notifications.filter(({ kind }) => kind === "fraud");
  }

  test("a scam waits among the most urgent cases", async () => {
    const dan = await addMember("Dan");
    const mild = await report(ada, dan, { reason: "harassment" });
    const scam = await report(ada, ben, { reason: "scam" });
    const { cases } = await listCases(mia.id);
    expect(cases.map(({ id }) => id).filter((id) => [mild, scam].includes(id))).toEqual([scam, mild]);
    expect(cases.find(({ id }) => id === scam)?.severity).toBe(2);
  });

  test("whoever talked with a member banned for fraud is told once, by name and without a face", async () => {
    const [eve, dan] = [await addMember("Eve"), await addMember("Dan")];
    await talk(ada, ben);
    await talk(eve, ben);
    await unmatch(eve.id, ben.id);
    await decideOn(ben.id, { targetUserId: dan.id, liked: true });
    const { id } = await startConversation(ben.id, dan.id);
    await addMessage(ben.id, id, { content: "Hello" });
    await ban(ben);
    expect(await warnings(ada)).toEqual([
      {
        ...{ id: expect.any(String), kind: "fraud", createdAt: expect.any(String), isRead: false },
        text: "Ben, who you talked with, was banned for fraud. See what you can do.",
        url: "/help#fraud",
        member: expect.objectContaining({ firstName: "Ben", profileImageUrl: null }),
      },
    ]);
    expect(await warnings(eve)).toHaveLength(1);
    // A request that nobody answered is no talk.
    expect(await warnings(dan)).toEqual([]);
    await markSeen(ada.id, ["fraud"]);
    await deleteAccount(ben.id);
    expect(await warnings(ada)).toMatchObject([
      { isRead: true, text: "Somebody who you talked with was banned for fraud. See what you can do." },
    ]);
  });

  test.each([
    ["another rule", "harassment", "ban"],
    ["spam", "spam", "ban"],
    ["a milder sanction", "scam", "suspend"],
  ])("%s tells nobody", async (_, rule, kind) => {
    await talk(ada, ben);
    await ban(ben, rule, kind);
    expect(await warnings(ada)).toEqual([]);
  });

  test("where the operator doesn't want it, nobody is told", async () => {
    env.tellsAboutFraud = false;
    await talk(ada, ben);
    await ban(ben);
    expect(await warnings(ada)).toEqual([]);
  });

  test("a ban that is overturned is no longer told, and a second one isn't told anew", async () => {
    await talk(ada, ben);
    await ban(ben);
    await markSeen(ada.id, ["fraud"]);
    await overturn(await addModerator("Noa"), ben);
    expect(await warnings(ada)).toEqual([]);
    await ban(ben);
    const told = await rowsOf(notification, { memberId: ada.id });
    expect(told.filter(({ kind }) => kind === "fraud")).toHaveLength(1);
    expect(await warnings(ada)).toMatchObject([{ isRead: true }]);
  });

  test("a later sanction of a member who is banned for fraud tells nobody again", async () => {
    await talk(ada, ben);
    await ban(ben);
    await deleteRows(notification, { memberId: ada.id });
    await decide(mia, await report(ada, ben), { kind: "warning" });
    expect(await warnings(ada)).toEqual([]);
  });

  test("a member who has blocked the other since is told too", async () => {
    await talk(ada, ben);
    await blockMember(ada.id, ben.id);
    await ban(ben);
    expect(await warnings(ada)).toMatchObject([{ isRead: false }]);
  });
});
