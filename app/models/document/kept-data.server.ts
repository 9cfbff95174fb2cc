// What is kept about a member, in words: those of every table in the inventory, in groups.

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
import { type Message, t } from "~/language/text";
import type { KeptData } from "./kept-data";

const AS_LONG = "Until you change or remove it, or delete your account.";

const groups: Record<KeptGroupName, { title: string; why: string; until: string }> = {
  profile: {
    title: "Your profile",
    why: "So that people can see who you are, and Discover can show you to each other.",
    until: AS_LONG,
  },
  taste: {
    title: "Your taste in music",
    why: `To find people who love the same music, which is what ${COMMUNITY_NAME} is for.`,
    until: AS_LONG,
  },
  answers: {
    title: "Your answers to the question of the day",
    why: "So that people you could meet can read them that day, once they've answered too.",
    until: `Until you remove them, and ${ANSWER_DAYS + 1} days at most. A like that quotes one keeps the quote.`,
  },
  wishes: {
    title: "Whom you'd like to meet",
    why: "For one thing only: Discover shows you people who fit, and shows you to people you fit.",
    until: `Until you take it back, or delete your account. What you correct is counted for ${CORRECTION_DAYS} days.`,
  },
  settings: {
    title: "Your choices in the settings",
    why: "To show others, and notify you about, what you want and no more.",
    until: AS_LONG,
  },
  account: {
    title: "Your account and signing in",
    why: "So that you can sign in, nobody else can, and you can tell if somebody tries.",
    until: `Sign-ins last ${UNUSED_SESSION_DAYS} days without use and ${SESSION_DAYS} at most, browsers are remembered for ${KNOWN_BROWSER_DAYS} days, and your account's activity for ${SECURITY_EVENT_DAYS}. The rest stays until you change it or delete your account.`,
  },
  matches: {
    title: "Likes, matches and blocks",
    why: "So that a match is found when you both like, and nobody you passed or blocked comes back.",
    until: "Until you undo it, or either of you deletes the account.",
  },
  conversations: {
    title: "Conversations",
    why: "To deliver what you write. The people you wrote to keep it, as they would keep a letter, without your name once you're gone.",
    until: `Until both of you are gone, or ${ENDED_KEPT_DAYS} days after a conversation ended. A message you delete is gone for both of you at once, unless it was reported.`,
  },
  notifications: {
    title: "Notifications and mail",
    why: "To tell you what's new, in the ways you chose.",
    until: `Notifications for ${NOTIFICATION_DAYS} days; mail and messages to your browser until they're sent.`,
  },
  collections: {
    title: "Records, playlists and games",
    why: "Because you added them, to look at, share and play.",
    until:
      "Until you remove them, or delete your account. Songs you added to others' playlists stay without your name.",
  },
  exports: {
    title: "Your exports",
    why: "So that you can download the archive you asked for.",
    until: `For ${EXPORT_DAYS} days.`,
  },
  safety: {
    title: "Reports and decisions",
    why: "To protect people, to give reasons for every decision, and so that nobody escapes one by signing up again.",
    until: `Evidence for ${EVIDENCE_DAYS} days after a case is closed, and decisions against a person for ${STRIKE_DAYS} days, even if they delete the account. The log of decisions stays without names.`,
  },
};

/** What is kept, and what becomes of it. */
export function describeKeptData(): KeptData {
  const tables = Object.values(dataInventory).flatMap((table: Partial<KeptWords> & { columns: object }) =>
    table.keeps ? [{ ...table, keeps: table.keeps }] : [],
  );
  const wordsOf = (name: "stays" | "evidence") =>
    tables.flatMap((table) => table[name] ?? []).map(wordCapitalized);
  return {
    groups: (Object.keys(groups) as KeptGroupName[]).map((name) => ({
      ...groups[name],
      things: tables.flatMap(({ keeps }) =>
        (keeps[name] ?? []).map(([title, words]): [string, string] => [t(title), t(words)]),
      ),
    })),
    stays: wordsOf("stays"),
    unexported: tables.flatMap(listUnexported).map(wordCapitalized),
    evidence: wordsOf("evidence"),
  };
}

/** What an export leaves out of a table: all of it, or what its words say. */
function listUnexported({ keeps, columns, unexported }: KeptWords & { columns: object }): Message[] {
  const isExported = Object.values(columns).some((answer: string) => answer.includes("exported"));
  if (isExported) return unexported === undefined ? [] : [unexported];
  return Object.values(keeps).flatMap((things) => things.map(([title]) => title));
}

function wordCapitalized(message: Message): string {
  const words = t(message);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
