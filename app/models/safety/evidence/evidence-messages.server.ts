// The messages in a report's evidence: which ones of a long conversation are kept, stored once for all reports of a case.
import { setImmediate } from "node:timers/promises";
import { evidenceMessage } from "db/schema";
import type { Database, Tx } from "db/transaction.server";
import { type SQL, sql } from "drizzle-orm";
import { digest } from "~/digest.server";
import { DAY_MS } from "~/durations";
import { wasSent } from "~/models/conversation/attachment/attachment.server";
import { listContactDetails } from "~/models/conversation/contact-details";
import { pairOf } from "~/models/pair.server";
import type { ReportAbout } from "~/models/safety/report";
import type { KeptMessage } from "./evidence.server";
import { moderatedContent, reportedMessageOf } from "./moderated-content.server";

/** How many bytes of text a report keeps. */
const EVIDENCE_BYTES = 512_000;

const NEWEST = 200;
const OPENINGS = 20;
/** How many messages before and after a reported one are kept with it. */
const AROUND = 10;
/** How many flagged and how many changed messages are kept, and how many from each end of the conversations are considered. */
const TELLING = 200;
const BOTH_ENDS = 300;
/** How much of a text is compared to tell whether it is more of the same. */
const COMPARED_LENGTH = 300;
const COMPARED_AT_ONCE = 25;
/** The same for files, among the newest of all that the member has sent. */
const FILES = 250;
const NEWEST_FILES = 2000;
const FILE_DAYS = 90;
/** No member's id. */
const NOBODY = -1;
/** What a message takes in bytes besides its texts. */
const ROW_BYTES = 200;
/** Enough of a digest to tell all messages of a case apart. */
const ID_LENGTH = 22;

/** Why a message is kept, the most important first. */
const REASONS = ["reported", "around", "flagged", "file", "changed", "opening", "newest"] as const;
type Reason = (typeof REASONS)[number];
/** The reasons for which many similar messages may qualify. */
const REPEATED: Reason[] = ["flagged", "changed"];

type Candidate = { sequence: number; reason: Reason; bytes: number };

/** `reporterId` is null for a notice by somebody outside of the conversation: of that only the reported message is kept. */
export type Scope = { reporterId: number | null; reportedId: number; about: ReportAbout };

/**
 * Keeps the messages between a reporter and a reported member as evidence of a report, within 512,000 bytes, and returns them
 * with the ids that the evidence uses. In this order: the reported one with what it quotes, 10 before and 10 after it, those
 * flagged when they were written, for a reported conversation the member's files of the last 90 days, those edited or deleted,
 * the first 20 of each conversation, and the last 200. While other kinds are left, each takes at most half of the remaining
 * space. Of flagged or changed messages 200 are kept, one of each kind and sender before more of the same.
 */
export async function keepMessages(
  tx: Tx,
  caseId: string,
  scope: Scope,
): Promise<{ messages: KeptMessage[]; ids: string[] }> {
  const messages = await findMessages(tx, scope);
  const rows = messages.map(({ id, content }) => ({
    ...{ id: digest(JSON.stringify([caseId, id, content])).slice(0, ID_LENGTH), caseId },
    ...{ messageId: id, content },
  }));
  if (rows.length) await tx.insert(evidenceMessage).values(rows).onConflictDoNothing();
  return { messages, ids: rows.map(({ id }) => id) };
}

/** The messages that a report keeps, oldest first. */
export async function findMessages(on: Database, scope: Scope): Promise<KeptMessage[]> {
  const found = await on.all<Candidate>(candidates(scope));
  const kinds: Candidate[][] = [];
  for (const reason of REASONS) {
    const ordered = inOrder(
      reason,
      found.filter((each) => each.reason === reason),
    );
    const isTooMuch = REPEATED.includes(reason) && new Set(ordered).size > TELLING;
    kinds.push(isTooMuch ? await putRepeatsLast(on, ordered) : ordered);
  }
  const chosen = chooseWithin(EVIDENCE_BYTES, kinds);
  const rows = await on.all<{ id: string; content: string }>(contentsOf(scope, chosen));
  return rows.map(({ id, content }) => ({ id, content: JSON.parse(content) }));
}

