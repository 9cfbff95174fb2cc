// What members do in a simulation: the steps that a seed makes up, and what each is for the model and for the app.
import { randomUUID } from "node:crypto";
import { REACTIONS, type ReactionKind } from "db/column-types";
import fc from "fast-check";
import { deleteAccount, restoreAccount } from "~/models/account/leaving/deletion.server";
import { setPaused } from "~/models/account/leaving/pause.server";
import { reopenConversation, sayGoodbye } from "~/models/conversation/goodbye.server";
import { addMessage } from "~/models/conversation/message.server";
import { react as reactInApp } from "~/models/conversation/reaction.server";
import { markRead } from "~/models/conversation/read-marker.server";
import {
  acceptRequest,
  declineRequest,
  restoreRequest,
  startConversation,
} from "~/models/conversation/request.server";
import { decideOn, undoDecision, unmatch } from "~/models/match/decision.server";
import { likeWithNote as sendNote } from "~/models/match/like-with-note.server";
import { markMatchSeen } from "~/models/match/match.server";
import { blockMember, unblockMember } from "~/models/safety/block.server";
import { arrivalKinds } from "./arrival-steps";
import { type ArrivalAims, aimAtArrivals } from "./arrivals";
import { fileKinds } from "./file-steps";
import { type GameIds, gameKinds } from "./game-steps";
import { aimAtGames, type GameAims } from "./games";
import type { Model } from "./model";
import { ANSWERED, likeWithNote } from "./notes";
import type { Who } from "./pair";
import { planKinds } from "./plan-steps";
import { aimAtPlans, type PlanAims } from "./plans";
import { aimAtPlaylists, type PlaylistAims, playlistKinds } from "./playlist-steps";
import { aimAtMessage, type ReactionAims, react } from "./reactions";
import { aimAtQuoted, type ReplyAims } from "./replies";
import { replyKinds } from "./reply-steps";
import { reportKinds } from "./report-steps";
import { aimAtReports, type ReportAims } from "./reports";
import { searchKinds } from "./search-steps";
import { showKinds } from "./show-steps";
import { aimAtShows, type ShowAims } from "./shows";

/** What the app needs to know to take a step: ids instead of numbers. */
export type Ids = {
  me: number;
  you: number;
  conversation: string;
  message: string;
  game: GameIds;
  moderator: number;
  openCase: string;
  /** The names of all members, by their numbers. */
  names: string[];
  /** The id of a thing that members name themselves. */
  idOf: (thing: string) => string;
};

export type Kind = {
  /** How often it happens beside the others. */
  weight: number;
  /** Members who have deleted their account do nothing else than come back. */
  isForDeleted?: true;
  /** The app does it by itself, in more than one change: what fails on the way may have done some of it. */
  isJob?: true;
  predict: (model: Model, step: Step, now: number) => unknown;
  take: (ids: Ids, step: Step) => Promise<unknown>;
};

const done = () => undefined;

/** Chosen by the text, of which a step has one of three. */
export function reactionOf(text: string): ReactionKind {
  return REACTIONS[text.charCodeAt(0) % REACTIONS.length] as ReactionKind;
}

/** The message that a step reacts to; a random id if there is none. */
export function reactedMessage({ idOf }: Ids, { who, whom, aims: { reacted } }: Step): string {
  if (!reacted) return randomUUID();
  const to = reacted.from === who ? whom : who;
  return idOf(`message ${reacted.from} ${to} ${reacted.id.split(" ").at(-1)}`);
}

/** The message that a step quotes; a random id if there is none. */
export function quotedMessage({ idOf }: Ids, { aims: { quoted } }: Step): string {
  if (!quoted) return randomUUID();
  return idOf(`message ${quoted.from} ${quoted.to} ${quoted.id.split(" ").at(-1)}`);
}

