import { randomUUID } from "node:crypto";
import { createClient } from "@libsql/client";
import { bank } from "db/trivia";
import { describe, expect, test } from "vitest";
import type { GameDetail, ShownQuestion } from "~/models/trivia";
import { openBrowser, type Person, serveThisFile, startServer } from "./server";
import { openStream } from "./stream";

const { running, signUp, visitor } = serveThisFile();
const all = "/api/trivia-games";
const rightAnswers = new Map(bank.map(({ question, correctAnswer }) => [question, correctAnswer]));
const isRight = ({ question }: ShownQuestion, answer: string) => rightAnswers.get(question) === answer;

async function begin(one: Person, other: Person, fields: object = {}): Promise<GameDetail> {
  const begun = await one.json("POST", all, { player2Id: other.id, ...fields });
  expect(begun.status).toBe(201);
  return begun.json();
}

async function read(who: Person, id: string): Promise<GameDetail> {
  const answer = await who.get(`${all}/${id}`);
  expect(answer.status).toBe(200);
  return answer.json();
}

const couple = async () => [await signUp("Ada"), await signUp("Ben")] as const;
const roundOf = (game: GameDetail, number = game.currentRound) =>
  game.questions[number - 1] ?? expect.fail("No such round");
const pick = (round: ShownQuestion, right: boolean) =>
  round.options.find((option) => isRight(round, option) === right) ?? "";
const answer = (who: Person, game: GameDetail, round: ShownQuestion, words: string) =>
  who.json("POST", `${all}/${game.id}/answer`, { questionId: round.id, answer: words });

test("a game is made, listed, read, answered round by round and won", async () => {
  const [ada, ben] = await couple();
  expect(await (await ada.get(all)).json()).toEqual([]);
  const game = await begin(ada, ben);
  const player = (who: Person, firstName: string) => ({ id: who.id, firstName, profileImageUrl: null });
  const expected = {
    id: expect.any(String),
    player1Id: ada.id,
    player2Id: ben.id,
    player1: player(ada, "Ada"),
    player2: player(ben, "Ben"),
    player1Score: 0,
    player2Score: 0,
    currentRound: 1,
    totalRounds: 5,
    status: "waiting",
    ending: null,
    winnerId: null,
    toMove: [ada.id, ben.id],
    rematchId: null,
    movedAt: expect.any(String),
    createdAt: expect.any(String),
  };
  const round = {
    id: expect.any(String),
    gameId: game.id,
    roundNumber: 1,
    question: expect.any(String),
    options: expect.any(Array),
    category: expect.stringMatching(/^(artist|year|genre|album)$/),
    difficulty: expect.stringMatching(/^(easy|medium|hard)$/),
    correctAnswer: null,
    player1Answer: null,
    player2Answer: null,
    pointTo: null,
  };
  expect(game).toEqual({
    ...expected,
    questions: [1, 2, 3, 4, 5].map((roundNumber) => ({ ...round, roundNumber })),
  });
  for (const who of [ada, ben]) expect(await (await who.get(all)).json()).toEqual([expected]);

  for (let number = 1; number <= 5; number++) {
    const now = roundOf(game, number);
    const [hers, his] = [pick(now, true), pick(now, number % 2 === 0)];
    expect((await answer(ada, game, now, hers)).status).toBe(200);
    const after: GameDetail = await (await answer(ben, game, now, his)).json();
    expect(roundOf(after, number)).toMatchObject({
      correctAnswer: hers,
      player1Answer: hers,
      player2Answer: his,
      pointTo: ada.id,
    });
    expect(after).toMatchObject({ player1Score: number, player2Score: 0 });
    expect(after.currentRound).toBe(Math.min(5, number + 1));
    expect(after.status).toBe(number === 5 ? "completed" : "active");
  }
  expect(await read(ben, game.id)).toMatchObject({ winnerId: ada.id, ending: "played", toMove: [] });
});

