// Counts and lists of a member with 50,000 decisions cost what those of a member with a full page cost.
import { db } from "db/client.server";
import { beforeAll, expect, test } from "vitest";
import { listTurns } from "~/actions/home/your-turn.server";
import { getCounts } from "~/http/counts.server";
import { conversationPage } from "~/models/conversation/conversation-schema";
import { countConversations } from "~/models/conversation/list/conversation-count.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { markRead } from "~/models/conversation/read-marker.server";
import { numberedPage } from "~/models/cursor";
import { countMutualMatches, listMatches } from "~/models/match/match.server";
import type { Member } from "~/models/member/member.server";
import { listNotifications } from "~/models/notification/notification.server";
import { addNewcomer } from "../../cast";
import { stepsOf } from "../../matching/steps";

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
  ["the second page of conversations", async ({ id }) => listConversations(id, await afterConversations(id))],
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
