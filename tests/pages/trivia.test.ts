// Two members play trivia without scripts.
import { client } from "db/client.server";
import { expect, test } from "vitest";
import { questionBank } from "~/models/trivia/question-bank.server";
import type { GameDetail } from "~/models/trivia/trivia";
import { makeMatch, type Person } from "../api/people";
import { shareApp } from "../app";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const { signUp } = shareApp();

const rightAnswers = new Map(questionBank.map(({ question, correctAnswer }) => [question, correctAnswer]));

async function matchedPair() {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  await makeMatch(ada, ben);
  return { ada, ben, hers: openVisitor(ada), his: openVisitor(ben) };
}

async function begin(one: Person, other: Person): Promise<GameDetail> {
  return (await one.json("POST", "/api/trivia-games", { player2Id: other.id })).json();
}

function pick(question: string | undefined, options: string[], isRight: boolean): string {
  const right = rightAnswers.get(question ?? "");
  return options.find((option) => (option === right) === isRight) ?? "";
}

/** Answers the current round through the API. */
async function answer(person: Person, { id }: GameDetail, isRight: boolean) {
  const now = (await (await person.get(`/api/trivia-games/${id}`)).json()) as GameDetail;
  const round = now.questions.at(-1);
  const sent = { questionId: round?.id, answer: pick(round?.question, round?.options ?? [], isRight) };
  expect((await person.json("POST", `/api/trivia-games/${id}/answer`, sent)).status).toBe(200);
}

/** Chooses an answer on the page of a game, and submits it. */
async function answerOn(page: Page, isRight: boolean) {
  const form = page.element.querySelector("form:has(#question)");
  const question = form?.querySelector("#question legend")?.textContent ?? "";
  const options = [...(form?.querySelectorAll("#question label span > span + span") ?? [])].map(
    (each) => each.textContent ?? "",
  );
  const chosen = pick(question, options, isRight);
  // Each is read with its letter.
  return page.check(`${"ABCD"[options.indexOf(chosen)]} ${chosen}`).press("Submit Answer");
}

test("a member challenges a match and they play all rounds", async () => {
  const { hers, his } = await matchedPair();
  let page = await hers.visit("/trivia");
  expect(page.title).toBe("Music Trivia · B-Side");
  page.heading("No Games Yet");
  // The link on a match's card preselects the match.
  page = await (await hers.visit("/matches")).follow("Challenge Ben L. to trivia");
  expect(page.value("One of your matches")).toBe("Ben L.");
  page = await (await hers.visit("/trivia")).follow("New Game");
  expect(page.has("Challenge Someone to Trivia!")).toBe(true);
  expect(page.has("The first to answer correctly gets the point.")).toBe(true);
  page = await page.press("Create Game");
  expect(page.errors).toContain("Opponent user ID is required");
  page = await page.choose("One of your matches", "Ben L.").press("Create Game");
  expect(page.alerts).toContain("Game Created!");
  page.heading("Trivia with Ben");
  expect(page.has("Ben hasn't accepted yet. You can start.")).toBe(true);
  expect([page.has("Waiting for opponent"), page.has("Your move")]).toEqual([false, false]);
  expect(page.has("Round 1 of 5")).toBe(true);
  page = await answerOn(page, true);
  page.heading("Answer Submitted!");
  let frame = await page.frame("game");
  expect(frame.alerts).toContain("Waiting for Ben");
  expect(frame.links).not.toContain("Continue");
  expect(frame.source).toContain('http-equiv="refresh"');
  const listed = await hers.visit("/trivia");
  expect([listed.has("Waiting for opponent"), listed.has("Waiting for Ben")]).toEqual([true, false]);

  let theirs = await (await his.visit("/trivia")).follow(/Ada challenged you/);
  theirs = await theirs.press("Accept");
  expect(theirs.has("Your move")).toBe(true);
  theirs = await answerOn(theirs, true);
  theirs.heading("Ada's point");
  frame = await frame.refresh();
  expect(frame.alerts).toContain("Your move");
  expect(frame.source).not.toContain('http-equiv="refresh"');
  page = await frame.follow("Continue");
  expect([page.isFrame, page.has("Correct answer:")]).toEqual([false, true]);
  page.heading("Your point");

  for (let number = 2; number <= 5; number++) {
    expect(theirs.has(`Round ${number} of 5`)).toBe(true);
    theirs = await answerOn(theirs, number < 4);
    page = await answerOn(await page.refresh(), number === 4);
    theirs = await theirs.refresh();
  }
  page.heading("Game Complete!");
  expect(page.has("It's a draw!")).toBe(true);
  theirs.heading("Game Complete!");
  expect(theirs.has("Final score: 2 – 2")).toBe(true);
});

test("winner and loser see the result, after all rounds or a resignation", async () => {
  const { ada, ben, hers, his } = await matchedPair();
  const game = await begin(ada, ben);
  for (let number = 1; number <= 5; number++) {
    await answer(ada, game, true);
    await answer(ben, game, false);
  }
  expect((await hers.visit(`/trivia/${game.id}`)).has("Congratulations! You won!")).toBe(true);
  const lost = await his.visit(`/trivia/${game.id}`);
  for (const words of ["Better luck next time!", "Final score: 0 – 5"]) expect(lost.text).toContain(words);
  await (await his.visit("/trivia")).follow(/Ada won/);

  const next = await begin(ben, ada);
  await answer(ada, next, true);
  const asked = await hers.visit(`/trivia/${next.id}/resign`);
  expect(asked.buttons).toContain("Resign");
  let page = await (await his.visit(`/trivia/${next.id}`)).follow("Resign");
  page = await page.press("Resign");
  expect(page.address).toBe(`/trivia/${next.id}`);
  expect(page.has("You resigned.")).toBe(true);
  const over = await asked.refresh();
  expect(over.address).toBe(`/trivia/${next.id}`);
  for (const words of ["Ben resigned.", "You won!"]) expect(over.text).toContain(words);
});

