import { db } from "db/client.server";
import { application, member } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { closedAccountPath, describeClosedAccount } from "~/models/account/leaving/closed-account.server";
import { isOpenToWaiting, WAITING, WAITING_PATH } from "~/models/account/waiting/waiting";
import { listWaitingReasons, updateWaiting } from "~/models/account/waiting/waiting.server";
import { getConversation } from "~/models/conversation/conversation.server";
import { discover } from "~/models/match/discover.server";
import { listMatches } from "~/models/match/match.server";
import { getMemberPage } from "~/models/match/member-card.server";
import type { Member } from "~/models/member/member.server";
import { addMember, makeConversation } from "../../cast";
import { routeFiles } from "../../routes";

/** Lets a member wait for a moderator. */
async function hold({ id }: Member) {
  await db.insert(application).values({ memberId: id, cause: "approval", createdAt: new Date() });
  await transaction((tx) => updateWaiting(tx, id));
}

/** Lets them in. */
async function letIn({ id }: Member) {
  await db.update(application).set({ approvedAt: new Date() }).where(eq(application.memberId, id));
  await transaction((tx) => updateWaiting(tx, id));
}

async function reload({ id }: Member) {
  const [found] = await db.select().from(member).where(eq(member.id, id));
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

test("who waits is sent from every page that reaches others, and can use their own", async () => {
  const ben = await addMember("Ben");
  await hold(ben);
  const waiting = await reload(ben);
  for (const path of ["/", "/discover", "/messages/1", "/members/1", "/artists/can", "/trivia", "/matches"]) {
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

test("what is open to who waits is their own", () => {
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
      "/listen",
      "/music-connections",
      "/pictures",
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
