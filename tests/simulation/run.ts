// Runs a scenario in the app and in the model beside it, and compares what every member can read after each moment.
import { createHash, randomUUID } from "node:crypto";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect, isDeepStrictEqual } from "node:util";
import type { InStatement } from "@libsql/client";
import { db } from "db/client.server";
import type { ReactionKind } from "db/column-types";
import { conversation, member } from "db/schema";
import { isReadOnly, isRemoval } from "db/statement-kind";
import { transaction } from "db/transaction.server";
import { openFile } from "db/write-ahead-log.server";
import { and, inArray } from "drizzle-orm";
import { vi } from "vitest";
import { env } from "~/env.server";
import { getCounts } from "~/http/counts.server";
import { listEvents } from "~/http/live/live-events.server";
import { canSee } from "~/models/access.server";
import { toConversationRow } from "~/models/conversation/conversation";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { listEndedConversations } from "~/models/conversation/list/ended-conversation.server";
import type { MessageDto } from "~/models/conversation/message";
import { listVersions } from "~/models/conversation/message-change.server";
import { listMessages } from "~/models/conversation/message-list.server";
import { getSeen } from "~/models/conversation/read-marker.server";
import { listMatches } from "~/models/match/match.server";
import { type Member, saveProfile } from "~/models/member/member.server";
import { profileInput } from "~/models/member/profile-schema";
import { savePrompts } from "~/models/member/prompt.server";
import { listNotifications } from "~/models/notification/notification.server";
import { learnTimeZone } from "~/models/notification/notification-settings.server";
import { isOpenConversationOf, pairOf } from "~/models/pair.server";
import { listBlocks } from "~/models/safety/block.server";
import { refusalIn } from "~/refusal";
import { addModerator, addNewcomer } from "../cast";

import { passTime, readArrivals, readIndexAnew } from "./arrival-steps";
import { withoutName } from "./arrivals";
import { checkMessagesHaveFiles, checkNothingIsLeft, readFiles, removeStoredFiles } from "./file-steps";
import { withFile } from "./files";
import { findGame, readGames } from "./game-steps";
import { aimAtGames } from "./games";
import { type Answer, byName, Model, type View } from "./model";
import { ANSWERED, answerOf, noteText } from "./notes";
import type { Who } from "./pair";
import { checkPlansEnd, readFriends, readPlans } from "./plan-steps";
import { TIME_ZONE } from "./plans";
import { readPlaylists } from "./playlist-steps";
import { toText } from "./reactions";
import { countChanges, toMarks } from "./replies";
import { findCase, readReports } from "./report-steps";
import { aimAtReports } from "./reports";
import { checkIndex } from "./search-steps";
import { readShows } from "./show-steps";
import { intercept } from "./statements";
import {
  aim,
  type Fault,
  type Ids,
  isPossible,
  kinds,
  type Moment,
  type Room,
  roomsOf,
  type Step,
} from "./steps";

export const CAST = ["Ada", "Ben", "Cleo"];
export const START = Date.UTC(2026, 0, 1);
const EVERY_ROOM = new Set<Room>(["games", "playlists", "reports", "files", "shows", "plans"]);

/** The error that a database fault throws. */
class Failure extends Error {
  constructor(readonly fault: Fault) {
    super(fault);
  }
}

/** What can have happened in a moment: the community before it, after each step, and in the end. */
type Course = { was: Model; after: Model[]; is: Model };

type Cast = { members: Member[]; moderator: Member; run: string };

/**
 * What an attempt led to: an answer; only that it was done; nothing that says what (unseen); no answer, so that it may have
 * happened or not; or a refusal because of a fault, which changes nothing.
 */
export type Outcome = Answer | "done" | "unseen" | "unanswered" | "unavailable";

