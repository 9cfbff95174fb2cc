// When members are called, their settings, and one with very many notifications.

import { db } from "db/client.server";
import { FREQUENCIES, type Frequency } from "db/column-types";
import { beforeAll, describe, expect, test } from "vitest";
import { listTurns } from "~/actions/home/your-turn.server";
import { getCounts } from "~/http/counts.server";
import { conversationPage } from "~/models/conversation/conversation-schema";
import { countConversations } from "~/models/conversation/list/conversation-count.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { markRead } from "~/models/conversation/read-marker.server";
import { numberedPage } from "~/models/cursor";
import { countMutualMatches, listMatches } from "~/models/match/match.server";
import type { Member } from "~/models/member/member.server";
import { endOfQuiet, mailMoment } from "~/models/notification/delivery-time";
import { countUnreadNotifications, listNotifications } from "~/models/notification/notification.server";
import { settingsInput } from "~/models/notification/notification-schema";
import { defaultSettings, type NotificationSettings } from "~/models/notification/notification-settings";
import {
  endMail,
  memberOfToken,
  readSettings,
  saveSettings,
  unsubscribeToken,
} from "~/models/notification/notification-settings.server";
import { addMember, addNewcomer, makeConversation, makeMatch } from "../../cast";
import { stepsOf } from "../../matching/steps";
import { rareTest } from "../../sampled";

const end = (
  at: string,
  quietFrom: number | null,
  quietTo: number | null,
  timeZone: string | null = null,
) => {
  const until = endOfQuiet(Date.parse(at), { quietFrom, quietTo, timeZone });
  return until === undefined ? undefined : new Date(until).toISOString().replace(":00.000Z", "Z");
};

test("quiet hours start at an hour, end at another, and can span midnight", () => {
  expect(end("2026-05-05T21:59:59Z", 22, 7)).toBeUndefined();
  expect(end("2026-05-05T22:00:00Z", 22, 7)).toBe("2026-05-06T07:00Z");
  expect(end("2026-05-06T06:59:59Z", 22, 7)).toBe("2026-05-06T07:00Z");
  expect(end("2026-05-06T07:00:00Z", 22, 7)).toBeUndefined();
  expect(end("2026-05-06T13:30:00Z", 13, 15)).toBe("2026-05-06T15:00Z");
  expect(end("2026-05-06T15:00:00Z", 13, 15)).toBeUndefined();
});

test("without both hours, or with the same twice, there are none", () => {
  for (const [from, to] of [
    [null, null],
    [null, 7],
    [22, null],
    [5, 5],
  ] as const)
    expect(end("2026-05-06T05:30:00Z", from, to)).toBeUndefined();
});

test("they are the member's, in every time zone", () => {
  expect(end("2026-05-05T14:30:00Z", 22, 7, "Asia/Tokyo")).toBe("2026-05-05T22:00Z");
  expect(end("2026-05-05T17:00:00Z", 22, 7, "Asia/Kolkata")).toBe("2026-05-06T01:30Z");
  expect(end("2026-05-05T14:30:00Z", 22, 7, "America/New_York")).toBeUndefined();
});

test("a time zone that this server doesn't know is UTC", () => {
  expect(end("2026-05-05T22:30:00Z", 22, 7, "Mars/Olympus_Mons")).toBe("2026-05-06T07:00Z");
  expect(mailMoment(Date.parse("2026-05-06T10:30:00Z"), "daily", "Mars/Olympus_Mons")).toBe(
    Date.parse("2026-05-07T09:00:00Z"),
  );
});

test("they end by the clock on the nights in which it is changed", () => {
  expect(end("2026-03-28T22:30:00Z", 22, 7, "Europe/Berlin")).toBe("2026-03-29T05:00Z");
  expect(end("2026-10-24T21:30:00Z", 22, 7, "Europe/Berlin")).toBe("2026-10-25T06:00Z");
});

