// Sanctions: when they are over, what is said of them, and the warnings of fraud.
import { notification } from "db/schema";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { env } from "~/env.server";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { addMessage } from "~/models/conversation/message.server";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { listNotifications } from "~/models/notification/notification.server";
import { markSeen } from "~/models/notification/notification-reading.server";
import { blockMember } from "~/models/safety/block.server";
import { listCases } from "~/models/safety/case/case-list.server";
import { consequenceOf, isOver, rejectedPicture, type SanctionDto } from "~/models/safety/sanctions/sanction";
import { addMember, addModerator, makeConversation } from "../../cast";
import { deleteRows, rowsOf } from "../../rows";
import { decide, overturn, report } from "./cases";

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
      { isRead: true, text: "Somebody you talked with was banned for fraud. See what you can do." },
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