const talkKinds = {
  like: {
    weight: 20,
    predict: (model, { who, whom }, now) => model.decide(who, whom, true, now),
    take: ({ me, you }) => decideOn(me, { targetUserId: you, liked: true }),
  },
  pass: {
    weight: 2,
    predict: (model, { who, whom }, now) => model.decide(who, whom, false, now),
    take: ({ me, you }) => decideOn(me, { targetUserId: you, liked: false }),
  },
  undo: {
    weight: 2,
    predict: (model, { who, whom }) => model.undo(who, whom),
    take: ({ me, you }) => undoDecision(me, you),
  },
  unmatch: {
    weight: 1,
    predict: (model, { who, whom }, now) => model.unmatch(who, whom, now),
    take: ({ me, you }) => unmatch(me, you),
  },
  start: {
    weight: 15,
    predict: (model, { who, whom }, now) => model.start(who, whom, now),
    take: ({ me, you }) => startConversation(me, you).then(done),
  },
  send: {
    weight: 30,
    predict: (model, { who, whom, text, number }, now) =>
      model.send(who, whom, { id: `${who} ${number}`, from: who, text, sentAt: now }, now),
    take: ({ me, conversation, message }, { text }) =>
      addMessage(me, conversation, { id: message, content: text }).then(done),
  },
  note: {
    weight: 12,
    predict: (model, { who, whom, text, number }, now) =>
      likeWithNote(model, who, whom, { id: `${who} ${number}`, from: who, text, sentAt: now }, now),
    take: async ({ me, you, message }, { text }) => {
      const quote = { type: "prompt", prompt: ANSWERED } as const;
      const sending = sendNote(me, { targetUserId: you, id: message, content: text, quote });
      const { mutual, message: sent } = await sending;
      return { mutual, isSent: sent !== null };
    },
  },
  goodbye: {
    weight: 4,
    predict: (model, { who, whom, text, number }, now) =>
      model.sayGoodbye(who, whom, { id: `${who} ${number}`, from: who, text, sentAt: now }, now),
    take: ({ me, conversation, message }, { text }) =>
      sayGoodbye(me, conversation, { id: message, content: text }).then(done),
  },
  reopen: {
    weight: 6,
    predict: (model, { who, whom }) => model.reopen(who, whom),
    take: ({ me, conversation }) => reopenConversation(me, conversation),
  },
  accept: {
    weight: 5,
    predict: (model, { who, whom }, now) => model.accept(who, whom, now),
    take: ({ me, conversation }) => acceptRequest(me, conversation),
  },
  decline: {
    weight: 3,
    predict: (model, { who, whom }, now) => model.decline(who, whom, now),
    take: ({ me, conversation }) => declineRequest(me, conversation).then(done),
  },
  restore: {
    weight: 3,
    predict: (model, { who, whom }) => model.restore(who, whom),
    take: ({ me, conversation }) => restoreRequest(me, conversation),
  },
  read: {
    weight: 10,
    predict: (model, { who, whom, number }) => model.read(who, whom, number),
    take: ({ me, conversation }, { number }) => markRead(me, conversation, number),
  },
  react: {
    weight: 15,
    predict: (model, { who, whom, text, aims }, now) => react(model, who, whom, reactionOf(text), aims, now),
    take: (ids, step) => reactInApp(ids.me, reactedMessage(ids, step), reactionOf(step.text)),
  },
  unreact: {
    weight: 5,
    predict: (model, { who, whom, aims }, now) => react(model, who, whom, null, aims, now),
    take: (ids, step) => reactInApp(ids.me, reactedMessage(ids, step), null),
  },
  openMatch: {
    weight: 2,
    predict: (model, { who, whom }) => model.openMatch(who, whom),
    take: ({ me, you }) => markMatchSeen(me, you),
  },
  block: {
    weight: 2,
    predict: (model, { who, whom }, now) => model.block(who, whom, now),
    take: ({ me, you }) => blockMember(me, you),
  },
  unblock: {
    weight: 8,
    predict: (model, { who, whom }) => model.unblock(who, whom),
    take: ({ me, you }) => unblockMember(me, you),
  },
  pause: {
    weight: 1,
    predict: (model, { who }, now) => model.pause(who, true, now),
    take: ({ me }) => setPaused(me, true),
  },
  resume: {
    weight: 2,
    predict: (model, { who }, now) => model.pause(who, false, now),
    take: ({ me }) => setPaused(me, false),
  },
  delete: {
    weight: 1,
    predict: (model, { who }, now) => model.delete(who, now),
    take: ({ me }) => deleteAccount(me),
  },
  comeBack: {
    weight: 4,
    isForDeleted: true,
    predict: (model, { who }, now) => model.comeBack(who, now),
    take: ({ me }) => restoreAccount(me),
  },
} satisfies Record<string, Kind>;