test("they end as the clocks skip their last hour, and after both of an hour that comes twice", () => {
  expect(end("2027-03-28T00:00:00Z", 22, 2, "Europe/Berlin")).toBe("2027-03-28T01:00Z");
  expect(end("2027-03-28T00:59:59Z", 22, 2, "Europe/Berlin")).toBe("2027-03-28T01:00Z");
  expect(end("2027-03-28T01:00:00Z", 22, 2, "Europe/Berlin")).toBeUndefined();
  expect(end("2027-10-31T00:30:00Z", 22, 3, "Europe/Berlin")).toBe("2027-10-31T02:00Z");
  // The clocks of Lord Howe Island are changed by half an hour.
  expect(end("2027-10-02T15:15:00Z", 22, 2, "Australia/Lord_Howe")).toBe("2027-10-02T15:30Z");
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How far the clocks of a zone are ahead, in minutes. */
function readOffset(zone: Intl.DateTimeFormat, at: number): number {
  const name = zone.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hours = 0, minutes = 0] = /([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === "+" ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
}

/** The moments of two years at which clocks are changed, each once for all zones that change them alike. */
function listClockChanges(): { timeZone: string; at: number }[] {
  const found = new Map<string, { timeZone: string; at: number }>();
  const [from, to] = [Date.UTC(2027, 0), Date.UTC(2029, 0)];
  for (const timeZone of Intl.supportedValuesOf("timeZone")) {
    const zone = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    for (let at = from; at < to; at += 10 * DAY) {
      const [before, after] = [readOffset(zone, at), readOffset(zone, at + 10 * DAY)];
      if (before === after) continue;
      let [low, high] = [at, at + 10 * DAY];
      while (high - low > MINUTE) {
        const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
        if (readOffset(zone, middle) === before) low = middle;
        else high = middle;
      }
      found.set(`${high} ${before} ${after}`, { timeZone, at: high });
    }
  }
  return [...found.values()];
}

rareTest("around every clock change of two years quiet hours end, and mail comes, later than now", () => {
  const changes = listClockChanges();
  expect(changes.length).toBeGreaterThan(40);
  for (const { timeZone, at: change } of changes)
    for (const minutes of [-50, -1, 0, 20]) {
      const at = change + minutes * MINUTE;
      for (let quietTo = 0; quietTo < 7; quietTo++) {
        const settings = { quietFrom: 22, quietTo, timeZone };
        const until = endOfQuiet(at, settings);
        if (until === undefined) continue;
        const what = JSON.stringify({ ...settings, at: new Date(at), until: new Date(until) });
        expect(until, what).toBeGreaterThan(at);
        expect(until, what).toBeLessThanOrEqual(at + DAY + 2 * HOUR);
        expect(endOfQuiet(until, settings), what).toBeUndefined();
        expect(endOfQuiet(Math.max(at, until - HOUR), settings), what).toBeDefined();
      }
      for (const frequency of FREQUENCIES) {
        const time = mailMoment(at, frequency, timeZone);
        const longest = { now: 0, "four-hours": 4 * HOUR, daily: DAY, weekly: 7 * DAY, never: 0 }[frequency];
        const what = JSON.stringify({ timeZone, frequency, at: new Date(at) });
        if (longest) expect(time, what).toBeGreaterThan(at);
        if (longest) expect(time, what).toBeLessThanOrEqual(at + longest + 2 * HOUR);
      }
    }
});

test("mail comes at once, every four hours, at nine, or on Mondays at nine, by the member's clock", () => {
  const moment = (at: string, frequency: Frequency, timeZone: string | null = null) => {
    const time = mailMoment(Date.parse(at), frequency, timeZone);
    return time === undefined ? undefined : new Date(time).toISOString().replace(":00.000Z", "Z");
  };
  // A Wednesday.
  const at = "2026-05-06T10:30:00Z";
  expect(moment(at, "now")).toBe("2026-05-06T10:30Z");
  expect(moment(at, "never")).toBeUndefined();
  expect(moment(at, "four-hours")).toBe("2026-05-06T12:00Z");
  expect(moment("2026-05-06T23:59:00Z", "four-hours")).toBe("2026-05-07T00:00Z");
  expect(moment(at, "daily")).toBe("2026-05-07T09:00Z");
  expect(moment("2026-05-06T08:59:00Z", "daily")).toBe("2026-05-06T09:00Z");
  expect(moment(at, "weekly")).toBe("2026-05-11T09:00Z");
  expect(moment("2026-05-11T08:00:00Z", "weekly")).toBe("2026-05-11T09:00Z");
  expect(moment("2026-05-11T09:00:00Z", "weekly")).toBe("2026-05-18T09:00Z");
  expect(moment("2026-05-10T22:00:00Z", "weekly")).toBe("2026-05-11T09:00Z");
  expect(moment(at, "daily", "America/New_York")).toBe("2026-05-06T13:00Z");
  expect(moment(at, "daily", "Asia/Tokyo")).toBe("2026-05-07T00:00Z");
  // The night in which clocks are put back.
  expect(moment("2026-10-24T20:00:00Z", "daily", "Europe/Berlin")).toBe("2026-10-25T08:00Z");
});

const save = (memberId: number, changes: Partial<NotificationSettings>) =>
  saveSettings(memberId, { ...defaultSettings, ...changes });

test("a topic that a member doesn't want on the page is neither listed nor counted", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await makeMatch(ben, ada);
  await makeMatch(await addMember("Cleo"), ada);
  const kinds = async () => (await listNotifications(ben.id)).notifications.map(({ kind }) => kind);
  expect([await kinds(), await countUnreadNotifications(ben.id)]).toEqual([["match"], 1]);
  await save(ben.id, { matchPage: false });
  expect([await kinds(), await countUnreadNotifications(ben.id)]).toEqual([[], 0]);
  // An export has everything.
  expect((await listNotifications(ben.id, { isWhole: true })).notifications).toHaveLength(1);
  // The badge of Matches is not the bell's.
  expect(await countUnreadNotifications(ben.id, { kind: "match" })).toBe(1);
  await save(ben.id, { messagePage: false });
  expect([await kinds(), await countUnreadNotifications(ben.id)]).toEqual([["match"], 1]);
});

test("one member's settings leave others' alone", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await makeConversation(ada, ben);
  await save(ada.id, { matchPage: false });
  expect((await listNotifications(ben.id)).notifications).toHaveLength(1);
  expect(await readSettings(ben.id)).toEqual(defaultSettings);
});

test("a link in a mail ends that member's mail, and nothing else of the settings", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await save(ada.id, { matchPage: false, showsNames: true, matchMail: "now", quietFrom: 22, quietTo: 7 });
  const memberId = memberOfToken(unsubscribeToken(ada.id));
  expect(memberId).toBe(ada.id);
  await endMail(ada.id);
  await endMail(ada.id);
  expect(await readSettings(ada.id)).toEqual({
    ...defaultSettings,
    ...{ matchPage: false, showsNames: true, quietFrom: 22, quietTo: 7 },
    ...{
      matchMail: "never",
      messageMail: "never",
      gameMail: "never",
      playlistMail: "never",
      musicMail: "never",
      planMail: "never",
      alertMail: "never",
      showMail: "never",
      recordMail: "never",
      accountMail: "never",
    },
  });
  expect((await readSettings(ben.id)).matchMail).toBe("weekly");
});

