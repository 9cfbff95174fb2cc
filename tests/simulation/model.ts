// A community in plain TypeScript: what becomes of each operation, and what every member can read afterwards.
import type { Undone } from "~/models/match/decision";
import { type Arrivals, describeTold, type Told, viewArrivals } from "./arrivals";
import { fileOf, viewFiles, withFile } from "./files";
import { describeGame, endGames, type Game, goingGames, hideGames, isOf, viewGames } from "./games";
import { describeRequest, noteText } from "./notes";
import {
  type Conversation,
  isApart,
  isConnected,
  type Match,
  type Member,
  type Message,
  openOf,
  other,
  type Pair,
  Refused,
  unreadOf,
  type Who,
} from "./pair";
import { describePlanNews, endPlan, type Plan, type PlanLink, viewFriends, viewPlans } from "./plans";
import {
  describePlaylist,
  endPlaylists,
  type Playlist,
  playlistsOf,
  sharedPlaylists,
  viewPlaylists,
} from "./playlists";
import { describeReactions, reactionsIn, seeReactions } from "./reactions";
import { isQuotable, marksIn } from "./replies";
import { describeReport, pairsOf, type Report, type Sanction, viewReports } from "./reports";
import { type Show, viewShows } from "./shows";

/** An operation's answer: a value, or the code of its refusal. */
export type Answer = { value: unknown } | { refused: string };

/** Everything that a member can read: names of others, never ids, which are random. */
export type View = {
  matches: string[];
  conversations: {
    with: string;
    status: string;
    isYourTurn: boolean;
    unread: number;
    messages: string[];
    seen: number;
  }[];
  /** The photos and voice notes that they can load. */
  files: string[];
  ended: string[];
  blocked: string[];
  visible: string[];
  notifications: string[];
  games: string[];
  /** The opponents who wait for the member's move. */
  toMove: string[];
  playlists: string[];
  reports: string[];
  /** The shows, with those whom the member sees there, and what they share with whom. */
  shows: string[];
  plans: string[];
  /** Whom Discover shows the member, their alerts and their trips. */
  arrivals: string[];
  /** What all members' friends read, who have no account. */
  friends: string[];
  counts: { mutualMatches: number; conversations: number; unread: number; newMatches: number; news: number };
};

type Notification = { to: Who; at: number; isRead: boolean } & (
  | { kind: "match"; about: Match }
  | { kind: "message"; about: Conversation }
  | { kind: "reaction"; about: Conversation }
  | { kind: "game"; about: Game }
  | { kind: "invitation"; about: Playlist }
  | { kind: "song"; about: Playlist }
  | { kind: "report"; about: Report }
  | { kind: "decision"; about: Sanction }
  | { kind: "plan"; about: Plan }
  | { kind: "plan-reminder"; about: Plan }
  | { kind: "plan-met"; about: Plan }
  | { kind: "plan-home"; about: PlanLink }
  | { kind: "alert"; about: Told }
);

const DAY = 86_400_000;
const LISTED_DAYS = 30;
const GRACE_DAYS = 14;
const NOTIFICATION_DAYS = 90;
const FORMER_MEMBER = "Former member";

/** The rules of the app about members, decisions, matches, conversations, blocks and notifications. */
export class Model {
  readonly members: Member[];
  readonly pairs: Pair[] = [];
  readonly games: Game[] = [];
  readonly playlists: Playlist[] = [];
  readonly reports: Report[] = [];
  readonly shows: Show[] = [];
  notifications: Notification[] = [];
  readonly arrivals: Arrivals = { asked: [], seen: {}, hits: [] };

  /** All join at the same moment. Without it, what Discover shows isn't looked at. */
  constructor(
    names: string[],
    readonly joinedAt: number | undefined,
  ) {
    this.members = names.map((name) => ({ name }));
    for (let high = 0; high < names.length; high++)
      for (let low = 0; low < high; low++)
        this.pairs.push({ low, high, hasEnded: false, conversations: [], decisions: {}, blocks: {} });
  }

  clone(): Model {
    const copy = new Model([], this.joinedAt);
    Object.assign(
      copy,
      // Together, so that a notification stays about the very thing.
      structuredClone({
        members: this.members,
        pairs: this.pairs,
        games: this.games,
        playlists: this.playlists,
        reports: this.reports,
        shows: this.shows,
        notifications: this.notifications,
        arrivals: this.arrivals,
      }),
    );
    return copy;
  }

