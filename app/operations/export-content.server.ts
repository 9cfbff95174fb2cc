// What an export contains: the member's own data, and of others only what the app shows the member. Of each row and DTO it says
// the columns that the inventory says are exported.
import { db } from "db/client.server";
import { dataInventory } from "db/data-inventory";
import * as schema from "db/schema";
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, not, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { z } from "zod";
import { removeDirections } from "~/clean-text";
import { NOTIFICATION_DAYS } from "~/durations";
import { storage } from "~/integrations/storage.server";
import { canMeet, canOpen, canSee, wasConnected } from "~/models/access.server";
import { accountIdOf } from "~/models/account/account.server";
import { countRecoveryCodes } from "~/models/account/recovery/recovery-codes.server";
import { browserName } from "~/models/browser-name.server";
import { attachmentFiles } from "~/models/conversation/attachment/attachment";
import { otherParticipant } from "~/models/conversation/conversation";
import { type ConversationCursor, conversationPage } from "~/models/conversation/conversation-schema";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { listEndedConversations } from "~/models/conversation/list/ended-conversation.server";
import { type StoredQuote, toQuoteMetadata } from "~/models/conversation/profile-quote/profile-quote";
import { numberedPage, type TimedCursor, timedPage } from "~/models/cursor";
import type { Member } from "~/models/member/member.server";
import { promptTexts } from "~/models/member/prompt";
import { readDay } from "~/models/member/visit.server";
import { getPreferences } from "~/models/music/preferences.server";
import { listNotifications } from "~/models/notification/notification.server";
import { readSettings } from "~/models/notification/notification-settings.server";
import { isOneOfTwo, otherMemberId, pairInStatement } from "~/models/pair.server";
import { BANNER_SIZES, pictureFile, SQUARE_SIZES, uploadIdFromUrl } from "~/models/picture-url";
import { toFileName } from "~/models/playlist/file/m3u";
import { writePlaylistFile } from "~/models/playlist/file/writing.server";
import { type PlaylistDetail, type PlaylistDto, SONGS_MAX } from "~/models/playlist/playlist";
import { listPlaylists } from "~/models/playlist/playlist-list.server";
import { getPlaylist, getPlaylistText } from "~/models/playlist/song-list.server";
import { shortName } from "~/models/public-member";
import { listAllRecords } from "~/models/record/record.server";
import { writeRecordsCsv } from "~/models/record/record-csv.server";
import { listBlocks } from "~/models/safety/block.server";
import { listQuestions } from "~/models/safety/case/case-question.server";
import { reasonLabels, reportStatuses } from "~/models/safety/report";
import { listReports } from "~/models/safety/report.server";
import { describeReported } from "~/models/safety/reported.server";
import { sanctionNames } from "~/models/safety/sanction";
import { listSanctions } from "~/models/safety/sanction.server";
import { getPlayers } from "~/models/trivia/trivia";
import { getGame, listGames } from "~/models/trivia/trivia.server";
import { gamePage } from "~/models/trivia/trivia-schema";

const { account, attachment, authenticator, conversation, decision, match, member, message } = schema;
const { messageVersion, passkey, picture, pushSubscription, reaction, securityEvent, session } = schema;
const tables: Record<keyof Inventory, SQLiteTable> = { ...schema };
const PAGE_SIZE = 500;

type Inventory = typeof dataInventory;
type Friendly = [name: string, say?: (value: never) => unknown];
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
const sayBrowser: Friendly = ["browser", browserName];