test("no other token names a member, and a member who is gone is ignored", async () => {
  const token = unsubscribeToken(1);
  const first = token.startsWith("A") ? "B" : "A";
  for (const each of ["", "1", "none", token.slice(1), first + token.slice(1)])
    expect(memberOfToken(each)).toBeUndefined();
  await endMail(1);
  expect(await readSettings(1)).toEqual(defaultSettings);
});

test("quiet hours start and end at an hour, in a time zone that exists", () => {
  const parse = (fields: object) => settingsInput.safeParse(fields);
  expect(parse({ quietFrom: "22", quietTo: "7", timeZone: "Europe/Berlin" }).data).toMatchObject({
    quietFrom: 22,
    quietTo: 7,
    timeZone: "Europe/Berlin",
  });
  expect(parse({ quietFrom: "", quietTo: "8", timeZone: "" }).data).toMatchObject({
    quietFrom: null,
    quietTo: null,
    timeZone: null,
  });
  for (const wrong of [
    { timeZone: "Middle/Earth" },
    { timeZone: "x".repeat(61) },
    { timeZone: 1 },
    { quietFrom: 24, quietTo: 1 },
    { quietFrom: -1, quietTo: 1 },
    { quietFrom: 3 },
    { matchMail: "hourly" },
    { matchPush: "often" },
  ])
    expect([wrong, parse(wrong).success]).toEqual([wrong, false]);
});

