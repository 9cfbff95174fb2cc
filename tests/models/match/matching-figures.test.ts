// How evenly members are shown and answered, against counts by hand.
import { client, db } from "db/client.server";
import { conversation, decision, member, message, plan, planAnswer } from "db/schema";
import { inArray } from "drizzle-orm";
import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Months } from "~/components/match/matching-cards";
import { DAY_MS } from "~/durations";
import { inLanguage } from "~/language/language.server";
import { makeQuery } from "~/matching/query";
import { discover } from "~/models/match/discover.server";
import { countPlaces } from "~/models/match/first-pages.server";
import { shareOf, spreadOf as spreadOfTally, tallyOf } from "~/models/match/matching-figures";
import { countMonths } from "~/models/match/month-figures.server";
import { addMember, removeEverybody } from "../../matching/members";

const spreadOf = (amounts: number[]) => spreadOfTally(tallyOf(amounts));

test("places that are alike have a Gini of 0, and one who has all nearly 1", () => {
  expect(spreadOf(Array(100).fill(3))).toMatchObject({ gini: 0, none: null, sums: [20, 40, 60, 80, 100] });
  const one = spreadOf([...Array<number>(99).fill(0), 5]);
  expect(one).toEqual({ gini: 0.99, top: { share: 100, percent: 20 }, none: null, sums: [0, 0, 0, 0, 100] });
  expect(spreadOf([1, 2, 3, 4, ...Array<number>(36).fill(5)]).gini).toBe(0.05);
});

test("the Gini is the mean difference of all pairs over twice the mean", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { minLength: 20, maxLength: 60 }), (amounts) => {
      fc.pre(amounts.some((amount) => amount > 0));
      const total = amounts.reduce((sum, amount) => sum + amount, 0);
      const differences = amounts.flatMap((one) => amounts.map((other) => Math.abs(one - other)));
      const mean = differences.reduce((sum, each) => sum + each, 0) / (2 * amounts.length * total);
      expect(spreadOf(amounts).gini).toBeCloseTo(mean, 1);
      expect(spreadOf(amounts).sums.at(-1) ?? 100).toBe(100);
    }),
  );
});

test("what is about fewer than twenty people isn't told", () => {
  expect(spreadOf(Array(19).fill(1))).toMatchObject({
    gini: null,
    top: { share: null },
    none: null,
    sums: [],
  });
  // Of 30, the other ten of the twenty most shown would be told.
  expect(spreadOf(Array(30).fill(1)).top.share).toBeNull();
  expect(spreadOf([...Array<number>(19).fill(0), ...Array<number>(30).fill(1)]).none).toBeNull();
  expect(spreadOf([...Array<number>(20).fill(0), ...Array<number>(20).fill(1)]).none).toBe(50);
  expect([shareOf(3, 4, 20), shareOf(3, 4, 19), shareOf(0, 0, 20)]).toEqual([75, null, null]);
});

const APRIL = Date.UTC(2031, 3, 1);
const at = (day: number, hours = 0) => new Date(APRIL + (day - 1) * DAY_MS + hours * 3_600_000);

/** 120 members, of whom every other is new in April; they like, write and plan in circles, some in time and some too late. */
async function addApril() {
  await removeEverybody();
  const ids = Array.from({ length: 120 }, (_, index) => index + 1);
  for (const id of ids) await addMember(id);
  await db.update(member).set({ newUntil: new Date(0) });
  await db
    .update(member)
    .set({ newUntil: at(20) })
    .where(
      inArray(
        member.id,
        ids.filter((id) => id % 2),
      ),
    );
  const next = (id: number, steps: number) => ((id - 1 + steps) % 120) + 1;
  for (const id of ids) {
    const like = (target: number, liked: boolean, decidedAt: Date) => ({
      memberId: id,
      targetId: target,
      liked,
      decidedAt,
    });
    await db
      .insert(decision)
      .values([
        like(next(id, 1), id % 5 > 0, at((id % 30) + 1)),
        // Answers those: a week later less an hour, a week later, or before.
        like(
          next(id, 119),
          id % 3 > 0,
          at(((id - 2 + 120) % 30) + 1 + (id % 4 === 0 ? -40 : 7), id % 2 ? -1 : 0),
        ),
        like(((id * 7) % 5) + 1 === id ? 30 : ((id * 7) % 5) + 1, true, at(id - 10)),
      ])
      .onConflictDoNothing();
    if (id > 110) continue;
    const [lowId, highId] = [id, id + 10].sort((a, b) => a - b) as [number, number];
    const conversationId = `talk-${id}`;
    const startedAt = at((id % 55) - 5);
    await db.insert(conversation).values({
      id: conversationId,
      lowId,
      highId,
      startedBy: id,
      acceptedAt: startedAt,
      createdAt: startedAt,
    });
    const words = (senderId: number, createdAt: Date, number: number) => ({
      ...{ id: `m-${id}-${number}`, conversationId, senderId, content: "Hi", createdAt, number },
    });
    await db
      .insert(message)
      .values([
        words(id, startedAt, 1),
        words(id, new Date(startedAt.getTime() + 1000), 2),
        ...(id % 4 ? [words(id + 10, new Date(startedAt.getTime() + 7 * DAY_MS - (id % 3 ? 1 : 0)), 3)] : []),
      ]);
    await db.insert(plan).values({
      ...{
        id: `plan-${id}`,
        conversationId,
        place: "The Know",
        day: APRIL / DAY_MS + (id % 55) - 6,
        minutes: 1200,
      },
      ...{ proposedBy: id, createdAt: startedAt, endedAt: at(60) },
      acceptedAt: id % 7 ? startedAt : null,
      cancelledAt: id % 11 ? null : startedAt,
    });
    if (id % 4)
      await db.insert(planAnswer).values({
        planId: `plan-${id}`,
        memberId: id,
        answer: id % 10 === 1 ? "no" : "yes",
        answeredAt: at(40),
      });
  }
}