  /** The same for models of the same community: things of the same moment have no order. */
  key(): string {
    const { asked, hits, seen } = this.arrivals;
    const things = [this.games, this.playlists, this.reports, this.shows, this.notifications];
    const sorted = [...things, asked, hits].map((list) => list.map((each) => JSON.stringify(each)).sort());
    return JSON.stringify([this.members, this.pairs, seen, sorted]);
  }

  /** Runs an operation and answers as the app does. After a refused one this model is no longer true: run it on a copy. */
  run(operation: (model: Model) => unknown): Answer {
    try {
      return { value: operation(this) ?? null };
    } catch (error) {
      if (error instanceof Refused) return { refused: error.code };
      throw error;
    }
  }

  decide(me: Who, you: Who, liked: boolean, now: number) {
    return liked ? this.like(me, you, now) : this.pass(me, you, now);
  }

  private like(me: Who, you: Who, now: number) {
    if (!this.canSee(me, you)) throw new Refused("absent");
    const pair = this.pair(me, you);
    this.save(pair, me, true, now);
    if (pair.decisions[you]?.liked && !pair.match) {
      pair.match = { at: now };
      for (const to of [me, you])
        this.notify({ to, kind: "match", about: pair.match, at: now, isRead: to === me });
    }
    const open = openOf(pair);
    if (pair.match && open && !open.acceptedAt)
      Object.assign(open, { acceptedAt: now, declinedAt: undefined });
    return { mutual: !!pair.match };
  }

  private pass(me: Who, you: Who, now: number) {
    if (!this.isThere(me, you)) throw new Refused("absent");
    const pair = this.pair(me, you);
    this.save(pair, me, false, now);
    if (isConnected(pair)) this.endShared(pair, me);
    this.end(pair, me, now);
    return { mutual: false };
  }

  unmatch(me: Who, you: Who, now: number): string | null {
    const pair = me === you ? undefined : this.pair(me, you);
    if (pair && this.isThere(me, you) && isConnected(pair)) {
      const name = this.canSee(me, you) ? this.member(you).name : null;
      this.pass(me, you, now);
      return name;
    }
    if (!pair?.hasEnded) throw new Refused("absent");
    return null;
  }

  undo(me: Who, you: Who): Undone {
    if (me === you) return "pass";
    const pair = this.pair(me, you);
    const mine = pair.decisions[me];
    if (!mine) return "pass";
    const undone = mine.liked ? "like" : "pass";
    if (mine.liked && this.member(you).deletedAt) return undone;
    if (mine.liked && (isConnected(pair) || openOf(pair)?.startedBy === me)) throw new Refused("conflict");
    if (!pair.hasEnded) pair.decisions[me] = undefined;
    return undone;
  }

  start(me: Who, you: Who, now: number) {
    if (me === you) throw new Refused("absent");
    const pair = this.pair(me, you);
    const existing = openOf(pair);
    if (existing && this.canView(me, pair, existing)) return;
    if (!this.canSee(me, you)) throw new Refused("absent");
    if (!pair.decisions[me]?.liked) throw new Refused("forbidden");
    const takenBack = pair.conversations
      .filter((each) => each.startedBy === me && !each.acceptedAt && each.lastMessageAt && each.endedAt)
      .sort((one, other) => (other.endedAt ?? 0) - (one.endedAt ?? 0))[0];
    if (takenBack && !existing && !pair.match) takenBack.endedAt = undefined;
    else if (!existing) {
      const acceptedAt = pair.match ? now : undefined;
      pair.conversations.push({
        startedBy: me,
        createdAt: now,
        acceptedAt,
        messages: [],
        plans: [],
        links: [],
        read: {},
      });
    }
    const open = openOf(pair);
    if (!open || !this.canView(me, pair, open)) throw new Refused("absent");
  }