describe("a heavy member", () => {
  const HEAVY = { name: "Ada", decisions: 50_000, matches: 2000, conversations: 500 };
  const LIGHT = { name: "Ben", decisions: 4000, matches: 160, conversations: 160 };
  const MESSAGES = 3;
  /** Conversations with a new message, the oldest of each member's. */
  const UNREAD = 120;
  const REQUESTS = 5;

  let ada: Member;
  let ben: Member;

  beforeAll(async () => {
    ada = await seed(HEAVY);
    ben = await seed(LIGHT);
  });

  /** Adds a member who has decided, matched and talked this much, one in three decisions being a pass. */
  async function seed({ name, decisions, matches, conversations }: typeof HEAVY): Promise<Member> {
    const member = await addNewcomer(name);
    const args = { me: member.id, decisions, matches, conversations, now: Date.now(), name };
    const each = (count: string) => `(with recursive n(i) as (select 1 union all select i + 1 from n
    where i < ${count}) select i, :me + iif(i % 2, i, -i) as other from n)`;
    const pair = "min(:me, other), max(:me, other)";
    const at = ":now - 1000 * i";
    for (const sql of [
      `insert or ignore into member (id, issuer, subject, first_name, last_name, created_at)
      select other, 'heavy', other, 'Cleo', 'Lovelace', 1 from ${each(":decisions")}`,
      `insert into decision (member_id, target_id, liked, decided_at)
      select :me, other, i % 3 > 0, ${at} from ${each(":decisions")}`,
      `insert into decision (member_id, target_id, liked, decided_at)
      select other, :me, 1, ${at} from ${each("3 * :matches")} where i % 3 = 1`,
      `insert into match (id, low_id, high_id, created_at)
      select :name || i, ${pair}, ${at} from ${each("3 * :matches")} where i % 3 = 1`,
      `insert into notification (id, member_id, kind, subject_id, at)
      select abs(random() >> 16), :me, 'match', :name || i, ${at} from ${each("3 * :matches")} where i % 3 = 1`,
      `insert into conversation (id, low_id, high_id, started_by, accepted_at, last_message_at, created_at)
      select :name || i, ${pair}, iif(i < 3 * ${REQUESTS}, other, :me), iif(i < 3 * ${REQUESTS}, null, ${at}), ${at}, ${at}
      from ${each("3 * :conversations")} where i % 3 = 1`,
      `insert into message (id, conversation_id, sender_id, content, created_at, number)
      select conversation.id || '-' || value, conversation.id, low_id + high_id - :me, 'Hello', :now, value
      from conversation, json_each('[1, 2, 3]') where conversation.id like :name || '%'`,
      `insert into notification (id, member_id, kind, subject_id, at)
      select abs(random() >> 16), :me, 'message', id, last_message_at from conversation where id like :name || '%'`,
    ])
      await db.$client.execute({ sql, args });
    const { rows } = await db.$client.execute({
      sql: "select id from conversation where id like :name || '%' order by last_message_at desc",
      args: { name },
    });
    for (const { id } of rows.slice(0, -UNREAD)) await markRead(member.id, String(id), MESSAGES);
    return member;
  }

  const reads: [name: string, read: (member: Member) => Promise<unknown>][] = [
    ["the counts of every page", ({ id }) => getCounts(id)],
    ["the number of matches", ({ id }) => countMutualMatches(id)],
    ["the number of conversations", ({ id }) => countConversations(id)],
    ["the newest matches", (member) => listMatches(member, { mutual: true, limit: 3 })],
    ["the mutual matches", (member) => listMatches(member, { mutual: true, limit: 24 })],
    ["the likes", (member) => listMatches(member, { mutual: false, limit: 24 })],
    ["all matches", (member) => listMatches(member)],
    ["the second page of matches", async (member) => listMatches(member, await afterMatches(member))],
    ["the conversations", ({ id }) => listConversations(id, { limit: 30 })],
    [
      "the second page of conversations",
      async ({ id }) => listConversations(id, await afterConversations(id)),
    ],
    ["who waits on the home screen", ({ id }) => listTurns(id, [])],
    ["the notifications", ({ id }) => listNotifications(id)],
  ];

  async function afterMatches(member: Member) {
    const { next } = await listMatches(member, { limit: 24 });
    return { after: numberedPage.parse(next).cursor, limit: 24 };
  }

  async function afterConversations(memberId: number) {
    const { next } = await listConversations(memberId, { limit: 30 });
    return { after: conversationPage.parse(next).cursor, limit: 30 };
  }

  test.each(reads)(
    "%s: the cost is that of what is shown, however much the member has done",
    async (_, read) => {
      const [heavy, light] = [await stepsOf(() => read(ada)), await stepsOf(() => read(ben))];
      expect(light).toBeGreaterThan(50);
      expect(heavy).toBeLessThan(1.2 * light);
    },
  );

  test("once everything is read, counting what is new looks at nothing", async () => {
    for (;;) {
      const { conversations } = await listConversations(ada.id, { list: "unread" });
      for (const { id } of conversations) await markRead(ada.id, id, MESSAGES);
      if (!conversations.length) break;
    }
    expect(await getCounts(ada.id)).toMatchObject({ mutualMatches: 100, conversations: 100, unread: 0 });
  });
});
