// Plans in the model: what two members agree on, what their friends read of it, and what is asked when its time comes.
import type { PLAN_ANSWERS } from "db/column-types";
import { describeDate, toDate, toTime } from "~/days";
import type { PlanChange, PlanState } from "~/models/conversation/plan/plan";
import type { Model } from "./model";
import { type Conversation, openOf, other, type Pair, Refused, type Who } from "./pair";
import { pairsOf } from "./reports";
import { earliestDay, type Show, venueOf } from "./shows";

type PlanAnswer = (typeof PLAN_ANSWERS)[number];
type At = { place: string; day: number; minutes: number };

export type Plan = At & {
  id: string;
  by: Who;
  createdAt: number;
  acceptedAt?: number;
  declinedAt?: number;
  cancelledBy?: Who;
  sentence?: string;
  /** When it stopped standing. */
  endedAt?: number;
  isReminded?: boolean;
  /** Whether both were asked if they met, and what they have answered. */
  isAsked?: boolean;
  answers: Record<Who, PlanAnswer>;
};

/** A link with which a member tells a friend. */
export type PlanLink = {
  id: string;
  by: Who;
  plan: Plan;
  note: string;
  askAt?: number;
  isAsked?: boolean;
  homeAt?: number;
  endedAt?: number;
  expiresAt: number;
};

/** The plan and the link that a step is about: the one that stands or the last one, and the member's own newest link. */
export type PlanAims = { plan: string; link: string };

/** Where a proposal is: a place in words, or a show. */
type Proposal = Omit<At, "place"> & { id: string; place: string | { show: string } };

const NONE = "none";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;
const ASKED_DAYS = 7;
const CALL_HOUR = 10;
/** How far the clocks of all members are ahead of UTC. */
const HOURS_AHEAD = 10;
/** Brisbane, whose clocks never change; it is just ten there when a scenario begins. */
export const TIME_ZONE = "Australia/Brisbane";

export function propose(model: Model, me: Who, you: Who, { id, day, minutes, place }: Proposal, now: number) {
  const { open } = plannable(model, me, you);
  const { plans } = open;
  if (plans.some((each) => each.id === id)) return;
  const show = typeof place === "string" ? undefined : model.shows.find((each) => each.id === place.show);
  if (typeof place !== "string" && !show) throw new Refused("invalid");
  const at = show
    ? { place: placeOf(model, show), day: show.day, minutes }
    : { place: String(place), day, minutes };
  if (at.day < earliestDay(now)) throw new Refused("invalid");
  const before = standing(open);
  if (before) before.endedAt = now;
  const plan: Plan = { ...at, id, by: me, createdAt: now, answers: {} };
  plans.push(plan);
  tell(model, open, you, plan, now);
}

/** One unread notification of a conversation's plans tells of the last that was changed. */
function tell(model: Model, { plans }: Conversation, to: Who, about: Plan, now: number) {
  model.notifications = model.notifications.filter(
    (each) =>
      each.to !== to || each.kind !== "plan" || each.isRead || !plans.some((plan) => plan === each.about),
  );
  model.notify({ to, kind: "plan", about, at: now, isRead: false });
}

function placeOf(model: Model, show: Show): string {
  return `${venueOf(model.member(show.by).name)}, ${show.town.split(",")[0]}`;
}

export function accept(model: Model, me: Who, you: Who, { plan: id }: PlanAims, now: number) {
  const { plan, open } = changeable(model, me, you, id, now);
  if (plan.by === me) throw new Refused("forbidden");
  if (plan.acceptedAt !== undefined) return;
  const agreed = agreedBefore(open, plan, now);
  plan.acceptedAt = now;
  if (agreed) moveLinks(open, agreed, plan);
  tell(model, open, you, plan, now);
}

export function decline(model: Model, me: Who, you: Who, { plan: id }: PlanAims, now: number) {
  const { plan, open } = changeable(model, me, you, id, now);
  if (plan.by === me) throw new Refused("forbidden");
  if (plan.acceptedAt !== undefined) throw new Refused("conflict");
  const agreed = agreedBefore(open, plan, now);
  Object.assign(plan, { declinedAt: now, endedAt: now });
  if (agreed) agreed.endedAt = undefined;
  tell(model, open, you, plan, now);
}

