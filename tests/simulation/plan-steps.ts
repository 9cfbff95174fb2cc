// Plans in a simulation: what two members agree on, what their friends open, and whether a plan ends with what connects them.

import { isDeepStrictEqual } from "node:util";
import { db } from "db/client.server";
import { PLAN_ANSWERS } from "db/column-types";
import { planLink } from "db/schema";
import { sql } from "drizzle-orm";
import {
  acceptPlan,
  cancelPlan,
  declinePlan,
  getPlan,
  listPlans,
  proposePlan,
} from "~/models/conversation/plan/plan.server";
import { answerPlan } from "~/models/conversation/plan/plan-answer.server";
import {
  addPlanLink,
  endPlanLink,
  listPlanLinks,
  sayHome,
  viewSharedPlan,
} from "~/models/conversation/plan/plan-link.server";
import { askWhetherHome, remindOfPlans } from "~/models/conversation/plan/plan-reminders.server";
import { markSeen } from "~/models/notification/notification-reading.server";
import { notFoundRefusal } from "~/refusal";
import * as model from "./plans";
import { dayIn } from "./show-steps";
import type { Ids, Kind, Step } from "./steps";

const done = () => undefined;

const idIn = ({ who, whom, number }: Step) => `${who} ${whom} ${number}`;
const minutesIn = ({ text }: Step) => (19 * 60 + 30 + text.length) % 1440;
const isOfShow = ({ number }: Step) => number % 2 === 1;
const answerIn = ({ number }: Step) => PLAN_ANSWERS[number % PLAN_ANSWERS.length] ?? "yes";
/** Past midnight for some, which is the day after, and never for others. */
const askAtIn = ({ number }: Step) => (number === 4 ? undefined : number % 2 ? 30 : 1380);
const planOf = ({ idOf }: Ids, { aims }: Step) => idOf(`plan ${aims.plan}`);
const linkOf = ({ idOf }: Ids, { aims }: Step) => idOf(`link ${aims.link}`);

export const planKinds = {
  proposePlan: {
    weight: 50,
    predict: (community, step, now) => {
      const place = isOfShow(step) ? { show: step.aims.show } : `${step.text} Bar`;
      const plan = { id: idIn(step), day: dayIn(step), minutes: minutesIn(step), place };
      return model.propose(community, step.who, step.whom, plan, now);
    },
    take: ({ me, conversation, idOf }, step) => {
      const at = isOfShow(step)
        ? { showId: idOf(`show ${step.aims.show}`), place: "", date: null }
        : { showId: undefined, place: `${step.text} Bar`, date: dayIn(step) };
      const input = { id: idOf(`plan ${idIn(step)}`), ...at, time: minutesIn(step) };
      return proposePlan(me, conversation, input).then(done);
    },
  },
  acceptPlan: {
    weight: 70,
    predict: (community, { who, whom, aims }, now) => model.accept(community, who, whom, aims, now),
    take: (ids, step) => acceptPlan(ids.me, ids.conversation, planOf(ids, step)).then(done),
  },
  declinePlan: {
    weight: 15,
    predict: (community, { who, whom, aims }, now) => model.decline(community, who, whom, aims, now),
    take: (ids, step) => declinePlan(ids.me, ids.conversation, planOf(ids, step)).then(done),
  },
  cancelPlan: {
    weight: 15,
    predict: (community, { who, whom, text, aims }, now) =>
      model.cancel(community, who, whom, { ...aims, sentence: text }, now),
    take: (ids, step) =>
      cancelPlan(ids.me, ids.conversation, { planId: planOf(ids, step), sentence: step.text }).then(done),
  },
  openPlans: {
    weight: 15,
    predict: (community, { who, whom }) => model.openPlans(community, who, whom),
    take: async ({ me, conversation }) => {
      const found = await listPlans(me, conversation);
      if (!found) throw notFoundRefusal();
      const ids = [found.plan ?? [], found.earlier].flat().map(({ id }) => id);
      await markSeen(me, ["plan"], ids);
    },
  },
  answerPlan: {
    weight: 40,
    predict: (community, step, now) =>
      model.answerPlan(community, step.who, step.whom, { ...step.aims, answer: answerIn(step) }, now),
    take: (ids, step) =>
      answerPlan(ids.me, ids.conversation, { planId: planOf(ids, step), answer: answerIn(step) }),
  },
  makeLink: {
    weight: 60,
    predict: (community, step, now) => {
      const { who, whom, text, aims } = step;
      const made = { id: idIn(step), plan: aims.plan, note: text, askAt: askAtIn(step) };
      return model.makeLink(community, who, whom, made, now);
    },
    take: (ids, step) =>
      addPlanLink(ids.me, ids.conversation, {
        ...{ id: ids.idOf(`link ${idIn(step)}`), planId: planOf(ids, step), note: step.text },
        ...{ askAt: askAtIn(step) ?? null, timeZone: "" },
      }).then(done),
  },
  endLink: {
    weight: 12,
    predict: (community, { who, whom, aims }, now) => model.endLink(community, who, whom, aims, now),
    take: (ids, step) => endPlanLink(ids.me, linkOf(ids, step)),
  },
  sayHome: {
    weight: 30,
    predict: (community, { who, whom, aims }, now) => model.sayHome(community, who, whom, aims, now),
    take: (ids, step) => sayHome(ids.me, linkOf(ids, step)),
  },
  /** What the app does every minute. */
  remindOfPlans: {
    weight: 40,
    isJob: true,
    predict: (community, _, now) => model.remindOfPlans(community, now),
    take: async () => {
      await remindOfPlans();
      await askWhetherHome();
    },
  },
} satisfies Record<string, Kind>;

