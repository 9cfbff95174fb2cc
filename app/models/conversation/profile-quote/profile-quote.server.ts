// Quotes of a profile: read when they are made, shown with their photo, and hidden from both members once a moderator has
// removed them.

import { db } from "db/client.server";
import { conversation, member, message, messageVersion, show } from "db/schema";
import type { Database, Tx } from "db/transaction.server";
import { and, type Column, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { type Message, t } from "~/language/text";
import { getPrompts } from "~/models/member/prompt.server";
import { isOneOfTwo, otherMemberId } from "~/models/pair.server";
import { listShownPhotos } from "~/models/picture/photo-order.server";
import { photoKey, toFace } from "~/models/picture/photos";
import { getShownPhotos } from "~/models/picture/photos.server";
import { getShownAnswer } from "~/models/question/answer.server";
import { formatAnswer } from "~/models/question/question";
import { isSeenAt } from "~/models/show/going.server";
import type { ShowParts } from "~/models/show/show";
import { readShowParts } from "~/models/show/show-words.server";
import { invalidAt, type Refusal } from "~/refusal";
import type { MessageDto } from "../message";
import {
  formatQuotedShow,
  noteMessages,
  type Quote,
  type QuotedQuestion,
  type StoredQuote,
} from "./profile-quote";
import { questionIn } from "./quoted-question";

const PROFILE_QUOTE = "profile_quote";

/**
 * What a quote of a member's profile currently says. Refuses a photo or an answer that the profile doesn't show to the viewer
 * (invalid, at `quote`).
 */
export async function readQuote(
  on: Database,
  viewerId: number,
  memberId: number,
  quote: Quote,
): Promise<StoredQuote> {
  if (quote.type === "photo") {
    const { photoId } = quote;
    const photos = await getShownPhotos(viewerId, memberId, on);
    if (photos.some(({ id }) => id === photoId)) return { type: "photo", photoId };
    throw goneRefusal(noteMessages.photoGone);
  }
  if (quote.type === "show") {
    const show = await readShownShow(viewerId, memberId, quote.showId, on);
    if (show === null) throw goneRefusal(noteMessages.showGone);
    return { ...quote, ...show };
  }
  const answer = await readShownAnswer(viewerId, memberId, quote, on);
  if (answer === null) throw goneRefusal(noteMessages.answerGone);
  return { ...quote, answer };
}

/** What a member answers to a question at present, in words; null if the profile doesn't show it to the viewer. */
export async function readShownAnswer(
  viewerId: number,
  memberId: number,
  quote: QuotedQuestion,
  on: Database = db,
): Promise<string | null> {
  if (quote.type === "prompt") {
    const prompts = await getPrompts(viewerId, memberId, on);
    return prompts.find(({ prompt }) => prompt === quote.prompt)?.answer ?? null;
  }
  const found = await getShownAnswer(viewerId, memberId, on);
  return found?.question === quote.question ? formatAnswer(found) : null;
}

/** A show if the viewer sees the member there; null otherwise. */
export async function readShownShow(
  viewerId: number,
  memberId: number,
  showId: string,
  on: Database = db,
): Promise<ShowParts | null> {
  const isSeen = await isSeenAt(on, viewerId, memberId, showId);
  return (isSeen && (await readShowParts(on, showId))) || null;
}

function goneRefusal(message: Message): Refusal {
  return invalidAt("quote", message);
}

/** Removes from messages the names of shows that a moderator removed, and the links of shows that were erased. */
export async function withQuotedShows(messages: MessageDto[]): Promise<MessageDto[]> {
  const ids = messages.flatMap(({ messageType, metadata }) =>
    messageType === PROFILE_QUOTE && metadata.type === "show" ? (metadata.showId ?? []) : [],
  );
  if (!ids.length) return messages;
  const rows = await db
    .select({ id: show.id, removedAt: show.removedAt })
    .from(show)
    .where(inArray(show.id, ids));
  return messages.map((each) => {
    if (each.messageType !== PROFILE_QUOTE || each.metadata.type !== "show") return each;
    const { showId, show: words } = each.metadata;
    const found = rows.find(({ id }) => id === showId);
    const isRemoved = found?.removedAt != null;
    const isOpen = found !== undefined && !isRemoved;
    const metadata = {
      type: "show",
      showId: isOpen ? showId : null,
      show: isRemoved ? null : words,
    } as const;
    return { ...each, metadata };
  });
}

/** Adds the quoted photos to messages, unless their owners have removed them or have left. */
export async function withQuotedPhotos(messages: MessageDto[]): Promise<MessageDto[]> {
  const ids = messages.flatMap(({ id, messageType, metadata }) =>
    messageType === PROFILE_QUOTE && metadata.type === "photo" ? [id] : [],
  );
  if (!ids.length) return messages;
  const { photoId, portraitUrl, photoFocus, morePhotos } = member;
  const rows = await db
    .select({ id: message.id, photoId, portraitUrl, photoFocus, morePhotos })
    .from(message)
    .innerJoin(conversation, eq(conversation.id, message.conversationId))
    .innerJoin(
      member,
      and(eq(member.id, otherMemberId(conversation, message.senderId)), isNull(member.deletedAt)),
    )
    .where(inArray(message.id, ids));
  const shownTo = new Map<string, Awaited<ReturnType<typeof listShownPhotos>>>();
  for (const { id, ...photos } of rows) shownTo.set(id, await listShownPhotos(db, photos));
  return messages.map((each) => {
    if (each.messageType !== PROFILE_QUOTE || each.metadata.type !== "photo") return each;
    const { photoId } = each.metadata;
    const photo = shownTo.get(each.id)?.find((shown) => photoKey(shown) === photoId);
    return photo ? { ...each, quotedPhoto: toFace(photo) } : each;
  });
}

/** Hides the answers of one type that others have quoted from a member, or shows them again. */
export async function hideQuotedAnswers(
  tx: Tx,
  memberId: number,
  type: QuotedQuestion["type"],
  isHidden: boolean,
): Promise<void> {
  const change = (metadata: Column) =>
    isHidden
      ? sql`json_set(${metadata}, '$.isRemoved', json('true'))`
      : sql`json_remove(${metadata}, '$.isRemoved')`;
  for (const statement of changeQuotedAnswers(tx, memberId, [type], change)) await tx.run(statement);
}

/** The statements that erase what others have quoted from an erased member's answers. */
export function eraseQuotedAnswers(memberId: number) {
  const erase = (metadata: Column) => sql`json_remove(${metadata}, '$.answer')`;
  return changeQuotedAnswers(db, memberId, ["prompt", "answer"], erase);
}

/** The statements that change the quotes of a member's answers, in messages and in what those said before. */
function changeQuotedAnswers(
  on: Database,
  memberId: number,
  types: QuotedQuestion["type"][],
  change: (metadata: Column) => SQL,
) {
  const isOfTypes = (said: typeof message | typeof messageVersion) =>
    and(isProfileQuote(said), inArray(sql`${said.metadata} ->> 'type'`, types));
  const conversations = on
    .select({ id: conversation.id })
    .from(conversation)
    .where(isOneOfTwo(conversation, memberId));
  const isReceived = and(inArray(message.conversationId, conversations), ne(message.senderId, memberId));
  const isChanged = or(isNotNull(message.editedAt), isNotNull(message.deletedAt));
  const changed = on.select({ id: message.id }).from(message).where(and(isReceived, isChanged));
  return [
    on
      .update(message)
      .set({ metadata: change(message.metadata) })
      .where(and(isReceived, isOfTypes(message))),
    on
      .update(messageVersion)
      .set({ metadata: change(messageVersion.metadata) })
      .where(and(inArray(messageVersion.messageId, changed), isOfTypes(messageVersion))),
  ] as const;
}

/**
 * True for messages that quote a profile. The type is part of the SQL text: with a bound one, SQLite plans the statement at
 * each run, to find out whether the index of quotes can be used.
 */
export function isProfileQuote({ messageType }: typeof message | typeof messageVersion): SQL {
  return sql`${messageType} = 'profile_quote'`;
}

/** "your photo", "your answer to “…”" or the show, to the member whose profile is quoted. */
export function nameQuoted(quoted: StoredQuote): string {
  if (quoted.type === "show") return t("going to {show} with you", { show: formatQuotedShow(quoted) });
  return quoted.type === "photo"
    ? t("your photo")
    : t("your answer to “{question}”", { question: questionIn(quoted) });
}