/**
 * The first 200 of these, with little more of the same: first the oldest and the newest with the same contact details by the
 * same sender, then those whose words differ in more than numbers. Yields to other work while it compares.
 */
async function putRepeatsLast(on: Database, ordered: Candidate[]): Promise<Candidate[]> {
  const sequences = JSON.stringify([...new Set(ordered.map(({ sequence }) => sequence))]);
  const texts = await on.all<{ sequence: number; senderId: number; isDeleted: number; text: string }>(
    sql`select sequence, sender_id as senderId, deleted_at is not null as isDeleted, substr(iif(deleted_at is null, content, (
      select content from message_version where message_id = message.id order by id desc limit 1
    )), 1, ${COMPARED_LENGTH}) as text from message where sequence in (select value from json_each(${sequences})) order by sequence`,
  );
  const kindOf = new Map<number, string>();
  const wordsOf = new Map<number, string>();
  for (const [index, { sequence, senderId, isDeleted, text }] of texts.entries()) {
    if (index % COMPARED_AT_ONCE === 0) await setImmediate();
    kindOf.set(sequence, JSON.stringify([senderId, isDeleted, listContactDetails(text ?? "")]));
    wordsOf.set(sequence, JSON.stringify([senderId, (text ?? "").replace(/[^\p{L}]+/gu, " ")]));
  }
  const oldest = [...ordered].sort((one, other) => one.sequence - other.sequence);
  const firsts = [
    ...firstOfEach(oldest, kindOf),
    ...firstOfEach([...oldest].reverse(), kindOf),
    ...firstOfEach(ordered, wordsOf),
  ];
  return [...new Set([...firsts, ...ordered])].slice(0, TELLING);
}

function firstOfEach(candidates: Candidate[], kinds: Map<number, string>): Candidate[] {
  const first = new Map<string | undefined, Candidate>();
  for (const each of candidates) {
    const kind = kinds.get(each.sequence);
    if (!first.has(kind)) first.set(kind, each);
  }
  return [...first.values()];
}

/** The sequences of the candidates that fit: first up to each reason's share, then whatever else fits. */
function chooseWithin(bytes: number, kinds: Candidate[][]): number[] {
  const chosen = new Set<number>();
  let left = bytes;
  const take = (candidates: Candidate[], share: number) => {
    const least = left - share;
    for (const { sequence, bytes } of candidates) {
      if (chosen.has(sequence) || left - bytes < least) continue;
      chosen.add(sequence);
      left -= bytes;
    }
  };
  for (const [index, candidates] of kinds.entries()) take(candidates, index ? left / 2 : left);
  take(kinds.flat(), left);
  return [...chosen];
}

/** The candidates with the most important first: openings from the beginning, the newest from the end, others from both. */
function inOrder(reason: Reason, found: Candidate[]): Candidate[] {
  const oldest = [...found].sort((one, other) => one.sequence - other.sequence);
  const newest = [...oldest].reverse();
  if (reason === "opening") return oldest;
  if (reason === "newest") return newest;
  return oldest.flatMap((candidate, index) => [candidate, newest[index] ?? candidate]);
}