/** The keys of links that members have been shown, by the ids of the links. */
const keys = new Map<string, string>();

/** A member's plans in these conversations, each with the name of the other, and the links to the plan that is shown. */
export async function readPlans(
  me: number,
  conversations: { id: string; name: string }[],
  nameOf: (id: string) => string,
): Promise<string[]> {
  const lines = conversations.map(async ({ id, name }) => {
    const found = await listPlans(me, id);
    const { plan, earlier } = found ?? { plan: null, earlier: [] };
    const links = plan ? await listPlanLinks(me, id) : [];
    for (const { id, url } of links) keys.set(id, url.split("/").at(-1) ?? "");
    const isSame = isDeepStrictEqual(await getPlan(me, id), plan);
    return [
      ...[plan ?? [], earlier].flat().map(({ proposedBy, cancelledBy, ...each }) =>
        model.describePlan({
          ...each,
          ...{ with: name, isShown: each.id === plan?.id, by: nameOf(proposedBy) },
          cancelledBy: cancelledBy && nameOf(cancelledBy),
        }),
      ),
      ...links.map(({ note, askAt, homeAt }) => model.describeLink(note, askAt, homeAt)),
      ...(isSame ? [] : [`the chat with ${name} has another plan`]),
    ];
  });
  return (await Promise.all(lines)).flat().sort();
}

/** What friends read who open the links that members have been shown. */
export async function readFriends(): Promise<string[]> {
  const links = await db.select({ id: planLink.id }).from(planLink);
  const pages = await Promise.all(links.map(({ id }) => viewSharedPlan(keys.get(id) ?? "")));
  return pages.flatMap((page) => (page ? model.describeFriend(page) : [])).sort();
}

/** Throws if a plan stands between members whom nothing connects any more, or who have said goodbye. */
export async function checkPlansEnd() {
  const wrong = await db.all(
    sql`select plan.id from plan
      join conversation on conversation.id = conversation_id
      where plan.ended_at is null and (conversation.ended_at is not null or closed_at is not null or exists (
        select 1 from ended_connection where low_id = conversation.low_id and high_id = conversation.high_id))`,
  );
  if (wrong.length) throw new Error(`Plans stand that have ended: ${JSON.stringify(wrong)}`);
}