  send(me: Who, you: Who, message: Message, now: number) {
    const { pair, open } = this.opened(me, you);
    const isAnswered = open.acceptedAt || open.startedBy !== me;
    const same = open.messages.find(({ id }) => id === message.id);
    if (same && isSameMessage(same, message)) return;
    if (isUsed(pair, message)) throw new Refused("conflict");
    if (open.closedBy !== undefined) throw new Refused("forbidden");
    if (this.member(you).deletedAt) throw new Refused("forbidden");
    if (message.quoted && !isQuotable(open, message.quoted)) throw new Refused("invalid");
    if ((!isAnswered && open.lastMessageAt) || this.member(me).deletedAt) throw new Refused("forbidden");
    open.messages.push(message);
    open.lastMessageAt = now;
    if (open.startedBy !== me) open.acceptedAt ??= now;
    this.notify({ to: other(pair, me), kind: "message", about: open, at: now, isRead: false });
  }

  sayGoodbye(me: Who, you: Who, message: Message, now: number) {
    const { pair, open } = this.opened(me, you);
    if (open.closedBy === me) return;
    const same = open.messages.find(({ id }) => id === message.id);
    if (same && isSameMessage(same, message)) return;
    if (same || isUsed(pair, message)) throw new Refused("conflict");
    if (open.closedBy !== undefined) throw new Refused("conflict");
    if (!open.acceptedAt || this.isGone(you) || this.isGone(me)) throw new Refused("forbidden");
    open.messages.push(message);
    Object.assign(open, { lastMessageAt: now, closedBy: me });
    endPlan(open, now);
    this.notify({ to: you, kind: "message", about: open, at: now, isRead: false });
  }

  reopen(me: Who, you: Who) {
    const { open } = this.opened(me, you);
    if (open.closedBy === undefined) return;
    if (open.closedBy !== me) throw new Refused("forbidden");
    open.closedBy = undefined;
  }

  accept(me: Who, you: Who, now: number) {
    const { open } = this.opened(me, you);
    if (open.startedBy === me) throw new Refused("forbidden");
    open.acceptedAt ??= now;
  }

  decline(me: Who, you: Who, now: number) {
    if (this.hasDeclined(me, you)) return;
    const { open } = this.opened(me, you);
    if (open.startedBy === me) throw new Refused("forbidden");
    if (open.acceptedAt) throw new Refused("conflict");
    open.declinedAt = now;
  }

  private hasDeclined(me: Who, you: Who): boolean {
    const pair = me === you ? undefined : this.pair(me, you);
    const open = pair && openOf(pair);
    const isDeclined = open?.declinedAt !== undefined && !open.acceptedAt && open.startedBy !== me;
    return isDeclined && this.isReceived(me, pair as Pair, open);
  }

  restore(me: Who, you: Who) {
    const pair = me === you ? undefined : this.pair(me, you);
    const open = pair && openOf(pair);
    if (!pair || !open || !this.isReceived(me, pair, open)) throw new Refused("absent");
    if (open.startedBy === me) throw new Refused("forbidden");
    if (!open.acceptedAt) open.declinedAt = undefined;
  }

  read(me: Who, you: Who, upTo: number) {
    const { pair, open } = this.opened(me, you);
    const last = open.messages
      .slice(0, upTo)
      .reduce((read, { from }, at) => (from === you ? at + 1 : read), 0);
    const before = open.read[me];
    if (last > (before?.upTo ?? 0)) {
      const isShared = open.acceptedAt && this.sharesSeen(pair);
      open.read[me] = { upTo: last, seen: isShared ? last : (before?.seen ?? 0) };
    }
    if (!unreadOf(open, me)) this.markRead(me, open, "message");
    seeReactions(this, pair, open, me, upTo);
  }

  openMatch(me: Who, you: Who) {
    const match = me === you ? undefined : this.pair(me, you).match;
    if (match) this.markRead(me, match);
  }

  block(me: Who, you: Who, now: number): string {
    if (me === you) throw new Refused("absent");
    const pair = this.pair(me, you);
    pair.blocks[me] ??= now;
    this.endShared(pair, me);
    this.end(pair, me, now);
    if (pair.decisions[me]?.liked) this.save(pair, me, false, now);
    // Also one they have taken back, which they may open again.
    for (const each of pair.conversations)
      if (each.startedBy === you && !each.acceptedAt) each.declinedAt ??= now;
    return this.member(you).deletedAt ? FORMER_MEMBER : this.member(you).name;
  }