/** Selects the candidates, each for its most important reason. Reads no texts, and few messages of a long conversation. */
function candidates({ reporterId, reportedId, about }: Scope): SQL {
  const reportedMessage = reportedMessageOf(about);
  const { lowId, highId } = pairOf(reporterId ?? NOBODY, reportedId);
  const ofPair = sql`conversation.low_id = ${lowId} and conversation.high_id = ${highId}`;
  const since = Date.now() - FILE_DAYS * DAY_MS;
  const bothEnds = (from: SQL, limit: number) =>
    sql.join(
      [sql`asc`, sql`desc`].map(
        (order) => sql`select * from (${from} order by message.sequence ${order} limit ${limit})`,
      ),
      sql` union all `,
    );
  const inConversation = (condition: SQL) => sql`select message.sequence from conversation
    join message on message.conversation_id = conversation.id and ${condition} where ${ofPair}`;
  const files = sql`select message.sequence from (
      select * from attachment where owner_id = ${reportedId} and created_at > ${since}
      order by created_at desc limit ${NEWEST_FILES}) as attachment
    join message on message.id = attachment.id
    join conversation on conversation.id = message.conversation_id
    where ${ofPair} and ${wasSent()}`;
  // The index orders messages within a conversation only.
  const newestOfEach = sql`select message.sequence from conversation
    join message on message.conversation_id = conversation.id and message.sequence >= coalesce(
      (select sequence from message where conversation_id = conversation.id
        order by sequence desc limit 1 offset ${NEWEST - 1}), 0)
    where ${ofPair}`;
  const openings = sql`select message.sequence from conversation
    join message on message.conversation_id = conversation.id and message.sequence <= coalesce(
      (select sequence from message where conversation_id = conversation.id
        order by sequence limit 1 offset ${OPENINGS - 1}), ${Number.MAX_SAFE_INTEGER})
    where ${ofPair}`;
  const around = sql.join(
    [
      sql`< reported.sequence where reported.id = ${reportedMessage} order by message.sequence desc`,
      sql`> reported.sequence where reported.id = ${reportedMessage} order by message.sequence`,
    ].map(
      (beside) => sql`select * from (select message.sequence from message as reported
        join message on message.conversation_id = reported.conversation_id and message.sequence ${beside} limit ${AROUND})`,
    ),
    sql` union all `,
  );
  const parts: Record<Reason, SQL> = {
    reported: sql`select sequence from message where id = ${reportedMessage}
      union all select sequence from message where id = (select quoted_id from message where id = ${reportedMessage})`,
    around: reporterId === null ? sql`select 0 as sequence where false` : around,
    flagged: bothEnds(inConversation(sql`is_flagged`), BOTH_ENDS),
    file:
      moderatedContent[about.subject].messages === "all"
        ? bothEnds(files, FILES)
        : sql`select 0 as sequence where false`,
    changed: bothEnds(inConversation(sql`(edited_at is not null or deleted_at is not null)`), BOTH_ENDS),
    opening: openings,
    newest: sql`select * from (${newestOfEach} order by message.sequence desc limit ${NEWEST})`,
  };
  const ranked = REASONS.map(
    (reason, rank) => sql`select sequence, ${rank} as rank, ${reason} as reason from (${parts[reason]})`,
  );
  return sql`select found.sequence, reason, ${ROW_BYTES} + octet_length(content) + coalesce(octet_length(metadata), 0) + coalesce((
      select sum(octet_length(content) + coalesce(octet_length(metadata), 0)) ${fromVersions(reportedMessage)}), 0) as bytes
    from (select sequence, min(rank), reason from (${sql.join(ranked, sql` union all `)}) group by sequence) as found
    join message as kept on kept.sequence = found.sequence`;
}

/** The earlier versions that are evidence of the message `kept`. */
function fromVersions(reportedMessage: string | null): SQL {
  const ofMessage = sql`from message_version where message_id = kept.id`;
  return sql`${ofMessage} and (kept.id is ${reportedMessage} or id in (
    (select min(id) ${ofMessage}), (select max(id) ${ofMessage}), (select min(id) ${ofMessage} and is_flagged)))`;
}

/** Selects the ids and the content, as EvidenceMessage JSON, of the messages with these sequences. */
function contentsOf({ reporterId, reportedId, about }: Scope, sequences: number[]): SQL {
  const reportedMessage = reportedMessageOf(about);
  const isByReporter = (id: string) =>
    reporterId === null
      ? sql`${sql.identifier(id)} is not ${reportedId}`
      : sql`${sql.identifier(id)} = ${reporterId}`;
  return sql`select id, json_object(
    'isByReporter', json(iif(${isByReporter("sender_id")}, 'true', 'false')),
    'content', content, 'messageType', message_type, 'metadata', json(metadata), 'createdAt', created_at,
    'quotedId', quoted_id,
    'earlier', json((select json_group_array(json_object(
      'content', content, 'metadata', json(metadata), 'replacedAt', replaced_at
    )) from (select * ${fromVersions(reportedMessage)} order by id))),
    'reactions', json((select json_group_array(json_object(
      'isByReporter', json(iif(${isByReporter("member_id")}, 'true', 'false')), 'reaction', kind
    )) from (select * from reaction where message_id = kept.id order by member_id)))
  ) as content from message as kept
  where sequence in (select value from json_each(${JSON.stringify(sequences)})) order by sequence`;
}
