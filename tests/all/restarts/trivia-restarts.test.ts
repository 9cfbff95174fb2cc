// Games during kills of the server.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { GameDetail } from "~/models/trivia/trivia";
import { openBrowser } from "../../api/client";
import { makeMatch, type Person, signUp } from "../../api/people";
import { killRepeatedly, pause } from "../../api/restarts";

test("SIGKILL while members play loses no answer and leaves every game consistent", async () => {
  const acknowledged: string[] = [];
  let isOver = () => false;

  /** Retries until there is a response. */
  async function send(request: () => Promise<Response>): Promise<Response | undefined> {
    while (!isOver()) {
      const answer = await request().catch(() => undefined);
      if (answer && answer.status < 500) return answer;
      await pause(50);
    }
    return undefined;
  }

  async function answer(who: Person, id: string, place: number) {
    const game = await send(() => who.get(`/api/trivia-games/${id}`));
    if (!game) return;
    const { questions } = (await game.json()) as GameDetail;
    const round = questions[place] ?? expect.fail("No such round");
    const words = round.options[place % 4] ?? "";
    const body = { questionId: round.id, answer: words };
    const taken = await send(() => who.json("POST", `/api/trivia-games/${id}/answer`, body));
    // 409: it was saved before the kill, and the response was lost.
    if (taken) expect([200, 409]).toContain(taken.status);
    if (taken?.status === 200) acknowledged.push(`${round.id} ${who.id} ${words}`);
  }

  async function play(ada: Person, ben: Person) {
    while (!isOver()) {
      const challenge = { id: randomUUID(), player2Id: ben.id };
      const begun = await send(() => ada.json("POST", "/api/trivia-games", challenge));
      if (!begun) return;
      expect(begun.status).toBe(201);
      for (let place = 0; place < 5; place++)
        await Promise.all([ada, ben].map((who) => answer(who, challenge.id, place)));
    }
  }

  const perGame = `
    select g.*, (select count(*) from trivia_question where game_id = g.id) as questions,
      (select count(*) from outbox where reference = g.id) as events,
      (select count(*) from trivia_answer a join trivia_question q on q.id = a.question_id where q.game_id = g.id) as given,
      (select coalesce(sum(has_point), 0) from trivia_answer a join trivia_question q on q.id = a.question_id
        where q.game_id = g.id and (select count(*) from trivia_answer where question_id = q.id) = 2) as points
    from trivia_game g`;

  await killRepeatedly(
    20,
    async (server, isOverNow) => {
      isOver = isOverNow;
      const cast = ["Ada", "Ben", "Cleo", "Dan"].map((name) => signUp(openBrowser(server), name));
      const [ada, ben, cleo, dan] = (await Promise.all(cast)) as [Person, Person, Person, Person];
      // A stranger's challenge is no event, and two have one open challenge at a time.
      for (const [one, other] of [
        [ada, ben],
        [cleo, dan],
      ] as const)
        await makeMatch(one, other);
      const ended = Promise.all([play(ada, ben), play(cleo, dan)]);
      return { acknowledged: () => acknowledged.length, ended };
    },
    async (rows) => {
      const kept = new Set(
        (await rows("select question_id, member_id, answer from trivia_answer")).map(
          (row) => `${row.question_id} ${row.member_id} ${row.answer}`,
        ),
      );
      for (const each of acknowledged) expect(kept).toContain(each);
      for (const game of await rows(perGame)) {
        const given = Number(game.given);
        expect(game).toMatchObject({
          questions: 5,
          // Both get events for the game and for each answer.
          events: 2 + 2 * given,
          current_round: Math.min(5, Math.floor(given / 2) + 1),
        });
        expect(Number(game.player1_score) + Number(game.player2_score)).toBe(Number(game.points));
        expect(game.status === "completed").toBe(given === 10);
      }
    },
  );
});