export function cancel(
  model: Model,
  me: Who,
  you: Who,
  { plan: id, sentence }: PlanAims & { sentence: string },
  now: number,
) {
  const { plan, open } = changeable(model, me, you, id, now);
  Object.assign(plan, { cancelledBy: me, sentence, endedAt: now });
  tell(model, open, you, plan, now);
}

/** A member opens the page of their plans with another. */
export function openPlans(model: Model, me: Who, you: Who) {
  const { open } = model.opened(me, you);
  if (!canPlan(model, me, you)) throw new Refused("absent");
  for (const plan of open.plans) model.markRead(me, plan);
}

export function answerPlan(
  model: Model,
  me: Who,
  you: Who,
  { plan: id, answer }: PlanAims & { answer: PlanAnswer },
  now: number,
) {
  const { open } = plannable(model, me, you);
  const plan = standing(open);
  if (plan?.id !== id || !plan.isAsked || isLongOver(plan, now)) throw new Refused("conflict");
  plan.answers[me] = answer;
}

export function makeLink(
  model: Model,
  me: Who,
  you: Who,
  made: { id: string; plan: string; note: string; askAt: number | undefined },
  now: number,
) {
  const { open } = plannable(model, me, you);
  const { links } = open;
  const same = links.find((each) => each.id === made.id);
  if (same && same.plan.id !== made.plan) throw new Refused("conflict");
  if (same && !isLive(model, me, you, same, now)) throw new Refused("absent");
  if (same) return;
  const plan = standing(open);
  if (plan?.id !== made.plan || plan.acceptedAt === undefined) throw new Refused("conflict");
  const begins = plan.day * DAY + plan.minutes * MINUTE - HOURS_AHEAD * HOUR;
  if (begins + DAY <= now) throw new Refused("conflict");
  const later = made.askAt === undefined ? undefined : made.askAt - plan.minutes;
  const askAt = later === undefined ? undefined : begins + later * MINUTE + (later > 0 ? 0 : DAY);
  links.push({ id: made.id, by: me, plan, note: made.note, askAt, expiresAt: begins + DAY });
}

export function endLink(model: Model, me: Who, you: Who, { link: id }: PlanAims, now: number) {
  findLink(model, me, you, id).link.endedAt = now;
}

export function sayHome(model: Model, me: Who, you: Who, { link: id }: PlanAims, now: number) {
  const { link, links } = findLink(model, me, you, id);
  if (!isLive(model, me, you, link, now)) throw new Refused("absent");
  for (const each of links)
    if (each.by === me && each.plan === link.plan) {
      each.homeAt ??= now;
      model.markRead(me, each);
    }
}

/** What the app does every minute: reminds of plans and asks about them, once their time has come. */
export function remindOfPlans(model: Model, now: number) {
  const local = now + HOURS_AHEAD * HOUR;
  const day = Math.floor(local / DAY);
  const isCalled = local % DAY >= CALL_HOUR * HOUR;
  const agreed = model.pairs.flatMap((pair) => {
    const plan = openPlan(pair);
    return plan?.acceptedAt === undefined ? [] : [{ pair, plan, acceptedAt: plan.acceptedAt }];
  });
  const since = day * DAY + (CALL_HOUR - HOURS_AHEAD) * HOUR;
  const still = model.pairs.flatMap((pair) => {
    const open = openOf(pair);
    const plans = open?.plans.filter((plan) => isInForce(open, plan)) ?? [];
    return plans.flatMap((plan) =>
      plan.acceptedAt === undefined ? [] : [{ pair, plan, acceptedAt: plan.acceptedAt }],
    );
  });
  for (const { pair, plan, acceptedAt } of still) {
    if (!isCalled || plan.isReminded || plan.day !== day + 1 || acceptedAt > since) continue;
    plan.isReminded = true;
    tellBoth(model, pair, "plan-reminder", plan, now);
  }
  const last = day - (isCalled ? 1 : 2);
  const today = Math.floor(now / DAY);
  const isOver = ({ plan }: { plan: Plan }) =>
    !plan.isAsked && plan.day <= today && plan.day >= today - ASKED_DAYS;
  if (agreed.some(isOver))
    for (const { pair, plan } of agreed) {
      if (plan.isAsked || plan.day > last || plan.day < last - ASKED_DAYS) continue;
      plan.isAsked = true;
      tellBoth(model, pair, "plan-met", plan, now);
    }
  for (const pair of model.pairs) askWhetherHome(model, pair, now);
}