/** Where a scenario is played. */
export type World = {
  /** Adds a member for each of the cast, in their order. */
  addMembers: (rooms: Set<Room>) => Promise<Member[]>;
  take: (ids: Ids, step: Step) => Promise<Outcome>;
  /** Lets a fault happen during the next steps; returns what ends it. */
  breakDown: (fault: NonNullable<Moment["fault"]>) => () => Promise<void> | void;
  /**
   * Lets the first member leave and everything pass that the app keeps for a time; throws if it leaves more files or fewer
   * than it should.
   */
  outlive?: (members: Member[]) => Promise<void>;
};

/** What is not of members, cannot be deleted, or keeps the numbers of earlier members from being given again. */
const KEPT = ["__drizzle_migrations", "secret", "statistics", "moderation_log", "member"];

/** The world of this process, where a step is a call of the app's functions. */
const here: World = {
  async addMembers(rooms) {
    emptyDatabase();
    if (rooms.has("arrivals")) await readIndexAnew();
    removeStoredFiles();
    const members: Member[] = [];
    const profile = profileInput.parse({ age: 30, location: "Portland, Oregon" });
    for (const name of CAST) members.push(await saveProfile((await addNewcomer(name)).id, profile));
    for (const { id, firstName } of members) {
      await transaction((tx) => learnTimeZone(tx, id, TIME_ZONE));
      await savePrompts(id, { prompts: [{ prompt: ANSWERED, answer: answerOf(firstName) }] });
    }
    return members;
  },
  take,
  breakDown: breakDatabase,
  outlive: checkNothingIsLeft,
};

/** Plays a scenario with new members. Throws an error that says what differs from the model, after which moment. */
export async function play(scenario: Moment[], world = here): Promise<void> {
  vi.setSystemTime(START);
  const played = roomsOf(scenario);
  const members = await world.addMembers(played);
  const cast: Cast = { members, moderator: await addModerator("Mona"), run: randomUUID() };
  let possible = [new Model(CAST, played.has("arrivals") ? START : undefined)];
  const cursors = await Promise.all(cast.members.map(({ id }) => newestEvent(id)));
  const taken: Moment[] = [];
  for (const moment of scenario) {
    vi.setSystemTime(Date.now() + moment.wait);
    if (played.has("arrivals")) await passTime();
    const [now] = possible as [Model];
    const aimed = moment.steps.map((step) => aim(now, step, Date.now()));
    taken.push({ ...moment, steps: aimed });
    const fail = (problem: string) => new Error(`${problem}\n${describe(taken)}`);
    const actors = aimed.map(({ who }) => who);
    let courses: Course[] = possible.map((model) => ({ was: model, after: [], is: model }));
    for (const attempt of [0, 1]) {
      const fault = attempt ? undefined : moment.fault;
      const steps = aimed.filter((step) => isPossible(now, step));
      const outcomes = await takeTogether(world, cast, steps, fault);
      courses = courses.flatMap((course) => predictTogether(course, steps, outcomes));
      if (!courses.length) throw fail(`No order of the steps explains ${inspect(outcomes, { depth: 5 })}.`);
      if (!fault) break;
    }
    // What nobody plays is looked at once, in the end, but what goes by the clock.
    const rooms = moment === scenario.at(-1) ? new Set([...EVERY_ROOM, ...played]) : played;
    const read = await Promise.all(cast.members.map((each) => readView(cast, each, rooms)));
    const friends = rooms.has("plans") ? await readFriends() : [];
    const views = read.map((view) => ({ ...view, friends }));
    const explaining = courses.filter(({ is }) => explains(is, views));
    if (!explaining.length) throw fail(difference((courses[0] as Course).is, views));
    const told: string[][] = [];
    for (const who of CAST.keys()) told.push(await readEvents(cast, who, cursors));
    const reactions = aimed.filter(({ kind }) => kind === "react" || kind === "unreact").length;
    const changes = aimed.filter(({ kind }) => kind === "edit" || kind === "erase").length;
    // After a fault all are tried again: of two that replace each other, each may have happened twice.
    const attempts = moment.fault ? 2 : 1;
    const most = (count: number) => (count > 1 ? count * attempts : count);
    const problems = explaining.map(
      (course) =>
        course.is.brokenRule() ??
        mistold(course, told, actors) ??
        toldTwice(told, most(reactions)) ??
        miscounted(course, told, most(changes)),
    );
    const sound = explaining.filter((_, index) => problems[index] === undefined);
    if (!sound.length) throw fail(problems[0] ?? "");
    // What happened to somebody who is gone shows once they are back.
    possible = distinct(sound.map(({ is }) => is));
    if (rooms.has("files")) await checkMessagesHaveFiles();
    if (rooms.has("plans")) await checkPlansEnd();
  }
  checkIndex();
  if (played.has("files")) await world.outlive?.(members);
}

