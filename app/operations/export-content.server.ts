// The content of an export: the member's own data, and of other members only what the app shows the member. Each row and DTO is
// written with the columns that the inventory says are exported.

import { db } from "db/client.server";
import type { QuestionId } from "db/column-types";
import { dataInventory } from "db/data-inventory";
import * as schema from "db/schema";
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { z } from "zod";
import { removeDirections } from "~/clean-text";
import { COMMUNITY_NAME } from "~/community";
import { toDate } from "~/days";
import { NOTIFICATION_DAYS } from "~/durations";
import { env } from "~/env.server";
import { storage } from "~/integrations/storage.server";
import { canMeet, canOpen, canSee, hasBlocked, wasConnected } from "~/models/access.server";
import { accountIdOf } from "~/models/account/account.server";
import { ARCHIVE_FILE, ARCHIVE_VERSION } from "~/models/account/export/archive";
import { countRecoveryCodes } from "~/models/account/recovery/recovery-codes.server";
import { listAlerts } from "~/models/alert/alert.server";
import { browserName } from "~/models/browser-name.server";
import { attachmentFiles } from "~/models/conversation/attachment/attachment";
import { otherParticipant } from "~/models/conversation/conversation";
import { type ConversationCursor, conversationPage } from "~/models/conversation/conversation-schema";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { listEndedConversations } from "~/models/conversation/list/ended-conversation.server";
import { type StoredQuote, toQuoteMetadata } from "~/models/conversation/profile-quote/profile-quote";
import { type NumberedCursor, numberedPage, type TimedCursor, timedPage } from "~/models/cursor";
import type { Member } from "~/models/member/member.server";
import { promptTexts } from "~/models/member/prompt";
import { getPreferences } from "~/models/music/preferences.server";
import { listNotifications } from "~/models/notification/notification.server";
import { readSettings } from "~/models/notification/notification-settings.server";
import { isOneOfTwo, otherMemberId, pairInStatement } from "~/models/pair.server";
import { BANNER_SIZES, pictureFile, SQUARE_SIZES } from "~/models/picture-url";
import { toFileName } from "~/models/playlist/file/m3u";
import { writePlaylistFile } from "~/models/playlist/file/writing.server";
import { SONGS_MAX } from "~/models/playlist/playlist";
import { canAddSongs } from "~/models/playlist/playlist-access.server";
import { getPlaylist, getPlaylistText } from "~/models/playlist/song-list.server";
import { shortName } from "~/models/public-member";
import { questionTexts } from "~/models/question/question";
import { listAllRecords } from "~/models/record/record.server";
import { writeRecordsCsv } from "~/models/record/record-csv.server";
import { listQuestions } from "~/models/safety/case/case-question.server";
import { describeReported } from "~/models/safety/evidence/reported.server";
import { reasonLabels, reportStatuses } from "~/models/safety/report";
import { listReports } from "~/models/safety/report.server";
import { sanctionNames } from "~/models/safety/sanctions/sanction";
import { listSanctions } from "~/models/safety/sanctions/sanction.server";
import { artistNames } from "~/models/show/show-words.server";
import { getGame, listGames } from "~/models/trivia/trivia.server";
import { gamePage } from "~/models/trivia/trivia-schema";

const { account, alertHit, attachment, authenticator, block, conversation, decision, going, match, member } =
  schema;
const { message, messageVersion, passkey, picture, plan, planAnswer, planLink, playlist } = schema;
const { pushSubscription, reaction, session, show, showArtist, trip } = schema;
const PAGE_SIZE = 500;

type Name = keyof typeof dataInventory;
const tables: Record<Name, SQLiteTable> = { ...schema };
const inventory: Record<Name, { columns: Record<string, string> }> = dataInventory;

type Content = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** A file of an export. `read` resolves with undefined if there is nothing to write. */
export type ExportPart = {
  file: string;
  isCompressed: boolean;
  read: () => Content | Promise<Content | undefined>;
};

const squareFile = (pictureId: string) => pictureFile(pictureId, Math.max(...SQUARE_SIZES));
const bannerFile = (pictureId: string) => pictureFile(pictureId, Math.max(...BANNER_SIZES));
const photoPath = (pictureId: string | null) => pictureId && `pictures/${squareFile(pictureId)}`;
const coverPath = (pictureId: string | null) => pictureId && `pictures/${bannerFile(pictureId)}`;
const dayOf = (day: number | null) => (day === null ? null : toDate(day));