test("a finished game leads to the conversation with a match, and to the page of somebody else", async () => {
  const { ada, ben, hers, his } = await matchedPair();
  const game = await begin(ada, ben);
  const at = `/trivia/${game.id}`;
  expect((await hers.visit(at)).buttons).not.toContain("Talk about it");
  await ada.form(`${at}/accept`, {});
  await ben.form(`${at}/accept`, {});
  await ben.form(`${at}/resign`, {});
  const started = await (await hers.visit(at)).press("Talk about it");
  expect(started.address).toMatch(/^\/messages\/[^/]+$/);
  expect(started.alerts).toContain("Conversation started");
  const opened = await (await his.visit(at)).follow("Talk about it");
  expect(opened.address).toBe(started.address);
  await ada.json("POST", "/api/blocks", { targetUserId: ben.id });
  const gone = await his.visit(at);
  expect([gone.links, gone.buttons].flat()).not.toContain("Talk about it");

  const cleo = await signUp("Cleo");
  const other = await begin(cleo, ada);
  await ada.form(`/trivia/${other.id}/accept`, {});
  await cleo.form(`/trivia/${other.id}/resign`, {});
  const page = await (await hers.visit(`/trivia/${other.id}`)).follow("See Cleo's page");
  expect(page.address).toBe(`/members/${cleo.id}`);
});

test("a finished game has a rematch, which the opponent can decline", async () => {
  const { ada, ben, hers, his } = await matchedPair();
  const game = await begin(ada, ben);
  await ada.form(`/trivia/${game.id}/accept`, {});
  for (let number = 1; number <= 5; number++) for (const who of [ada, ben]) await answer(who, game, false);
  const asked = await (await his.visit(`/trivia/${game.id}`)).press("Rematch");
  expect(asked.alerts).toContain("Game Created!");
  expect(asked.has("Round 1 of 5")).toBe(true);
  let page = await (await hers.visit(`/trivia/${game.id}`)).follow("Go to rematch");
  page.heading("Do you accept?");
  // Asking for the same one opens it without a flash message.
  const joined = await (await hers.visit(`/trivia/${game.id}`)).follow("Go to rematch");
  expect(joined.alerts).not.toContain("Game Created!");
  page = await (await page.follow("Decline")).press("Decline");
  expect(page.alerts).toContain("Challenge declined");
  await page.follow(/You declined/);
});

test("an answer that came too late says nothing about the next question", async () => {
  const { ada, ben, hers } = await matchedPair();
  const game = await begin(ada, ben);
  const page = await hers.visit(`/trivia/${game.id}`);
  await answer(ada, game, true);
  await answer(ben, game, false);
  const next = await answerOn(page, true);
  expect(next.buttons).toContain("Submit Answer");
  expect(next.has("Round 2 of 5")).toBe(true);
  expect(next.has("You have already answered this question.")).toBe(false);
});

test("the form of a game says the member's own ID, which others can challenge", async () => {
  const ada = await signUp("Ada");
  expect((await openVisitor(ada).visit("/trivia/new")).has(`Yours is ${ada.id}.`)).toBe(true);
});

test("a player can claim the game after waiting seven days, and the opponent reads why", async () => {
  const { ada, ben, hers, his } = await matchedPair();
  const game = await begin(ada, ben);
  await answer(ada, game, true);
  const at = `/trivia/${game.id}`;
  let page = await hers.visit(at);
  expect(page.has(/If Ben doesn't move by .*, you can claim the game\./)).toBe(true);
  expect(page.buttons).not.toContain("Claim the game");
  await client.execute({
    sql: "update trivia_game set moved_at = moved_at - 604800000 where id = ?",
    args: [game.id],
  });
  expect((await his.visit(at)).buttons).not.toContain("Claim the game");
  page = await (await hers.visit(at)).press("Claim the game");
  expect(page.alerts).toContain("Game claimed");
  expect(page.has("Ben didn't move for 7 days.")).toBe(true);
});

test("a member practices alone, to the last round and again", async () => {
  const hers = openVisitor(await signUp("Ada"));
  let page = await (await hers.visit("/trivia")).press("Practice Alone");
  page.heading("Practice");
  expect([page.has("Question 1 of 5"), page.has(/0 of 0/)]).toEqual([true, false]);
  for (let number = 1; number <= 5; number++) {
    expect(page.has(`Question ${number} of 5`)).toBe(true);
    page = await answerOn(page, number !== 3);
    page.heading(number === 5 ? "Practice over" : number === 3 ? "Wrong" : "Right");
  }
  expect(page.has("4 of 5 right")).toBe(true);
  page = await page.press("Practice again");
  expect(page.has("Question 1 of 5")).toBe(true);
  // What isn't an address of practice leads to its start.
  page = await hers.visit("/trivia/practice?cards=1.2.3.4.99999&answer=%00");
  page = await page.press("Start");
  expect(page.has("Question 1 of 5")).toBe(true);
});

test("the challenge of a stranger stands apart, and asks for nothing", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  await begin(ben, ada);
  const page = await openVisitor(ada).visit("/trivia");
  page.heading("From somebody you haven't met");
  expect(page.has("Ben challenged you")).toBe(true);
  expect([page.has("Your Turn"), page.has("Your turn"), page.has("In Play")]).toEqual([false, false, false]);
});
