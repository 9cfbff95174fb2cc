// Deals questions of the bank to members.
import { triviaSeen } from "db/schema";
import type { Tx } from "db/transaction.server";
import { sql } from "drizzle-orm";
import { type BankQuestion, questionBank } from "./question-bank.server";
import { DIFFICULTIES, ROUNDS } from "./trivia";

/**
 * Deals five questions of a deck, easy ones first, that none of the members has seen, or has not seen for the longest time.
 * Among those, questions about the preferred artists come first, of several lists in their order, and the categories take
 * turns.
 */
export async function dealQuestions(
  tx: Tx,
  memberIds: number[],
  { deck = questionBank, preferredKeys = [] }: { deck?: BankQuestion[]; preferredKeys?: string[][] },
): Promise<BankQuestion[]> {
  const preferred = preferredKeys.map((keys) => new Set(keys));
  const rankOf = (keys: string[]) => {
    const rank = preferred.findIndex((list) => keys.some((key) => list.has(key)));
    return rank < 0 ? preferred.length : rank;
  };
  const cards = deck.map(({ question, category, artistKeys }) => ({
    ...{ question, category },
    rank: rankOf(artistKeys),
  }));
  const dealt = await tx.all<{ question: string }>(sql`
    select question from (
      select question, seen_at, rank,
        row_number() over (partition by seen_at, rank, category order by random()) as turn
      from (
        select value ->> 'question' as question, value ->> 'category' as category,
          value ->> 'rank' as rank, coalesce((
            select max(seen_at) from trivia_seen
            where member_id in ${memberIds} and question = value ->> 'question'), 0) as seen_at
        from json_each(${JSON.stringify(cards)})))
    order by seen_at, rank, turn, random() limit ${ROUNDS}`);
  const seenAt = new Date();
  await tx
    .insert(triviaSeen)
    .values(dealt.flatMap(({ question }) => memberIds.map((memberId) => ({ memberId, question, seenAt }))))
    .onConflictDoUpdate({ target: [triviaSeen.memberId, triviaSeen.question], set: { seenAt } });
  const questions = deck.filter(({ question }) => dealt.some((each) => each.question === question));
  const steps = shuffle(questions).map((each) => ({ each, step: DIFFICULTIES.indexOf(each.difficulty) }));
  return steps.sort((one, other) => one.step - other.step).map(({ each }) => each);
}

/** These items in a random order. */
export function shuffle<Item>(items: Item[]): Item[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(Math.floor(Math.random() * rest.length), 1));
}