/** Values that readers understand better than those in the database, by column. */
const friendly: Record<string, (value: never) => unknown> = {
  id: String,
  photoId: photoPath,
  checkedPhotoId: photoPath,
  pendingPhotoId: photoPath,
  coverId: coverPath,
  pendingCoverId: coverPath,
  morePhotos: (photos: Member["morePhotos"]) =>
    photos.map(({ photoId, photoFocus }) => ({ photo: photoPath(photoId), photoFocus })),
  prompts: (prompts: Member["prompts"]) =>
    prompts.map(({ prompt, answer }) => ({ prompt: promptTexts[prompt].text, answer })),
  userAgent: browserName,
  day: dayOf,
  visitedOn: dayOf,
  ageCheckedOn: dayOf,
  doors: formatMinutes,
  minutes: formatMinutes,
};

/** A time of the day from minutes after midnight. */
function formatMinutes(minutes: number | null): string | null {
  if (minutes === null) return null;
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** The exported columns of a row, or of its DTO. Things with an id are identified by their name or file. */
function exported(name: Name, row: object): Record<string, unknown> {
  const columns = Object.entries(row).filter(([column]) =>
    inventory[name].columns[column]?.includes("exported"),
  );
  const said = columns.map(([column, value]) => {
    const label = column === "content" ? "text" : column.replace(/Id$/, "");
    const say = friendly[column];
    return [label, say ? say(value as never) : value];
  });
  return Object.fromEntries(said);
}

/** The exported columns of a table's rows. */
async function readRows(name: Name, where: SQL): Promise<Record<string, unknown>[]> {
  return (await db.select().from(tables[name]).where(where)).map((row) => exported(name, row));
}

/** The files of a member's export. Each is read when its turn comes, long ones a page at a time. */
export async function listExportParts(self: Member): Promise<ExportPart[]> {
  const { id } = self;
  const [talks, playlists, pictures, attachments] = await Promise.all([
    listTalks(id),
    db.select().from(playlist).where(canAddSongs(id)).orderBy(desc(playlist.createdAt)),
    listPictures(self),
    db.select({ attachment }).from(attachment).innerJoin(message, isFileOf(id)),
  ]);
  // A match that ends turns the member's like into a pass, which wasn't the member's decision.
  const isDecided = not(wasConnected(pairInStatement(decision.memberId, decision.targetId)));
  const isMatch = and(isOneOfTwo(match, id), canMeet(match.lowId, match.highId));
  const lists: Record<string, AsyncIterable<unknown>> = {
    "decisions.json": readOthers(
      id,
      "decision",
      sql`${decision.targetId}`,
      and(eq(decision.memberId, id), isDecided),
    ),
    "matches.json": readOthers(id, "match", otherMemberId(match, id), isMatch),
    "blocked-members.json": readOthers(id, "block", sql`${block.targetId}`, eq(block.memberId, id)),
    "playlists.json": readPlaylists(id, playlists),
    "trivia-games.json": readGames(id),
    "told-about.json": readOthers(
      id,
      "alertHit",
      sql`${alertHit.foundId}`,
      and(eq(alertHit.memberId, id), isNotNull(alertHit.toldAt)),
    ),
    "reports.json": readReports(id),
    "notifications.json": readNotifications(id),
  };
  const texts: Record<string, () => Promise<unknown>> = {
    "profile.json": async () => ({ ...exported("member", self), notifications: await readSettings(id) }),
    "sign-in.json": () => readSignIn(self),
    "preferences.json": () => getPreferences(id),
    "music-connections.json": () => readRows("musicAccount", eq(schema.musicAccount.memberId, id)),
    "answers.json": async () =>
      (await readRows("dailyAnswer", eq(schema.dailyAnswer.memberId, id))).map((answer) => ({
        ...answer,
        question: questionTexts[answer.question as QuestionId].text,
      })),
    "invitations.json": () => readRows("invitation", eq(schema.invitation.inviterId, id)),
    "shows.json": async () => ({
      added: await readAddedShows(id),
      going: await readGoing(id),
      trips: await readTrips(id),
    }),
    "plans.json": () => readPlans(id),
    "alerts.json": () => readAlerts(id),
    "photo-check.json": () => readRows("photoCheck", eq(schema.photoCheck.memberId, id)),
    "pictures.json": async () =>
      pictures.map(({ file, row }) => ({ file: `pictures/${file}`, ...exported("picture", row) })),
    "decisions-about-you.json": async () =>
      (await listSanctions(id)).map(({ appeal, isOverturned, ...sanction }) => ({
        ...exported("sanction", { ...sanction, kind: sanctionNames[sanction.kind].text }),
        isOverturned,
        appeal: appeal && exported("appeal", appeal),
      })),
    "questions-to-you.json": async () =>
      (await listQuestions(id)).flatMap(({ said }) => said.map((each) => exported("caseMessage", each))),
  };
  return [
    text("README.txt", () => [README]),
    text(ARCHIVE_FILE, () => [
      `${JSON.stringify({ version: ARCHIVE_VERSION, from: env.origin }, null, 2)}\n`,
    ]),
    ...Object.entries(texts).map(([file, read]) =>
      text(file, async () => [`${JSON.stringify(await read(), null, 2)}\n`]),
    ),
    ...Object.entries(lists).map(([file, items]) => text(file, () => writeList(items))),
    ...talks.map((talk, i) => text(`conversations/${i + 1}.json`, () => writeConversation(id, talk))),
    text("records.csv", () => writeRecordsCsv(listAllRecords(id, false))),
    text("wanted-records.csv", () => writeRecordsCsv(listAllRecords(id, true))),
    ...playlists.map(({ id: playlistId, name }, i) =>
      text(`playlists/${i + 1} ${toFileName(removeDirections(name))}.jspf`, async () => {
        const playlist = await getPlaylistText(id, playlistId);
        return playlist && [writePlaylistFile(playlist, "jspf")];
      }),
    ),
    ...pictures.map(({ file }) => stored("pictures", file)),
    ...attachments.map((row) => stored("attachments", largestFile(row.attachment))),
  ];
}

function text(file: string, read: ExportPart["read"]): ExportPart {
  return { file, isCompressed: true, read };
}

async function* writeList(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

/** A file of the storage, in a folder of the export. It isn't compressed, because it wouldn't get smaller. */
function stored(folder: string, file: string): ExportPart {
  const read = async () => {
    const bytes = await storage.get(file);
    return bytes && [bytes];
  };
  return { file: `${folder}/${file}`, isCompressed: false, read };
}

/** Reads a list to its end, a page at a time. */
async function* readItems<
  Query extends z.ZodType<{ cursor?: unknown }, z.ZodTypeDef, unknown>,
  Key extends string,
  Item,
>(
  query: Query,
  read: (after: z.output<Query>["cursor"]) => Promise<{ [K in Key]: Item[] } & { next?: { cursor: string } }>,
  key: Key,
): AsyncGenerator<Item> {
  for (let after: z.output<Query>["cursor"] | undefined = undefined; ; ) {
    const page = await read(after);
    yield* page[key];
    if (!page.next) return;
    after = query.parse(page.next).cursor;
  }
}

async function readSignIn(self: Member) {
  const accountId = accountIdOf(self) ?? "";
  const sessions = await db
    .select({ session, pushSince: pushSubscription.createdAt })
    .from(session)
    .leftJoin(pushSubscription, eq(pushSubscription.sessionId, session.id))
    .where(and(eq(session.memberId, self.id), gt(session.expiresAt, new Date())))
    .orderBy(desc(session.createdAt));
  return {
    account: (await readRows("account", eq(account.id, accountId)))[0],
    passkeys: await readRows("passkey", eq(passkey.accountId, accountId)),
    authenticator: await readRows("authenticator", eq(authenticator.accountId, accountId)),
    unusedRecoveryCodes: await countRecoveryCodes(accountId),
    sessions: sessions.map(({ session, pushSince }) => ({ ...exported("session", session), pushSince })),
    securityEvents: await readRows("securityEvent", eq(schema.securityEvent.memberId, self.id)),
    joinedFrom: await readRows("signUp", eq(schema.signUp.memberId, self.id)),
    requestToJoin: await readRows("application", eq(schema.application.memberId, self.id)),
    acceptedDocuments: await readRows("acceptance", eq(schema.acceptance.memberId, self.id)),
  };
}

async function* readReports(memberId: number): AsyncGenerator<unknown> {
  for await (const report of readItems(timedPage, (after) => listReports(memberId, after), "reports"))
    yield {
      about: describeReported(report),
      ...exported("report", { ...report, reason: reasonLabels[report.reason].text }),
      status: reportStatuses[report.status].label.text,
    };
}

async function* readNotifications(memberId: number): AsyncGenerator<unknown> {
  const read = (after?: NumberedCursor) => listNotifications(memberId, { after, isWhole: true });
  for await (const { kind, text, createdAt, isRead } of readItems(numberedPage, read, "notifications"))
    yield { kind, text, at: createdAt, isRead };
}

/** A member's rows about others, a page at a time, with the names of those whom they can see or have blocked. */
async function* readOthers(memberId: number, name: Name, otherId: SQL, which: SQL | undefined) {
  const isNamed = and(isNull(member.deletedAt), or(canSee(memberId), hasBlocked(memberId, member.id)));
  for (let after = 0; ; ) {
    const { id, firstName, lastName } = member;
    const rows = await db
      .select({ row: tables[name], other: { id, firstName, lastName }, isNamed: sql<number>`${isNamed}` })
      .from(tables[name])
      .innerJoin(member, eq(member.id, otherId))
      .where(and(which, gt(otherId, after)))
      .orderBy(otherId)
      .limit(PAGE_SIZE);
    for (const { row, other, isNamed } of rows)
      yield { member: isNamed ? shortName(other) : null, ...exported(name, row) };
    const last = rows.at(-1);
    if (!last) return;
    after = last.other.id;
  }
}

/** A conversation of a member. `endedAt` is the day. */
type Talk = { id: string; with: string; endedAt: string | null };

/** The conversations that the app lists, and the ended ones, of which it shows the name and the day. */
async function listTalks(memberId: number): Promise<Talk[]> {
  const talks: Talk[] = [];
  for (const list of ["open", "closed"] as const) {
    const read = (after?: ConversationCursor) => listConversations(memberId, { after, list });
    for await (const talk of readItems(conversationPage, read, "conversations"))
      talks.push({ id: talk.id, with: otherParticipant(talk, memberId).firstName, endedAt: null });
  }
  const read = (after?: TimedCursor) => listEndedConversations(memberId, after);
  for await (const { id, firstName, endedAt } of readItems(timedPage, read, "ended"))
    talks.push({ id, with: firstName, endedAt });
  return talks;
}

/** Of an ended conversation only the member's own messages. */
async function writeConversation(memberId: number, { id, with: name, endedAt }: Talk) {
  const isWhole = endedAt === null;
  const [row] = await db.select().from(conversation).where(eq(conversation.id, id));
  if (!row) return undefined;
  const head = exported("conversation", {
    ...row,
    endedAt,
    // A match without a message has no side that began it.
    startedBy: row.lastMessageAt && sideOf(memberId, row.startedBy),
    closedById: row.closedById && sideOf(memberId, row.closedById),
  });
  const which = and(eq(conversation.id, id), isWhole ? canOpen(memberId) : eq(message.senderId, memberId));
  return writeMessages({ with: name, ...head }, readMessages(memberId, which, isWhole));
}

async function* writeMessages(head: object, messages: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `${JSON.stringify(head, null, 2).replace(/\n}$/, "")},\n  "messages": `;
  yield* writeList(messages);
  yield "}\n";
}

const theirReaction = alias(reaction, "their_reaction");
const quoted = alias(message, "quoted");

/**
 * `isWhole` includes the other's reactions and quotes of their messages: of ended conversations the app shows nothing of the
 * other's.
 */
async function* readMessages(memberId: number, which: SQL | undefined, isWhole: boolean) {
  for (let after = 0; ; ) {
    const rows = await db
      .select({ message, quoted, own: reaction.kind, theirs: theirReaction.kind, file: attachment })
      .from(message)
      .innerJoin(conversation, eq(conversation.id, message.conversationId))
      .leftJoin(reaction, and(eq(reaction.messageId, message.id), eq(reaction.memberId, memberId)))
      .leftJoin(
        theirReaction,
        and(eq(theirReaction.messageId, message.id), ne(theirReaction.memberId, memberId)),
      )
      .leftJoin(attachment, isFileOf(memberId))
      .leftJoin(quoted, eq(quoted.id, message.quotedId))
      .where(and(which, gt(message.sequence, after)))
      .orderBy(asc(message.sequence))
      .limit(PAGE_SIZE);
    const ids = rows.map(({ message }) => message.id);
    const versions = await db
      .select()
      .from(messageVersion)
      .where(inArray(messageVersion.messageId, ids))
      .orderBy(asc(messageVersion.id));
    for (const {
      message: { senderId, ...row },
      quoted,
      own,
      theirs,
      file,
    } of rows) {
      // A message that the other has deleted is theirs.
      const isTold = senderId === memberId || !row.deletedAt;
      const earlier = versions.filter(({ messageId }) => isTold && messageId === row.id);
      const quotes = quoted && (isWhole || quoted.senderId === memberId);
      yield {
        from: sideOf(memberId, senderId),
        ...exportMessage("message", row, isWhole),
        file: file && `attachments/${largestFile(file)}`,
        earlier: earlier.map((version) => exportMessage("messageVersion", version, isWhole)),
        quotes: quotes ? { from: sideOf(memberId, quoted.senderId), createdAt: quoted.createdAt } : null,
        yourReaction: own,
        theirReaction: isWhole ? theirs : null,
      };
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.message.sequence;
  }
}

/** A message with what it shares or quotes; of an answer by the other, only what the app still shows. */
function exportMessage(
  name: "message" | "messageVersion",
  row: Pick<typeof message.$inferSelect, "messageType" | "metadata">,
  isWhole: boolean,
) {
  if (row.messageType !== "profile_quote") return exported(name, row);
  const metadata = toQuoteMetadata(row.metadata as StoredQuote);
  const isShown = isWhole || metadata.type === "photo" || metadata.type === "show";
  return exported(name, { ...row, metadata: isShown ? metadata : { ...metadata, answer: null } });
}

function sideOf(memberId: number, id: number): "you" | "them" {
  return id === memberId ? "you" : "them";
}

/** Returns a function that names these people as the app does. */
function namesOf(memberId: number, people: ({ id: string; firstName: string } | null)[]) {
  return (id: string | null | undefined) =>
    id === String(memberId) ? "you" : (people.find((each) => each?.id === id)?.firstName ?? null);
}

async function* readPlaylists(memberId: number, playlists: { id: string }[]): AsyncGenerator<unknown> {
  for (const { id } of playlists) {
    const detail = await getPlaylist(memberId, id, { limit: SONGS_MAX });
    if (!detail) continue;
    const { owner, collaborator, coverImageUrl, role } = detail;
    const named = namesOf(memberId, [owner, collaborator]);
    const members = { ownerId: named(owner.id), collaboratorId: named(collaborator?.id) };
    yield {
      ...exported("playlist", { ...detail, ...members }),
      // Only the owner's export has the file.
      cover: role === "owner" && coverImageUrl ? coverImageUrl.replace(/^\//, "") : null,
      songs: detail.songs.map(({ duration, addedBy, ...song }) =>
        exported("playlistSong", { ...song, durationSeconds: duration, addedBy: named(addedBy?.id) }),
      ),
    };
  }
}

/** The shows that a member has added. */
async function readAddedShows(memberId: number) {
  const rows = await db
    .select()
    .from(show)
    .innerJoin(showArtist, eq(showArtist.showId, show.id))
    .where(eq(show.addedBy, memberId))
    .orderBy(show.day, show.id, showArtist.position);
  const shows = new Map<string, Record<string, unknown> & { artists: unknown[] }>();
  for (const row of rows) {
    const said = shows.get(row.show.id) ?? { ...exported("show", row.show), artists: [] };
    said.artists.push(exported("showArtist", row.show_artist).name);
    shows.set(row.show.id, said);
  }
  return [...shows.values()];
}

/** Where a member goes: the shows by their artists, day and venue. */
async function readGoing(memberId: number) {
  const rows = await db
    .select({ going, day: show.day, venue: show.venue, artists: artistNames() })
    .from(going)
    .innerJoin(show, eq(show.id, going.showId))
    .where(eq(going.memberId, memberId))
    .orderBy(show.day, show.id);
  return rows.map(({ going: { showId, ...row }, day, venue, artists }) => ({
    show: `${artists.join(", ")} · ${toDate(day)} · ${venue}`,
    ...exported("going", row),
  }));
}

/** A member's trips, with their first and last days. */
async function readTrips(memberId: number) {
  const rows = await db.select().from(trip).where(eq(trip.memberId, memberId)).orderBy(trip.firstDay);
  return rows.map((row) =>
    exported("trip", { ...row, firstDay: toDate(row.firstDay), lastDay: toDate(row.lastDay) }),
  );
}

/** A member's alerts. */
async function readAlerts(memberId: number) {
  const shows = new Map((await listAlerts(memberId)).map(({ id, show }) => [id, show]));
  const rows = await db.select().from(schema.alert).where(eq(schema.alert.memberId, memberId));
  return rows.map(({ showId, ...row }) => {
    const asked = shows.get(row.id);
    return { ...exported("alert", row), show: asked ? `${asked.artist} · ${asked.date}` : null };
  });
}

/** A member's plans with others, and their own links and answers. */
async function readPlans(memberId: number) {
  const rows = await db
    .select({ plan })
    .from(plan)
    .innerJoin(conversation, eq(conversation.id, plan.conversationId))
    .where(and(isOneOfTwo(conversation, memberId), canOpen(memberId)))
    .orderBy(plan.createdAt, plan.id);
  const said = [];
  for (const { plan: row } of rows) {
    const isOwn = (table: typeof planLink | typeof planAnswer) =>
      sql`${eq(table.planId, row.id)} and ${eq(table.memberId, memberId)}`;
    const [answer] = await readRows("planAnswer", isOwn(planAnswer));
    said.push({
      ...exported("plan", {
        ...row,
        proposedBy: sideOf(memberId, row.proposedBy),
        cancelledBy: row.cancelledBy && sideOf(memberId, row.cancelledBy),
      }),
      links: await readRows("planLink", isOwn(planLink)),
      youMet: answer ?? null,
    });
  }
  return said;
}

async function* readGames(memberId: number): AsyncGenerator<unknown> {
  for await (const { id } of readItems(gamePage, (after) => listGames(memberId, { after }), "games")) {
    const game = await getGame(memberId, id);
    if (!game) continue;
    const { player1, player2, questions } = game;
    const named = namesOf(memberId, [player1, player2]);
    const players = { player1Id: named(player1.id), player2Id: named(player2.id) };
    yield {
      ...exported("triviaGame", { ...game, ...players, winnerId: named(game.winnerId) }),
      rounds: questions.map(({ player1Answer, player2Answer, pointTo, ...round }) => ({
        ...exported("triviaQuestion", round),
        ...{ player1Answer, player2Answer, pointTo: named(pointTo) },
      })),
    };
  }
}

/** True for the file of a message that the member has sent. */
function isFileOf(memberId: number): SQL | undefined {
  const isOwn = and(eq(attachment.ownerId, memberId), eq(message.senderId, memberId));
  return and(eq(attachment.id, message.id), isOwn);
}

/** The largest file of an attachment in the storage. */
function largestFile(row: typeof attachment.$inferSelect): string {
  return attachmentFiles(row).at(-1) ?? row.file;
}

/** The member's pictures, each in the largest size of the shape that the app shows. */
async function listPictures({ id, coverId, pendingCoverId }: Member) {
  // Evidence is for moderators only.
  const isShown = and(isNotNull(picture.madeAt), isNull(picture.removedAt), isNull(picture.heldAt));
  const rows = await db
    .select()
    .from(picture)
    .where(and(eq(picture.ownerId, id), isShown))
    .orderBy(picture.madeAt);
  return rows.map((row) => {
    const isCover = row.id === coverId || row.id === pendingCoverId;
    return { file: isCover ? bannerFile(row.id) : squareFile(row.id), row };
  });
}

const README = `Your ${COMMUNITY_NAME} data

export.json                Which version of this download it is. Another B-Side can import it.
profile.json               What you told us about yourself.
sign-in.json               Your account, passkeys, signed-in browsers and what happened to your sign-in.
preferences.json           Your favorite artists and genres.
decisions.json             Who you liked and passed on.
matches.json               Who liked you back.
conversations/             One file for each conversation.
records.csv                Your record collection. You can import it again, here or elsewhere.
wanted-records.csv         The records you're looking for, in the same form.
playlists.json             Your playlists, and those you collaborate on.
playlists/                 The same, one file for each. You can import them again, here or elsewhere.
trivia-games.json          Your trivia games.
music-connections.json     The music services you connected.
blocked-members.json       Who you blocked.
invitations.json           What you wrote to people you invited.
reports.json               What you reported, and the outcome.
notifications.json         Your notifications of the last ${NOTIFICATION_DAYS} days.
decisions-about-you.json   Moderators' decisions about you, and your appeals.
questions-to-you.json      What moderators asked you, and your answers.
shows.json                 The shows you added, and those you go to.
alerts.json                Who you want to be told about.
told-about.json            Who you were told about, and when.
plans.json                 When and where you planned to meet somebody.
answers.json               Your answers to the questions of the last days.
photo-check.json           The last check of your photo: the pose, and what a moderator said.
pictures/, pictures.json   The pictures you uploaded, as we keep them.
attachments/               The photos and voice notes you sent in conversations.

Times are in UTC. Other members appear by name only, as the app shows them to you.
`;
