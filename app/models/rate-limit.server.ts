// Rate limits: counted in memory on a single machine, and in the database if several share it.
import { db } from "db/client.server";
import { rateLimit } from "db/schema";
import { lt } from "drizzle-orm";
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { keyedDigest } from "~/digest.server";
import { env } from "~/env.server";
import { type Message, msg, type Wording } from "~/language/text";
import { Refusal } from "~/refusal";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How much processor time, in ms, one account may use of a pool in an hour: a tenth of one process. */
const WORK_MS = (HOUR * 1000) / 10;

const limits = {
  /** Sign-ins and sign-ups from one address. */
  signIn: limit(20, 3 * MINUTE),
  /** Codes of invitations tried from one address. */
  invitation: limit(20, HOUR),
  /** Sign-ins to one account from one address or known browser, and questions for the password in one session. */
  password: limit(10, 3 * MINUTE),
  /** Sign-ins to one account from browsers that it doesn't recognize, before they are slowed down. */
  unknownBrowser: limit(100, HOUR),
  /** Further ones from one address: nobody waits longer because of what others have tried. */
  slowedBrowser: limit(1, MINUTE),
  /** Resets of one account's password with recovery codes, from one address. */
  recoveryCode: limit(10, 3 * MINUTE),
  /** Codes of an authenticator app, and recovery codes in their place, for one account from one address, or in one session. */
  code: limit(5, 3 * MINUTE),
  /** Codes of an authenticator app at sign-ins from browsers that the account does not recognize. */
  unknownBrowserCode: limit(30, 24 * HOUR),
  /** New ways to sign in to one account, each of which its owner gets a mail about. */
  signInChange: limit(30, HOUR),
  /** Mails of one kind that strangers cause in one inbox. */
  mail: limit(3, HOUR),
  mailInDay: limit(8, 24 * HOUR),
  like: limit(60, MINUTE),
  pass: limit(240, MINUTE),
  message: limit(30, 10),
  messageInDay: limit(2000, 24 * HOUR),
  conversation: limit(20, HOUR),
  /** Photos and voice notes, which are messages as well. */
  attachment: limit(60, HOUR),
  /** Shared links whose site is asked for details. */
  link: limit(30, HOUR),
  reaction: limit(60, MINUTE),
  messageChange: limit(30, MINUTE),
  /** Edits, each of which keeps what the message said before. */
  editInDay: limit(500, 24 * HOUR),
  jointPlay: limit(30, 10 * MINUTE),
  /** Changes of plans, of friends' links to them and of the answers about them. */
  plan: limit(30, HOUR),
  block: limit(60, HOUR),
  report: limit(20, 24 * HOUR),
  appeal: limit(20, 24 * HOUR),
  /** Notices from one address, with their files. */
  notice: limit(5, HOUR),
  noticeInDay: limit(15, 24 * HOUR),
  noticeFiles: limit(10, HOUR),
  record: limit(120, MINUTE),
  import: limit(20, HOUR),
  history: limit(10, HOUR),
  /** New playlists, and new collaborators of others. */
  playlist: limit(20, HOUR),
  song: limit(60, MINUTE),
  game: limit(10, HOUR),
  /** Challenges to members whom one neither matches nor talks with. */
  strangerGame: limit(3, 24 * HOUR),
  practice: limit(20, 24 * HOUR),
  connection: limit(20, HOUR),
  /** Searches of the catalog, which everybody shares, and covers taken from it. */
  release: limit(30, 10 * MINUTE),
  cover: limit(60, HOUR),
  coverSearch: limit(20, HOUR),
  /** Covers seen among the releases found: six for each search. */
  thumbnail: new RateLimiterMemory({ points: 240, duration: 10 * MINUTE }),
  upload: limit(10, HOUR),
  /** First messages that the checking service is asked about. */
  firstMessageCheck: limit(30, HOUR),
  photoCheck: limit(3, 24 * HOUR),
  place: limit(3, 24 * HOUR),
  export: limit(3, 24 * HOUR),
  /** Browsers added to push, and tests sent there. */
  push: limit(30, HOUR),
  profile: limit(60, HOUR),
  preferences: limit(60, HOUR),
  /** Changes of all kinds of settings together. */
  settings: limit(60, HOUR),
  wishes: limit(60, HOUR),
  prompts: limit(60, HOUR),
  /** Changes to whether a member goes to a show. */
  going: limit(120, HOUR),
  /** Answers to the question of the day, which the checking service is asked about. */
  answer: limit(30, HOUR),
  /** Changes to a member's photos and their order. */
  photos: limit(120, HOUR),
  // Work is counted once it is done: see `requireWork()`.
  pictureWork: limit(WORK_MS, HOUR),
  voiceWork: limit(WORK_MS, HOUR),
  historyWork: limit(WORK_MS, HOUR),
  encodingWork: limit(WORK_MS, HOUR),
  playlistWork: limit(WORK_MS, HOUR),
  // Reads are counted by each machine separately, because counting in the database would make them write.
  searchWork: new RateLimiterMemory({ points: WORK_MS, duration: HOUR }),
  lookUp: new RateLimiterMemory({ points: 20, duration: MINUTE }),
  /** Searches of a member's own messages. */
  messageSearch: new RateLimiterMemory({ points: 60, duration: MINUTE }),
  /** Texts that artists are suggested for. */
  suggestions: new RateLimiterMemory({ points: 240, duration: MINUTE }),
  /** Artists that visitors ask about, from one address. */
  fans: new RateLimiterMemory({ points: 30, duration: MINUTE }),
  /** Files of every kind that are downloaded. */
  download: new RateLimiterMemory({ points: 20, duration: HOUR }),
  /** Pictures of mixtape cards. */
  mixtape: new RateLimiterMemory({ points: 60, duration: 10 * MINUTE }),
  /** Parts of previews, of which browsers ask for several a song. */
  preview: new RateLimiterMemory({ points: 120, duration: MINUTE }),
  /** Signs that a member is typing, in memory: a count in the database would be a write for each. */
  typing: new RateLimiterMemory({ points: 60, duration: MINUTE }),
  /** Steps of a joint play; each player takes one every five seconds anyway. */
  jointPlayStep: new RateLimiterMemory({ points: 120, duration: MINUTE }),
  /** Visits that start a sign-in, from one address. */
  authorize: new RateLimiterMemory({ points: 60, duration: 10 * MINUTE }),
  /** Challenges for passkeys, from one address. */
  challenge: new RateLimiterMemory({ points: 60, duration: 10 * MINUTE }),
};