/** Who was told for nothing, or was not told, if this is what happened; undefined if nobody. Actors see their answer. */
function mistold({ was, after, is }: Course, told: string[][], actors: Who[]): string | undefined {
  for (const who of CAST.keys()) {
    if (is.isGone(who) || actors.includes(who)) continue;
    const names = told[who] ?? [];
    const before = was.view(who, Date.now());
    // What is taken back in the same moment is told twice and leaves nothing.
    const isSame = () => after.every((each) => isDeepStrictEqual(each.view(who, Date.now()), before));
    // A playlist may be saved as it was.
    const isResaved = names.every((name) => name === "playlist") && is.live(who, Date.now()).shared.length;
    if (names.length && !isResaved && isSame()) return `${CAST[who]} was told for nothing: ${names}.`;
    const isNews = !isDeepStrictEqual(was.live(who, Date.now()), is.live(who, Date.now(), was));
    if (isNews && !names.length) return `${CAST[who]} was not told.`;
  }
}

/** Who was told of more reactions than there were; undefined if nobody. */
function toldTwice(told: string[][], reactions: number): string | undefined {
  const who = told.findIndex((names) => names.filter((name) => name === "reaction").length > reactions);
  return who < 0 ? undefined : `${CAST[who]} was told of a reaction twice.`;
}

/**
 * Who, actors too, was not told once of each change to a message that they can read, if this happened in a moment with so
 * many `changes`; undefined if nobody.
 */
function miscounted({ was, is }: Course, told: string[][], changes: number): string | undefined {
  for (const who of CAST.keys()) {
    if (is.isGone(who)) continue;
    const count = (told[who] ?? []).filter((name) => name === "message-change").length;
    const seen = countChanges(was, is, who);
    // Of two in the same moment, one may have been to what the other has changed, or to what has ended meanwhile.
    const isRight = changes > 1 ? count >= seen && count <= changes : count === seen;
    if (!isRight) return `${CAST[who]} was told ${count} times of ${seen} changed messages.`;
  }
}

/** Takes steps at the same moment. */
async function takeTogether(
  world: World,
  cast: Cast,
  steps: Step[],
  fault: Moment["fault"],
): Promise<Outcome[]> {
  const ids = await Promise.all(steps.map((step) => findIds(cast, step)));
  const repair = fault && world.breakDown(fault);
  try {
    const taking = steps.map((step, index) => world.take(ids[index] as Ids, step));
    return await Promise.all(taking);
  } finally {
    await repair?.();
  }
}

async function findIds({ members, moderator, run }: Cast, { who, whom, number, aims }: Step): Promise<Ids> {
  const [me, you] = [members[who], members[whom]] as [Member, Member];
  const [open] = await db
    .select({ id: conversation.id })
    .from(conversation)
    .where(isOpenConversationOf(pairOf(me.id, you.id)));
  const idOf = (thing: string) => uuidOf(`${run} ${thing}`);
  return {
    me: me.id,
    you: you.id,
    idOf,
    moderator: moderator.id,
    openCase: await findCase(you.id),
    names: members.map(({ firstName }) => firstName),
    conversation: open?.id ?? randomUUID(),
    message: idOf(`message ${who} ${whom} ${number}`),
    game: await findGame(me.id, you.id, {
      newId: idOf(`game ${who} ${whom} ${number}`),
      round: aims.round,
    }),
  };
}

