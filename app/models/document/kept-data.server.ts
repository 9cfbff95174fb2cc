// What is kept about a member, in words: the inventory's tables in groups.

import { dataInventory, type KeptGroupName, type KeptWords } from "db/data-inventory";
import { COMMUNITY_NAME } from "~/community";
import {
  ANSWER_DAYS,
  CORRECTION_DAYS,
  ENDED_KEPT_DAYS,
  EVIDENCE_DAYS,
  EXPORT_DAYS,
  KNOWN_BROWSER_DAYS,
  NOTIFICATION_DAYS,
  SECURITY_EVENT_DAYS,
  SESSION_DAYS,
  STRIKE_DAYS,
  UNUSED_SESSION_DAYS,
} from "~/durations";
import { type Message, msg, t } from "~/language/text";
import type { KeptData } from "./kept-data";

const AS_LONG = msg("Until you change or remove it, or delete your account.");

const groups: Record<KeptGroupName, { title: Message; why: Message; until: Message }> = {
  profile: {
    title: msg("Your profile"),
    why: msg("So that people can see who you are, and Discover can show you to each other."),
    until: AS_LONG,
  },
  taste: {
    title: msg("Your taste in music"),
    why: msg("To find people who love the same music, which is what {community} is for.", {
      community: COMMUNITY_NAME,
    }),
    until: AS_LONG,
  },
  answers: {
    title: msg("Your answers to the question of the day"),
    why: msg("So that people you could meet can read them that day, once they've answered too."),
    until: msg(
      "Until you remove them, and {answerDays} days at most. A like that quotes one keeps the quote.",
      { answerDays: ANSWER_DAYS + 1 },
    ),
  },
  wishes: {
    title: msg("Whom you'd like to meet"),
    why: msg("For one thing only: Discover shows you people who fit, and shows you to people you fit."),
    until: msg(
      "Until you take it back, or delete your account. What you correct is counted for {correctionDays} days.",
      { correctionDays: CORRECTION_DAYS },
    ),
  },
  settings: {
    title: msg("Your choices in the settings"),
    why: msg("To show others, and notify you about, what you want and no more."),
    until: AS_LONG,
  },
  account: {
    title: msg("Your account and signing in"),
    why: msg("So that you can sign in, nobody else can, and you can tell if somebody tries."),
    until: msg(
      "Sign-ins last {unusedSessionDays} days without use and {sessionDays} at most, browsers are remembered for {knownBrowserDays} days, and your account's activity for {securityEventDays}. The rest stays until you change it or delete your account.",
      {
        unusedSessionDays: UNUSED_SESSION_DAYS,
        sessionDays: SESSION_DAYS,
        knownBrowserDays: KNOWN_BROWSER_DAYS,
        securityEventDays: SECURITY_EVENT_DAYS,
      },
    ),
  },
  matches: {
    title: msg("Likes, matches and blocks"),
    why: msg("So that a match is found when you both like, and nobody you passed or blocked comes back."),
    until: msg("Until you undo it, or either of you deletes the account."),
  },
  conversations: {
    title: msg("Conversations"),
    why: msg(
      "To deliver what you write. The people you wrote to keep it, as they would keep a letter, without your name once you're gone.",
    ),
    until: msg(
      "Until both of you are gone, or {endedKeptDays} days after a conversation ended. A message you delete is gone for both of you at once, unless it was reported.",
      { endedKeptDays: ENDED_KEPT_DAYS },
    ),
  },
  notifications: {
    title: msg("Notifications and mail"),
    why: msg("To tell you what's new, in the ways you chose."),
    until: msg(
      "Notifications for {notificationDays} days; mail and messages to your browser until they're sent.",
      { notificationDays: NOTIFICATION_DAYS },
    ),
  },
  collections: {
    title: msg("Records, playlists and games"),
    why: msg("Because you added them, to look at, share and play."),
    until: msg(
      "Until you remove them, or delete your account. Songs you added to others' playlists stay without your name.",
    ),
  },
  exports: {
    title: msg("Your exports"),
    why: msg("So that you can download the archive you asked for."),
    until: msg("For {exportDays} days.", { exportDays: EXPORT_DAYS }),
  },
  safety: {
    title: msg("Reports and decisions"),
    why: msg(
      "To protect people, to give reasons for every decision, and so that nobody escapes one by signing up again.",
    ),
    until: msg(
      "Evidence for {evidenceDays} days after a case is closed, and decisions against a person for {strikeDays} days, even if they delete the account. The log of decisions stays without names.",
      { evidenceDays: EVIDENCE_DAYS, strikeDays: STRIKE_DAYS },
    ),
  },
};

/** What is kept, and what happens to it. */
export function describeKeptData(): KeptData {
  const tables = Object.values(dataInventory).flatMap((table: Partial<KeptWords> & { columns: object }) =>
    table.keeps ? [{ ...table, keeps: table.keeps }] : [],
  );
  const wordsOf = (name: "stays" | "evidence") =>
    tables.flatMap((table) => table[name] ?? []).map(toCapitalized);
  return {
    groups: (Object.keys(groups) as KeptGroupName[]).map((name) => ({
      title: t(groups[name].title),
      why: t(groups[name].why),
      until: t(groups[name].until),
      things: tables.flatMap(({ keeps }) =>
        (keeps[name] ?? []).map(([title, words]): [string, string] => [t(title), t(words)]),
      ),
    })),
    stays: wordsOf("stays"),
    unexported: tables.flatMap(listUnexported).map(toCapitalized),
    evidence: wordsOf("evidence"),
  };
}

/** What an export leaves out of a table: all of it, or what the inventory's words say. */
function listUnexported({ keeps, columns, unexported }: KeptWords & { columns: object }): Message[] {
  const isExported = Object.values(columns).some((answer: string) => answer.includes("exported"));
  if (isExported) return unexported === undefined ? [] : [unexported];
  return Object.values(keeps).flatMap((things) => things.map(([title]) => title));
}

function toCapitalized(message: Message): string {
  const words = t(message);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