test("what cannot be a game, an answer or a question is refused with one sentence", async () => {
  const [ada, ben] = await couple();
  const game = await begin(ada, ben);
  const round = roundOf(game);
  const question = {
    gameId: game.id,
    roundNumber: 1,
    question: "Who?",
    correctAnswer: "Can",
    options: ["Can", "Neu!"],
    category: "artist",
    difficulty: "easy",
  };
  const refusals: [string, unknown, number, string][] = [
    [all, {}, 400, "Opponent user ID is required"],
    [all, { player2Id: " " }, 400, "Opponent user ID is required"],
    [all, { player2Id: "Ben" }, 400, "A user ID is a number"],
    [all, { player2Id: ada.id }, 400, "You cannot challenge yourself"],
    [all, { player2Id: "4503599627370495" }, 404, "Nobody with this user ID can be challenged"],
    [`${all}/${game.id}/answer`, { questionId: round.id }, 400, "Choose one of the answers"],
    [`${all}/${game.id}/answer`, { questionId: round.id, answer: "None" }, 400, "Choose one of the answers"],
    [`${all}/${game.id}/answer`, { answer: round.options[0] }, 400, "Say which question"],
    [
      `${all}/${game.id}/answer`,
      { questionId: randomUUID(), answer: round.options[0] },
      404,
      "There is nothing here.",
    ],
    ["/api/trivia-questions", { ...question, roundNumber: 6 }, 400, "Use a round from 1 to 5"],
    [
      "/api/trivia-questions",
      { ...question, correctAnswer: "Faust" },
      400,
      "The correct answer must be among the options",
    ],
    [
      "/api/trivia-questions",
      { ...question, options: ["Can", "Can"] },
      400,
      "Give two to six different answers to choose from",
    ],
    ["/api/trivia-questions", { ...question, category: "song" }, 400, "Use artist, year, genre, album"],
    ["/api/trivia-questions", { ...question, gameId: randomUUID() }, 404, "There is nothing here."],
  ];
  for (const [path, body, status, says] of refusals) {
    const refused = await ada.json("POST", path, body);
    expect([refused.status, await refused.text()]).toEqual([status, says]);
  }
  expect(await read(ada, game.id)).toEqual(game);
});

test("questions that are posted as they used to be are answered with those that were dealt", async () => {
  const [ada, ben] = await couple();
  const game = await begin(ada, ben);
  for (const roundNumber of [1, 2, 3, 4, 5]) {
    const posted = await ada.json("POST", "/api/trivia-questions", {
      gameId: game.id,
      roundNumber,
      question: "Which band is this?",
      correctAnswer: "Broadcast",
      options: ["Broadcast", "Stereolab", "Pram", "Plone"],
      category: "artist",
      difficulty: "easy",
    });
    expect(posted.status).toBe(200);
    expect(await posted.json()).toEqual(roundOf(game, roundNumber));
  }
  expect(await read(ben, game.id)).toEqual(game);
});

test("answers at once from two processes: two stand, the first right one has the point, two hundred times", async () => {
  const [ada, ben] = await couple();
  const second = await startServer({
    DATA_DIR: running().dataDir,
    APP_ORIGIN: running().origin,
  });
  const benElsewhere = Object.assign(openBrowser(second, ben.cookies), {
    id: ben.id,
    email: "",
    password: "",
  });
  try {
    let points = 0;
    for (let i = 0; i < 40; i++) {
      const game = await begin(ada, ben);
      for (let number = 1; number <= 5; number++) {
        const round = roundOf(game, number);
        const right = pick(round, true);
        const hers = number === 3 ? pick(round, false) : right;
        const [one, other] = await Promise.all([
          answer(ada, game, round, hers),
          answer(benElsewhere, game, round, right),
        ]);
        expect([one.status, other.status]).toEqual([200, 200]);
        // Whoever came second is answered with both.
        const told = await Promise.all([one.json(), other.json()] as Promise<GameDetail>[]);
        const shown = told.map((after) => roundOf(after, number)).find(({ correctAnswer }) => correctAnswer);
        expect(shown).toMatchObject({ player1Answer: hers, player2Answer: right, correctAnswer: right });
        expect(number === 3 ? [ben.id] : [ada.id, ben.id]).toContain(shown?.pointTo);
        points += 1;
      }
      const over = await read(ben, game.id);
      expect(over.player1Score + over.player2Score).toBe(5);
      expect(over).toMatchObject({ status: "completed", currentRound: 5 });
      const higher = over.player1Score > over.player2Score ? ada.id : ben.id;
      expect(over.winnerId).toBe(higher);
    }
    expect(points).toBe(200);
  } finally {
    expect(await second.end()).toBe(0);
  }
  const client = createClient({ url: `file:${running().dataDir}/b-side.sqlite` });
  const { rows } = await client.execute(
    "select max(points) as most from (select sum(has_point) as points from trivia_answer group by question_id)",
  );
  client.close();
  expect(rows[0]?.most).toBe(1);
}, 180_000);

