// What an export contains: the member's own data, and of others only what the app shows the member.
import { db } from "db/client.server";
import {
  account,
  attachment,
  authenticator,
  conversation,
  decision,
  match,
  member,
  message,
  messageVersion,
  musicConnection,
  passkey,
  picture,
  pushSubscription,
  reaction,
  securityEvent,
  session,
} from "db/schema";
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, not, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { z } from "zod";
import { NOTIFICATION_DAYS } from "~/durations";
import { storage } from "~/integrations/storage.server";
import { accountIdOf } from "~/models/account/account.server";
import {
  describeExport,
  type ExportedConversation,
  type ExportedFile,
  type ExportedItem,
  type ExportedMessage,
  type exportedFiles,
} from "~/models/account/export/export-schema";
import { readPrivacy } from "~/models/account/privacy.server";
import { countRecoveryCodes } from "~/models/account/recovery/recovery-codes.server";
import { canView } from "~/models/availability.server";
import { browserName } from "~/models/browser-name.server";
import { wasConnected } from "~/models/connected.server";
import { attachmentFiles } from "~/models/conversation/attachment/attachment";
import { otherParticipant } from "~/models/conversation/conversation";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import {
  type ConversationCursor,
  conversationPage,
} from "~/models/conversation/list/conversation-list-schema";
import type { EndedConversationDto } from "~/models/conversation/list/ended-conversation";
import { listEndedConversations } from "~/models/conversation/list/ended-conversation.server";
import { type StoredQuote, toQuoteMetadata } from "~/models/conversation/profile-quote/profile-quote";
import { numberedPage, type TimedCursor, timedPage } from "~/models/cursor";
import { type Member, readProfile } from "~/models/member/member.server";
import { promptTexts } from "~/models/member/prompt";
import { readDay } from "~/models/member/visit.server";
import { readOwnWishes } from "~/models/member/wishes.server";
import { getPreferences } from "~/models/music/preferences.server";
import { listNotifications } from "~/models/notification/notification.server";
import { readSettings } from "~/models/notification/notification-settings.server";
import { isOneOfTwo, otherMemberId, pairInStatement } from "~/models/pair.server";
import { BANNER_SIZES, pictureFile, SQUARE_SIZES, uploadIdFromUrl } from "~/models/picture-url";
import { type PlaylistDetail, SONGS_MAX } from "~/models/playlist/playlist";
import { listPlaylists } from "~/models/playlist/playlist-list.server";
import { getPlaylist } from "~/models/playlist/song-list.server";
import { shortName } from "~/models/public-member";
import { listAllRecords } from "~/models/record/record.server";
import { writeRecordsCsv } from "~/models/record/record-csv.server";
import { listBlocks } from "~/models/safety/block.server";
import { describeSubject, reasonLabels, reportStatuses } from "~/models/safety/report";
import { listReports } from "~/models/safety/report.server";
import { sanctionNames } from "~/models/safety/sanction";
import { listSanctions } from "~/models/safety/sanction.server";
import { getPlayers } from "~/models/trivia/trivia";
import { getGame, listGames } from "~/models/trivia/trivia.server";
import { gamePage } from "~/models/trivia/trivia-list-schema";

const PAGE_SIZE = 500;

type Content = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** A file of an export. `read` resolves with undefined if there is nothing to write. */
export type ExportPart = {
  file: string;
  isCompressed: boolean;
  read: () => Content | Promise<Content | undefined>;
};