async function take(ids: Ids, step: Step): Promise<Outcome> {
  try {
    return { value: (await kinds[step.kind].take(ids, step)) ?? null };
  } catch (error) {
    const fault = faultIn(error);
    const isUndone = (fault === "busy" || fault === "full") && !("isJob" in kinds[step.kind]);
    if (fault) return isUndone ? "unavailable" : "unanswered";
    const refusal = refusalIn(error);
    if (refusal) return { refused: refusal.code };
    throw error;
  }
}

function faultIn(error: unknown): Fault | undefined {
  if (error instanceof Failure) return error.fault;
  return error instanceof Error ? faultIn(error.cause) : undefined;
}

/** How the course can have gone on if these were the outcomes, in every order of the steps. */
function predictTogether(course: Course, taken: Step[], outcomes: Outcome[]): Course[] {
  // The game and the case that they are about are found before any of them runs.
  const steps = taken.map((step) => ({
    ...step,
    aims: {
      ...step.aims,
      game: aimAtGames(course.is, step).game,
      hasCase: aimAtReports(course.is, step).hasCase,
    },
  }));
  const orders =
    steps.length === 2
      ? [
          [0, 1],
          [1, 0],
        ]
      : [steps.map((_, index) => index)];
  return orders.flatMap((order) =>
    order.reduce<Course[]>(
      (courses, index) =>
        courses.flatMap(({ was, after, is }) =>
          predict(is, steps[index] as Step, outcomes[index] as Outcome).map((next) => {
            return { was, after: [...after, next], is: next };
          }),
        ),
      [course],
    ),
  );
}

function predict(model: Model, step: Step, outcome: Outcome): Model[] {
  if (outcome === "unavailable") return [model];
  const next = model.clone();
  const answer = next.run((copy) => kinds[step.kind].predict(copy, step, Date.now()));
  const isDone = "value" in answer;
  if (outcome === "unanswered") return isDone ? [model, next] : [model];
  if (outcome === "unseen") return [isDone ? next : model];
  if (outcome === "done") return isDone ? [next] : [];
  return isDeepStrictEqual(answer, outcome) ? [isDone ? next : model] : [];
}

