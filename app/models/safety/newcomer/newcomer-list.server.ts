// Newcomers who wait to be let in or have recently joined, with what they have in common, so that waves are looked at together.

import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import { application, conversation, invitation, member, message, signUp } from "db/schema";
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { digest } from "~/digest.server";
import { DAY_MS, NEWCOMER_DAYS } from "~/durations";
import { dateFormat } from "~/language/intl";
import { msg, t } from "~/language/text";
import { foldText } from "~/models/conversation/folded-text";
import { MAX_COUNT } from "~/models/count";
import { memberIdField } from "~/models/fields";
import { fullNameOf } from "~/models/public-member";
import type { Newcomer, SharedTrait } from "./newcomer";
import type { NewcomerQuery } from "./newcomer-schema";

/** How many newcomers are compared, and how many are listed. */
const COMPARED_MAX = 500;
const LISTED_MAX = 100;
/** How many are compared before other requests get a turn. */
const COMPARED_AT_ONCE = 50;

/** Made once: making it takes far longer than formatting a day. */
const dayFormat = dateFormat({ dateStyle: "medium" });

const causes = {
  approval: msg("New members need approval"),
  network: msg("Joined from a held network"),
  held: msg("Held by a moderator"),
} as const;

type Trait = { trait: SharedTrait; value: string; label: string };

/**
 * Up to 100 newcomers, without the moderator: those who wait, first come first, then the refused; or those of the last 30 days,
 * newest first. `by` and `value` select those with that in common. `total` counts up to 500.
 */
export async function listNewcomers(
  moderatorId: number,
  { show, by, value }: Omit<NewcomerQuery, "all">,
): Promise<{ newcomers: Newcomer[]; total: number }> {
  const isWaiting = inArray(member.id, selectWaiting());
  const isNew = inArray(
    member.id,
    by === "inviter" ? selectInvited(memberIdField.safeParse(value).data ?? 0) : selectNewest(),
  );
  const rows = await selectNewcomers(
    and(ne(member.id, moderatorId), show === "waiting" ? isWaiting : or(isNew, isWaiting)),
  ).orderBy(
    ...(show === "waiting"
      ? [
          asc(isNotNull(application.refusedAt)),
          asc(isNull(application.submittedAt)),
          asc(application.submittedAt),
        ]
      : [desc(member.createdAt)]),
    member.id,
  );
  const compared: { row: Row; traits: Trait[] }[] = [];
  for (let at = 0; at < rows.length; at += COMPARED_AT_ONCE) {
    await setImmediate();
    const together = rows.slice(at, at + COMPARED_AT_ONCE);
    const first = await readFirstMessages(together.map(({ id }) => id));
    compared.push(...together.map((row) => ({ row, traits: traitsOf(row, first.get(row.id)) })));
  }
  const counts = new Map<string, number>();
  for (const { traits } of compared)
    for (const each of traits) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  const found = compared.filter(
    ({ traits }) => !by || traits.some((each) => each.trait === by && each.value === value),
  );
  const newcomers = found.slice(0, LISTED_MAX).map(({ row, traits }) => ({
    id: String(row.id),
    name: fullNameOf(row),
    joinedAt: row.createdAt.toISOString(),
    state: stateOf(row),
    cause: row.cause && !row.approvedAt ? t(causes[row.cause]) : null,
    question: row.question,
    answer: row.answer,
    traits: traits.map((each) => ({ ...each, others: (counts.get(keyOf(each)) ?? 1) - 1 })),
  }));
  return { newcomers, total: found.length };
}

type Row = Awaited<ReturnType<typeof selectNewcomers>>[number];

/** Selects newcomers who wait, or were refused and aren't deleted yet. */
function selectWaiting() {
  const { memberId, approvedAt, refusedAt } = application;
  const ids = () => db.select({ id: memberId }).from(application);
  const isOpen = and(isNull(approvedAt), isNull(refusedAt));
  return unionAll(ids().where(isOpen), ids().where(isNotNull(refusedAt)));
}

/** Selects the newest members. */
function selectNewest() {
  const since = new Date(Date.now() - NEWCOMER_DAYS * DAY_MS);
  return db
    .select({ id: member.id })
    .from(member)
    .where(and(gt(member.createdAt, since), isNull(member.deletedAt), isNull(member.suspendedAt)))
    .orderBy(desc(member.createdAt), member.id)
    .limit(COMPARED_MAX);
}

