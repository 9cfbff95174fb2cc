import { expect, onTestFinished, test } from "vitest";
import { listNextSteps } from "~/actions/home/next-steps.server";
import { env } from "~/env.server";
import type { Member } from "~/models/member/member.server";
import { addRecord } from "~/models/record/record.server";
import { recordInput } from "~/models/record/record-schema";
import { addMember, addNewcomer } from "../../cast";

async function steps(who: Member, hasPeople: boolean, hasConversations = false) {
  return (await listNextSteps(who, { hasPeople, hasConversations })).map(({ title }) => title);
}

test("the tiles lead to people first, then to what a member hasn't done yet", async () => {
  const ada = await addMember("Ada");
  expect(await steps(ada, true)).toEqual(["Discover New Matches", "Music Services", "Add Your First Record"]);
  expect(await steps(ada, true, true)).toEqual(["Discover New Matches", "Check Messages", "Music Services"]);
  const record = { artist: "Broadcast", album: "Tender Buttons", format: "vinyl", condition: "good" };
  await addRecord(ada.id, recordInput.parse(record));
  expect(await steps(ada, true)).toEqual(["Discover New Matches", "Music Services"]);
});

test("where nobody is new, the tiles lead to things to do alone, and to an invitation for who has one", async () => {
  const ada = await addNewcomer("Ada");
  const alone = ["Practice Trivia", "Add Your First Record", "Music Services"];
  expect(await steps(ada, false)).toEqual(alone);
  const { registration, invitations } = env;
  onTestFinished(() => {
    Object.assign(env, { registration, invitations });
  });
  Object.assign(env, { registration: "invitation", invitations: 3 });
  expect(await steps(ada, false)).toEqual(alone);
  const longHere = { ...ada, createdAt: new Date(0) };
  expect(await steps(longHere, false)).toEqual(["Invite a Friend", ...alone.slice(0, 2)]);
});