/** Everything that a member can read in these rooms, with names for ids. */
async function readView(
  { members, moderator, run }: Cast,
  me: Member,
  rooms: Set<Room>,
): Promise<Omit<View, "friends">> {
  const nameOf = (id: number | string) =>
    members.find((each) => String(each.id) === String(id))?.firstName ?? "?";
  const others = members.filter(({ id }) => id !== me.id);
  const [{ matches }, open, closed, { ended }, { blocks }, { notifications }, counts] = await Promise.all([
    listMatches(me),
    listConversations(me.id),
    listConversations(me.id, { list: "closed" }),
    listEndedConversations(me.id),
    listBlocks(me.id),
    listNotifications(me.id),
    getCounts(me.id),
  ]);
  const isOther = inArray(
    member.id,
    others.map(({ id }) => id),
  );
  const visible = await db
    .select()
    .from(member)
    .where(and(canSee(me.id), isOther));
  const chats = [...open.conversations, ...closed.conversations].map(async (each) => {
    const { id, partner, status, isYourTurn, unreadCount } = toConversationRow(each, me.id);
    const messages = (await listMessages(me.id, id)) ?? [];
    const texts = messages.reverse().map(async ({ reactions = [], ...said }) => {
      const { senderId, content, messageType, metadata } = said;
      const isNote = messageType === "profile_quote";
      const about = isNote
        ? metadata.type === "show"
          ? metadata.show
          : metadata.type === "prompt" && metadata.answer
        : null;
      const isFile = messageType === "photo" || messageType === "voice";
      const note = noteText(content, about || undefined);
      const text = withFile(note, isFile ? messageType : undefined);
      const told = reactions.map(
        ({ memberId, reaction }) => [nameOf(memberId), reaction] as [string, ReactionKind],
      );
      const marks = await readMarks(me.id, said, messages, nameOf);
      return `${nameOf(senderId)}: ${text}${marks}${toText(told)}`;
    });
    return {
      with: partner.firstName,
      status,
      isYourTurn,
      unread: unreadCount,
      messages: await Promise.all(texts),
      seen: await getSeen(me.id, id),
    };
  });
  const talks = [...open.conversations, ...closed.conversations].map((each) => {
    const { id, partner } = toConversationRow(each, me.id);
    return { id, name: partner.firstName };
  });
  return {
    // What happened at the same moment has no order.
    matches: matches
      .map(({ mutual, targetUser }) => targetUser.firstName + (mutual ? ", mutual" : ""))
      .sort(),
    conversations: byName(await Promise.all(chats)),
    files: rooms.has("files")
      ? await readFiles(me.id, members.length, (thing) => uuidOf(`${run} ${thing}`))
      : [],
    ended: ended.map(({ endedAt, firstName }) => `${endedAt} ${firstName}`).sort(),
    blocked: blocks.map(({ firstName }) => firstName).sort(),
    visible: visible.map(({ firstName }) => firstName).sort(),
    notifications: notifications
      .map(({ text, isRead }) => withoutName(text) + (isRead ? "" : " (new)"))
      .sort(),
    ...(rooms.has("games") ? await readGames(me.id, nameOf) : { games: [], toMove: [] }),
    reports: rooms.has("reports") ? await readReports(me.id, moderator) : [],
    playlists: rooms.has("playlists")
      ? await readPlaylists(
          me.id,
          members.map(({ id }) => id),
        )
      : [],
    shows: rooms.has("shows") ? await readShows(me, others) : [],
    plans: rooms.has("plans") ? await readPlans(me.id, talks, nameOf) : [],
    arrivals: rooms.has("arrivals") ? await readArrivals(me.id) : [],
    counts: {
      mutualMatches: counts.mutualMatches,
      conversations: counts.conversations,
      unread: counts.unread,
      newMatches: counts.newMatches,
      news: counts.notifications,
    },
  };
}

/** How a message has changed, and what it quotes of the others. */
async function readMarks(
  me: number,
  {
    id,
    editedAt,
    deletedAt,
    quotedId,
    quote,
  }: Omit<MessageDto, "content" | "senderId" | "messageType" | "metadata">,
  all: MessageDto[],
  nameOf: (id: string) => string,
): Promise<string> {
  const versions = editedAt ? await listVersions(me, id) : undefined;
  const isHere = quotedId === undefined || all.some((each) => each.id === quotedId);
  const marks = toMarks({
    before: versions?.map(({ content }) => content) ?? [],
    isDeleted: deletedAt !== undefined,
    quote: quote && { name: nameOf(quote.senderId), text: quote.isDeleted ? undefined : quote.text },
  });
  return isHere ? marks : `${marks} (of another conversation)`;
}

function explains(model: Model, views: View[]): boolean {
  return views.every(
    (view, who) => model.isGone(who) || isDeepStrictEqual(model.view(who, Date.now()), view),
  );
}

function distinct(models: Model[]): Model[] {
  return [...new Map(models.map((model) => [model.key(), model])).values()];
}

function difference(model: Model, views: View[]): string {
  for (const [who, view] of views.entries()) {
    const expected = model.view(who, Date.now());
    for (const name of Object.keys(view) as (keyof View)[]) {
      if (model.isGone(who) || isDeepStrictEqual(expected[name], view[name])) continue;
      const show = (value: unknown) => inspect(value, { depth: 5, breakLength: 140 });
      return `${CAST[who]} reads other ${name}: ${show(view[name])}, where the model has ${show(expected[name])}.`;
    }
  }
  return "";
}