export const kinds = {
  ...talkKinds,
  ...gameKinds,
  ...playlistKinds,
  ...reportKinds,
  ...searchKinds,
  ...replyKinds,
  ...fileKinds,
  ...showKinds,
  ...planKinds,
  ...arrivalKinds,
};

export type KindName = keyof typeof kinds;

/**
 * Faults of the database: it refuses what comes (busy), refuses what takes room (full), answers nothing after a commit
 * (lost), or ends there and is opened again (crash). The member tries again.
 */
export type Fault = "busy" | "full" | "lost" | "crash";

export type Step = {
  kind: KindName;
  /** What happens instead if that would be refused to everyone. */
  otherwise: KindName[];
  who: Who;
  whom: Who;
  text: string;
  /** Which of their messages a member sends, perhaps again, or up to which one they read. */
  number: number;
  /** What it is about, as the member's page shows it before: the round of a game that is answered, playlists and songs. */
  aims: ReportAims & GameAims & PlaylistAims & ReactionAims & ReplyAims & ShowAims & PlanAims & ArrivalAims;
  /** Whether it is tried whatever stands; else by and with somebody for whom it leads to something. */
  isBlind: boolean;
};

/** One or two steps at the same moment, after a time in ms. */
export type Moment = { wait: number; steps: Step[]; fault: { kind: Fault; statement: number } | undefined };

/** The step as it is tried: most would change nothing between two members whom a seed names without looking. */
export function aim(model: Model, blind: Step, now: number): Step {
  return withAims(model, blind.isBlind ? blind : findSense(model, blind, now));
}

function withAims(model: Model, step: Step): Step {
  const reacted = aimAtMessage(model, step.who, step.whom, step.number);
  const quoted = aimAtQuoted(model, step.who, step.whom, step.number);
  const aims = { ...aimAtReports(model, step), ...reacted, ...quoted, ...aimAtPlaylists(model, step) };
  const meeting = { ...aimAtShows(model, step), ...aimAtPlans(model, step), ...aimAtArrivals(model, step) };
  return { ...step, aims: { ...aims, ...meeting, ...aimAtGames(model, step) } };
}

function findSense(model: Model, step: Step, now: number): Step {
  const all = [...model.members.keys()];
  const turn = (first: Who, by: number) => (first + by) % all.length;
  const pairs = all.flatMap((by) =>
    all.map((to) => ({ who: turn(step.who, by), whom: turn(step.whom, to) })),
  );
  const tried = [step.kind, ...step.otherwise].flatMap((kind) =>
    pairs.map((pair) => ({ ...step, kind, ...pair })),
  );
  return tried.find((each) => leadsToSomething(model, each, now)) ?? step;
}

function leadsToSomething(model: Model, step: Step, now: number): boolean {
  const { predict } = kinds[step.kind] as Kind;
  const aimed = withAims(model, step);
  if (!isPossible(model, step)) return false;
  const answer = model.clone().run((copy) => predict(copy, aimed, now));
  // A reply that quotes what it can't is worth a try, and a show or a plan of the past is tried blindly.
  const isTried = !(step.kind in showKinds || step.kind in planKinds);
  return "value" in answer || (answer.refused === "invalid" && isTried);
}

