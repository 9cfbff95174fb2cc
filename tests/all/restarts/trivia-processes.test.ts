// Two processes on one database take the answers of one game.
import { client, openDatabase } from "db/client.server";
import { expect, test } from "vitest";
import { questionBank } from "~/models/trivia/question-bank.server";
import type { GameDetail } from "~/models/trivia/trivia";
import { openBrowser } from "../../api/client";
import { signUp } from "../../api/people";
import { startServer } from "../../api/server";

test("of simultaneous answers from two processes both are saved and the first correct one scores, two hundred times", async () => {
  await openDatabase();
  const { DATA_DIR = "" } = process.env;
  const here = await startServer({ DATA_DIR });
  const there = await startServer({ DATA_DIR, APP_ORIGIN: here.origin });
  try {
    const [ada, ben] = [await signUp(openBrowser(here), "Ada"), await signUp(openBrowser(here), "Ben")];
    const benThere = openBrowser(there, ben.cookies);
    const rightAnswers = new Map(
      questionBank.map(({ question, correctAnswer }) => [question, correctAnswer]),
    );
    for (let i = 0; i < 40; i++) {
      let game: GameDetail = await (
        await ada.json("POST", "/api/trivia-games", { player2Id: ben.id })
      ).json();
      for (let number = 1; number <= 5; number++) {
        const round = game.questions[number - 1] ?? expect.fail("No such round");
        const right = rightAnswers.get(round.question);
        const hers = number === 3 ? round.options.find((option) => option !== right) : right;
        const path = `/api/trivia-games/${game.id}/answer`;
        const answers = await Promise.all([
          ada.json("POST", path, { questionId: round.id, answer: hers }),
          benThere.json("POST", path, { questionId: round.id, answer: right }),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        game = await (await ada.get(`/api/trivia-games/${game.id}`)).json();
        const shown = game.questions[number - 1];
        expect(shown).toMatchObject({ player1Answer: hers, player2Answer: right, correctAnswer: right });
        expect(number === 3 ? [ben.id] : [ada.id, ben.id]).toContain(shown?.pointTo);
      }
      expect(game.player1Score + game.player2Score).toBe(5);
      const winnerId = game.player1Score > game.player2Score ? ada.id : ben.id;
      expect(game).toMatchObject({ status: "completed", currentRound: 5, winnerId });
    }
    const { rows } = await client.execute(
      "select max(points) as most from (select sum(has_point) as points from trivia_answer group by question_id)",
    );
    expect(rows[0]?.most).toBe(1);
  } finally {
    expect([await here.stop(), await there.stop()]).toEqual([0, 0]);
  }
});