function tellBoth(model: Model, pair: Pair, kind: "plan-reminder" | "plan-met", about: Plan, now: number) {
  if (!canPlan(model, pair.low, pair.high)) return;
  for (const to of [pair.low, pair.high]) model.notify({ to, kind, about, at: now, isRead: false });
}

function askWhetherHome(model: Model, pair: Pair, now: number) {
  const wanted = new Map<string, PlanLink>();
  for (const link of openOf(pair)?.links ?? []) {
    if (link.isAsked || link.askAt === undefined || link.askAt > now) continue;
    link.isAsked = true;
    const isWanted = link.homeAt === undefined && isLive(model, link.by, other(pair, link.by), link, now);
    const before = wanted.get(`${link.by} ${link.plan.id}`);
    // Of several the one whose time has come last.
    if (isWanted && (before?.askAt ?? 0) <= link.askAt) wanted.set(`${link.by} ${link.plan.id}`, link);
  }
  for (const about of wanted.values())
    model.notify({ to: about.by, kind: "plan-home", about, at: now, isRead: false });
}

/** A conversation's plan ends with what connects the two. */
export function endPlan(open: Conversation, now: number) {
  const plan = standing(open);
  if (plan) plan.endedAt = now;
}

/** The current plan, or else the newest, and the newest link of the member's own. */
export function aimAtPlans(model: Model, { who, whom }: { who: Who; whom: Who }): PlanAims {
  const open = who === whom ? undefined : openOf(model.pair(who, whom));
  const plan = open && (standing(open) ?? open.plans.at(-1));
  return { plan: plan?.id ?? NONE, link: open?.links.filter(({ by }) => by === who).at(-1)?.id ?? NONE };
}

/** Whether two members can plan something; the same for both. */
function canPlan(model: Model, me: Who, you: Who): boolean {
  const pair = model.pair(me, you);
  const open = openOf(pair);
  if (!open || !model.canView(me, pair, open)) return false;
  return (
    open.acceptedAt !== undefined && open.closedBy === undefined && !model.isGone(me) && !model.isGone(you)
  );
}

/** A member's plans with another: the one that is shown, and those before. */
export function viewPlans(model: Model, me: Who, now: number): string[] {
  return pairsOf(model, me)
    .flatMap((pair) => {
      const you = other(pair, me);
      const { plans = [], links = [] } = openOf(pair) ?? {};
      if (!canPlan(model, me, you)) return [];
      const current = plans.find(({ endedAt }) => endedAt === undefined) ?? plans.at(-1);
      const isShown = current && stateOf(current) !== "over" && !isLongOver(current, now);
      const own = links.filter((link) => link.by === me && isLive(model, me, you, link, now));
      return [
        ...plans.map((plan) => {
          const before = plans.filter((each) => isReplacedBy(each, plan)).at(-1);
          return describePlan({
            ...{ with: model.member(you).name, isShown: isShown === true && plan === current },
            ...{
              state: stateOf(plan),
              place: plan.place,
              date: toDate(plan.day),
              time: toTime(plan.minutes),
            },
            ...{ by: model.member(plan.by).name, changes: before ? changesOf(before, plan) : [] },
            cancelledBy: plan.cancelledBy === undefined ? null : model.member(plan.cancelledBy).name,
            sentence: plan.sentence ?? "",
            isAsked: stateOf(plan) === "accepted" && plan.isAsked === true && !isLongOver(plan, now),
            answer: plan.answers[me] ?? null,
          });
        }),
        ...(isShown
          ? own.map(({ note, homeAt, askAt }) => describeLink(note, localTime(askAt), localTime(homeAt)))
          : []),
      ];
    })
    .sort();
}