test("an answer that is sent ten times at once is one, and the others are conflicts", async () => {
  const [ada, ben] = await couple();
  const game = await begin(ada, ben);
  const round = roundOf(game);
  const sent = await Promise.all(
    Array.from({ length: 10 }, (_, i) => answer(ada, game, round, round.options[i % 4] ?? "")),
  );
  const statuses = sent.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  const refused = sent.find(({ status }) => status === 409);
  expect(await refused?.text()).toBe("You have answered this question already.");
  expect(await read(ben, game.id)).toMatchObject({ toMove: [ben.id], currentRound: 1 });
});

test("answers to other rounds, after the end, and by strangers change nothing", async () => {
  const [ada, ben] = await couple();
  const eve = await signUp("Eve");
  const game = await begin(ada, ben);
  const [first, second] = [roundOf(game, 1), roundOf(game, 2)];
  const tried: [Person, ShownQuestion, number][] = [
    [ada, second, 409],
    [ben, roundOf(game, 5), 409],
    [eve, first, 404],
  ];
  for (const [who, round, status] of tried) {
    expect((await answer(who, game, round, pick(round, true))).status).toBe(status);
    expect(await read(ada, game.id)).toEqual(game);
  }
  await answer(ada, game, first, pick(first, true));
  const now: GameDetail = await (await answer(ben, game, first, pick(first, false))).json();
  for (const who of [ada, ben]) expect((await answer(who, game, first, pick(first, true))).status).toBe(409);
  expect(await read(ben, game.id)).toEqual(now);
  for (let number = 2; number <= 5; number++) {
    for (const who of [ada, ben])
      await answer(who, game, roundOf(game, number), pick(roundOf(game, number), true));
  }
  const over = await read(ada, game.id);
  expect(over.status).toBe("completed");
  const late = await answer(ada, game, roundOf(game, 5), pick(roundOf(game, 5), false));
  expect([late.status, await late.text()]).toEqual([409, "This game is over."]);
  expect(await read(ada, game.id)).toEqual(over);
});

