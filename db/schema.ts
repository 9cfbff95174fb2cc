// Every table of the database. Tables keyed without a rowid are finished by hand in db/migrations.
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { MusicService } from "~/models/connection";
import type { Genre } from "~/models/genre";
import type { ImportedRecord } from "~/models/record";

const createdAt = () => integer("created_at", { mode: "timestamp_ms" }).notNull();
const moment = (name: string) => integer(name, { mode: "timestamp_ms" });
const memberId = (name = "member_id") =>
  integer(name)
    .notNull()
    .references(() => member.id, { onDelete: "cascade" });

/** One person. `id` is random (52 bits): it fits an index and cannot be guessed or counted. */
export const member = sqliteTable(
  "member",
  {
    id: integer("id").primaryKey(),
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    email: text("email"),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    bio: text("bio").notNull().default(""),
    age: integer("age"),
    /** What the member typed. */
    location: text("location").notNull().default(""),
    /** The town it resolved to, as others see it; null when it did not resolve. */
    placeName: text("place_name"),
    /** The 0.1° cell of that town: the finest that is kept. */
    cell: integer("cell"),
    profileImageUrl: text("profile_image_url"),
    coverImageUrl: text("cover_image_url"),
    pausedAt: moment("paused_at"),
    deletedAt: moment("deleted_at"),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("member_identity").on(t.issuer, t.subject)],
);

/** Who may sign in at the embedded identity provider. */
export const account = sqliteTable("account", {
  id: text("id").primaryKey(),
  email: text("email").notNull().unique(),
  passwordHash: text("password_hash").notNull(),
  firstName: text("first_name").notNull(),
  lastName: text("last_name").notNull(),
  createdAt: createdAt(),
});

/** What the embedded identity provider remembers: sessions, codes, grants. */
export const providerRecord = sqliteTable(
  "provider_record",
  {
    kind: text("kind").notNull(),
    id: text("id").notNull(),
    payload: text("payload", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    grantId: text("grant_id"),
    uid: text("uid"),
    consumedAt: moment("consumed_at"),
    expiresAt: moment("expires_at"),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.id] }),
    index("provider_record_grant").on(t.grantId).where(sql`grant_id is not null`),
    index("provider_record_uid").on(t.uid).where(sql`uid is not null`),
    index("provider_record_expiry").on(t.expiresAt),
  ],
);

/** Keys that every machine must share, made once. */
export const secret = sqliteTable("secret", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
  createdAt: createdAt(),
});

/** Signed-in browsers. `id` is a hash of what the cookie holds. */
export const session = sqliteTable(
  "session",
  {
    id: text("id").primaryKey(),
    memberId: memberId(),
    data: text("data", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    userAgent: text("user_agent").notNull().default(""),
    /** The session at the embedded provider that it was begun with. */
    providerSessionId: text("provider_session_id"),
    createdAt: createdAt(),
    expiresAt: integer("expires_at", { mode: "timestamp_ms" }).notNull(),
  },
  (t) => [index("session_member").on(t.memberId), index("session_expiry").on(t.expiresAt)],
);

/** What a member says of their music, but for the artists. A row means that preferences were saved. */
export const preferences = sqliteTable("preferences", {
  memberId: memberId().primaryKey(),
  favoriteGenres: text("favorite_genres", { mode: "json" }).$type<Genre[]>().notNull(),
  totalScrobbles: integer("total_scrobbles").notNull().default(0),
  concertsAttended: integer("concerts_attended").notNull().default(0),
  updatedAt: moment("updated_at").notNull(),
});

/** Artists by folded key. `listeners` is frozen between two refreshes, so that scores stand still. */
export const artist = sqliteTable("artist", {
  id: integer("id").primaryKey(),
  key: text("key").notNull().unique(),
  listeners0: integer("listeners_0").notNull().default(0),
  listeners1: integer("listeners_1").notNull().default(0),
});

/** A member's top artists in their order, in the spelling the member typed. */
export const memberArtist = sqliteTable(
  "member_artist",
  {
    memberId: memberId(),
    artistId: integer("artist_id")
      .notNull()
      .references(() => artist.id),
    position: integer("position").notNull(),
    name: text("name").notNull(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.artistId] })],
); // without rowid