function selectInvited(inviterId: number) {
  return db.select({ id: invitation.usedBy }).from(invitation).where(eq(invitation.inviterId, inviterId));
}

function selectNewcomers(condition: SQL | undefined) {
  const { cause, question, answer, submittedAt, approvedAt, refusedAt } = application;
  const { id, firstName, lastName, email, createdAt } = member;
  return db
    .select({
      ...{ id, firstName, lastName, email, createdAt },
      ...{ cause, question, answer, submittedAt, approvedAt, refusedAt },
      network: signUp.network,
      inviterId: invitation.inviterId,
    })
    .from(member)
    .leftJoin(application, eq(application.memberId, member.id))
    .leftJoin(signUp, eq(signUp.memberId, member.id))
    .leftJoin(invitation, eq(invitation.usedBy, member.id))
    .where(and(condition, isNull(member.deletedAt), isNull(member.suspendedAt)))
    .limit(COMPARED_MAX)
    .$dynamic();
}

/** Selects up to 100 newcomers whom a moderator can let in; those who still have to answer the question don't count. */
export function selectWaitingNewcomers() {
  return db
    .select({ one: sql`1` })
    .from(application)
    .innerJoin(member, eq(member.id, application.memberId))
    .where(
      and(
        isNotNull(application.submittedAt),
        isNull(application.approvedAt),
        isNull(application.refusedAt),
        isNull(member.deletedAt),
        isNull(member.suspendedAt),
      ),
    )
    .limit(MAX_COUNT);
}

/** How many newcomers a moderator can let in, 100 at most. */
export async function countWaitingNewcomers(): Promise<number> {
  return db.$count(selectWaitingNewcomers().as("newcomers"));
}

function stateOf({ cause, submittedAt, approvedAt, refusedAt }: Row): Newcomer["state"] {
  if (cause === null || approvedAt) return "in";
  if (refusedAt) return "refused";
  return submittedAt ? "waiting" : "unanswered";
}

function traitsOf(
  { createdAt, email, answer, network, inviterId }: Row,
  firstMessage: string | undefined,
): Trait[] {
  const day = createdAt.toISOString().slice(0, 10);
  const domain = email?.split("@").at(-1)?.toLowerCase();
  return [
    ...(inviterId ? [{ trait: "inviter" as const, value: String(inviterId), label: t("Same inviter") }] : []),
    ...(network
      ? [{ trait: "network" as const, value: network, label: t("Network {network}", { network }) }]
      : []),
    { trait: "day", value: day, label: t("Joined {day}", { day: formatDay(day) }) },
    ...(domain ? [{ trait: "domain" as const, value: domain, label: domain }] : []),
    ...(answer ? [{ trait: "answer" as const, value: hashText(answer), label: t("Same answer") }] : []),
    ...(firstMessage
      ? [{ trait: "message" as const, value: firstMessage, label: t("Same first message") }]
      : []),
  ];
}

function keyOf({ trait, value }: Trait): string {
  return `${trait} ${value}`;
}

/** A hash of a text, the same for all spellings of it: nobody has to read a message to see that it was sent often. */
function hashText(text: string): string {
  return digest(
    foldText(text)
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
  );
}

/** Hashes of the messages with which members began the first conversation that they started. */
async function readFirstMessages(memberIds: number[]): Promise<Map<number, string>> {
  const { id, lowId, highId, startedBy, createdAt } = conversation;
  const started = db
    .select({ id })
    .from(conversation)
    .where(and(or(eq(lowId, member.id), eq(highId, member.id)), eq(startedBy, member.id)))
    .orderBy(createdAt)
    .limit(1);
  const first = db
    .select({ sequence: message.sequence })
    .from(message)
    .where(eq(message.conversationId, sql`(${started})`))
    .orderBy(message.sequence)
    .limit(1);
  const rows = await db
    .select({ memberId: member.id, content: message.content })
    .from(member)
    .innerJoin(message, and(eq(message.sequence, sql`(${first})`), eq(message.senderId, member.id)))
    .where(inArray(member.id, memberIds));
  return new Map(rows.flatMap(({ memberId, content }) => (content ? [[memberId, hashText(content)]] : [])));
}

/** "Nov 28, 2026". */
function formatDay(day: string): string {
  return dayFormat.format(new Date(day));
}