async function readNumber(sql: string): Promise<number> {
  return Number((await client.execute(sql)).rows[0]?.[0]);
}

test("a month's figures are those that a count by hand finds", async () => {
  await addApril();
  const [april, ...others] = await countMonths(new Date(Date.UTC(2031, 4, 8)), makeQuery(client));
  expect([april, ...others].map((each) => each?.month)).toEqual(["2031-04", "2031-03", "2031-02"]);
  const week = 7 * DAY_MS;
  const [from, to] = [APRIL, Date.UTC(2031, 4, 1)];
  for (const [group, who] of [
    ["all", (id: string) => `${id} > 0`],
    ["newcomers", (id: string) => `${id} % 2 = 1`],
  ] as const) {
    const likes = `from decision a where liked and decided_at >= ${from} and decided_at < ${to} and ${who("member_id")}`;
    const isLiked = `(select count(*) from decision b where b.liked and b.member_id = a.target_id
      and b.target_id = a.member_id and b.decided_at - a.decided_at < ${week}) > 0`;
    const firsts = `from message a where number = 1 and created_at >= ${from} and created_at < ${to} and ${who("sender_id")}`;
    const isAnswered = `(select min(created_at) from message b where b.conversation_id = a.conversation_id
      and b.sender_id <> a.sender_id) - a.created_at < ${week}`;
    const plans = `from plan join conversation on conversation.id = plan.conversation_id
      where day between ${from / DAY_MS} and ${to / DAY_MS - 1} and plan.accepted_at > 0 and cancelled_at is null
        and (${who("low_id")} or ${who("high_id")})`;
    const hasMet = "plan.id in (select plan_id from plan_answer where answer = 'yes')";
    const share = async (rows: string, condition: string) => {
      const [all, part] = [
        await readNumber(`select count(*) ${rows}`),
        await readNumber(`select count(*) ${rows} and ${condition}`),
      ];
      expect(part).toBeGreaterThan(0);
      expect(part).toBeLessThan(all);
      return Math.round((100 * part) / all);
    };
    const received = likes.replace(who("member_id"), who("target_id"));
    const mostLiked = await readNumber(
      `select sum(n) from (select count(*) as n ${received} group by target_id order by n desc limit 20)`,
    );
    const top = Math.round((100 * mostLiked) / (await readNumber(`select count(*) ${received}`)));
    const people = await readNumber(`select count(distinct target_id) ${received}`);
    expect(april?.[group]).toEqual({
      mostLiked: { share: people - 20 >= 20 ? top : null, percent: Math.ceil(2000 / people) },
      likes: await share(likes, isLiked),
      messages: await share(firsts, isAnswered),
      plans: await share(plans, hasMet),
    });
  }
  const nothing = { mostLiked: { share: null }, likes: null, messages: null, plans: null };
  expect(others[1]).toMatchObject({ all: nothing, newcomers: nothing });
});

test("a month is counted once it has been over for a week", async () => {
  const query = makeQuery(client);
  const newest = async (day: number) =>
    (await countMonths(new Date(Date.UTC(2031, 4, day)), query))[0]?.month;
  expect([await newest(7), await newest(8)]).toEqual(["2031-03", "2031-04"]);
});

test("a month that a reader of another language has had counted is named in each reader's own", async () => {
  const now = new Date(Date.UTC(2031, 4, 8));
  const [april] = await inLanguage("es", () => countMonths(now, makeQuery(client)));
  const months = april ? [{ ...april, all: { ...april.all, likes: 40 } }] : [];
  const show = () => renderToStaticMarkup(createElement(Months, { months }));
  expect([show(), inLanguage("es", show)]).toEqual([
    expect.stringContaining("April 2031"),
    expect.stringContaining("abril de 2031"),
  ]);
});

test("places are those on the first 20 of everybody's Discover", async () => {
  await removeEverybody();
  for (let id = 1; id <= 70; id++)
    await addMember(
      id,
      { cell: id % 3 ? 1000 : null },
      { artists: [`Artist ${id % 9}`, `Other ${id % 4}`], genres: ["Rock"] },
    );
  const places = new Array<number>(70).fill(0);
  for (let id = 1; id <= 70; id++) {
    const filters = { ageMin: 18, ageMax: 35, maxDistance: 25, minCompatibility: 70 };
    const { members } = await discover(id, filters);
    expect(members.length).toBeGreaterThan(0);
    for (const shown of members) places[Number(shown.id) - 1] = (places[Number(shown.id) - 1] ?? 0) + 1;
  }
  expect((await countPlaces(new Date("2031-05-08"))).all).toEqual(spreadOf(places));
});
