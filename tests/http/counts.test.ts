import { db } from "db/client.server";
import { expect, test } from "vitest";
import { getCounts } from "~/http/counts.server";
import { markRead } from "~/models/conversation/read-marker.server";
import { markMatchSeen } from "~/models/match/match.server";
import { markSeen } from "~/models/notification/notification-reading.server";
import { blockMember } from "~/models/safety/block.server";
import { addMember, addNewcomer, makeMatch } from "../cast";
import { plansOf } from "../matching/plans";

test("a match is new to whoever liked first, until they open its page or the list", async () => {
  const [ada, ben, cleo, dan] = [
    await addMember("Ada"),
    await addMember("Ben"),
    await addMember("Cleo"),
    await addMember("Dan"),
  ];
  for (const other of [ben, cleo, dan]) await makeMatch(ada, other);
  const counted = async () => {
    const { mutualMatches, newMatches } = await getCounts(ada.id);
    return [mutualMatches, newMatches];
  };
  expect(await counted()).toEqual([3, 3]);
  expect((await getCounts(ben.id)).newMatches).toBe(0);
  await markMatchSeen(ada.id, ben.id);
  expect(await counted()).toEqual([3, 2]);
  await blockMember(cleo.id, ada.id);
  expect(await counted()).toEqual([2, 1]);
  await markSeen(ada.id, ["match"]);
  expect(await counted()).toEqual([2, 0]);
});

test("with 2,000 matches and 500 conversations only the member's own rows are read", async () => {
  const ada = await addNewcomer("Ada");
  const ids = JSON.stringify(Array.from({ length: 2000 }, (_, index) => ada.id + 1 + index));
  const talking = "select value from json_each(:ids) limit 500";
  const args = { me: ada.id, now: Date.now(), ids };
  for (const sql of [
    `insert into member (id, issuer, subject, first_name, last_name, created_at)
      select value, 'counts', value, 'Ben', 'Lovelace', :now from json_each(:ids)`,
    `insert into match (id, low_id, high_id, created_at)
      select 'counts-' || value, :me, value, :now from json_each(:ids)`,
    `insert into notification (id, member_id, kind, subject_id, at)
      select abs(random() >> 16), :me, 'match', 'counts-' || value, :now from json_each(:ids)`,
    `insert into conversation (id, low_id, high_id, started_by, accepted_at, last_message_at, created_at)
      select 'counts-' || value, :me, value, :me, :now, :now, :now from (${talking})`,
    `insert into message (id, conversation_id, sender_id, content, created_at, number)
      select 'counts-' || value, 'counts-' || value, value, 'Hello', :now, 1 from (${talking})`,
  ])
    await db.$client.execute({ sql, args });
  expect(await getCounts(ada.id)).toMatchObject({
    mutualMatches: 100,
    newMatches: 100,
    conversations: 100,
    unread: 100,
    notifications: 100,
  });
  for (const index of Array(450).keys()) await markRead(ada.id, `counts-${ada.id + 1 + index}`, 1);
  expect((await getCounts(ada.id)).unread).toBe(50);

  const plan = await plansOf(() => getCounts(ada.id));
  expect(plan.length).toBeGreaterThan(20);
  expect(
    plan.filter((step) =>
      /^SCAN (match|member|conversation|message|reading|notification|block|decision)\b/.test(step),
    ),
  ).toEqual([]);
  const unreadOnly = plan.filter((step) => /^SEARCH notification\b/.test(step));
  expect(new Set(unreadOnly)).toEqual(
    new Set([expect.stringMatching(/INDEX notification_unread \(member_id=\?/)]),
  );
});
