import { db } from "db/client.server";
import { type Anthem, QUESTIONS } from "db/column-types";
import { dailyAnswer, message } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { env } from "~/env.server";
import { artistKey } from "~/matching/artist-key";
import { knownArtist } from "~/matching/known-artists.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import { listMessages } from "~/models/conversation/message-list.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import { likeWithNote } from "~/models/match/like-with-note.server";
import { getMember, type Member } from "~/models/member/member.server";
import { dayOf } from "~/models/member/visit.server";
import { saveWishes } from "~/models/member/wishes.server";
import {
  answerVersion,
  deleteOldAnswers,
  getOwnAnswer,
  getShownAnswer,
  removeAnswer,
  saveAnswer,
} from "~/models/question/answer.server";
import { readQuestion } from "~/models/question/answer-list.server";
import { questionOf, questionTexts } from "~/models/question/question";
import { answerInput } from "~/models/question/question-schema";
import { blockMember } from "~/models/safety/block.server";
import { removable } from "~/models/safety/evidence/moderated-content.server";
import { findReported, quoteReported } from "~/models/safety/evidence/reported.server";
import { fileReport } from "~/models/safety/report.server";
import { reportAbout } from "~/models/safety/report-schema";
import { questionBank } from "~/models/trivia/question-bank.server";
import { CATEGORIES, DIFFICULTIES } from "~/models/trivia/trivia";
import { questionInput } from "~/models/trivia/trivia-schema";
import { addMember, addNewcomer, makeMatch } from "../../cast";
import { startCheckingService } from "../../fakes/checking-service";
import { plansOf } from "../../matching/plans";
import { countRows } from "../../rows";
import { evidenceOf } from "../safety/cases";

const DAY_MS = 86_400_000;
const question = questionOf(dayOf());

const answer = (who: Member, text: string, now?: number) =>
  saveAnswer(who.id, { question: questionOf(dayOf(now)), text, song: null }, undefined, now);

const seenBy = async (who: Member, now?: number) =>
  (await readQuestion(await getMember(who.id), now)).answers.map(
    ({ user, answer }) => `${user.firstName}: ${answer.text}`,
  );

const WISHES = {
  ...{ gender: null, genderWords: null, meets: [], meetAgeMin: null, meetAgeMax: null, purpose: null },
  ...{ showsWishes: false, consents: true },
};

async function addPair() {
  await db.delete(dailyAnswer);
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await answer(ada, "Hers");
  await answer(ben, "His");
  return { ada, ben };
}

test("every question has words of its own that fit a heading, and each day asks the next", () => {
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(40);
  const texts = Object.values(questionTexts).map(({ text }) => text);
  expect(new Set(texts).size).toBe(QUESTIONS.length);
  for (const text of texts) expect(text.length, text).toBeLessThanOrEqual(60);
  const asked = QUESTIONS.map((_, index) => questionOf(20_000 + index));
  expect(new Set(asked).size).toBe(QUESTIONS.length);
  const midnight = Date.UTC(2026, 10, 30);
  expect(questionOf(dayOf(midnight - 1))).not.toBe(questionOf(dayOf(midnight)));
});