/** What all members' friends read. */
export function viewFriends(model: Model, now: number): string[] {
  return model.pairs
    .flatMap((pair) =>
      (openOf(pair)?.links ?? []).flatMap((link) => {
        const { by, plan, note, askAt, homeAt } = link;
        const you = other(pair, by);
        if (!isLive(model, by, you, link, now)) return [];
        return describeFriend({
          ...{ sharer: model.member(by).name, other: model.member(you).name, note },
          ...{ place: plan.place, date: toDate(plan.day), time: toTime(plan.minutes) },
          home: askAt || homeAt ? { since: localTime(homeAt) } : null,
        });
      }),
    )
    .sort();
}

/** What a notification about a plan says; undefined if it isn't there any more. */
export function describePlanNews(
  model: Model,
  me: Who,
  kind: "plan" | "plan-reminder" | "plan-met" | "plan-home",
  about: Plan | PlanLink,
): string | undefined {
  const isAbout = ({ plans, links }: Conversation) =>
    plans.some((each) => each === about) || links.some((each) => each === about);
  const pair = model.pairs.find(({ conversations }) => conversations.some(isAbout));
  const open = pair && openOf(pair);
  if (!pair || !open || !isAbout(open) || !canPlan(model, me, other(pair, me))) return undefined;
  if ("plan" in about) {
    const isOpen = about.homeAt === undefined && about.endedAt === undefined && isInForce(open, about.plan);
    return isOpen ? "Home safe? Tell your friend." : undefined;
  }
  const { name } = model.member(other(pair, me));
  const words = `${about.place} · ${describeDate(toDate(about.day))} · ${toTime(about.minutes)}`;
  const state = stateOf(about);
  if (kind === "plan-reminder") {
    const isAgreed = about.acceptedAt !== undefined && isInForce(open, about);
    return isAgreed ? `You're meeting ${name}: ${words}.` : undefined;
  }
  if (kind === "plan-met") {
    const isOpen = about.endedAt === undefined && about.answers[me] === undefined;
    return isOpen ? `Did you meet ${name}? Only you see your answer.` : undefined;
  }
  const texts: Record<PlanState, string | undefined> = {
    over: undefined,
    cancelled: `Your plan with ${name} was cancelled: ${words}.`,
    declined:
      about.by === me ? `${name} declined your plan: ${words}.` : `You declined ${name}'s plan: ${words}.`,
    accepted: `You're meeting ${name}: ${words}.`,
    proposed: about.by === me ? `You proposed: ${words}.` : `${name} proposes a plan: ${words}.`,
  };
  return texts[state];
}

/** A plan in a line. */
export function describePlan(plan: {
  with: string;
  isShown: boolean;
  state: PlanState;
  place: string;
  date: string;
  time: string;
  by: string;
  changes: PlanChange[];
  cancelledBy: string | null;
  sentence: string;
  isAsked: boolean;
  answer: PlanAnswer | null;
}): string {
  const { state, place, date, time, by, changes, cancelledBy, sentence, isAsked, answer } = plan;
  return [
    `${plan.isShown ? "now" : "before"} with ${plan.with}: ${state} ${place} ${date} ${time} by ${by}`,
    changes.length ? `changes ${changes}` : "",
    cancelledBy === null ? "" : `cancelled by ${cancelledBy}: ${sentence}`,
    `${isAsked ? "asked" : ""} ${answer ?? ""}`,
  ].join("; ");
}

export function describeLink(note: string, askAt: string | null, homeAt: string | null): string {
  return `a link: ${note}, asked ${askAt ?? "never"}, home ${homeAt ?? "not yet"}`;
}

/** What a friend reads in a line. */
export function describeFriend(read: {
  sharer: string;
  other: string;
  place: string;
  date: string;
  time: string;
  note: string;
  home: { since: string | null } | null;
}): string {
  const { sharer, place, date, time, note, home } = read;
  const said = home ? (home.since ? `home since ${home.since}` : "no answer yet") : "";
  return `${sharer} meets ${read.other} at ${place} on ${date} ${time}: ${note}; ${said}`;
}

function localTime(at: number): string;
function localTime(at: number | undefined): string | null;
function localTime(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at + HOURS_AHEAD * HOUR).toISOString().slice(0, 16);
}