/**
 * The names of a member's events since their cursor, which moves on. A stream that resumes from an older one gets the same
 * events, each once and in order.
 */
async function readEvents({ members }: Cast, who: Who, cursors: number[]): Promise<string[]> {
  const { id } = members[who] as Member;
  const from = cursors[who] ?? 0;
  const events = await listEvents(id, from);
  const again = await listEvents(id, from - 1);
  const ids = events.map((event) => event.id);
  if (
    !isDeepStrictEqual(
      ids,
      [...new Set(ids)].sort((one, other) => one - other),
    )
  )
    throw new Error(`Events out of order: ${ids}`);
  if (
    !isDeepStrictEqual(
      again.filter((event) => event.id > from),
      events,
    )
  )
    throw new Error("A resumed stream differs");
  cursors[who] = ids.at(-1) ?? from;
  return events.flatMap((event) => ("name" in event && event.name ? [event.name] : []));
}

async function newestEvent(memberId: number): Promise<number> {
  return (await listEvents(memberId, 0)).at(-1)?.id ?? 0;
}

/** Lets the batches fail from one of the next ones on, for a full disk, or else only that one; returns what ends the fault. */
function breakDatabase({ kind, statement }: { kind: Fault; statement: number }): () => void {
  let left = statement;
  return intercept(async (statements, run) => {
    const isDue = kind === "full" ? left-- <= 0 && takesRoom(statements) : left-- === 0;
    if (!isDue) return run(statements);
    if (kind === "lost" || kind === "crash") await run(statements);
    if (kind === "crash") checkCopy();
    throw new Failure(kind);
  });
}

function takesRoom(statements: InStatement[]): boolean {
  return !statements.every(isReadOnly) && !statements.every(isRemoval);
}

/** What a process finds that starts after this one ended here: the files as they are, whole and with the same rows. */
function checkCopy() {
  const folder = mkdtempSync(join(tmpdir(), "crash-"));
  try {
    const file = env.databaseFile ?? "";
    const copy = join(folder, "copy.sqlite");
    for (const end of ["", "-wal"]) if (existsSync(file + end)) copyFileSync(file + end, copy + end);
    const [now, then] = [readRows(file), readRows(copy)];
    if (now !== then) throw new Error("What was written is not there after a crash.");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Removes what members of earlier scenarios have left, so that the thousandth takes no longer than the first. */
function emptyDatabase() {
  const database = openFile(env.databaseFile ?? "", 5000);
  try {
    const tables = database
      .prepare(
        "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
      )
      .raw()
      .all()
      .flat() as string[];
    const emptied = tables.filter((name) => !KEPT.includes(name)).map((name) => `delete from "${name}";`);
    const earlier = "delete from member where id < (select max(id) from member);";
    database.exec(`pragma foreign_keys = off; begin; ${emptied.join(" ")} ${earlier} commit`);
  } finally {
    database.close();
  }
}

function readRows(file: string): string {
  const database = openFile(file, 0);
  try {
    const all = (statement: string) => database.prepare(statement).raw().all() as unknown[][];
    const tables = all(
      "select name from pragma_table_list where schema = 'main' and type <> 'virtual' and name <> 'sqlite_schema' order by name",
    ).flat();
    const rows = tables.map((name) => all(`select * from (select *, null from "${name}") order by 1, 2`));
    return JSON.stringify([all("pragma integrity_check"), rows]);
  } finally {
    database.close();
  }
}

function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A scenario as a reader can follow it. */
function describe(scenario: Moment[]): string {
  const lines = scenario.map(({ wait, steps, fault }) => {
    const taken = steps.map(
      ({ kind, who, whom, number }) => `${CAST[who]}: ${kind} ${CAST[whom]} (${number})`,
    );
    return `  +${Math.round(wait / 60_000)} min ${taken.join(" | ")}${fault ? ` [${fault.kind} at ${fault.statement}]` : ""}`;
  });
  return lines.join("\n");
}