/**
 * Counts of listeners, of which one is current. There are two slots, in `artist.listeners_0` and `_1` and in the norms
 * made of them: a new count is written into the other slot, bit by bit, and then becomes the current one at once.
 */
export const census = sqliteTable("census", {
  slot: integer("slot").primaryKey(),
  members: integer("members").notNull(),
  countedAt: moment("counted_at").notNull(),
  isCurrent: integer("is_current", { mode: "boolean" }).notNull(),
  /** When the count that is under way in this slot began; null when none is. */
  begunAt: moment("begun_at"),
});

/** Everyone who can be discovered, by cell (-1: no place known); genres as bits, norms as score.ts has them. */
export const candidate = sqliteTable(
  "candidate",
  {
    cell: integer("cell").notNull(),
    memberId: integer("member_id").notNull(),
    age: integer("age").notNull(),
    genres: integer("genres").notNull(),
    norm0: real("norm_0").notNull(),
    norm1: real("norm_1").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.cell, t.memberId] }), index("candidate_member").on(t.memberId)],
); // without rowid

/** Who can be discovered by which artist: what Discover walks. */
export const posting = sqliteTable(
  "posting",
  {
    artistId: integer("artist_id").notNull(),
    cell: integer("cell").notNull(),
    memberId: integer("member_id").notNull(),
    age: integer("age").notNull(),
    genres: integer("genres").notNull(),
    norm0: real("norm_0").notNull(),
    norm1: real("norm_1").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.artistId, t.cell, t.memberId] })],
); // without rowid

