import { client, db } from "db/client.server";
import { candidate, member } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { listMatches } from "~/models/match/match.server";
import { getMemberPage } from "~/models/match/member-card.server";
import { findOrAddMember } from "~/models/member/member.server";
import { dayOf, recordVisit, removeInactiveMembers } from "~/models/member/visit.server";
import { addMember, makeMatch } from "../../cast";
import { plansOf } from "../../matching/plans";

const DAY_MS = 86_400_000;
const TODAY = dayOf();

async function read(id: number) {
  const [row] = await db.select().from(member).where(eq(member.id, id));
  if (!row) throw new Error("The member is missing");
  return row;
}

const isListed = async (id: number) => (await db.$count(candidate, eq(candidate.memberId, id))) > 0;

/** The job, this many days from now. */
const removeAfter = (days: number) => removeInactiveMembers(Date.now() + days * DAY_MS);

test("after 60 days without a visit a member is out of Discover until the next one", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await makeMatch(ada, ben);
  await recordVisit(await read(ben.id), TODAY + 1);
  expect((await read(ada.id)).visitedOn).toBe(TODAY);
  await removeAfter(59);
  expect(await isListed(ada.id)).toBe(true);
  await removeAfter(60);
  expect([await isListed(ada.id), await isListed(ben.id)]).toEqual([false, true]);
  expect((await listMatches(ben)).matches).toHaveLength(1);
  expect(await getMemberPage(ben, ada.id)).toBeDefined();

  await recordVisit(await read(ada.id), TODAY + 60);
  expect(await read(ada.id)).toMatchObject({ visitedOn: TODAY + 60, inactiveAt: null });
  expect(await isListed(ada.id)).toBe(true);
  await removeAfter(61);
  expect([await isListed(ada.id), await isListed(ben.id)]).toEqual([true, false]);
});

test("a visit is written once a day, however many requests there are", async () => {
  const ada = await addMember("Ada");
  const transaction = vi.spyOn(client, "transaction");
  await recordVisit(await read(ada.id));
  expect(transaction).not.toHaveBeenCalled();
  const stored = await read(ada.id);
  await Promise.all([recordVisit(stored, TODAY + 1), recordVisit(stored, TODAY + 1)]);
  await recordVisit(await read(ada.id), TODAY + 1);
  expect(transaction).toHaveBeenCalledTimes(1);
  transaction.mockRestore();
});

test("a visit between the job's last look and its next one counts", async () => {
  const ada = await addMember("Ada");
  const stale = await read(ada.id);
  await removeAfter(60);
  await recordVisit(stale, TODAY + 60);
  expect(await isListed(ada.id)).toBe(true);
});

test("members who can't visit stay in Discover", async () => {
  const demo = await addMember("Ada");
  await db.update(member).set({ visitedOn: null }).where(eq(member.id, demo.id));
  await removeAfter(1000);
  expect(await isListed(demo.id)).toBe(true);
});

test("somebody who has just signed up has visited today", async () => {
  const identity = { issuer: "x", subject: "new", firstName: "Eve", lastName: "L", email: null };
  expect((await findOrAddMember(identity)).visitedOn).toBe(TODAY);
});

test("the job reads only members it takes out", async () => {
  const plans = await plansOf(() => removeInactiveMembers(0));
  expect(plans).toEqual([expect.stringMatching(/^SEARCH member USING INDEX member_visit/)]);
});
