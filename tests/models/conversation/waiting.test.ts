import { db } from "db/client.server";
import { member } from "db/schema";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { sayGoodbye } from "~/models/conversation/goodbye.server";
import { askAboutWaiting, dismissWaiting } from "~/models/conversation/list/waiting.server";
import { addMessage } from "~/models/conversation/message.server";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { defaultSettings } from "~/models/notification/notification-settings";
import { saveSettings } from "~/models/notification/notification-settings.server";
import { addNewcomer, makeConversation } from "../../cast";
import { plansOf } from "../../matching/plans";

const HOUR = 3_600_000;
const MINUTE = 60_000;
const NOON = Date.UTC(2026, 10, 23, 12);

/** Lets so many write to a member, who doesn't answer. */
async function leaveWaiting(ada: Member, count: number) {
  const talks: { id: string; partner: Member }[] = [];
  for (let i = 0; i < count; i++) {
    const partner = await addNewcomer("Ben");
    const { id } = await makeConversation(ada, partner);
    await addMessage(partner.id, id, { content: "Which pressing?" });
    talks.push({ id, partner });
  }
  return talks;
}

/** How many Ada is asked about when she opens Discover. */
async function ask({ id }: Member, now: number) {
  const [row] = await db.select().from(member).where(eq(member.id, id));
  return row && askAboutWaiting(row, now);
}

test("eight who wait are asked about, seven aren't, nor requests, former members and goodbyes", async () => {
  const ada = await addNewcomer("Ada");
  const [first, second, third] = await leaveWaiting(ada, 10);
  const eve = await addNewcomer("Eve");
  await decideOn(eve.id, { targetUserId: ada.id, liked: true });
  const request = await startConversation(eve.id, ada.id);
  await addMessage(eve.id, request.id, { content: "Hello" });
  expect(await ask(ada, NOON)).toBe(10);
  await addMessage(ada.id, first?.id ?? "", { content: "The first one" });
  expect(await ask(ada, NOON)).toBe(9);
  await deleteAccount(second?.partner.id ?? 0);
  expect(await ask(ada, NOON)).toBe(8);
  await sayGoodbye(third?.partner.id ?? 0, third?.id ?? "", { content: "Goodbye" });
  expect(await ask(ada, NOON)).toBe(0);
});

test("it is asked once a day, for half an hour or until it is put off", async () => {
  const ada = await addNewcomer("Ada");
  await leaveWaiting(ada, 8);
  expect(await ask(ada, NOON)).toBe(8);
  expect(await ask(ada, NOON + 29 * MINUTE)).toBe(8);
  expect(await ask(ada, NOON + 31 * MINUTE)).toBe(0);
  expect(await ask(ada, NOON + 11 * HOUR)).toBe(0);
  expect(await ask(ada, NOON + 12 * HOUR)).toBe(8);
  await dismissWaiting(ada.id, NOON + 12 * HOUR + MINUTE);
  expect(await ask(ada, NOON + 12 * HOUR + 2 * MINUTE)).toBe(0);
  expect(await ask(ada, NOON + 36 * HOUR)).toBe(8);
});

test("it is asked even where nothing can be written, since Discover is there to be read", async () => {
  const ada = await addNewcomer("Ada");
  await leaveWaiting(ada, 8);
  await db.run(sql`create trigger refuse before update of waiting_asked_until on member
    begin select raise(abort, 'The disk is full.'); end`);
  try {
    expect(await ask(ada, NOON)).toBe(8);
    await expect(dismissWaiting(ada.id, NOON)).rejects.toThrow();
  } finally {
    await db.run(sql`drop trigger refuse`);
  }
});

test("the day is the member's own", async () => {
  const ada = await addNewcomer("Ada");
  await leaveWaiting(ada, 8);
  await saveSettings(ada.id, { ...defaultSettings, timeZone: "Pacific/Auckland" });
  // Midnight in Auckland is 11:00 in UTC.
  expect(await ask(ada, NOON - 3 * HOUR)).toBe(8);
  await dismissWaiting(ada.id, NOON - 3 * HOUR);
  expect(await ask(ada, NOON - 2 * HOUR)).toBe(0);
  expect(await ask(ada, NOON)).toBe(8);
});

test("counting them reads those who wait alone", async () => {
  const ada = await addNewcomer("Ada");
  const plan = await plansOf(() => ask(ada, NOON));
  expect(plan.filter((step) => /_order/.test(step))).toEqual([
    expect.stringMatching(
      /conversation_low_order \(low_id=\? AND ended_at=\? AND closed_at=\? AND <expr>=\?\)/,
    ),
    expect.stringMatching(
      /conversation_high_order \(high_id=\? AND ended_at=\? AND closed_at=\? AND <expr>=\?\)/,
    ),
  ]);
});