/** Pools whose work is shared out among accounts. */
export type WorkKind = Extract<keyof typeof limits, `${string}Work`>;

const REACHED = msg("You've reached the limit for now.");

function limit(points: number, duration: number) {
  if (env.databaseFile !== undefined) return new RateLimiterMemory({ points, duration });
  return new RateLimiterDrizzle({
    points,
    duration,
    storeClient: db,
    schema: rateLimit,
    // A refused key is not counted further, so that refusals don't write.
    inMemoryBlockOnConsumed: points,
    clearExpiredByTimeout: false,
  });
}

/**
 * Counts one use of `kind` by `key` (a member's id, an address, an account).
 * Refuses once the limit is reached (too-many, with the seconds to wait).
 */
export async function consumeRateLimit(kind: keyof typeof limits, key: string | number) {
  if (!env.rateLimits) return;
  if (kind === "message") await consumeRateLimit("messageInDay", key);
  try {
    await limits[kind].consume(hashKey(kind, key));
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    const isLong = rejection.msBeforeNext > HOUR * 1000;
    throw tooManyRefusal(isLong ? REACHED : msg("That was a little too fast."), rejection);
  }
}

/**
 * How much processor time, in ms, an account may still use of a pool in this hour, and has used. Refuses one that has used up
 * its share (too-many, with the seconds to wait).
 */
export async function requireWork(kind: WorkKind, key: string | number) {
  if (!env.rateLimits) return { leftMs: WORK_MS, spentMs: 0 };
  const counted = await limits[kind].get(hashKey(kind, key));
  if (!counted) return { leftMs: WORK_MS, spentMs: 0 };
  if (counted.remainingPoints <= 0) throw tooManyRefusal(REACHED, counted);
  return { leftMs: counted.remainingPoints, spentMs: counted.consumedPoints };
}

/** Counts the processor time, in ms, that an account has used of a pool. */
export async function countWork(kind: WorkKind, key: string | number, ms: number) {
  if (!env.rateLimits || ms <= 0) return;
  await limits[kind].consume(hashKey(kind, key), Math.ceil(ms)).catch((rejection) => {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
  });
}

function tooManyRefusal(limit: Message, { msBeforeNext }: RateLimiterRes): Refusal {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const message = msg("{limit} Try again in {wait}.", { limit, wait: describeWait(seconds) });
  return new Refusal("too-many", message, {}, seconds);
}

/**
 * Refuses one more row (too-many, with the seconds to wait) in a table that stores when rows were added. Takes the times within
 * the last `ms`, oldest first.
 */
export function rejectBeyond(
  added: { at: Date }[],
  { most, ms, message }: { most: number; ms: number; message: Wording },
  now: number,
): void {
  const [first] = added;
  if (!first || added.length < most) return;
  throw new Refusal("too-many", message, {}, Math.ceil((first.at.getTime() + ms - now) / 1000));
}

/** Deletes expired counts from the database. */
export async function deleteExpiredRateLimits() {
  await db.delete(rateLimit).where(lt(rateLimit.expire, new Date()));
}

/** Hashes keys, since they contain emails and addresses, which the database must not hold in plain text. */
function hashKey(kind: string, key: string | number) {
  return keyedDigest(`rate limit ${kind} ${key}`);
}

/** How long to wait: "40 seconds". */
export function describeWait(seconds: number): Message {
  if (seconds < 2 * MINUTE) return msg("{seconds, plural, one {# second} other {# seconds}}", { seconds });
  if (seconds < 2 * HOUR)
    return msg("{minutes, plural, one {# minute} other {# minutes}}", {
      minutes: Math.ceil(seconds / MINUTE),
    });
  return msg("{hours, plural, one {# hour} other {# hours}}", { hours: Math.ceil(seconds / HOUR) });
}