/** Members who have deleted their account can only come back. */
export function isPossible(model: Model, { kind, who }: Step): boolean {
  return model.isGone(who) === "isForDeleted" in kinds[kind];
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The times between moments, in ms. */
export const HOURS = [MINUTE, MINUTE, 60 * MINUTE];
const WEEKS = [...Array<number>(30).fill(MINUTE), DAY, 8 * DAY, 15 * DAY];
/** Plans and trips are of the next days, and what comes after them of the days after. */
const EVENINGS = [...Array<number>(12).fill(MINUTE), 6 * 60 * MINUTE, DAY, DAY];

/** What a community does besides meeting and talking: a seed chooses one of them. */
const rooms = {
  talks: searchKinds,
  games: gameKinds,
  playlists: playlistKinds,
  reports: reportKinds,
  replies: { ...replyKinds, ...searchKinds, report: reportKinds.report },
  files: { ...fileKinds, edit: replyKinds.edit, erase: replyKinds.erase, report: reportKinds.report },
  shows: showKinds,
  plans: { ...planKinds, addShow: showKinds.addShow },
  arrivals: arrivalKinds,
} satisfies Record<string, Partial<typeof kinds>>;
export type Room = keyof typeof rooms;

/** The rooms of which a scenario has steps. */
export function roomsOf(scenario: Moment[]): Set<Room> {
  const tried = scenario.flatMap(({ steps }) => steps.flatMap(({ kind, otherwise }) => [kind, ...otherwise]));
  const names = Object.keys(rooms) as Room[];
  return new Set(names.filter((name) => tried.some((kind) => kind in rooms[name])));
}

type Options = {
  /** Any of them, by default. */
  room?: Room;
  /** Instead of all that are possible in the room. */
  only?: KindName[];
  /** The times between moments, of which each is one, in ms. */
  waits?: number[];
  /** How many moments there are for each with a fault. */
  calm?: number;
};

/** What a seed makes up: at most this many moments of a community of this many members. */
export function scenarios(members: number, moments: number, options: Options = {}): fc.Arbitrary<Moment[]> {
  const { room, only, ...rest } = options;
  const chosen = room ? fc.constant(room) : fc.constantFrom(...(Object.keys(rooms) as Room[]));
  return chosen.chain((each) =>
    scenariosOf(
      only ?? (Object.keys({ ...talkKinds, ...rooms[each] }) as KindName[]),
      members,
      moments,
      each === "plans" || each === "arrivals" ? { waits: EVENINGS, ...rest } : rest,
    ).map((made) => [...(starts[each] ?? []), ...made]),
  );
}

const NO_AIMS: Step["aims"] = {
  game: "none",
  round: 1,
  own: "none",
  theirs: "none",
  song: "none",
  before: undefined,
  message: undefined,
  hasCase: false,
  reacted: undefined,
  quoted: undefined,
  show: "none",
  plan: "none",
  link: "none",
  alert: "none",
  trip: "none",
};

/** Steps of Ada and Ben, one after another. */
function between(...steps: [kind: KindName, who: Who, whom: Who][]): Moment[] {
  return steps.map(([kind, who, whom]) => ({
    wait: MINUTE,
    steps: [{ kind, otherwise: [], who, whom, text: "Hi", number: 0, aims: NO_AIMS, isBlind: true }],
    fault: undefined,
  }));
}

const meeting = between(["like", 0, 1], ["like", 1, 0], ["start", 0, 1]);

/** How scenarios begin: few come early enough by themselves to what files, shows and plans need. */
const starts: Partial<Record<Room, Moment[]>> = {
  files: meeting,
  shows: between(["addShow", 0, 1], ["goWithSomebody", 1, 0]),
  plans: [...meeting, ...between(["proposePlan", 0, 1], ["acceptPlan", 1, 0])],
  arrivals: between(
    ["waitForAnybody", 0, 1],
    ["waitNearby", 1, 0],
    ["lookForAlerts", 0, 1],
    ["tellOfAlerts", 0, 1],
  ),
};

function scenariosOf(
  names: KindName[],
  members: number,
  moments: number,
  { waits = WEEKS, calm = 5 }: Options,
): fc.Arbitrary<Moment[]> {
  const who = fc.nat(members - 1);
  const kind = fc.oneof(
    ...names.map((name) => ({ arbitrary: fc.constant(name), weight: kinds[name].weight })),
  );
  const step: fc.Arbitrary<Step> = fc.record({
    kind,
    otherwise: fc.tuple(kind, kind),
    who,
    whom: who,
    text: fc.constantFrom("Hi", "And you?", "Which pressing?"),
    number: fc.nat(4),
    aims: fc.constant(NO_AIMS),
    isBlind: fc.integer({ min: 1, max: 4 }).map((number) => number === 1),
  });
  const fault = fc.record({
    kind: fc.constantFrom<Fault>("busy", "full", "lost", "crash"),
    statement: fc.nat(1),
  });
  const moment = fc.record({
    wait: fc.constantFrom(...waits),
    steps: fc.oneof({ arbitrary: fc.tuple(step), weight: 6 }, { arbitrary: fc.tuple(step, step), weight: 1 }),
    fault: fc.oneof({ arbitrary: fc.constant(undefined), weight: calm }, { arbitrary: fault, weight: 1 }),
  });
  return fc.array(moment, { minLength: 5, maxLength: moments, size: "max" });
}
