// What models of several subjects share: cursors, counts, fields, times, songs and versions.

import { db } from "db/client.server";
import { beforeAll, describe, expect, test } from "vitest";
import { signUpInput } from "~/models/account/account-schema";
import { conversationPage } from "~/models/conversation/conversation-schema";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { listEndedConversations } from "~/models/conversation/list/ended-conversation.server";
import { describePeople, formatPeople, toPeopleCount } from "~/models/count";
import { numberedPage, timedPage } from "~/models/cursor";
import { optionalText, requiredText } from "~/models/fields";
import { listMatches } from "~/models/match/match.server";
import { getMember, type Member, readProfile, saveProfile } from "~/models/member/member.server";
import { readOwnWishes, saveWishes } from "~/models/member/wishes.server";
import { wishesInput } from "~/models/member/wishes-schema";
import { getPreferences, preferencesVersion, savePreferences } from "~/models/music/preferences.server";
import { listNotifications } from "~/models/notification/notification.server";
import { listPlaylists } from "~/models/playlist/playlist-list.server";
import { playlistsPage, songPage } from "~/models/playlist/playlist-schema";
import { getPlaylist } from "~/models/playlist/song-list.server";
import { RECORD_SORTS } from "~/models/record/record";
import { addRecord, listRecords, recordVersion, updateRecord } from "~/models/record/record.server";
import { recordInput, recordQuery } from "~/models/record/record-schema";
import { relativeMinutes, relativeTime } from "~/models/relative-time";
import { listBlocks } from "~/models/safety/block.server";
import { listCases } from "~/models/safety/case/case-list.server";
import { queuePage } from "~/models/safety/case/case-schema";
import { listReports } from "~/models/safety/report.server";
import { listAppeals } from "~/models/safety/sanctions/appeal.server";
import { listLog } from "~/models/safety/staff/moderation-log.server";
import { isSameSong } from "~/models/song";
import { listGames } from "~/models/trivia/trivia.server";
import { gamePage } from "~/models/trivia/trivia-schema";
import { versionOf } from "~/models/version.server";
import { addMember, addNewcomer } from "../cast";

