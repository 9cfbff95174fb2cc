// Apart from the other tests of trivia: the driver never ends a write that it was asked to explain.
import { expect, test } from "vitest";
import {
  addGame,
  addRematch,
  answerQuestion,
  claimGame,
  listGames,
  resignGame,
} from "~/models/trivia.server";
import { newcomer } from "../cast";
import { plansOf } from "../matching/plans";

test("no operation goes through a whole table, or through all that somebody has answered", async () => {
  const [ada, ben] = [await newcomer("Ada"), await newcomer("Ben")];
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