/** Likes and passes: the last word of one member on another. */
export const decision = sqliteTable(
  "decision",
  {
    memberId: memberId(),
    targetId: memberId("target_id"),
    liked: integer("liked", { mode: "boolean" }).notNull(),
    decidedAt: moment("decided_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.targetId] }),
    index("decision_target").on(t.targetId, t.liked, t.memberId),
  ],
); // without rowid

/** Two members who liked each other; dated by the second like. */
export const match = sqliteTable(
  "match",
  {
    id: text("id").primaryKey(),
    lowId: memberId("low_id"),
    highId: memberId("high_id"),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("match_pair").on(t.lowId, t.highId), index("match_high").on(t.highId)],
);

/** Who wants nothing to do with whom. */
export const block = sqliteTable(
  "block",
  { memberId: memberId(), targetId: memberId("target_id"), createdAt: createdAt() },
  (t) => [primaryKey({ columns: [t.memberId, t.targetId] }), index("block_target").on(t.targetId)],
); // without rowid

/**
 * One talk of two members. Until `acceptedAt` it is a request by `startedBy`; with `declinedAt` only they still see it.
 */
export const conversation = sqliteTable(
  "conversation",
  {
    id: text("id").primaryKey(),
    lowId: memberId("low_id"),
    highId: memberId("high_id"),
    startedBy: memberId("started_by"),
    acceptedAt: moment("accepted_at"),
    declinedAt: moment("declined_at"),
    lastMessageAt: moment("last_message_at"),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("conversation_pair").on(t.lowId, t.highId), index("conversation_high").on(t.highId)],
);

/** What was said. `sequence` is the server's order; `id` is made by whoever wrote it. */
export const message = sqliteTable(
  "message",
  {
    sequence: integer("sequence").primaryKey({ autoIncrement: true }),
    id: text("id").notNull().unique(),
    conversationId: text("conversation_id")
      .notNull()
      .references(() => conversation.id, { onDelete: "cascade" }),
    senderId: memberId("sender_id"),
    content: text("content").notNull(),
    messageType: text("message_type"),
    metadata: text("metadata", { mode: "json" }).$type<Record<string, unknown>>(),
    createdAt: createdAt(),
  },
  (t) => [index("message_conversation").on(t.conversationId, t.sequence)],
);

/** How far a member has read in a conversation: the sequence of the last message that was shown. */
export const reading = sqliteTable(
  "reading",
  {
    conversationId: text("conversation_id")
      .notNull()
      .references(() => conversation.id, { onDelete: "cascade" }),
    memberId: memberId(),
    sequence: integer("sequence").notNull(),
  },
  (t) => [primaryKey({ columns: [t.conversationId, t.memberId] })],
); // without rowid

/** What happened to whom, in order: live streams read on from an id. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    recipientId: memberId("recipient_id"),
    kind: text("kind", { enum: ["message", "match", "conversation", "game", "playlist", "reset"] }).notNull(),
    reference: text("reference").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("outbox_recipient").on(t.recipientId, t.id)],
);

/** One record in a member's collection; the keys are what it is searched, sorted and compared by. */
export const record = sqliteTable(
  "record",
  {
    id: text("id").primaryKey(),
    memberId: memberId(),
    artist: text("artist").notNull(),
    album: text("album").notNull(),
    artistKey: text("artist_key").notNull(),
    albumKey: text("album_key").notNull(),
    genreKey: text("genre_key").notNull(),
    year: integer("year"),
    genre: text("genre").notNull(),
    format: text("format", { enum: ["vinyl", "cd", "cassette"] }).notNull(),
    condition: text("condition", { enum: ["mint", "very_good", "good", "fair"] }).notNull(),
    notes: text("notes").notNull(),
    imageUrl: text("image_url"),
    createdAt: createdAt(),
  },
  (t) => [
    index("record_album").on(t.memberId, t.artistKey, t.albumKey),
    index("record_age").on(t.memberId, t.createdAt),
    index("record_image").on(t.imageUrl).where(sql`image_url is not null`),
  ],
);

/**
 * A picture that a member sends: first its one-time address, then what was made of it. The row is there before its files
 * and goes after them, so that none is ever left over.
 */
export const picture = sqliteTable(
  "picture",
  {
    id: text("id").primaryKey(),
    /** Null once the member is gone. */
    ownerId: integer("owner_id").references(() => member.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    /** When bytes began to come: the address is spent. */
    sentAt: moment("sent_at"),
    /** When all its files were kept. */
    madeAt: moment("made_at"),
    /** When nothing showed it any more: its files go, and then the row. */
    removedAt: moment("removed_at"),
  },
  (t) => [
    index("picture_owner").on(t.ownerId),
    index("picture_removed").on(t.removedAt).where(sql`removed_at is not null`),
  ],
);

/** A file of records that was read and waits for a yes. `addedCount` is null until then. */
export const recordImport = sqliteTable(
  "record_import",
  {
    id: text("id").primaryKey(),
    memberId: memberId(),
    rows: text("rows", { mode: "json" }).$type<ImportedRecord[]>().notNull(),
    addedCount: integer("added_count"),
    createdAt: createdAt(),
  },
  (t) => [index("record_import_member").on(t.memberId)],
);

/** A list of songs, its owner's and, where there is one, a collaborator's. */
export const playlist = sqliteTable(
  "playlist",
  {
    id: text("id").primaryKey(),
    ownerId: memberId("owner_id"),
    collaboratorId: integer("collaborator_id").references(() => member.id, { onDelete: "set null" }),
    name: text("name").notNull(),
    description: text("description").notNull(),
    isPublic: integer("is_public", { mode: "boolean" }).notNull(),
    coverImageUrl: text("cover_image_url"),
    createdAt: createdAt(),
  },
  (t) => [index("playlist_owner").on(t.ownerId), index("playlist_collaborator").on(t.collaboratorId)],
);

/** A song in a playlist. Positions grow, but not by one. */
export const playlistSong = sqliteTable(
  "playlist_song",
  {
    id: text("id").primaryKey(),
    playlistId: text("playlist_id")
      .notNull()
      .references(() => playlist.id, { onDelete: "cascade" }),
    addedBy: integer("added_by").references(() => member.id, { onDelete: "set null" }),
    artist: text("artist").notNull(),
    title: text("title").notNull(),
    album: text("album").notNull(),
    durationSeconds: integer("duration_seconds"),
    position: integer("position").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index("playlist_song_position").on(t.playlistId, t.position),
    index("playlist_song_member").on(t.addedBy),
  ],
);

/**
 * A trivia game of two. `movedAt` is when either last did something. Scores count the rounds that both have answered:
 * anything else would tell who was right too early.
 */
export const triviaGame = sqliteTable(
  "trivia_game",
  {
    id: text("id").primaryKey(),
    player1Id: memberId("player1_id"),
    player2Id: memberId("player2_id"),
    player1Score: integer("player1_score").notNull().default(0),
    player2Score: integer("player2_score").notNull().default(0),
    currentRound: integer("current_round").notNull().default(1),
    totalRounds: integer("total_rounds").notNull(),
    status: text("status", { enum: ["waiting", "active", "completed"] }).notNull(),
    /** How a completed game came to its end. */
    ending: text("ending", { enum: ["played", "resigned", "claimed", "declined", "withdrawn"] }),
    winnerId: integer("winner_id"),
    rematchOf: text("rematch_of").unique(),
    movedAt: moment("moved_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("trivia_game_player1").on(t.player1Id), index("trivia_game_player2").on(t.player2Id)],
);

/** The question of a round, as it was when the game was made; the options in the order they are shown in. */
export const triviaQuestion = sqliteTable(
  "trivia_question",
  {
    id: text("id").primaryKey(),
    gameId: text("game_id")
      .notNull()
      .references(() => triviaGame.id, { onDelete: "cascade" }),
    roundNumber: integer("round_number").notNull(),
    question: text("question").notNull(),
    correctAnswer: text("correct_answer").notNull(),
    options: text("options", { mode: "json" }).$type<string[]>().notNull(),
    category: text("category", { enum: ["artist", "year", "genre", "album"] }).notNull(),
    difficulty: text("difficulty", { enum: ["easy", "medium", "hard"] }).notNull(),
  },
  (t) => [uniqueIndex("trivia_question_round").on(t.gameId, t.roundNumber)],
);

/** A player's one answer to a question. At most one answer of a question has its point. */
export const triviaAnswer = sqliteTable(
  "trivia_answer",
  {
    questionId: text("question_id")
      .notNull()
      .references(() => triviaQuestion.id, { onDelete: "cascade" }),
    memberId: memberId(),
    answer: text("answer").notNull(),
    hasPoint: integer("has_point", { mode: "boolean" }).notNull(),
    answeredAt: moment("answered_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.questionId, t.memberId] }),
    uniqueIndex("trivia_answer_point").on(t.questionId).where(sql`has_point`),
    index("trivia_answer_member").on(t.memberId),
  ],
); // without rowid

/** When a member was last dealt a question of the bank, by its words. */
export const triviaSeen = sqliteTable(
  "trivia_seen",
  { memberId: memberId(), question: text("question").notNull(), seenAt: moment("seen_at").notNull() },
  (t) => [primaryKey({ columns: [t.memberId, t.question] })],
); // without rowid

/**
 * A member's account at a music service. It is verified when the service itself has named it; `tokens` are sealed.
 * What was read there last (`readAt`) enters nothing until the member says so. `isActive` ends when the service no
 * longer lets us in.
 */
export const musicConnection = sqliteTable(
  "music_connection",
  {
    id: text("id").primaryKey(),
    memberId: memberId(),
    service: text("service").$type<MusicService>().notNull(),
    serviceUserId: text("service_user_id").notNull(),
    serviceUsername: text("service_username").notNull(),
    isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
    isVerified: integer("is_verified", { mode: "boolean" }).notNull(),
    tokens: text("tokens"),
    playCount: integer("play_count"),
    topArtists: text("top_artists", { mode: "json" }).$type<string[]>(),
    readAt: moment("read_at"),
    /** When it was last read, or tried to: once a day it is by itself. */
    triedAt: moment("tried_at"),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("music_connection_service").on(t.memberId, t.service)],
);