describe("cursors", () => {
  const ROWS = 130;
  const now = Date.now() - 60_000;
  /** Three times for all rows of a list. */
  const at = `(${now} + :i % 3)`;
  /** A member of the list's own for each row; `pair` orders them with its reader. */
  const other = "(:base + :i)";
  const pair = `min(:me, ${other}), max(:me, ${other})`;

  type Page = { ids: string[]; next: { cursor: string } | undefined };
  type List = {
    name: string;
    /** Statements that add and remove the row `:i` of the reader `:me`. */
    add: string[];
    remove: string;
    read: (me: Member, cursor: { cursor: string } | undefined) => Promise<Page>;
  };

  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

  const conversations = {
    add: [
      `insert into match (id, low_id, high_id, created_at) values (:name || :i, ${pair}, ${at})`,
      `insert into conversation (id, low_id, high_id, started_by, accepted_at, last_message_at, created_at)
      values (:name || :i, ${pair}, :me, ${at}, ${at}, ${at})`,
    ],
    remove: "delete from conversation where id = :name || :i",
  };

  const lists: List[] = [
    {
      name: "blocks",
      add: [`insert into block (member_id, target_id, created_at) values (:me, ${other}, ${at})`],
      remove: `delete from block where member_id = :me and target_id = ${other}`,
      read: async (me, page) => {
        const { blocks, next } = await listBlocks(me.id, numberedPage.parse(page ?? {}).cursor);
        return { ids: blocks.map(({ userId }) => userId), next };
      },
    },
    {
      name: "reports",
      add: [
        `insert into moderation_case (id, member_name, severity, opened_at, closed_at)
        values (:name || :i, 'Eve', 0, 1, 2)`,
        `insert into report (id, case_id, reporter_id, reported_id, subject, subject_id, reason, words, created_at)
        values (:name || :i, :name || :i, :me, ${other}, 'member', ${other}, 'spam', '', ${at})`,
      ],
      remove: "delete from report where id = :name || :i",
      read: async (me, page) => {
        const { reports, next } = await listReports(me.id, timedPage.parse(page ?? {}).cursor);
        return { ids: idsOf(reports), next };
      },
    },
    {
      name: "notifications",
      add: [
        `insert into match (id, low_id, high_id, created_at) values (:name || :i, ${pair}, ${at})`,
        `insert into notification (id, member_id, kind, subject_id, at)
        values (abs(random() >> 16), :me, 'match', :name || :i, ${at})`,
      ],
      remove: "delete from notification where id = :i",
      read: async (me, page) => {
        const after = numberedPage.parse(page ?? {}).cursor;
        const { notifications, next } = await listNotifications(me.id, { after });
        return { ids: idsOf(notifications), next };
      },
    },
    {
      name: "conversations",
      ...conversations,
      read: async (me, page) => {
        const after = conversationPage.parse(page ?? {}).cursor;
        const { conversations, next } = await listConversations(me.id, { after, limit: 30 });
        return { ids: idsOf(conversations), next };
      },
    },
    {
      name: "ended conversations",
      add: [...conversations.add, `update conversation set ended_at = ${at} where id = :name || :i`],
      remove: conversations.remove,
      read: async (me, page) => {
        const { ended, next } = await listEndedConversations(me.id, timedPage.parse(page ?? {}).cursor);
        return { ids: idsOf(ended), next };
      },
    },
    ...[true, false].map((mutual) => ({
      name: mutual ? "matches" : "likes",
      add: [
        `insert into decision (member_id, target_id, liked, decided_at) values (:me, ${other}, 1, ${at})`,
        ...(mutual ? conversations.add.slice(0, 1) : []),
      ],
      remove: `delete from ${mutual ? "match where id = :name || :i" : `decision where member_id = :me and target_id = ${other}`}`,
      read: async (me: Member, page: { cursor: string } | undefined) => {
        const after = numberedPage.parse(page ?? {}).cursor;
        const { matches, next } = await listMatches(me, { mutual, after, limit: 24 });
        return { ids: idsOf(matches), next };
      },
    })),
    {
      name: "games",
      add: [
        `insert into trivia_game (id, player1_id, player2_id, total_rounds, status, ending, moved_at, created_at)
        values (:name || :i, :me, ${other}, 5, iif(:i % 2, 'active', 'completed'), iif(:i % 2, null, 'played'), ${at}, ${at})`,
      ],
      remove: "delete from trivia_game where id = :name || :i",
      read: async (me, page) => {
        const after = gamePage.parse(page ?? {}).cursor;
        const { games, next } = await listGames(me.id, { after, limit: 20 });
        return { ids: idsOf(games), next };
      },
    },
    ...RECORD_SORTS.map((sort) => ({
      name: `records by ${sort}`,
      add: [
        `insert into record (id, member_id, artist, album, artist_key, album_key, genre_key, year, genre, format,
          condition, notes, created_at)
        values (:name || :i, :me, 'A', 'B', 'a' || :i % 3, 'b' || :i % 2, '', iif(:i % 5, 1970 + :i % 4, null), '',
          'vinyl', 'good', '', ${at})`,
      ],
      remove: "delete from record where id = :name || :i",
      read: async (me: Member, page: { cursor: string } | undefined) => {
        const { records, next } = await listRecords(me.id, recordQuery.parse({ sort, ...page }), 25);
        return { ids: idsOf(records), next };
      },
    })),
    ...(["own", "shared"] as const).map((kind) => ({
      name: `${kind} playlists`,
      add: [
        ...(kind === "own" ? [] : conversations.add.slice(0, 1)),
        `insert into playlist (id, owner_id, collaborator_id, name, description, is_public, created_at)
        values (:name || :i, ${kind === "own" ? ":me, null" : `${other}, :me`}, 'Sundays', '', 0, ${at})`,
      ],
      remove: "delete from playlist where id = :name || :i",
      read: async (me: Member, page: { cursor: string } | undefined) => {
        const listed = await listPlaylists(me.id, playlistsPage.parse({ [kind]: page?.cursor }));
        const cursor = listed.next[kind];
        return { ids: idsOf(listed[kind]), next: cursor === undefined ? undefined : { cursor } };
      },
    })),
    {
      name: "songs",
      add: [
        `insert into playlist (id, owner_id, name, description, is_public, created_at)
        values ('songs of ' || :me, :me, 'Sundays', '', 0, 1) on conflict do nothing`,
        `insert into playlist_song (id, playlist_id, added_by, artist, title, album, position, created_at)
        select :name || :i, 'songs of ' || :me, :me, 'A', 'B', '', coalesce(max(position), 0) + 1, 1
        from playlist_song where playlist_id = 'songs of ' || :me`,
      ],
      remove: "delete from playlist_song where id = :name || :i",
      read: async (me, page) => {
        const after = songPage.parse(page ?? {}).cursor;
        const { songs = [], next } =
          (await getPlaylist(me.id, `songs of ${me.id}`, { after, limit: 50 })) ?? {};
        return { ids: idsOf(songs), next };
      },
    },
    {
      name: "cases",
      add: [
        `insert into moderation_case (id, member_name, severity, opened_at) values (:name || :i, 'Eve', :i % 2, ${at})`,
      ],
      remove: "delete from moderation_case where id = :name || :i",
      read: async (me, page) => {
        const { cases, next } = await listCases(me.id, queuePage.parse(page ?? {}).cursor);
        return { ids: idsOf(cases), next };
      },
    },
    {
      name: "appeals",
      add: [
        `insert into moderation_case (id, member_name, severity, opened_at, closed_at)
        values (:name || :i, 'Eve', 0, 1, 2)`,
        `insert into sanction (id, case_id, member_id, kind, rule, statement, starts_at)
        values (:name || :i, :name || :i, ${other}, 'warning', 'spam', '', 1)`,
        `insert into appeal (id, sanction_id, words, created_at) values (:name || :i, :name || :i, '', ${at})`,
      ],
      remove: "delete from appeal where id = :name || :i",
      read: async (me, page) => {
        const { appeals, next } = await listAppeals(me.id, timedPage.parse(page ?? {}).cursor);
        return { ids: idsOf(appeals), next };
      },
    },
    {
      name: "log",
      add: [`insert into moderation_log (action, case_id, at) values ('viewed', :name || :i, ${at})`],
      // The log is append-only.
      remove: "select :i",
      read: async (me, page) => {
        const before = page && Number(page.cursor);
        const { entries, next } = await listLog(me.id, { before });
        return {
          ids: entries.map(({ caseId }) => String(caseId)),
          next: next === undefined ? undefined : { cursor: String(next) },
        };
      },
    },
  ];

  const OTHERS = 1000;
  let base = 0;

  beforeAll(async () => {
    base = (await addNewcomer("Ada")).id + 1_000_000;
    await db.$client.execute({
      sql: `insert into member (id, issuer, subject, first_name, last_name, created_at)
      select ? + value, 'pages', value, 'Cleo', 'Lovelace', 1 from generate_series(0, ?)`,
      args: [base, OTHERS],
    });
  });

  test.each(lists)("$name: every row is read once, whatever comes and goes between pages", async (list) => {
    const me = await addNewcomer("Ada");
    const run = async (statement: string, i: number) => {
      const values = { i: BigInt(i), me: BigInt(me.id), base: BigInt(base), name: `${list.name} ` };
      const args = Object.entries(values).filter(([name]) => new RegExp(`:${name}\\b`).test(statement));
      await db.$client.execute({ sql: statement, args: Object.fromEntries(args) });
    };
    const add = async (i: number) => {
      for (const statement of list.add) await run(statement, i);
    };
    for (let i = 0; i < ROWS; i++) await add(i);
    const whole = await list.read(me, undefined);
    const seen: string[] = [];
    let next: Page["next"];
    let pages = 0;
    do {
      const page: Page = pages === 0 ? whole : await list.read(me, next);
      expect(page.ids.length).toBeGreaterThan(0);
      seen.push(...page.ids);
      next = page.next;
      // A row that was read goes, and three others come, one at each of the times.
      const [gone = ""] = page.ids;
      const i = Number(/\d+$/.exec(gone)?.[0]);
      await run(list.remove, list.name === "blocks" || list.name === "likes" ? i - base : i);
      for (let added = 0; added < 3; added++) await add(ROWS + 3 * pages + added);
      pages += 1;
    } while (next);
    expect(pages).toBeGreaterThan(1);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(ROWS);
  });
});