  unblock(me: Who, you: Who) {
    if (me === you || this.pair(me, you).blocks[me] === undefined) throw new Refused("absent");
    this.pair(me, you).blocks[me] = undefined;
  }

  pause(me: Who, isPaused: boolean, now: number) {
    const member = this.member(me);
    member.pausedAt = isPaused ? (member.pausedAt ?? now) : undefined;
  }

  /** A moderator hides a member, and everything that they share or have asked for. */
  hide(me: Who, now: number) {
    this.member(me).hiddenAt ??= now;
    for (const pair of pairsOf(this, me)) {
      hideGames(this, pair, me);
      const open = openOf(pair);
      if (isConnected(pair)) {
        endPlaylists(this, pair);
        this.end(pair, me, now);
      } else if (open?.startedBy === me && open.lastMessageAt) open.hiddenAt ??= now;
    }
  }

  delete(me: Who, now: number) {
    this.member(me).deletedAt ??= now;
    for (const pair of pairsOf(this, me)) {
      const open = openOf(pair);
      if (open) endPlan(open, now);
    }
  }

  comeBack(me: Who, now: number) {
    const member = this.member(me);
    if (member.deletedAt === undefined) return;
    if (member.deletedAt <= now - GRACE_DAYS * DAY) throw new Refused("conflict");
    member.deletedAt = undefined;
  }

  /** Everything a member can read. */
  view(me: Who, now: number): View {
    const pairs = this.pairs.filter(({ low, high }) => low === me || high === me);
    const nameOf = (pair: Pair) => this.member(other(pair, me)).name;
    const liked = pairs.flatMap((pair) => {
      const mine = pair.decisions[me];
      const you = other(pair, me);
      if (!mine?.liked || this.member(you).deletedAt) return [];
      if (pair.match) return isApart(pair) ? [] : [{ text: `${nameOf(pair)}, mutual` }];
      return this.canSee(me, you) ? [{ text: nameOf(pair) }] : [];
    });
    const open = pairs.flatMap((pair) => {
      const found = openOf(pair);
      if (!found || !this.canView(me, pair, found)) return [];
      return [{ pair, found }];
    });
    const news = this.newsOf(me, now);
    const shown = open.filter(({ found }) => found.closedBy === undefined);
    const unread = shown.reduce((sum, { found }) => sum + unreadOf(found, me), 0);
    const isNew = news.filter(({ isRead }) => !isRead);
    return {
      matches: liked.map(({ text }) => text).sort(),
      conversations: byName(
        open.map(({ pair, found }) => {
          const partner = this.member(other(pair, me));
          return {
            with: partner.deletedAt ? FORMER_MEMBER : partner.name,
            status: statusOf(found, me),
            isYourTurn:
              statusOf(found, me) === "open" &&
              found.messages.at(-1)?.from === other(pair, me) &&
              !partner.deletedAt,
            unread: unreadOf(found, me),
            messages: found.messages.map((each) => {
              const nameOf = (who: Who) => this.member(who).name;
              const text = withFile(noteText(each.text, each.about), fileOf(each));
              return `${nameOf(each.from)}: ${text}${marksIn(each, found, nameOf)}${reactionsIn(each, nameOf)}`;
            }),
            seen: this.seenOf(pair, found, me),
          };
        }),
      ),
      files: viewFiles(this, me),
      ended: pairs.flatMap((pair) => this.endedOf(pair, me, now)).sort(),
      blocked: pairs
        .flatMap((pair) => {
          const partner = this.member(other(pair, me));
          if (pair.blocks[me] === undefined) return [];
          return [partner.deletedAt ? FORMER_MEMBER : partner.name];
        })
        .sort(),
      visible: pairs.flatMap((pair) => (this.canSee(me, other(pair, me)) ? [nameOf(pair)] : [])).sort(),
      notifications: news.map(({ text }) => text).sort(),
      ...viewGames(this, me),
      playlists: viewPlaylists(this, me),
      reports: viewReports(this, me),
      shows: viewShows(this, me, now),
      plans: viewPlans(this, me, now),
      arrivals: viewArrivals(this, me, now),
      friends: viewFriends(this, now),
      counts: {
        mutualMatches: pairs.filter((pair) => pair.match && !isApart(pair) && !this.hasLeft(pair, me)).length,
        conversations: shown.length,
        unread,
        newMatches: isNew.filter(({ kind }) => kind === "match").length,
        news: isNew.length,
      },
    };
  }

