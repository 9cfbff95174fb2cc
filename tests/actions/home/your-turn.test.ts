import { expect, test } from "vitest";
import { describeMatches } from "~/actions/home/recent-matches.server";
import { listTurns } from "~/actions/home/your-turn.server";
import { addMessage } from "~/models/conversation/message.server";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn } from "~/models/match/decision.server";
import { discoverFirst, suggestMembers } from "~/models/match/discover.server";
import { listMatches } from "~/models/match/match.server";
import { saveAnthem } from "~/models/member/anthem.server";
import type { Member } from "~/models/member/member.server";
import { addRecord } from "~/models/record/record.server";
import { recordInput } from "~/models/record/record-schema";
import { setCollectionShown } from "~/models/record/shown-record.server";
import { blockMember } from "~/models/safety/block.server";
import { addGame } from "~/models/trivia/new-game.server";
import { answerQuestion } from "~/models/trivia/play.server";
import { addMember, addNewcomer, makeConversation, makeMatch } from "../../cast";
import { plansOf } from "../../matching/plans";

const DAY_MS = 86_400_000;

async function newestMatches(who: Member) {
  return (await listMatches(who, { mutual: true, limit: 3 })).matches;
}

async function turns(who: Member, now?: number) {
  return (await listTurns(who.id, await newestMatches(who), now)).map(({ name, text }) => `${name}: ${text}`);
}

async function own(who: Member, album: string) {
  await addRecord(
    who.id,
    recordInput.parse({ artist: "Broadcast", album, format: "vinyl", condition: "good" }),
  );
}

test("a new match, a message and a challenge wait for the member until they have answered", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  expect(await turns(ada)).toEqual([]);
  await makeMatch(ada, ben);
  expect(await turns(ada)).toEqual(["Ben: It's a match. Say hello."]);
  expect(await turns(ada, Date.now() + 8 * DAY_MS)).toEqual([]);

  const conversation = await startConversation(ben.id, ada.id);
  expect(await turns(ada)).toEqual([]);
  await addMessage(ben.id, conversation.id, { content: "Which pressing?" });
  const game = await addGame(ben.id, { player2Id: ada.id });
  expect(await turns(ada)).toEqual(["Ben: Which pressing?", "Ben: Your move in music trivia."]);
  expect(await turns(ben)).toEqual(["Ada: Your move in music trivia."]);

  await addMessage(ada.id, conversation.id, { content: "The first." });
  const [question] = game.questions;
  await answerQuestion(ada.id, game.id, {
    questionId: question?.id ?? "",
    answer: question?.options[0] ?? "",
  });
  expect(await turns(ada)).toEqual([]);
  await addMessage(ben.id, conversation.id, { content: "I knew it." });
  await blockMember(ben.id, ada.id);
  expect(await turns(ada)).toEqual([]);
});

test("a request waits, without its words", async () => {
  const [ada, dan] = [await addMember("Ada"), await addMember("Dan")];
  await decideOn(dan.id, { targetUserId: ada.id, liked: true });
  const { id } = await startConversation(dan.id, ada.id);
  await addMessage(dan.id, id, { content: "Call me on 555 0100 100" });
  expect(await turns(ada)).toEqual(["Dan: Would like to talk to you."]);
  expect(await turns(dan)).toEqual([]);
});

test("what matches play and collect stands beside them, records only of those who show them", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  await makeMatch(ada, cleo);
  await makeMatch(ada, ben);
  await own(ada, "Haha Sound");
  await own(ben, "Haha Sound");
  await own(cleo, "Tender Buttons");
  await setCollectionShown(cleo.id, true);
  await saveAnthem(ben.id, { type: "song", artist: "Pram", title: "Track of the Cat" });
  const described = await describeMatches(ada.id, await newestMatches(ada));
  expect(Object.fromEntries(described.map(({ firstName, ...shown }) => [firstName, shown]))).toMatchObject({
    Ben: { anthem: { artist: "Pram", title: "Track of the Cat" }, records: [], common: "Haha Sound" },
    Cleo: { anthem: null, records: [{ album: "Tender Buttons" }], common: null },
  });
});

test("a newcomer is shown people, and nobody whom they have decided on", async () => {
  const newcomer = await addNewcomer("Eve");
  const ada = await addMember("Ada");
  // Suggestions don't wait for the first search.
  await discoverFirst(newcomer.id, false);
  const { members: shown } = await suggestMembers(newcomer.id, false, 6);
  expect(shown).toHaveLength(6);
  expect(new Set(shown.map(({ id }) => id)).size).toBe(6);
  const [first] = (await suggestMembers(ada.id, true, 1)).members;
  await makeMatch(ada, { id: Number(first?.id) } as Member);
  const [next] = (await suggestMembers(ada.id, true, 1)).members;
  expect(next).toBeDefined();
  expect(next?.id).not.toBe(first?.id);
});

test("a busy week stays short, and no table is scanned for it", async () => {
  const ada = await addMember("Ada");
  for (let count = 0; count < 5; count++) {
    const other = await addMember("Ben");
    const { id } = await makeConversation(ada, other);
    await addMessage(other.id, id, { content: "Hello" });
    await addGame(other.id, { player2Id: ada.id });
  }
  const lonely = await addMember("Cleo");
  await makeMatch(ada, lonely);
  const matches = await newestMatches(ada);
  const lines = await listTurns(ada.id, matches);
  expect(lines.map(({ icon }) => icon)).toEqual([
    "matches",
    "messages",
    "messages",
    "messages",
    "trivia",
    "trivia",
  ]);
  const plan = [
    ...(await plansOf(() => listTurns(ada.id, matches))),
    ...(await plansOf(() => describeMatches(ada.id, matches))),
  ];
  expect(plan.length).toBeGreaterThan(20);
  const tables =
    /^SCAN (trivia|conversation|message|reading|record|newest|theirs|match|member|low|high|player|decision|block)/;
  expect(plan.filter((step) => tables.test(step))).toEqual([]);
});
