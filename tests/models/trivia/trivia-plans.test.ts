// Apart from the other trivia tests: the driver never ends a write that it has explained.
import { expect, test } from "vitest";
import { addGame, addRematch } from "~/models/trivia/new-game.server";
import { answerQuestion, claimGame, resignGame } from "~/models/trivia/play.server";
import { listGames } from "~/models/trivia/trivia.server";
import { addNewcomer } from "../../cast";
import { plansOf } from "../../matching/plans";

test("no operation scans a whole table or all of a member's answers", async () => {
  const [ada, ben] = [await addNewcomer("Ada"), await addNewcomer("Ben")];
  const plan = await plansOf(async () => {
    const { id, questions } = await addGame(ada.id, { player2Id: ben.id });
    const [round] = questions;
    await listGames(ada.id);
    await answerQuestion(ada.id, id, { questionId: round?.id ?? "", answer: round?.options[0] ?? "" });
    await claimGame(ada.id, id).catch(() => {});
    await resignGame(ada.id, id);
    await addRematch(ada.id, id);
  });
  expect(plan.length).toBeGreaterThan(50);
  const scans = plan.filter((step) => /^SCAN (trivia|member|outbox|player|rematch|first)/.test(step));
  expect(scans.filter((step) => !step.includes("VIRTUAL TABLE"))).toEqual([]);
  expect(plan.filter((step) => step.endsWith("trivia_answer_member (member_id=?)"))).toEqual([]);
});