/** Names and values that a reader understands better than the column's; null for what is said in other words or elsewhere. */
const friendly: { [Name in keyof Inventory]?: { [Column in keyof Inventory[Name]]?: Friendly | null } } = {
  member: {
    id: ["id", String],
    issuer: null,
    subject: null,
    placeName: ["town"],
    photoId: ["photo", photoPath],
    pendingPhotoId: ["newPhoto", photoPath],
    pendingPhotoFocus: ["newPhotoFocus"],
    coverId: ["coverPhoto", coverPath],
    pendingCoverId: ["newCoverPhoto", coverPath],
    morePhotos: [
      "morePhotos",
      (photos: Member["morePhotos"]) =>
        photos.map(({ photoId, photoFocus }) => ({ photo: photoPath(photoId), photoFocus })),
    ],
    prompts: [
      "prompts",
      (prompts: Member["prompts"]) =>
        prompts.map(({ prompt, answer }) => ({ prompt: promptTexts[prompt], answer })),
    ],
    visitedOn: ["lastVisit", (day: number | null) => (day === null ? null : readDay(day))],
    createdAt: ["joinedAt"],
  },
  session: { userAgent: sayBrowser, createdAt: ["signedInAt"] },
  securityEvent: { kind: ["event"], userAgent: sayBrowser, createdAt: ["at"] },
  match: { createdAt: ["matchedAt"] },
  message: { senderId: null, content: ["text"], metadata: null, createdAt: ["sentAt"] },
  messageVersion: { content: ["text"], metadata: null, replacedAt: ["until"] },
  picture: { id: null, madeAt: ["uploadedAt"], releaseId: ["musicBrainzRelease"] },
  playlist: { ownerId: null, collaboratorId: null },
  playlistSong: { addedBy: null },
  triviaGame: { player1Id: null, player2Id: null, player1Score: null, player2Score: null, winnerId: null },
  caseMessage: { content: ["text"], createdAt: ["at"] },
  report: { subject: null, reason: null, words: ["yourWords"] },
  sanction: { kind: null },
  appeal: { words: ["yourWords"] },
};

/** What the export says of a row or of a DTO of one. */
function exported<Name extends keyof Inventory>(
  name: Name,
  row: { [Column in keyof Inventory[Name]]?: unknown },
): Record<string, unknown> {
  const columns = Object.keys(dataInventory[name]) as (keyof Inventory[Name])[];
  const said = columns.flatMap((column) => {
    const answer = dataInventory[name][column] as string;
    const [label, say] = friendly[name]?.[column] === null ? [] : (friendly[name]?.[column] ?? [column]);
    if (!label || !answer.includes("exported")) return [];
    return [[label, say ? say(row[column] as never) : row[column]]];
  });
  return Object.fromEntries(said);
}

/** What it says of the rows of a table. */
async function readRows(name: keyof Inventory, where: SQL): Promise<Record<string, unknown>[]> {
  return (await db.select().from(tables[name]).where(where)).map((row) => exported(name, row));
}

/** The files of a member's export. Each is read when its turn comes, long ones a page at a time. */
export async function listExportParts(self: Member): Promise<ExportPart[]> {
  const [conversations, playlistFiles, pictures, attachments] = await Promise.all([
    listAllConversations(self.id),
    listPlaylistFiles(self.id),
    listPictures(self),
    listAttachments(self.id),
  ]);
  const text = (file: string, read: ExportPart["read"]) => ({ file, isCompressed: true, read });
  const json = (file: string, read: () => Promise<unknown>) =>
    text(file, async () => [`${JSON.stringify(await read(), null, 2)}\n`]);
  const list = (file: string, read: () => AsyncIterable<unknown>) => text(file, () => writeList(read()));
  return [
    text("README.txt", () => [README]),
    json("profile.json", async () => ({
      ...exported("member", self),
      notifications: await readSettings(self.id),
    })),
    json("sign-in.json", () => readSignIn(self)),
    json("preferences.json", () => getPreferences(self.id)),
    list("decisions.json", () => listDecisions(self.id)),
    list("matches.json", () => listMatches(self.id)),
    ...conversations.map((talk, index) =>
      text(`conversations/${index + 1}.json`, () => writeConversation(self.id, talk)),
    ),
    text("records.csv", () => writeRecordsCsv(listAllRecords(self.id, false))),
    text("wanted-records.csv", () => writeRecordsCsv(listAllRecords(self.id, true))),
    list("playlists.json", () => exportPlaylists(self.id)),
    ...playlistFiles,
    list("trivia-games.json", () => exportGames(self.id)),
    json("music-connections.json", () =>
      readRows("musicConnection", eq(schema.musicConnection.memberId, self.id)),
    ),
    list("blocked-members.json", () => exportBlocks(self.id)),
    list("reports.json", () => exportReports(self.id)),
    list("notifications.json", () => exportNotifications(self.id)),
    json("decisions-about-you.json", () => readSanctions(self.id)),
    json("questions-to-you.json", () => readQuestions(self.id)),
    json("photo-check.json", () => readRows("photoCheck", eq(schema.photoCheck.memberId, self.id))),
    json("pictures.json", async () =>
      pictures.map(({ file, row }) => ({ file: `pictures/${file}`, ...exported("picture", row) })),
    ),
    ...pictures.map(({ file }) => stored("pictures", file)),
    ...attachments.map((file) => stored("attachments", file)),
  ];
}