/** The files of a member's export. Each is read when its turn comes, long ones a page at a time. */
export async function listExportParts(self: Member): Promise<ExportPart[]> {
  const [conversations, ended, pictures, attachments] = await Promise.all([
    listAllConversations(self.id),
    listAllEndedConversations(self.id),
    listPictures(self),
    listAttachments(self.id),
  ]);
  const text = (file: string, read: ExportPart["read"]) => ({ file, isCompressed: true, read });
  const json = <Name extends keyof typeof exportedFiles>(
    file: Name,
    read: () => Promise<ExportedFile<Name>>,
  ) => text(file, async () => [toJson(await read())]);
  const list = <Name extends keyof typeof exportedFiles>(
    file: Name,
    read: () => AsyncIterable<ExportedItem<Name>>,
  ) => text(file, () => writeList(read()));
  const talks = [
    ...conversations.map((talk) => () => writeConversation(self.id, talk)),
    ...ended.map((talk) => () => writeEndedConversation(self.id, talk)),
  ];
  return [
    text("README.txt", () => [README]),
    text("schema.json", () => [toJson(describeExport())]),
    json("profile.json", () => exportProfile(self)),
    json("sign-in.json", () => readSignIn(self)),
    json("preferences.json", () => getPreferences(self.id)),
    list("decisions.json", () => listDecisions(self.id)),
    list("matches.json", () => listMatches(self.id)),
    ...talks.map((write, index) => text(`conversations/${index + 1}.json`, write)),
    text("records.csv", () => writeRecordsCsv(listAllRecords(self.id))),
    list("playlists.json", () => exportPlaylists(self.id)),
    list("trivia-games.json", () => exportGames(self.id)),
    json("music-connections.json", () => readConnections(self.id)),
    list("blocked-members.json", () => exportBlocks(self.id)),
    list("reports.json", () => exportReports(self.id)),
    list("notifications.json", () => exportNotifications(self.id)),
    json("decisions-about-you.json", () => readSanctions(self.id)),
    json("pictures.json", async () =>
      pictures.map(({ file, ...rest }) => ({ file: `pictures/${file}`, ...rest })),
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

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function* writeList(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

async function exportProfile(self: Member): Promise<ExportedFile<"profile.json">> {
  const { firstName, lastName, email, placeName } = self;
  const photo = self.photoId ?? self.pendingPhotoId;
  const cover = self.coverId ?? self.pendingCoverId;
  return {
    id: String(self.id),
    firstName,
    lastName,
    email,
    ...readProfile(self),
    anthem: self.anthem,
    prompts: self.prompts.map(({ prompt, answer }) => ({ prompt: promptTexts[prompt], answer })),
    town: placeName,
    photo: photo && `pictures/${squareFile(photo)}`,
    photoFocus: self.photoFocus,
    morePhotos: self.morePhotos.map(({ photoId, photoFocus }) => ({
      photo: photoId && `pictures/${squareFile(photoId)}`,
      photoFocus,
    })),
    newPhotoFocus: self.pendingPhotoFocus,
    coverPhoto: cover && `pictures/${bannerFile(cover)}`,
    joinedAt: self.createdAt.toISOString(),
    pausedAt: self.pausedAt?.toISOString() ?? null,
    lastVisit: self.visitedOn === null ? null : readDay(self.visitedOn),
    privacy: readPrivacy(self),
    notifications: await readSettings(self.id),
    whomToMeet: readOwnWishes(self),
    showsCollection: self.showsCollection,
  };
}

async function readSignIn(self: Member): Promise<ExportedFile<"sign-in.json">> {
  const accountId = accountIdOf(self);
  const [sessions, events, passkeys, own] = await Promise.all([
    db
      .select({ session, pushSince: pushSubscription.createdAt })
      .from(session)
      .leftJoin(pushSubscription, eq(pushSubscription.sessionId, session.id))
      .where(and(eq(session.memberId, self.id), gt(session.expiresAt, new Date())))
      .orderBy(desc(session.createdAt)),
    db
      .select()
      .from(securityEvent)
      .where(eq(securityEvent.memberId, self.id))
      .orderBy(desc(securityEvent.id)),
    db
      .select()
      .from(passkey)
      .where(eq(passkey.accountId, accountId ?? "")),
    accountId === undefined ? null : readAccount(accountId),
  ]);
  return {
    provider: accountId === undefined ? self.issuer : null,
    subject: accountId === undefined ? self.subject : null,
    account: own,
    passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    sessions: sessions.map(({ session: { userAgent, createdAt, expiresAt }, pushSince }) => ({
      browser: browserName(userAgent),
      signedInAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      pushSince: pushSince?.toISOString() ?? null,
    })),
    securityEvents: events.map(({ kind, userAgent, createdAt }) => ({
      event: kind,
      browser: browserName(userAgent),
      at: createdAt.toISOString(),
    })),
  };
}

async function readAccount(accountId: string): Promise<ExportedFile<"sign-in.json">["account"]> {
  const [[row], unusedRecoveryCodes] = await Promise.all([
    db
      .select({
        email: account.email,
        firstName: account.firstName,
        lastName: account.lastName,
        emailConfirmedAt: account.emailConfirmedAt,
        createdAt: account.createdAt,
        authenticatorSince: authenticator.confirmedAt,
      })
      .from(account)
      .leftJoin(authenticator, eq(authenticator.accountId, account.id))
      .where(eq(account.id, accountId)),
    countRecoveryCodes(accountId),
  ]);
  if (!row) return null;
  const { emailConfirmedAt, createdAt, authenticatorSince, ...fields } = row;
  return {
    ...fields,
    emailConfirmedAt: emailConfirmedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    unusedRecoveryCodes,
    authenticatorSince: authenticatorSince?.toISOString() ?? null,
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

/** A member's decisions, but for those that the end of a match made of their likes. */
async function* listDecisions(memberId: number): AsyncGenerator<ExportedItem<"decisions.json">> {
  for (let after = 0; ; ) {
    const rows = await db
      .select({ ...namedColumns, id: member.id, liked: decision.liked, at: decision.decidedAt })
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
    for (const row of rows) {
      yield { member: nameOf(row), decision: row.liked ? "liked" : "passed", at: row.at.toISOString() };
    }
    after = last.id;
  }
}

async function* listMatches(memberId: number): AsyncGenerator<ExportedItem<"matches.json">> {
  const rows = await db
    .select({ ...namedColumns, matchedAt: match.createdAt })
    .from(match)
    .innerJoin(member, eq(member.id, otherMemberId(match, memberId)))
    .where(isOneOfTwo(match, memberId))
    .orderBy(desc(match.createdAt));
  for (const row of rows) yield { member: nameOf(row), matchedAt: row.matchedAt.toISOString() };
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

async function listAllConversations(memberId: number) {
  const all: Awaited<ReturnType<typeof listConversations>>["conversations"] = [];
  for (const list of ["open", "closed"] as const) {
    const read = (after?: ConversationCursor) => listConversations(memberId, { after, list });
    for await (const page of readPages(conversationPage, read)) all.push(...page.conversations);
  }
  return all;
}

async function listAllEndedConversations(memberId: number) {
  const all: EndedConversationDto[] = [];
  for await (const page of readPages(timedPage, (after) => listEndedConversations(memberId, after)))
    all.push(...page.ended);
  return all;
}

type OpenConversation = Awaited<ReturnType<typeof listAllConversations>>[number];

function writeConversation(memberId: number, talk: OpenConversation): AsyncGenerator<string> {
  const head = {
    with: otherParticipant(talk, memberId).firstName,
    startedBy: sideOf(memberId, Number(talk.user1Id)),
    isAccepted: talk.accepted,
    startedAt: talk.createdAt,
    endedAt: null,
    closedAt: talk.closedAt,
    closedBy: talk.closedBy ? sideOf(memberId, Number(talk.closedBy)) : null,
  };
  return writeMessages(head, memberId, and(eq(conversation.id, talk.id), canView(memberId)));
}

/** Of ended conversations the app shows the name and the date; the member's own messages are theirs. */
async function writeEndedConversation(memberId: number, { id, firstName, endedAt }: EndedConversationDto) {
  const [row] = await db.select().from(conversation).where(eq(conversation.id, id));
  if (!row) return undefined;
  const head = {
    with: firstName,
    startedBy: sideOf(memberId, row.startedBy),
    isAccepted: row.acceptedAt !== null,
    startedAt: row.createdAt.toISOString(),
    endedAt,
    closedAt: row.closedAt?.toISOString() ?? null,
    closedBy: row.closedById ? sideOf(memberId, row.closedById) : null,
  };
  return writeMessages(head, memberId, and(eq(conversation.id, id), eq(message.senderId, memberId)));
}

async function* writeMessages(
  head: Omit<ExportedConversation, "messages">,
  memberId: number,
  which: SQL | undefined,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head, null, 2).replace(/\n}$/, "")},\n  "messages": `;
  yield* writeList(listMessages(memberId, which, head.endedAt === null));
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
): AsyncGenerator<ExportedMessage> {
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
): ExportedMessage {
  // What the other has deleted is theirs.
  const isTold = row.senderId === memberId || !row.deletedAt;
  const versions = earlier.filter(({ messageId }) => isTold && messageId === row.id);
  return {
    from: sideOf(memberId, row.senderId),
    text: row.content,
    share: exportShare(row, isWhole),
    file: (file && exportedName(file)) ?? null,
    sentAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    deletedAt: row.deletedAt?.toISOString() ?? null,
    earlier: versions.map((version) => ({
      text: version.content,
      share: exportShare(version, isWhole),
      until: version.replacedAt.toISOString(),
    })),
    quotes:
      quoted && (isWhole || quoted.senderId === memberId)
        ? { from: sideOf(memberId, quoted.senderId), sentAt: quoted.createdAt.toISOString() }
        : null,
    yourReaction: own,
    theirReaction: isWhole ? theirs : null,
  };
}

function sideOf(memberId: number, id: number): "you" | "them" {
  return id === memberId ? "you" : "them";
}

async function* exportPlaylists(memberId: number): AsyncGenerator<ExportedItem<"playlists.json">> {
  for (const name of ["own", "shared"] as const) {
    const read = async (after: TimedCursor | undefined) => {
      const listed = await listPlaylists(memberId, { [name]: after });
      const cursor = listed.next[name];
      return { playlists: listed[name], next: cursor === undefined ? undefined : { cursor } };
    };
    for await (const { playlists } of readPages(timedPage, read)) {
      for (const { id } of playlists) {
        const detail = await getPlaylist(memberId, id, { limit: SONGS_MAX });
        if (detail) yield toExportedPlaylist(memberId, detail);
      }
    }
  }
}

function toExportedPlaylist(memberId: number, detail: PlaylistDetail): ExportedItem<"playlists.json"> {
  const named = (person: { id: string; firstName: string } | null) =>
    person && (person.id === String(memberId) ? "you" : person.firstName);
  const { name, description, isPublic, createdAt, coverImageUrl } = detail;
  const pictureId = coverImageUrl && uploadIdFromUrl(coverImageUrl);
  const isOwn = detail.role === "owner";
  return {
    name,
    description,
    owner: named(detail.owner) ?? "",
    collaborator: named(detail.collaborator),
    isPublic,
    // Only the owner's export has the file.
    cover: pictureId ? (isOwn ? `pictures/${squareFile(pictureId)}` : null) : coverImageUrl,
    createdAt,
    songs: detail.songs.map(({ artist, title, album, duration, addedBy }) => ({
      artist,
      title,
      album,
      durationSeconds: duration,
      addedBy: named(addedBy),
    })),
  };
}

async function* exportGames(memberId: number): AsyncGenerator<ExportedItem<"trivia-games.json">> {
  const self = String(memberId);
  for await (const page of readPages(gamePage, (after) => listGames(memberId, { after }))) {
    for (const { id: gameId } of page.games) {
      const detail = await getGame(memberId, gameId);
      if (!detail) continue;
      const { opponent, ownScore, opponentScore, own, theirs } = getPlayers(detail, self);
      const side = (playerId: string | null) =>
        playerId === null ? null : sideOf(memberId, Number(playerId));
      yield {
        opponent: opponent.firstName,
        startedBy: sideOf(memberId, Number(detail.player1Id)),
        status: detail.status,
        ending: detail.ending,
        winner: side(detail.winnerId),
        yourScore: ownScore,
        theirScore: opponentScore,
        createdAt: detail.createdAt,
        rounds: detail.questions.map((round) => ({
          question: round.question,
          options: round.options,
          yourAnswer: round[own],
          theirAnswer: round[theirs],
          correctAnswer: round.correctAnswer,
          point: side(round.pointTo),
        })),
      };
    }
  }
}

async function readConnections(memberId: number): Promise<ExportedFile<"music-connections.json">> {
  const rows = await db.select().from(musicConnection).where(eq(musicConnection.memberId, memberId));
  return rows.map((row) => ({
    service: row.service,
    userId: row.serviceUserId,
    username: row.serviceUsername,
    isActive: row.isActive,
    isVerified: row.isVerified,
    playCount: row.playCount,
    topArtists: row.topArtists,
    period: row.period,
    connectedAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  }));
}

async function* exportBlocks(memberId: number): AsyncGenerator<ExportedItem<"blocked-members.json">> {
  for await (const { blocks } of readPages(numberedPage, (after) => listBlocks(memberId, after))) {
    for (const block of blocks) yield { member: shortName(block), blockedAt: block.createdAt };
  }
}

async function* exportNotifications(memberId: number): AsyncGenerator<ExportedItem<"notifications.json">> {
  for await (const { notifications } of readPages(numberedPage, (after) =>
    listNotifications(memberId, { after, isWhole: true }),
  )) {
    for (const { kind, text, createdAt, isRead } of notifications)
      yield { kind, text, at: createdAt, isRead };
  }
}

async function* exportReports(memberId: number): AsyncGenerator<ExportedItem<"reports.json">> {
  for await (const { reports } of readPages(timedPage, (after) => listReports(memberId, after))) {
    for (const report of reports) {
      yield {
        about: describeSubject(report.subject, report.firstName),
        reason: reasonLabels[report.reason],
        yourWords: report.words,
        status: reportStatuses[report.status].label,
        createdAt: report.createdAt,
        closedAt: report.closedAt,
      };
    }
  }
}

async function readSanctions(memberId: number): Promise<ExportedFile<"decisions-about-you.json">> {
  const sanctions = await listSanctions(memberId);
  return sanctions.map(({ kind, rule, statement, removed, startsAt, endsAt, isOverturned, appeal }) => ({
    decision: sanctionNames[kind],
    rule,
    statement,
    removed,
    startsAt,
    endsAt,
    isOverturned,
    appeal: appeal && {
      yourWords: appeal.words,
      createdAt: appeal.createdAt,
      decidedAt: appeal.decidedAt,
      isOverturned: appeal.isOverturned,
      statement: appeal.statement,
    },
  }));
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

function exportedName(row: typeof attachment.$inferSelect): string | undefined {
  const file = largestFile(row);
  return file && `attachments/${file}`;
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
  return rows.map((row) => ({
    file: row.id === (coverId ?? pendingCoverId) ? bannerFile(row.id) : squareFile(row.id),
    uploadedAt: row.madeAt.toISOString(),
    musicBrainzRelease: row.releaseId,
  }));
}

function squareFile(pictureId: string): string {
  return pictureFile(pictureId, Math.max(...SQUARE_SIZES));
}

function bannerFile(pictureId: string): string {
  return pictureFile(pictureId, Math.max(...BANNER_SIZES));
}

const README = `Your B-Side data

profile.json               What you told us about yourself.
sign-in.json               Your account, passkeys, signed-in browsers and what happened to your sign-in.
preferences.json           Your favorite artists and genres.
decisions.json             Who you liked and passed on.
matches.json               Who liked you back.
conversations/             One file for each conversation.
records.csv                Your record collection. You can import it again, here or elsewhere.
playlists.json             Your playlists, and those you collaborate on.
trivia-games.json          Your trivia games.
music-connections.json     The music services you connected.
blocked-members.json       Who you blocked.
reports.json               What you reported, and the outcome.
notifications.json         Your notifications of the last ${NOTIFICATION_DAYS} days.
decisions-about-you.json   Moderators' decisions about you, and your appeals.
pictures/, pictures.json   The pictures you uploaded, as we keep them.
attachments/               The photos and voice notes you sent in conversations.
schema.json                The shape of all JSON files, as a JSON Schema.

Times are in UTC. Other members appear by name only, as the app shows them to you.
`;