describe("of a round that not both have answered", () => {
  const changing = /nonce="[^"]*"|nonce\\?":\\?"[^"]*"/g;

  /** All that a player can be shown of a game, by address. */
  async function readAll(who: Person, game: GameDetail): Promise<Record<string, string>> {
    const at = `/trivia/${game.id}`;
    const shown: Record<string, string> = {};
    const addresses = [
      all,
      `${all}/${game.id}`,
      "/",
      "/_root.data",
      "/trivia",
      "/trivia.data",
      at,
      `${at}.data`,
      `${at}/frame`,
      `${at}/resign`,
      `${at}/resign.data`,
      "/counts",
    ];
    for (const path of addresses) shown[path] = await (await who.get(path)).text();
    for (const { roundNumber } of game.questions) {
      const posted = await who.json("POST", "/api/trivia-questions", {
        gameId: game.id,
        roundNumber,
        question: "Which?",
        correctAnswer: "This",
        options: ["This", "That"],
        category: "year",
        difficulty: "hard",
      });
      shown[`question ${roundNumber}`] = await posted.text();
      const { id, options } = roundOf(game, roundNumber);
      // Refused, or else this would be an answer.
      if (roundNumber !== (await read(who, game.id)).currentRound) {
        const refused = await who.json("POST", `${all}/${game.id}/answer`, {
          questionId: id,
          answer: options[0],
        });
        shown[`answer ${roundNumber}`] = await refused.text();
      }
    }
    return Object.fromEntries(
      Object.entries(shown).map(([path, text]) => [path, text.replace(changing, "")]),
    );
  }

  /**
   * Turns every secret of the game into something else, reads all again, and turns it back: what was read must not
   * depend on it.
   */
  async function expectNoTrace(game: GameDetail, readers: Person[]) {
    const client = createClient({ url: `file:${running().dataDir}/b-side.sqlite`, timeout: 5000 });
    const isSecret = `question_id in (
      select trivia_question.id from trivia_question left join trivia_answer on question_id = trivia_question.id
      where game_id = '${game.id}' group by trivia_question.id having count(question_id) < 2)`;
    const secretAnswers = isSecret.replace("question_id in", "id in");
    const nextOption = (column: string) => `(
      select value from json_each(options) where key = (
        select (key + 1) % 4 from json_each(options) where value = ${column}))`;
    for (const reader of readers) {
      const before = await readAll(reader, game);
      const { rows: answers } = await client.execute(`select * from trivia_answer where ${isSecret}`);
      const { rows: rounds } = await client.execute(
        `select id, correct_answer from trivia_question where ${secretAnswers}`,
      );
      expect(rounds.length).toBeGreaterThan(0);
      await client.execute(
        `update trivia_question set correct_answer = ${nextOption("correct_answer")} where ${secretAnswers}`,
      );
      await client.execute(`
        update trivia_answer set has_point = not has_point, answer = case when member_id = ${reader.id} then answer
          else (select ${nextOption("trivia_answer.answer")} from trivia_question where id = question_id) end
        where ${isSecret}`);
      const after = await readAll(reader, game);
      expect(Object.keys(before).filter((address) => after[address] !== before[address])).toEqual([]);
      for (const { id, correct_answer } of rounds)
        await client.execute({
          sql: "update trivia_question set correct_answer = ? where id = ?",
          args: [correct_answer ?? null, id ?? null],
        });
      for (const { question_id, member_id, answer, has_point } of answers)
        await client.execute({
          sql: "update trivia_answer set answer = ?, has_point = ? where question_id = ? and member_id = ?",
          args: [answer ?? null, has_point ?? null, question_id ?? null, member_id ?? null],
        });
    }
    client.close();
  }

  test("nothing that either can read depends on the right answer, the other's, or who was first", async () => {
    const [ada, ben] = await couple();
    const game = await begin(ada, ben);
    await expectNoTrace(game, [ada, ben]);
    await answer(ada, game, roundOf(game, 1), pick(roundOf(game, 1), true));
    await expectNoTrace(game, [ada, ben]);
    await answer(ben, game, roundOf(game, 1), pick(roundOf(game, 1), true));
    await answer(ben, game, roundOf(game, 2), pick(roundOf(game, 2), true));
    await expectNoTrace(game, [ada, ben]);
    // The notice of it is taken before anything is compared.
    await ada.follow(await ada.form(`/trivia/${game.id}/resign`, {}));
    expect((await read(ada, game.id)).status).toBe("completed");
    await expectNoTrace(game, [ada, ben]);
  });

  test("one is answered alike whether one was right or wrong", async () => {
    const [ada, ben] = await couple();
    const game = await begin(ada, ben);
    const round = roundOf(game);
    const tellsOf = async (who: Person, isRightly: boolean) => {
      const words = pick(round, isRightly);
      const told = await openStream(who);
      const answered: GameDetail = await (await answer(who, game, round, words)).json();
      await told.until((heard) => heard.length > 0);
      told.drop();
      const text = JSON.stringify([answered, told.told.map(({ data }) => data)]);
      return text.replaceAll(`Answer":${JSON.stringify(words)}`, "").replace(/"movedAt":"[^"]*"/, "");
    };
    const rightly = await tellsOf(ada, true);
    const client = createClient({ url: `file:${running().dataDir}/b-side.sqlite`, timeout: 5000 });
    await client.execute(`delete from trivia_answer where question_id = '${round.id}'`);
    client.close();
    expect(await tellsOf(ada, false)).toBe(rightly);
  });
});

test("the list goes on in pages", async () => {
  const [ada, ben] = await couple();
  const made = [];
  for (let i = 0; i < 53; i++) made.push((await begin(ada, ben)).id);
  const first = await ada.get(all);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
  const ids = async (answer: Response) => ((await answer.json()) as GameDetail[]).map(({ id }) => id);
  const listed = [...(await ids(first)), ...(await ids(await ada.get(next)))];
  expect(listed.sort()).toEqual(made.sort());
  expect((await ada.get(`${all}?cursor=elsewhere`)).status).toBe(400);
});