/** A file of the storage, in a folder of the export. Those don't get any smaller. */
function stored(folder: string, file: string): ExportPart {
  const read = async () => {
    const bytes = await storage.get(file);
    return bytes && [bytes];
  };
  return { file: `${folder}/${file}`, isCompressed: false, read };
}

async function* writeList(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

async function readSignIn(self: Member) {
  const accountId = accountIdOf(self);
  const sessions = await db
    .select({ session, pushSince: pushSubscription.createdAt })
    .from(session)
    .leftJoin(pushSubscription, eq(pushSubscription.sessionId, session.id))
    .where(and(eq(session.memberId, self.id), gt(session.expiresAt, new Date())))
    .orderBy(desc(session.createdAt));
  const own = {
    sessions: sessions.map((row) => ({ ...exported("session", row.session), pushSince: row.pushSince })),
    securityEvents: await readRows("securityEvent", eq(securityEvent.memberId, self.id)),
    joinedFrom: await readRows("signUp", eq(schema.signUp.memberId, self.id)),
    requestToJoin: await readRows("application", eq(schema.application.memberId, self.id)),
    acceptedDocuments: await readRows("acceptance", eq(schema.acceptance.memberId, self.id)),
  };
  if (accountId === undefined) return { provider: self.issuer, subject: self.subject, ...own };
  const [login] = await readRows("account", eq(account.id, accountId));
  return {
    account: login,
    passkeys: await readRows("passkey", eq(passkey.accountId, accountId)),
    authenticator: await readRows("authenticator", eq(authenticator.accountId, accountId)),
    unusedRecoveryCodes: await countRecoveryCodes(accountId),
    ...own,
  };
}

/** The columns that name a member, as long as they have an account. */
const namedColumns = {
  firstName: member.firstName,
  lastName: member.lastName,
  deletedAt: member.deletedAt,
};

function nameOf(row: { firstName: string; lastName: string; deletedAt: Date | null }): string | null {
  return row.deletedAt ? null : shortName(row);
}

/**
 * A member's decisions, but for those that the end of a match made of their likes; without the names of those they can't see.
 */
async function* listDecisions(memberId: number): AsyncGenerator<unknown> {
  for (let after = 0; ; ) {
    const rows = await db
      .select({ ...namedColumns, decision, isSeen: sql<boolean>`${canSee(memberId)}`.mapWith(Boolean) })
      .from(decision)
      .innerJoin(member, eq(member.id, decision.targetId))
      .where(
        and(
          eq(decision.memberId, memberId),
          gt(decision.targetId, after),
          not(wasConnected(pairInStatement(decision.memberId, decision.targetId))),
        ),
      )
      .orderBy(asc(decision.targetId))
      .limit(PAGE_SIZE);
    const last = rows.at(-1);
    if (!last) return;
    for (const row of rows)
      yield { member: row.isSeen ? nameOf(row) : null, ...exported("decision", row.decision) };
    after = last.decision.targetId;
  }
}

async function* listMatches(memberId: number): AsyncGenerator<unknown> {
  const rows = await db
    .select({ ...namedColumns, match })
    .from(match)
    .innerJoin(member, eq(member.id, otherMemberId(match, memberId)))
    .where(and(isOneOfTwo(match, memberId), canMeet(match.lowId, match.highId)))
    .orderBy(desc(match.createdAt));
  for (const row of rows) yield { member: nameOf(row), ...exported("match", row.match) };
}

/** Reads a list to its end, a page at a time. */
async function* readPages<
  Query extends z.ZodType<{ cursor?: unknown }, z.ZodTypeDef, unknown>,
  Page extends { next?: { cursor: string } },
>(query: Query, read: (after: z.output<Query>["cursor"]) => Promise<Page>): AsyncGenerator<Page> {
  for (let after: z.output<Query>["cursor"] | undefined = undefined; ; ) {
    const page = await read(after);
    yield page;
    if (!page.next) return;
    after = query.parse(page.next).cursor;
  }
}

/** A conversation of a member, without its messages. `endedAt` is the day. */
type Talk = Awaited<ReturnType<typeof listAllConversations>>[number];

/** The conversations that the app lists, and the ended ones, of which it shows the name and the day. */
async function listAllConversations(memberId: number) {
  const talks = [];
  for (const list of ["open", "closed"] as const) {
    const read = (after?: ConversationCursor) => listConversations(memberId, { after, list });
    for await (const page of readPages(conversationPage, read))
      for (const talk of page.conversations)
        talks.push({ id: talk.id, with: otherParticipant(talk, memberId).firstName, endedAt: null });
  }
  for await (const page of readPages(timedPage, (after) => listEndedConversations(memberId, after)))
    for (const { id, firstName, endedAt } of page.ended) talks.push({ id, with: firstName, endedAt });
  return talks;
}

/** Of an ended conversation the member's own messages are theirs. */
async function writeConversation(memberId: number, { id, ...talk }: Talk) {
  const isWhole = talk.endedAt === null;
  const [row] = await db.select().from(conversation).where(eq(conversation.id, id));
  if (!row) return undefined;
  const head = {
    ...talk,
    // A match without a word has no side that began it.
    startedBy: row.lastMessageAt && sideOf(memberId, row.startedBy),
    isAccepted: row.acceptedAt !== null,
    startedAt: row.createdAt,
    closedAt: row.closedAt,
    closedBy: row.closedById ? sideOf(memberId, row.closedById) : null,
  };
  const which = and(eq(conversation.id, id), isWhole ? canOpen(memberId) : eq(message.senderId, memberId));
  return writeMessages(head, listMessages(memberId, which, isWhole));
}

async function* writeMessages(head: object, messages: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `${JSON.stringify(head, null, 2).replace(/\n}$/, "")},\n  "messages": `;
  yield* writeList(messages);
  yield "}\n";
}

/** What a message shares or quotes; of an answer by the other, what the app still shows. */
function exportShare(
  { messageType, metadata }: Pick<typeof message.$inferSelect, "messageType" | "metadata">,
  isWhole: boolean,
): Record<string, unknown> | null {
  if (messageType !== "profile_quote") return metadata;
  const quoted = toQuoteMetadata(metadata as StoredQuote);
  return isWhole || quoted.type === "photo" ? quoted : { ...quoted, answer: null };
}

const theirReaction = alias(reaction, "their_reaction");
const quoted = alias(message, "quoted");

/**
 * With `isWhole`, what the other has reacted and what of theirs is quoted too: of conversations that have ended the app shows
 * nothing of theirs.
 */
async function* listMessages(
  memberId: number,
  which: SQL | undefined,
  isWhole: boolean,
): AsyncGenerator<unknown> {
  for (let after = 0; ; ) {
    const rows = await readMessages(memberId, and(which, gt(message.sequence, after)));
    const last = rows.at(-1);
    if (!last) return;
    const versions = await readVersions(rows.map(({ message }) => message.id));
    for (const row of rows) yield toExportedMessage(memberId, row, versions, isWhole);
    after = last.message.sequence;
  }
}

/** The first messages, with what belongs to them. */
function readMessages(memberId: number, which: SQL | undefined) {
  return db
    .select({ message, quoted, own: reaction.kind, theirs: theirReaction.kind, file: attachment })
    .from(message)
    .innerJoin(conversation, eq(conversation.id, message.conversationId))
    .leftJoin(reaction, and(eq(reaction.messageId, message.id), eq(reaction.memberId, memberId)))
    .leftJoin(
      theirReaction,
      and(
        eq(theirReaction.messageId, message.id),
        eq(theirReaction.memberId, otherMemberId(conversation, memberId)),
      ),
    )
    .leftJoin(attachment, isFileOf(memberId))
    .leftJoin(quoted, eq(quoted.id, message.quotedId))
    .where(which)
    .orderBy(asc(message.sequence))
    .limit(PAGE_SIZE);
}

/** What messages said before they were edited, oldest first. */
function readVersions(messageIds: string[]) {
  return db
    .select()
    .from(messageVersion)
    .where(inArray(messageVersion.messageId, messageIds))
    .orderBy(asc(messageVersion.id));
}

function toExportedMessage(
  memberId: number,
  { message: row, quoted, own, theirs, file }: Awaited<ReturnType<typeof readMessages>>[number],
  earlier: (typeof messageVersion.$inferSelect)[],
  isWhole: boolean,
) {
  // What the other has deleted is theirs.
  const isTold = row.senderId === memberId || !row.deletedAt;
  const versions = earlier.filter(({ messageId }) => isTold && messageId === row.id);
  return {
    from: sideOf(memberId, row.senderId),
    ...exported("message", row),
    share: exportShare(row, isWhole),
    file: file && `attachments/${largestFile(file)}`,
    earlier: versions.map((version) => ({
      ...exported("messageVersion", version),
      share: exportShare(version, isWhole),
    })),
    quotes:
      quoted && (isWhole || quoted.senderId === memberId)
        ? { from: sideOf(memberId, quoted.senderId), sentAt: quoted.createdAt }
        : null,
    yourReaction: own,
    theirReaction: isWhole ? theirs : null,
  };
}

function sideOf(memberId: number, id: number): "you" | "them" {
  return id === memberId ? "you" : "them";
}

/** A member's own playlists and those shared with them. */
async function* listAllPlaylists(memberId: number): AsyncGenerator<PlaylistDto> {
  for (const name of ["own", "shared"] as const) {
    const read = async (after: TimedCursor | undefined) => {
      const listed = await listPlaylists(memberId, { [name]: after });
      const cursor = listed.next[name];
      return { playlists: listed[name], next: cursor === undefined ? undefined : { cursor } };
    };
    for await (const { playlists } of readPages(timedPage, read)) yield* playlists;
  }
}

async function* exportPlaylists(memberId: number): AsyncGenerator<unknown> {
  for await (const { id } of listAllPlaylists(memberId)) {
    const detail = await getPlaylist(memberId, id, { limit: SONGS_MAX });
    if (detail) yield toExportedPlaylist(memberId, detail);
  }
}

/** Each playlist as a file that it can be imported from. */
async function listPlaylistFiles(memberId: number): Promise<ExportPart[]> {
  const parts: ExportPart[] = [];
  for await (const { id, name } of listAllPlaylists(memberId)) {
    const file = `playlists/${parts.length + 1} ${toFileName(removeDirections(name))}.jspf`;
    const read = async () => {
      const playlist = await getPlaylistText(memberId, id);
      return playlist && [writePlaylistFile(playlist, "jspf")];
    };
    parts.push({ file, isCompressed: true, read });
  }
  return parts;
}

function toExportedPlaylist(memberId: number, detail: PlaylistDetail) {
  const named = (person: { id: string; firstName: string } | null) =>
    person && (person.id === String(memberId) ? "you" : person.firstName);
  const pictureId = detail.coverImageUrl && uploadIdFromUrl(detail.coverImageUrl);
  // Only the owner's export has the file.
  const upload = pictureId && detail.role === "owner" ? photoPath(pictureId) : null;
  return {
    ...exported("playlist", detail),
    owner: named(detail.owner),
    collaborator: named(detail.collaborator),
    cover: pictureId ? upload : detail.coverImageUrl,
    songs: detail.songs.map(({ duration, addedBy, ...song }) => ({
      ...exported("playlistSong", { ...song, durationSeconds: duration }),
      addedBy: named(addedBy),
    })),
  };
}

async function* exportGames(memberId: number): AsyncGenerator<unknown> {
  const side = (playerId: string | null) => (playerId === null ? null : sideOf(memberId, Number(playerId)));
  for await (const page of readPages(gamePage, (after) => listGames(memberId, { after }))) {
    for (const { id: gameId } of page.games) {
      const detail = await getGame(memberId, gameId);
      if (!detail) continue;
      const { opponent, ownScore, opponentScore, own, theirs } = getPlayers(detail, String(memberId));
      yield {
        opponent: opponent.firstName,
        startedBy: side(detail.player1Id),
        ...exported("triviaGame", detail),
        winner: side(detail.winnerId),
        yourScore: ownScore,
        theirScore: opponentScore,
        rounds: detail.questions.map((round) => ({
          ...exported("triviaQuestion", round),
          yourAnswer: round[own],
          theirAnswer: round[theirs],
          point: side(round.pointTo),
        })),
      };
    }
  }
}

async function* exportBlocks(memberId: number): AsyncGenerator<unknown> {
  for await (const { blocks } of readPages(numberedPage, (after) => listBlocks(memberId, after))) {
    for (const block of blocks) yield { member: shortName(block), ...exported("block", block) };
  }
}

async function* exportNotifications(memberId: number): AsyncGenerator<unknown> {
  for await (const { notifications } of readPages(numberedPage, (after) =>
    listNotifications(memberId, { after, isWhole: true }),
  )) {
    for (const { kind, text, createdAt, isRead } of notifications)
      yield { kind, text, at: createdAt, isRead };
  }
}

async function* exportReports(memberId: number): AsyncGenerator<unknown> {
  for await (const { reports } of readPages(timedPage, (after) => listReports(memberId, after))) {
    for (const report of reports) {
      yield {
        about: describeReported(report),
        reason: reasonLabels[report.reason],
        status: reportStatuses[report.status].label,
        ...exported("report", report),
      };
    }
  }
}

async function readSanctions(memberId: number) {
  return (await listSanctions(memberId)).map((sanction) => ({
    decision: sanctionNames[sanction.kind],
    ...exported("sanction", sanction),
    isOverturned: sanction.isOverturned,
    appeal: sanction.appeal && exported("appeal", sanction.appeal),
  }));
}

async function readQuestions(memberId: number) {
  const asked = await listQuestions(memberId);
  return asked.flatMap(({ said }) => said.map((each) => exported("caseMessage", each)));
}

/** True for the file of a message that the member has sent. */
function isFileOf(memberId: number): SQL | undefined {
  return and(
    eq(attachment.id, message.id),
    eq(attachment.ownerId, memberId),
    eq(message.senderId, attachment.ownerId),
  );
}

/** The largest file of an attachment in the storage. */
function largestFile(row: typeof attachment.$inferSelect): string | undefined {
  return attachmentFiles(row).at(-1);
}

/** The files of the messages that a member has sent. */
async function listAttachments(memberId: number): Promise<string[]> {
  const rows = await db.select({ attachment }).from(attachment).innerJoin(message, isFileOf(memberId));
  return rows.flatMap((row) => largestFile(row.attachment) ?? []);
}

/** The member's pictures, each in the largest size of the shape that the app shows. */
async function listPictures({ id, coverId, pendingCoverId }: Member) {
  const rows = await db
    .select({
      id: picture.id,
      madeAt: sql`${picture.madeAt}`.mapWith(picture.madeAt),
      releaseId: picture.releaseId,
    })
    .from(picture)
    .where(
      and(
        eq(picture.ownerId, id),
        isNotNull(picture.madeAt),
        isNull(picture.removedAt),
        // Evidence is for moderators only.
        isNull(picture.heldAt),
      ),
    )
    .orderBy(picture.madeAt);
  return rows.map((row) => {
    const isCover = row.id === coverId || row.id === pendingCoverId;
    return { file: isCover ? bannerFile(row.id) : squareFile(row.id), row };
  });
}

const README = `Your B-Side data

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
reports.json               What you reported, and the outcome.
notifications.json         Your notifications of the last ${NOTIFICATION_DAYS} days.
decisions-about-you.json   Moderators' decisions about you, and your appeals.
questions-to-you.json      What moderators asked you, and your answers.
photo-check.json           The last check of your photo: the pose, and what a moderator said.
pictures/, pictures.json   The pictures you uploaded, as we keep them.
attachments/               The photos and voice notes you sent in conversations.

Times are in UTC. Other members appear by name only, as the app shows them to you.
`;