function plannable(model: Model, me: Who, you: Who): { open: Conversation } {
  const { open } = model.opened(me, you);
  if (!canPlan(model, me, you)) throw new Refused("forbidden");
  return { open };
}

function changeable(model: Model, me: Who, you: Who, id: string, now: number) {
  const { open } = plannable(model, me, you);
  const plan = standing(open);
  if (plan?.id !== id || plan.day < earliestDay(now)) throw new Refused("conflict");
  return { open, plan };
}

function findLink(model: Model, me: Who, you: Who, id: string) {
  const conversations = me === you ? [] : model.pair(me, you).conversations;
  const links = conversations.flatMap((each) => each.links);
  const link = links.find((each) => each.id === id);
  if (link?.by !== me) throw new Refused("absent");
  return { link, links };
}

/** Whether a friend who opens a link reads of the plan. */
function isLive(
  model: Model,
  me: Who,
  you: Who,
  { endedAt, expiresAt, plan }: PlanLink,
  now: number,
): boolean {
  const open = openOf(model.pair(me, you));
  const isOpen = open?.plans.includes(plan) && isInForce(open, plan);
  return endedAt === undefined && expiresAt > now && isOpen === true && canPlan(model, me, you);
}

/** Whether a plan is current, or was agreed and nobody has answered the proposals that would change it. */
function isInForce({ plans }: Conversation, plan: Plan): boolean {
  const { endedAt, acceptedAt, cancelledBy } = plan;
  if (endedAt === undefined) return true;
  const later = plans.filter(({ createdAt }) => createdAt >= endedAt);
  const isAnswered = (each: Plan) =>
    each.acceptedAt !== undefined || each.declinedAt !== undefined || each.cancelledBy !== undefined;
  const isAgreed = acceptedAt !== undefined && cancelledBy === undefined;
  return isAgreed && later.some((each) => each.endedAt === undefined) && !later.some(isAnswered);
}

/** The agreed plan that a proposal would change, unless it is over. */
function agreedBefore(open: Conversation, plan: Plan, now: number): Plan | undefined {
  return open.plans.find((each) => each !== plan && isInForce(open, each) && each.day >= earliestDay(now));
}

function standing({ plans }: Conversation): Plan | undefined {
  return plans.find(({ endedAt }) => endedAt === undefined);
}

function openPlan(pair: Pair): Plan | undefined {
  const open = openOf(pair);
  return open && standing(open);
}

/** Those whose member is home stay with the plan before. */
function moveLinks({ links }: Conversation, from: Plan, to: Plan) {
  const later = (to.day - from.day) * DAY + (to.minutes - from.minutes) * MINUTE;
  for (const link of links) {
    if (link.plan !== from || link.homeAt !== undefined) continue;
    link.plan = to;
    link.expiresAt += later;
    link.isAsked = false;
    if (link.askAt !== undefined) link.askAt += later;
  }
}

/** Whether a plan stopped standing because another took its place. */
function isReplacedBy(before: Plan, after: Plan): boolean {
  const { endedAt, declinedAt, cancelledBy, day } = before;
  const isAt =
    before !== after && endedAt !== undefined && endedAt === after.createdAt && day >= earliestDay(endedAt);
  return isAt && declinedAt === undefined && cancelledBy === undefined;
}

function changesOf(before: Plan, after: Plan): PlanChange[] {
  const isChanged = {
    place: before.place !== after.place,
    date: before.day !== after.day,
    time: before.minutes !== after.minutes,
  };
  return (Object.keys(isChanged) as PlanChange[]).filter((change) => isChanged[change]);
}

function stateOf({ cancelledBy, declinedAt, endedAt, acceptedAt }: Plan): PlanState {
  if (cancelledBy !== undefined) return "cancelled";
  if (declinedAt !== undefined) return "declined";
  if (endedAt !== undefined) return "over";
  return acceptedAt === undefined ? "proposed" : "accepted";
}

/** Whether what is left to say of a plan was said. */
function isLongOver({ day, endedAt }: Plan, now: number): boolean {
  return day < earliestDay(now) - (endedAt === undefined ? ASKED_DAYS : 0);
}