  /** A member's notifications, with what they say. */
  private newsOf(me: Who, now: number) {
    return this.notifications
      .filter(({ to, at }) => to === me && at > now - NOTIFICATION_DAYS * DAY)
      .flatMap((each) => {
        const text = this.describe(me, each);
        return text === undefined ? [] : [{ ...each, text: `${text}${each.isRead ? "" : " (new)"}` }];
      });
  }

  /** The messages with this text in conversations that a member may open. */
  search(me: Who, sought: string): string[] {
    return pairsOf(this, me)
      .flatMap((pair) => {
        const open = openOf(pair);
        if (!open || !this.canView(me, pair, open)) return [];
        const partner = this.member(other(pair, me));
        return open.messages
          .filter(({ text }) => text === sought)
          .map(
            ({ from, text }) =>
              `${partner.deletedAt ? FORMER_MEMBER : partner.name}: ${from === me ? "I" : "they"}: ${text}`,
          );
      })
      .sort();
  }

  /**
   * What open pages show without being asked again, compared with an earlier model. A pause covers what was seen only when they
   * are opened, but of what was read in the same moment nobody is told. Who was found by an alert leaves as everybody does who
   * leaves Discover, without an event.
   */
  live(me: Who, now: number, before: Model = this) {
    const { conversations, toMove, plans, counts } = this.view(me, now);
    const news = this.newsOf(me, now).filter(({ kind }) => kind !== "alert");
    const alerts = this.notifications.filter(({ to, kind }) => to === me && kind === "alert");
    const seen = pairsOf(this, me).map((pair) => {
      const model = this.sharesSeen(pair) ? this : before;
      const then = model.pair(pair.low, pair.high);
      const open = openOf(then);
      return open?.acceptedAt && model.canView(me, then, open) ? lastSeen(then, open, me) : 0;
    });
    return {
      conversations: conversations.map((each) => ({ ...each, seen: 0 })),
      seen,
      notifications: news.map(({ text }) => text).sort(),
      alerts: alerts.map(({ at }) => at),
      toMove,
      plans,
      counts: { ...counts, news: news.filter(({ isRead }) => !isRead).length },
      shared: sharedPlaylists(this, me),
      going: goingGames(this, me),
    };
  }

  isGone(me: Who): boolean {
    return this.member(me).deletedAt !== undefined;
  }

  /** Why what two members share is against the rules; undefined if it isn't. */
  brokenRule(): string | undefined {
    for (const pair of this.pairs) {
      if (pair.conversations.filter((each) => !each.endedAt).length > 1)
        return "two open conversations of a pair";
      if (pair.match && !(pair.decisions[pair.low]?.liked && pair.decisions[pair.high]?.liked))
        return "a match without two likes";
      if (pair.match && pair.hasEnded) return "a match after an end";
    }
    return undefined;
  }

  private describe(me: Who, { kind, about }: Notification): string | undefined {
    if (kind === "game") return describeGame(this, me, about);
    if (kind === "report") return describeReport(about);
    if (kind === "alert") return describeTold(this, about);
    if (kind === "decision") return "A moderator made a decision about your account.";
    if (kind === "plan" || kind === "plan-reminder" || kind === "plan-met" || kind === "plan-home")
      return describePlanNews(this, me, kind, about);
    if (kind === "invitation" || kind === "song") return describePlaylist(this, me, kind, about);
    const pair = this.pairs.find(
      (each) => each.match === about || each.conversations.some((one) => one === about),
    );
    if (!pair) return undefined;
    const you = this.member(other(pair, me));
    const name = you.deletedAt ? FORMER_MEMBER : you.name;
    if (kind === "match")
      return isApart(pair) || this.hasLeft(pair, me) ? undefined : `You and ${name} are a match.`;
    const conversation = about;
    if (!this.canView(me, pair, conversation)) return undefined;
    if (kind === "reaction") return describeReactions(pair, conversation, me, name);
    if (!conversation.acceptedAt && conversation.startedBy !== me) return describeRequest(conversation, name);
    const unread = unreadOf(conversation, me);
    if (!unread) return `Messages from ${name}`;
    return unread === 1 ? `New message from ${name}` : `${unread} new messages from ${name}`;
  }