test("how many people there are is said in steps", () => {
  const said = [0, 1, 4, 5, 9, 10, 19, 20, 49, 50, 1000].map((people) =>
    describePeople(toPeopleCount(people)),
  );
  expect([...new Set(said)]).toEqual([
    "Few people",
    "At least 5 people",
    "At least 10 people",
    "At least 20 people",
    "At least 50 people",
  ]);
  expect(said.slice(0, 4)).toEqual([...Array(3).fill("Few people"), "At least 5 people"]);
  expect([null, 5 as const].map(formatPeople)).toEqual(["a few", "5+"]);
});

const name = requiredText("Name is required", 50);

describe("required text", () => {
  test.each(["", " \n ", "\u200b\u200b", "\u2060", "\u3164", "\u2800", "\u200d\ufe0f", "\u202e"])(
    "%j is blank",
    (typed) => {
      expect(name.safeParse(typed).error?.issues).toMatchObject([{ message: "Name is required" }]);
    },
  );

  test.each([
    [" Ada ", "Ada"],
    ["❤️‍🔥", "❤️‍🔥"],
    ["می‌خواهم", "می‌خواهم"],
    ["\u202eabc", "\u202eabc"],
    ["A\u0000d\ud800a", "Ada"],
    ["two\r\nlines", "two\nlines"],
  ])("%j is kept as %j", (typed, kept) => {
    expect(name.parse(typed)).toBe(kept);
  });
});

