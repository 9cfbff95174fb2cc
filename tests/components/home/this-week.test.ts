import { expect, test } from "vitest";
import { listNews } from "~/components/home/this-week.server";
import { addMessage } from "~/models/conversation/message.server";
import { markRead } from "~/models/conversation/read-marker.server";
import { listMatches } from "~/models/match/match.server";
import type { Member } from "~/models/member/member.server";
import { addRecord } from "~/models/record/record.server";
import { recordInput } from "~/models/record/record-schema";
import { blockMember } from "~/models/safety/block.server";
import { addGame } from "~/models/trivia/new-game.server";
import { answerQuestion } from "~/models/trivia/play.server";
import { addMember, makeConversation, makeMatch } from "../../cast";
import { plansOf } from "../../matching/plans";

const DAY_MS = 86_400_000;

async function news(who: Member, now?: number) {
  const { matches } = await listMatches(who, { mutual: true, limit: 3 });
  return (await listNews(who.id, matches, now)).map(({ text }) => text);
}

async function own(who: Member, album: string) {
  await addRecord(
    who.id,
    recordInput.parse({ artist: "Broadcast", album, format: "vinyl", condition: "good" }),
  );
}

test("matches, moves, unread conversations and shared records are news until seen, answered or read", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  expect(await news(ada)).toEqual([]);
  const conversation = await makeConversation(ada, ben);
  expect(await news(ada)).toEqual(["You and Ben are a match."]);
  expect(await news(ada, Date.now() + 8 * DAY_MS)).toEqual([]);

  const { sequence } = await addMessage(ben.id, conversation.id, { content: "Hello" });
  const game = await addGame(ben.id, { player2Id: ada.id });
  await own(ada, "Haha Sound");
  await own(ben, "Haha Sound");
  await own(ben, "Tender Buttons");
  expect(await news(ada)).toEqual([
    "You and Ben are a match.",
    "Your move against Ben.",
    "Ben wrote to you.",
    "You and Ben both own Haha Sound by Broadcast.",
  ]);

  await markRead(ada.id, conversation.id, sequence);
  const [question] = game.questions;
  await answerQuestion(ada.id, game.id, {
    questionId: question?.id ?? "",
    answer: question?.options[0] ?? "",
  });
  expect(await news(ada)).toEqual([
    "You and Ben are a match.",
    "You and Ben both own Haha Sound by Broadcast.",
  ]);
  await blockMember(ben.id, ada.id);
  expect(await news(ada)).toEqual([]);
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
  const { matches } = await listMatches(ada, { mutual: true, limit: 3 });
  const lines = await listNews(ada.id, matches);
  expect(lines.map(({ icon }) => icon)).toEqual([
    "matches",
    "trivia",
    "trivia",
    "messages",
    "messages",
    "messages",
  ]);
  const plan = await plansOf(() => listNews(ada.id, matches));
  expect(plan.length).toBeGreaterThan(20);
  const tables =
    /^SCAN (trivia|conversation|message|reading|record|theirs|match|member|low|high|player|decision|block)/;
  expect(plan.filter((step) => tables.test(step))).toEqual([]);
});