  private endedOf(pair: Pair, me: Who, now: number): string[] {
    const you = this.member(other(pair, me));
    const name = you.deletedAt ? FORMER_MEMBER : you.name;
    return pair.conversations.flatMap((each) => {
      const isReceived = each.startedBy !== me && !each.acceptedAt;
      if (isReceived && !each.lastMessageAt) return [];
      const isClosed = each.endedAt || (isReceived && !this.canView(me, pair, each));
      const at = isReceived ? this.closedAt(pair, each, me) : each.endedAt;
      if (!isClosed || at === undefined || at <= now - LISTED_DAYS * DAY) return [];
      return [`${new Date(at).toISOString().slice(0, 10)} ${name}`];
    });
  }

  private closedAt(pair: Pair, request: Conversation, me: Who): number | undefined {
    const passes = [pair.low, pair.high].flatMap((who) => {
      const decision = pair.decisions[who];
      return decision && !decision.liked ? [decision.at] : [];
    });
    const moments = [
      request.declinedAt,
      request.hiddenAt,
      request.endedAt,
      this.member(other(pair, me)).deletedAt,
      ...passes,
      ...Object.values(pair.blocks),
    ].filter((at) => at !== undefined);
    const first = Math.min(...moments);
    return Number.isFinite(first) && first >= (request.lastMessageAt ?? 0) ? first : undefined;
  }

  /** Ends what two members share because of the first one; a request the other sent stays, so that they don't notice. */
  private end(pair: Pair, me: Who, now: number) {
    const open = openOf(pair);
    const isAccepted = open?.acceptedAt !== undefined;
    if (isConnected(pair)) {
      pair.hasEnded = true;
      for (const who of [pair.low, pair.high])
        if (pair.decisions[who]?.liked) this.save(pair, who, false, now);
    }
    if (pair.match && !open) {
      const at = pair.match.at;
      const ended = { startedBy: pair.low, createdAt: at, acceptedAt: at, endedAt: now };
      pair.conversations.push({ ...ended, messages: [], plans: [], links: [], read: {} });
    }
    if (open && (isAccepted || open.startedBy === me)) open.endedAt = now;
    if (open) endPlan(open, now);
    pair.match = undefined;
  }

  /** Ends what two members share. What the one who ends it was notified of is read, which closes it on their devices. */
  private endShared(pair: Pair, me: Who) {
    const games = this.games.filter((each) => isOf(each, pair));
    for (const about of [pair.match, ...pair.conversations, ...games, ...playlistsOf(this, pair)])
      if (about) this.markRead(me, about);
    endGames(this, pair, me);
    endPlaylists(this, pair);
  }

  private save(pair: Pair, me: Who, liked: boolean, now: number) {
    const before = pair.decisions[me];
    pair.decisions[me] = { liked, at: before?.liked === liked ? before.at : now };
  }

  notify(notification: Notification) {
    this.notifications = this.notifications.filter(
      ({ to, kind, about }) =>
        to !== notification.to || kind !== notification.kind || about !== notification.about,
    );
    this.notifications.push(notification);
  }

  /** Whether a member has been notified of this in the last 90 days. */
  wasNotified(me: Who | undefined, kind: Notification["kind"], about: Notification["about"], now: number) {
    return this.notifications.some(
      (each) =>
        each.to === me &&
        each.kind === kind &&
        each.about === about &&
        each.at > now - NOTIFICATION_DAYS * DAY,
    );
  }

  markRead(me: Who, about: Notification["about"], kind?: "message" | "reaction") {
    for (const each of this.notifications)
      if (each.to === me && each.about === about && (kind ?? each.kind) === each.kind) each.isRead = true;
  }

  opened(me: Who, you: Who): { pair: Pair; open: Conversation } {
    const pair = me === you ? undefined : this.pair(me, you);
    const open = pair && openOf(pair);
    if (!open || !this.canView(me, pair, open)) throw new Refused("absent");
    return { pair, open };
  }

  canView(me: Who, pair: Pair, conversation: Conversation): boolean {
    return this.isKnown(me, pair, conversation) && this.isOwn(me, pair, conversation);
  }