test("optional text without anything to see is blank", () => {
  expect(optionalText(50).parse("\u200b")).toBe("");
});

test("a member's name doesn't turn the text around it", () => {
  const { firstName, lastName } = signUpInput.shape;
  expect([firstName.parse("\u202eabc\u202c"), lastName.parse("\u2067Ben")]).toEqual(["abc", "Ben"]);
  expect(firstName.parse("عليا")).toBe("عليا");
});

const now = new Date("2026-03-20T12:00:00Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test.each([
  [0, "Just now"],
  [-5 * MINUTE_MS, "Just now"],
  [HOUR_MS - 1, "Just now"],
  [HOUR_MS, "1h ago"],
  [24 * HOUR_MS - 1, "23h ago"],
  [24 * HOUR_MS, "1d ago"],
  [7 * 24 * HOUR_MS - 1, "6d ago"],
  [7 * 24 * HOUR_MS, "Mar 13, 2026"],
  [400 * 24 * HOUR_MS, "Feb 13, 2025"],
])("%i ms ago is '%s'", (ago, words) => {
  expect(relativeTime(new Date(now.getTime() - ago), now, "en-US")).toBe(words);
});

test.each([
  [MINUTE_MS - 1, "Just now"],
  [MINUTE_MS, "1m ago"],
  [HOUR_MS - 1, "59m ago"],
  [HOUR_MS, "1h ago"],
])("%i ms ago is '%s' to the minute", (ago, words) => {
  expect(relativeMinutes(new Date(now.getTime() - ago), now, "en-US")).toBe(words);
});

test("the date is written as in the reader's region", () => {
  expect(relativeTime(new Date("2026-03-03T12:00:00Z"), now, "en-GB")).toBe("3 Mar 2026");
});

const spoon = { artist: "Can", title: "Spoon" };

test.each(["spoon", "Spoon (2004 Remaster)", "Spoon - Live", "Spoon [Mono] feat. Damo Suzuki", "SPOON!"])(
  "%j is another edition of the song",
  (title) => {
    expect(isSameSong(spoon, { artist: "CAN", title })).toBe(true);
  },
);

test.each([
  { artist: "Can", title: "Spoonful" },
  { artist: "Can", title: "Vitamin C" },
  { artist: "Cannibal Ox", title: "Spoon" },
])("$artist's $title is another song", (other) => {
  expect(isSameSong(spoon, other)).toBe(false);
});

test("a title that consists of an addition is kept whole", () => {
  expect(isSameSong({ artist: "M", title: "(Intro)" }, { artist: "M", title: "(Outro)" })).toBe(false);
});

/** Opens a form of a new member, and returns how it is sent with a text in the field that changes. */
const forms: Record<string, () => Promise<(text: string) => Promise<unknown>>> = {
  async profile() {
    const ada = await addMember("Ada");
    const saved = readProfile(ada);
    const rest = { age: 30, location: "Portland, Oregon" };
    return (bio) => saveProfile(ada.id, { ...rest, bio }, versionOf(saved));
  },
  async wishes() {
    const ada = await addMember("Ada");
    const version = versionOf(readOwnWishes(await getMember(ada.id)));
    return (genderWords) =>
      saveWishes(ada.id, wishesInput.parse({ gender: "own", genderWords, consents: true }), version);
  },
  async preferences() {
    const ada = await addMember("Ada");
    const saved = await getPreferences(ada.id);
    if (!saved) throw new Error("Ada has a taste");
    return (name) => savePreferences(ada.id, { ...saved, topArtists: [name] }, preferencesVersion(saved));
  },
  async record() {
    const ada = await addMember("Ada");
    const typed = (album: string) => recordInput.parse({ artist: "Low", album });
    const added = await addRecord(ada.id, typed("Hey What"));
    return (album) => updateRecord(ada.id, added.id, typed(album), recordVersion(added));
  },
};

test.each(Object.keys(forms))("of two forms of the same %s sent at once, one is saved", async (name) => {
  const send = await forms[name]?.();
  const sent = await Promise.allSettled(["One", "Other"].map((text) => send?.(text)));
  expect(sent).toMatchObject([
    { status: "fulfilled" },
    {
      status: "rejected",
      reason: { code: "conflict", message: "This changed meanwhile. Nothing was saved." },
    },
  ]);
});