test("both are told of every move on their live streams", async () => {
  const [ada, ben] = await couple();
  const readers = [await openStream(ada), await openStream(ben)];
  const game = await begin(ada, ben);
  await answer(ada, game, roundOf(game), roundOf(game).options[0] ?? "");
  await answer(ben, game, roundOf(game), roundOf(game).options[0] ?? "");
  for (const reader of readers) {
    const told = await reader.until((heard) => heard.length === 3);
    expect(told.map(({ event, data }) => [event, data])).toEqual(
      [1, 2, 3].map(() => ["game", { gameId: game.id }]),
    );
    reader.drop();
  }
});

test("a round without a question says so, and hostile words in one that is given are only words", async () => {
  const [ada, ben] = await couple();
  const game = await begin(ada, ben);
  const client = createClient({ url: `file:${running().dataDir}/b-side.sqlite`, timeout: 5000 });
  await client.execute(`delete from trivia_question where game_id = '${game.id}'`);
  client.close();
  const page = async (who: Person, ending = "") => (await who.get(`/trivia/${game.id}${ending}`)).text();
  expect(await page(ben)).toContain("Waiting for questions...");
  const hostile = "</script><img src=x onerror=alert(1)>";
  const given = await ada.json("POST", "/api/trivia-questions", {
    gameId: game.id,
    roundNumber: 1,
    question: hostile,
    correctAnswer: `${hostile} 1`,
    options: [`${hostile} 1`, `${hostile} 2`],
    category: "artist",
    difficulty: "easy",
  });
  expect(given.status).toBe(201);
  const round = (await given.json()) as ShownQuestion;
  expect(round).toMatchObject({ question: hostile, correctAnswer: null });
  for (const who of [ada, ben]) {
    expect(await page(who)).not.toContain("<img src=x");
    expect((await answer(who, game, round, `${hostile} 1`)).status).toBe(200);
  }
  for (const who of [ada, ben]) {
    expect(await page(who)).toContain("Correct answer");
    for (const ending of ["", "/frame"]) expect(await page(who, ending)).not.toContain("<img src=x");
  }
});

test("who has waited seven days for the other is offered the game, and nobody else or earlier", async () => {
  const [ada, ben] = await couple();
  const game = await begin(ada, ben);
  await answer(ada, game, roundOf(game), roundOf(game).options[0] ?? "");
  const at = `/trivia/${game.id}`;
  const page = async (who: Person) => (await who.get(at)).text();
  expect(await page(ada)).toContain("you can claim the game on");
  expect(await page(ada)).not.toContain("Claim the game");
  const early = await (await ada.follow(await ada.form(`${at}/claim`, {}))).text();
  expect(early).toContain(
    "409: A game can be claimed by who waits for the other, after 7 days without a move.",
  );
  const client = createClient({ url: `file:${running().dataDir}/b-side.sqlite`, timeout: 5000 });
  await client.execute(`update trivia_game set moved_at = moved_at - 604800000 where id = '${game.id}'`);
  client.close();
  expect(await page(ada)).toContain("Claim the game");
  expect(await page(ben)).not.toContain("Claim the game");
  await ben.follow(await ben.form(`${at}/claim`, {}));
  expect((await read(ben, game.id)).status).toBe("waiting");
  const claimed = await (await ada.follow(await ada.form(`${at}/claim`, {}))).text();
  expect(claimed).toContain("The game is yours");
  expect(claimed).toContain("Ben made no move for 7 days.");
  expect(await read(ben, game.id)).toMatchObject({
    status: "completed",
    ending: "claimed",
    winnerId: ada.id,
  });
});

test("a rematch that the other has asked for is gone on to without a word", async () => {
  const [ada, ben] = await couple();
  const game = await begin(ada, ben);
  await ben.follow(await ben.form(`/trivia/${game.id}/resign`, {}));
  const [asked, joined] = [
    await ada.form(`/trivia/${game.id}/rematch`, {}),
    await ben.form(`/trivia/${game.id}/rematch`, {}),
  ];
  expect(joined.headers.get("Location")).toBe(asked.headers.get("Location"));
  expect(await (await ada.follow(asked)).text()).toContain("It is on Ben to accept.");
  const page = await (await ben.follow(joined)).text();
  expect(page).toContain("Ada has challenged you");
  expect(page).not.toContain("Game Created!");
});

test("a visitor is told of no games at all", async () => {
  for (const path of [all, `${all}/${randomUUID()}`]) expect((await visitor().get(path)).status).toBe(401);
});