  private isKnown(me: Who, pair: Pair, conversation: Conversation): boolean {
    const { startedBy, acceptedAt, lastMessageAt, declinedAt, hiddenAt } = conversation;
    if (startedBy === me || acceptedAt !== undefined) return true;
    if (hiddenAt !== undefined) return false;
    return lastMessageAt !== undefined && declinedAt === undefined && pair.decisions[me]?.liked !== false;
  }

  /** Whether a request has reached a member, a declined one too. */
  private isReceived(me: Who, pair: Pair, open: Conversation): boolean {
    const hasPassed = pair.decisions[me]?.liked === false && open.startedBy !== me;
    const isOffered = open.lastMessageAt !== undefined && open.hiddenAt === undefined;
    return isOffered && !hasPassed && this.isOwn(me, pair, open);
  }

  private isOwn(me: Who, pair: Pair, { endedAt, acceptedAt, startedBy }: Conversation): boolean {
    if (endedAt !== undefined || isApart(pair)) return false;
    if (acceptedAt !== undefined) return true;
    if (this.isGone(pair.low) || this.isGone(pair.high)) return false;
    return startedBy !== me || !this.isUnlisted(other(pair, me));
  }

  canSee(me: Who, you: Who): boolean {
    if (!this.isThere(me, you)) return false;
    const pair = this.pair(me, you);
    if (isApart(pair)) return false;
    const open = openOf(pair);
    const hasAsked = open?.startedBy === you && this.isKnown(me, pair, open);
    return !this.isUnlisted(you) || isConnected(pair) || hasAsked;
  }

  private seenOf(pair: Pair, conversation: Conversation, me: Who): number {
    return conversation.acceptedAt && this.sharesSeen(pair) ? lastSeen(pair, conversation, me) : 0;
  }

  private sharesSeen({ low, high }: Pair): boolean {
    return [low, high].every((who) => !this.isUnlisted(who) && !this.isGone(who));
  }

  /** Whether Discover leaves them out. */
  isUnlisted(who: Who): boolean {
    const { pausedAt, hiddenAt } = this.member(who);
    return pausedAt !== undefined || hiddenAt !== undefined;
  }

  private isThere(me: Who, you: Who): boolean {
    return me !== you && !this.isGone(you);
  }

  private hasLeft(pair: Pair, me: Who): boolean {
    return this.isGone(other(pair, me));
  }

  member(who: Who): Member {
    const found = this.members[who];
    if (!found) throw new Error(`Nobody is number ${who}`);
    return found;
  }

  pair(one: Who, two: Who): Pair {
    const found = this.pairs.find(
      ({ low, high }) => low === Math.min(one, two) && high === Math.max(one, two),
    );
    if (!found) throw new Error(`${one} and ${two} are no pair`);
    return found;
  }
}

function statusOf({ acceptedAt, startedBy, closedBy }: Conversation, me: Who): string {
  if (closedBy !== undefined) return closedBy === me ? "closed-by-viewer" : "closed-by-partner";
  if (acceptedAt !== undefined) return "open";
  return startedBy === me ? "sent" : "received";
}

/** The last of their own messages that a member knows the other has read. */
function lastSeen(pair: Pair, { read, messages }: Conversation, me: Who): number {
  const { seen } = read[other(pair, me)] ?? { seen: 0 };
  return messages.slice(0, seen).reduce((last, { from }, at) => (from === me ? at + 1 : last), 0);
}

/** Whether a member has sent this message before, with the same quote and file. */
function isSameMessage(sent: Message, { from, text, about, file, quoted }: Message): boolean {
  const isSameQuote = sent.quoted?.id === quoted?.id && sent.quoted?.from === quoted?.from;
  return (
    isSameQuote && sent.from === from && sent.text === text && sent.about === about && sent.file === file
  );
}

/** Whether a message of these members has this id. */
function isUsed({ conversations }: Pair, { id }: Message): boolean {
  return conversations.some(({ messages }) => messages.some((each) => each.id === id));
}

/** Conversations by their partners. */
export function byName<Row extends { with: string }>(rows: Row[]): Row[] {
  return rows.sort(
    (one, other) =>
      one.with.localeCompare(other.with) || JSON.stringify(one).localeCompare(JSON.stringify(other)),
  );
}