describe("answers of others", () => {
  test("are seen after one's own, best match first, and are gone the next day", async () => {
    const { ada, ben } = await addPair();
    const dan = await addMember("Dan");
    expect(await seenBy(dan)).toEqual([]);
    await answer(dan, "Loud");
    expect(await seenBy(ada)).toEqual(["Ben: His", "Dan: Loud"]);
    expect(await seenBy(ada, Date.now() + DAY_MS)).toEqual([]);
    await removeAnswer(ada.id);
    expect(await seenBy(ada)).toEqual([]);
    expect(await seenBy(ben)).toEqual(["Dan: Loud"]);
    expect(await getShownAnswer(ada.id, ben.id)).toBeUndefined();
  });

  const ends: [string, (ada: Member, ben: Member) => Promise<unknown>][] = [
    ["a block", (ada, ben) => blockMember(ada.id, ben.id)],
    ["a block by the other", (ada, ben) => blockMember(ben.id, ada.id)],
    ["a pause", (ada) => setPaused(ada.id, true)],
    ["a pause of the other", (_, ben) => setPaused(ben.id, true)],
    [
      "an ended match",
      async (ada, ben) => {
        await makeMatch(ada, ben);
        await unmatch(ada.id, ben.id);
      },
    ],
    ["wishes", (ada) => saveWishes(ada.id, { ...WISHES, meets: ["woman"] })],
    ["wishes of the other", (_, ben) => saveWishes(ben.id, { ...WISHES, meets: ["woman"] })],
    ["ages", (ada) => saveWishes(ada.id, { ...WISHES, meetAgeMin: 40, meetAgeMax: 50 })],
    ["ages of the other", (_, ben) => saveWishes(ben.id, { ...WISHES, meetAgeMin: 40, meetAgeMax: 50 })],
  ];
  test.each(ends)("%s keeps both answers apart, on the list and on the pages", async (_, end) => {
    const { ada, ben } = await addPair();
    expect([await seenBy(ada), await seenBy(ben)]).toEqual([["Ben: His"], ["Ada: Hers"]]);
    await end(ada, ben);
    expect([await seenBy(ada), await seenBy(ben)]).toEqual([[], []]);
    expect([await getShownAnswer(ada.id, ben.id), await getShownAnswer(ben.id, ada.id)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("whoever passed sees no more of the other, who doesn't notice", async () => {
    const { ada, ben } = await addPair();
    await decideOn(ada.id, { targetUserId: ben.id, liked: false });
    expect([await seenBy(ada), await seenBy(ben)]).toEqual([[], ["Ada: Hers"]]);
  });

  test("a match sees it whatever either wishes since, and somebody without an age sees only matches", async () => {
    const { ada, ben } = await addPair();
    const cleo = await addNewcomer("Cleo");
    await answer(cleo, "Ageless");
    expect([await seenBy(cleo), await seenBy(ada)]).toEqual([[], ["Ben: His"]]);
    await makeMatch(cleo, ada);
    expect(await seenBy(cleo)).toEqual(["Ada: Hers"]);
    await makeMatch(ada, ben);
    await saveWishes(ben.id, { ...WISHES, meets: ["woman"] });
    expect((await seenBy(ada)).sort()).toEqual(["Ben: His", "Cleo: Ageless"]);
  });

  test("are read by indexes", async () => {
    const { ada } = await addPair();
    const viewer = await getMember(ada.id);
    const plan = await plansOf(() => readQuestion(viewer));
    expect(plan.filter((step) => /daily_answer/.test(step))).toEqual(
      expect.arrayContaining([expect.stringContaining("daily_answer_newest (day=? AND question=?)")]),
    );
    expect(plan.filter((step) => /^SCAN (member|daily_answer|candidate)\b/.test(step))).toEqual([]);
  });
});

describe("an answer", () => {
  let ada: Member;
  beforeEach(async () => {
    ada = await addMember("Ada");
  });

  const input = (typed: object) => answerInput.safeParse({ question, ...typed });

  test("is a line, a song or both, and never nothing", () => {
    const song: Anthem = { type: "song", artist: "Low", title: "Lullaby" };
    expect(input({ text: " A line " }).data).toEqual({ question, text: "A line", song: null });
    expect(input({ artist: "Low", title: "Lullaby" }).data).toEqual({ question, text: "", song });
    expect(
      input({ text: "Both", shareType: "youtube", url: "https://youtu.be/abcdefghijk" }).data?.song,
    ).toMatchObject({ type: "youtube", videoId: "abcdefghijk" });
  });

  test.each([
    ["Buy at https://spam.example", "Leave out links"],
    ["spam.com has it all", "Leave out links"],
    ["write to me@spam.example", "Leave out links"],
    ["+1 (503) 555-0123 4", "Leave out links"],
  ])("can't advertise: %s", async (text, message) => {
    await expect(answer(ada, text)).rejects.toMatchObject({
      code: "invalid",
      fields: { text: expect.stringContaining(message) },
    });
    const song: Anthem = { type: "song", artist: text, title: "Song" };
    await expect(saveAnswer(ada.id, { question, text: "", song })).toBeRefused("invalid");
    expect(await getOwnAnswer(ada.id)).toBeUndefined();
  });

  test("can't include a held word", async () => {
    const words = env.heldWords;
    env.heldWords = ["crypto"];
    await expect(answer(ada, "All about CRYPTO")).rejects.toMatchObject({
      fields: { text: "An answer can't include “crypto”." },
    });
    env.heldWords = words;
  });

  test("is one, however often and in however many windows it is sent", async () => {
    const version = answerVersion(undefined);
    const send = (text: string) => saveAnswer(ada.id, { question, text, song: null }, version);
    const texts = ["One", "One", "Two"];
    const sent = await Promise.allSettled(texts.map(send));
    const saved = (await getOwnAnswer(ada.id))?.text ?? "";
    for (const [index, text] of texts.entries())
      expect(sent[index]).toMatchObject(
        text === saved
          ? { status: "fulfilled" }
          : { reason: { code: "conflict", fields: { text: expect.stringContaining(saved) } } },
      );
    expect(await countRows(dailyAnswer, { memberId: ada.id })).toBe(1);
    await answer(ada, "Edited");
    expect(await getOwnAnswer(ada.id)).toEqual({ text: "Edited", song: null });
  });

  test("to yesterday's question is refused with both questions, and saves nothing", async () => {
    const tomorrow = Date.now() + DAY_MS;
    const late = saveAnswer(ada.id, { question, text: "Late", song: null }, undefined, tomorrow);
    const next = questionTexts[questionOf(dayOf(tomorrow))];
    await expect(late).rejects.toMatchObject({
      code: "conflict",
      fields: { text: `“${questionTexts[question]}” was yesterday's question. Today's is “${next}”.` },
    });
    expect(await countRows(dailyAnswer, { memberId: ada.id })).toBe(0);
  });

  test("is erased within two days", async () => {
    await answer(ada, "Kept");
    const kept = async (days: number) => {
      await deleteOldAnswers(Date.now() + days * DAY_MS);
      return countRows(dailyAnswer, { memberId: ada.id });
    };
    expect([await kept(1), await kept(2)]).toEqual([1, 0]);
  });

  test("is quoted by a like, which keeps its own copy, only by those who can read it", async () => {
    const ben = await addMember("Ben");
    await saveAnswer(ben.id, {
      question,
      text: "This one",
      song: { type: "song", artist: "Low", title: "Lullaby" },
    });
    const note = {
      targetUserId: ben.id,
      content: "Same here.",
      quote: { type: "answer" as const, question },
    };
    await expect(likeWithNote(ada.id, note)).rejects.toMatchObject({
      code: "invalid",
      fields: { quote: expect.anything() },
    });
    await answer(ada, "Mine");
    const { message: sent } = await likeWithNote(ada.id, note);
    const quoted = { type: "answer", question, answer: "This one\nLullaby by Low" };
    expect(sent?.metadata).toEqual(quoted);
    await removeAnswer(ben.id);
    const [saved] = await db
      .select({ metadata: message.metadata })
      .from(message)
      .where(eq(message.id, sent?.id ?? ""));
    expect(saved?.metadata).toEqual(quoted);
  });
});

test("an answer is reported by anyone who can read it, with its words as evidence, and is hidden wherever it was quoted", async () => {
  const { ada, ben } = await addPair();
  const stranger = await addMember("Dan");
  const about = reportAbout.parse(`answer:${ben.id}-${dayOf()}`);
  expect(await findReported(stranger.id, about)).toBeUndefined();
  expect(await quoteReported(ada.id, about)).toEqual({ text: "His" });
  const note = { content: "Same here.", quote: { type: "answer" as const, question } };
  const { message: sent } = await likeWithNote(ada.id, { ...note, targetUserId: ben.id });
  const input = { about, reason: "spam" as const, words: "", alsoBlock: false };
  const { report } = await fileReport(ada.id, input);
  const kept = { day: dayOf(), question, text: "His", song: null };
  expect((await evidenceOf(report.id)).answer).toEqual(kept);
  await transaction((tx) => removable("answer").remove(tx, ben.id, { kind: "answer", answers: [kept] }));
  expect(await getOwnAnswer(ben.id)).toBeUndefined();
  const quoteIn = async () =>
    (await listMessages(ada.id, sent?.conversationId ?? ""))?.map(({ metadata }) => metadata);
  expect(await quoteIn()).toEqual([{ type: "answer", question, answer: null }]);
  await transaction((tx) => removable("answer").restore(tx, ben.id, { kind: "answer", answers: [kept] }));
  expect(await quoteIn()).toEqual([{ type: "answer", question, answer: "His" }]);
  for (const id of ["1", "x-1", `${ben.id}`, `${ben.id}-`, "1234567890123456-1"])
    expect(reportAbout.safeParse(`answer:${id}`).success, id).toBe(false);
});

test("an answer is judged once by the checking service, whose reason stands at the field", async () => {
  const ada = await addMember("Ada");
  const service = await startCheckingService();
  onTestFinished(() => {
    service.close();
    env.checkingService = undefined;
  });
  env.checkingService = { url: service.address, secret: service.secret, onFailure: "hold" };
  await answer(ada, "Marquee Moon");
  await answer(ada, "Marquee Moon");
  expect(service.asked).toEqual([expect.objectContaining({ kind: "message", text: "Marquee Moon" })]);
  service.answer("hold", "It is rude");
  await expect(answer(ada, "Adventure")).rejects.toMatchObject({
    code: "invalid",
    fields: { text: "This answer can't be shown: It is rude" },
  });
  service.answer("fine", "", (given) => ({ ...given, signature: "forged" }));
  await expect(answer(ada, "Adventure")).toBeRefused("unavailable");
  expect(await getOwnAnswer(ada.id)).toMatchObject({ text: "Marquee Moon" });
});

const cells = CATEGORIES.flatMap((category) =>
  DIFFICULTIES.map((difficulty) => [category, difficulty] as const),
);

test("the bank has at least 200 questions", () => {
  expect(questionBank.length).toBeGreaterThanOrEqual(200);
});

test.each(cells)("%s has at least ten %s questions", (category, difficulty) => {
  const cell = questionBank.filter((each) => each.category === category && each.difficulty === difficulty);
  expect(cell.length).toBeGreaterThanOrEqual(10);
});

test("no question occurs twice, in any spelling", () => {
  const words = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
  expect(new Set(questionBank.map(({ question }) => words(question))).size).toBe(questionBank.length);
});

test("four of five questions are about artists of our own list", () => {
  const known = questionBank.filter(({ artistKeys }) => artistKeys.some(knownArtist));
  expect(known.length).toBeGreaterThan(0.8 * questionBank.length);
});

test("a question whose answer is a known artist is about them", () => {
  const astray = questionBank.filter(
    ({ category, correctAnswer, artistKeys }) =>
      category === "artist" &&
      knownArtist(artistKey(correctAnswer)) &&
      !artistKeys.includes(artistKey(correctAnswer)),
  );
  expect(astray).toEqual([]);
});

test("each is a valid question with four different answers, and does not contain them", () => {
  for (const { question, correctAnswer, others, category, difficulty } of questionBank) {
    const options = [correctAnswer, ...others];
    expect(new Set(options.map((option) => option.toLowerCase())).size, question).toBe(4);
    expect(options, question).toHaveLength(4);
    const sent = { gameId: "game", roundNumber: 1, question, correctAnswer, options, category, difficulty };
    expect(questionInput.safeParse(sent).success, question).toBe(true);
    expect(question).toMatch(/^[A-Z].*\?$/);
    for (const option of options) {
      expect(option, question).toBe(option.trim());
      if (category === "year") expect(option, question).toMatch(/^(19|20)\d\d$/);
      expect(question.toLowerCase()).not.toContain(option.toLowerCase());
    }
  }
});
