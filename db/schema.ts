// Every table of the database. drizzle-kit cannot express WITHOUT ROWID and triggers, so the migrations add them by hand: each
// table says what its triggers do. data-inventory.ts says what happens to a column at deletion, in exports and in evidence.
import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import {
  type AcceptedDocument,
  type AccountHistory,
  AGE_CHECKS,
  type AlertView,
  type Anthem,
  APPLICATION_CAUSES,
  ATTACHMENT_KINDS,
  CASE_MESSAGE_KINDS,
  DISTANCE_UNITS,
  type DiscoverFilters,
  EVENT_KINDS,
  type EvidenceMessage,
  type EvidenceSnapshot,
  type FileLine,
  GENDERS,
  type Genre,
  GOING_VIEWERS,
  type HistoryKind,
  type ImportedRecord,
  LANGUAGES,
  LINK_PURPOSES,
  LISTEN_CHOICES,
  type MailContent,
  type MeetChoice,
  MODERATION_ACTIONS,
  type MusicService,
  NEW_HERE,
  NOTICE_REASONS,
  NOTIFICATION_KINDS,
  type NotificationChoices,
  PHOTO_CHECK_OUTCOMES,
  PLAN_ANSWERS,
  type PlayPeriod,
  POSES,
  type PromptAnswer,
  PURPOSES,
  type PushContent,
  QUESTIONS,
  REACTIONS,
  REPORT_REASONS,
  REPORT_SUBJECTS,
  type ReadPlaylist,
  type ReleaseDetails,
  type RemovedContent,
  type ReportOutcome,
  SANCTION_KINDS,
  SECURITY_EVENTS,
  type SignInWays,
  STAFF_ROLES,
  type StoredPhoto,
} from "./column-types";

const createdAt = () => integer("created_at", { mode: "timestamp_ms" }).notNull();
const moment = (name: string) => integer(name, { mode: "timestamp_ms" });
const memberId = (name = "member_id") =>
  integer(name)
    .notNull()
    .references(() => member.id, { onDelete: "cascade" });
/** An uploaded picture that a row shows. */
const pictureId = (name = "picture_id") =>
  text(name).references((): AnySQLiteColumn => picture.id, { onDelete: "set null" });

/** The columns of every queue; see queue.server.ts. */
const queueColumns = () => ({
  attempts: integer("attempts").notNull().default(0),
  nextAttemptAt: moment("next_attempt_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
  createdAt: createdAt(),
});

/** The member columns that cards show. */
const shownColumns = {
  firstName: text("first_name").notNull(),
  lastName: text("last_name").notNull(),
  bio: text("bio").notNull().default(""),
  age: integer("age"),
  /** The text that the member typed. */
  location: text("location").notNull().default(""),
  /** The town it resolved to, as others see it; null for none. */
  placeName: text("place_name"),
  /** The 0.1° cell of that town: nothing more precise is stored. */
  cell: integer("cell"),
  photoId: pictureId("photo_id"),
  coverId: pictureId("cover_id"),
  /** The drawn portrait of a demo member: a file in public/. */
  portraitUrl: text("portrait_url"),
  /** The focal point of the photo or portrait, which crops keep in view, "x y" in percent; null for the default. */
  photoFocus: text("photo_focus"),
  /** The year in which a verified listener's history begins, and its plays; null for everybody else. */
  listenerSince: integer("listener_since"),
  listenerPlays: integer("listener_plays"),
  /** The photo that a moderator has found to show the member; valid while it is the first. */
  checkedPhotoId: text("checked_photo_id"),
  /** Until when others see that the member is new here; null until Discover has first listed them. */
  newUntil: moment("new_until"),
  /** Whether others may see it. */
  showsNew: integer("shows_new", { mode: "boolean" }).notNull().default(true),
};

/**
 * A member's gender and whom they would like to meet; null wherever they haven't said. Others see it only with `showsWishes`.
 */
const wishColumns = {
  gender: text("gender", { enum: GENDERS }),
  /** What the member calls themselves, with the gender `own`. */
  genderWords: text("gender_words"),
  meets: text("meets", { mode: "json" }).$type<MeetChoice[]>(),
  meetAgeMin: integer("meet_age_min"),
  meetAgeMax: integer("meet_age_max"),
  purpose: text("purpose", { enum: PURPOSES }),
  showsWishes: integer("shows_wishes", { mode: "boolean" }).notNull().default(false),
};

export const SHOWN_COLUMNS = Object.keys(shownColumns) as (keyof typeof shownColumns)[];

/**
 * One person. `id` is a random 48-bit number, compact in an index and impossible to guess or enumerate. The trigger
 * member_photo_checked maintains the bit in the candidate's `badges` that says whether a moderator has checked `photoId`.
 */
export const member = sqliteTable(
  "member",
  {
    id: integer("id").primaryKey(),
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    email: text("email"),
    ...shownColumns,
    /** New profile pictures that wait for a moderator's approval, while others see the previous ones. */
    pendingPhotoId: pictureId("pending_photo_id"),
    pendingPhotoFocus: text("pending_photo_focus"),
    pendingCoverId: pictureId("pending_cover_id"),
    /** Up to five photos after the first, in their order. */
    morePhotos: text("more_photos", { mode: "json" }).$type<StoredPhoto[]>().notNull().default([]),
    pausedAt: moment("paused_at"),
    /** When the member deleted the account, which can be undone for 14 days. */
    deletedAt: moment("deleted_at"),
    /** When the member's data was erased. The row stays for messages that others keep. */
    purgedAt: moment("purged_at"),
    /** When a moderator's sanction removed the member from Discover. */
    hiddenAt: moment("hidden_at"),
    /** When a moderator suspended the member; permanent if `suspendedUntil` is null. */
    suspendedAt: moment("suspended_at"),
    suspendedUntil: moment("suspended_until"),
    /** Since when the member waits to be let in; app/models/account/waiting/ says why. */
    waitingSince: moment("waiting_since"),
    /** Whether the member has to read a sanction before doing anything else. */
    hasUnreadSanction: integer("has_unread_decision", { mode: "boolean" }).notNull().default(false),
    /** Whether the member has to accept a document before doing anything else; determined at sign-in. */
    hasAgreementDue: integer("has_agreement_due", { mode: "boolean" }).notNull().default(false),
    /** Whether the next page should say that one of their reports was decided. */
    hasReportOutcome: integer("has_report_outcome", { mode: "boolean" }).notNull().default(false),
    /** The one song that others can play on the member's page. */
    anthem: text("anthem", { mode: "json" }).$type<Anthem>(),
    /** Up to three answered prompts, in their order on the member's page. */
    prompts: text("prompts", { mode: "json" }).$type<PromptAnswer[]>().notNull().default([]),
    ...wishColumns,
    /** The version of the sentence by which the member consented to their gender and wishes being stored, and when. */
    wishesConsent: integer("wishes_consent"),
    wishesConsentAt: moment("wishes_consent_at"),
    /** When the member first said a gender, which they may have withdrawn since. */
    genderSaidAt: moment("gender_said_at"),
    /** How it is known that the member is 18 or older, and since which day, in days since 1970; null if nobody said so. */
    ageCheck: text("age_check", { enum: AGE_CHECKS }),
    ageCheckedOn: integer("age_checked_on"),
    /** A keyed hash of their identity at the age provider, so that nobody proves the age of two accounts. */
    ageProof: text("age_proof"),
    /** When they corrected their gender or age in the last 30 days, in ms. */
    identityChanges: text("identity_changes", { mode: "json" }).$type<number[]>(),
    /** Whether the member's contacts see what they have read, and the reverse. */
    showsSeen: integer("shows_seen", { mode: "boolean" }).notNull().default(true),
    /** The same for when they are typing. */
    showsTyping: integer("shows_typing", { mode: "boolean" }).notNull().default(true),
    /** Whether others see the member's records and public playlists on their page. */
    showsCollection: integer("shows_collection", { mode: "boolean" }).notNull().default(false),
    /** Who sees which shows the member goes to; never anybody beyond those whom the member could meet. */
    showsGoing: text("shows_going", { enum: GOING_VIEWERS }).notNull().default("people"),
    /** Whether what others share is played from these sites without asking. */
    playsYoutube: integer("plays_youtube", { mode: "boolean" }).notNull().default(false),
    playsSpotify: integer("plays_spotify", { mode: "boolean" }).notNull().default(false),
    /** Whether photos that others send are shown without asking. */
    opensPhotos: integer("opens_photos", { mode: "boolean" }).notNull().default(false),
    /** Where the member opens songs; null until they have been asked. */
    listenService: text("listen_service", { enum: LISTEN_CHOICES }),
    /** The unit that distances are shown in; null for the one usual in the browser's region. */
    distanceUnit: text("distance_unit", { enum: DISTANCE_UNITS }),
    /** The language of their pages and mail; null for the browser's. */
    language: text("language", { enum: LANGUAGES }),
    /** The day of the last visit, in days since 1970; null for demo members, who never visit. */
    visitedOn: integer("visited_on"),
    /** Set while the member is out of Discover because they haven't visited in a long time. */
    inactiveAt: moment("inactive_at"),
    /** Until when the question about those who wait for an answer is shown; it comes once a day. */
    waitingAskedUntil: moment("waiting_asked_until"),
    createdAt: createdAt(),
    /** Set while no one else can see the member. */
    withdrawnAt: moment("withdrawn_at").generatedAlwaysAs(
      sql`coalesce(deleted_at, suspended_at, waiting_since)`,
      {
        mode: "virtual",
      },
    ),
    /** Set while only the member's matches and conversation partners can see them, and Discover leaves them out. */
    unlistedAt: moment("unlisted_at").generatedAlwaysAs(sql`coalesce(paused_at, hidden_at)`, {
      mode: "virtual",
    }),
  },
  (t) => [
    uniqueIndex("member_identity").on(t.issuer, t.subject),
    uniqueIndex("member_age_proof").on(t.ageProof).where(sql`age_proof is not null`),
    index("member_email").on(sql`lower(email)`),
    index("member_joined").on(t.createdAt),
    index("member_name").on(sql`lower(first_name || ' ' || last_name)`),
    index("member_last_name").on(sql`lower(last_name)`),
    index("member_photo").on(t.photoId).where(sql`photo_id is not null`),
    index("member_cover").on(t.coverId).where(sql`cover_id is not null`),
    index("member_pending_photo").on(t.pendingPhotoId).where(sql`pending_photo_id is not null`),
    index("member_pending_cover").on(t.pendingCoverId).where(sql`pending_cover_id is not null`),
    index("member_to_purge").on(t.deletedAt).where(sql`deleted_at is not null and purged_at is null`),
    index("member_visit").on(t.visitedOn).where(sql`inactive_at is null and visited_on is not null`),
    index("member_waiting").on(t.waitingSince).where(sql`waiting_since is not null`),
    index("member_suspended_until").on(t.suspendedUntil).where(sql`suspended_until is not null`),
  ],
);

/** What members have answered to the questions of the last days, of which others see today's. */
export const dailyAnswer = sqliteTable(
  "daily_answer",
  {
    memberId: memberId(),
    /** In days since 1970. */
    day: integer("day").notNull(),
    question: text("question", { enum: QUESTIONS }).notNull(),
    /** Blank if the answer is only a song. */
    text: text("text").notNull().default(""),
    song: text("song", { mode: "json" }).$type<Anthem>(),
    answeredAt: moment("answered_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.day] }),
    index("daily_answer_newest").on(t.day, t.question, t.answeredAt),
  ],
); // without rowid

/** Members whom somebody has to let in, or has let in. */
export const application = sqliteTable(
  "application",
  {
    memberId: memberId().primaryKey(),
    cause: text("cause", { enum: APPLICATION_CAUSES }).notNull(),
    /** The operator's question as it was asked; null for none. */
    question: text("question"),
    answer: text("answer"),
    /** From when on the moderators can look at it; null while the question waits for its answer. */
    submittedAt: moment("submitted_at"),
    approvedAt: moment("approved_at"),
    /** When it was refused, with the moderator's reasons; the account is deleted some days later. */
    refusedAt: moment("refused_at"),
    statement: text("statement"),
    createdAt: createdAt(),
  },
  (t) => [
    index("application_waiting").on(t.submittedAt).where(sql`approved_at is null and refused_at is null`),
    index("application_refused").on(t.refusedAt).where(sql`refused_at is not null`),
  ],
);

/** Invitations to join. `id` is the hash of the code, which is shown once, to its maker only. */
export const invitation = sqliteTable(
  "invitation",
  {
    id: text("id").primaryKey(),
    /** Null for the operators. */
    inviterId: integer("inviter_id").references(() => member.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    expiresAt: moment("expires_at").notNull(),
    endedAt: moment("ended_at"),
    usedAt: moment("used_at"),
    /** The member who joined by it; null until their first sign-in. */
    usedBy: integer("used_by").references(() => member.id, { onDelete: "set null" }),
    /** The inviter's note for the person they invite; null for none. */
    word: text("word"),
  },
  (t) => [
    index("invitation_inviter").on(t.inviterId),
    index("invitation_user").on(t.usedBy).where(sql`used_by is not null`),
    index("invitation_expiry").on(t.expiresAt).where(sql`used_at is null`),
  ],
);

/** The networks that members have recently joined from. */
export const signUp = sqliteTable(
  "sign_up",
  {
    memberId: memberId().primaryKey(),
    /** An IPv4 /24 or IPv6 /48. */
    network: text("network").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("sign_up_time").on(t.createdAt)],
);

/** Networks whose newcomers need a moderator's approval, for some days. */
export const heldNetwork = sqliteTable("held_network", {
  network: text("network").primaryKey(),
  expiresAt: moment("expires_at").notNull(),
}); // without rowid

/** Accounts of the embedded identity provider. */
export const account = sqliteTable("account", {
  id: text("id").primaryKey(),
  email: text("email").notNull().unique(),
  passwordHash: text("password_hash").notNull(),
  firstName: text("first_name").notNull(),
  lastName: text("last_name").notNull(),
  /** When somebody opened a link that was sent to `email`. */
  emailConfirmedAt: moment("email_confirmed_at"),
  /** Incremented by every change that ends everything begun before: sign-ins of an earlier version are void. */
  credentialsVersion: integer("credentials_version").notNull().default(0),
  /** What was accepted at sign-up, until the first sign-in adds the member. */
  accepted: text("accepted", { mode: "json" }).$type<AcceptedDocument[]>(),
  /** The invitation that was used at sign-up, until then. */
  invitationId: text("invitation_id"),
  createdAt: createdAt(),
});

/** Sign-ups that wait for their address to be confirmed. `id` is the hash of the link's token. */
export const pendingAccount = sqliteTable(
  "pending_account",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull(),
    passwordHash: text("password_hash").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    /** The hash of the sign-in in progress at sign-up: only its browser can use the name and password. */
    interaction: text("interaction"),
    /** What was accepted at sign-up. */
    accepted: text("accepted", { mode: "json" }).$type<AcceptedDocument[]>(),
    /** The invitation that the link will use. */
    invitationId: text("invitation_id"),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("pending_account_email").on(t.email), index("pending_account_expiry").on(t.expiresAt)],
);

/** The versions of the operator's documents that members have accepted. */
export const acceptance = sqliteTable(
  "acceptance",
  {
    memberId: memberId(),
    document: text("document").notNull(),
    /** The hash of its text; for a translation prefixed with its language, "de:…". */
    version: text("version").notNull(),
    acceptedAt: moment("accepted_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.document, t.version] }),
    index("acceptance_version").on(t.version),
  ],
); // without rowid

/** The texts of those versions, to show what has changed since. */
export const documentText = sqliteTable("document_text", {
  version: text("version").primaryKey(),
  text: text("text").notNull(),
});

/** Keyed hashes of the one-time codes that reset a forgotten password. */
export const recoveryCode = sqliteTable(
  "recovery_code",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    hash: text("hash").notNull(),
    /** The session that made it; null for codes from before this was kept, like the next column. */
    sessionId: text("session_id"),
    createdAt: moment("created_at"),
    usedAt: moment("used_at"),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.hash] })],
); // without rowid

/** One-time links to an account. `id` is the hash of the link's token. */
export const accountLink = sqliteTable(
  "account_link",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: LINK_PURPOSES }).notNull(),
    /** The address that the link confirms or restores. */
    email: text("email"),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
    /** The ways to sign in that an undo link restores. */
    signInWays: text("sign_in_ways", { mode: "json" }).$type<SignInWays>(),
  },
  (t) => [index("account_link_account").on(t.accountId), index("account_link_expiry").on(t.expiresAt)],
);

/** Public keys that sign in to an account (WebAuthn). `id` is the credential's id in base64url. */
export const passkey = sqliteTable(
  "passkey",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** COSE, in base64url. */
    publicKey: text("public_key").notNull(),
    counter: integer("counter").notNull(),
    transports: text("transports", { mode: "json" }).$type<string[]>().notNull(),
    /** The session that added it; null for those from before this was kept. */
    sessionId: text("session_id"),
    createdAt: createdAt(),
    lastUsedAt: moment("last_used_at"),
  },
  (t) => [index("passkey_account").on(t.accountId)],
);

/** Challenges for passkeys that have not been answered yet. */
export const passkeyChallenge = sqliteTable(
  "passkey_challenge",
  { id: text("id").primaryKey(), expiresAt: moment("expires_at").notNull() },
  (t) => [index("passkey_challenge_expiry").on(t.expiresAt)],
); // without rowid

/** The authenticator app of an account (TOTP). */
export const authenticator = sqliteTable("authenticator", {
  accountId: text("account_id")
    .primaryKey()
    .references(() => account.id, { onDelete: "cascade" }),
  /** Encrypted. */
  secret: text("secret").notNull(),
  /** When the first code was entered; sign-ins ask for one from then on. */
  confirmedAt: moment("confirmed_at"),
  /** The time step of the last accepted code, so that no code works twice. */
  lastStep: integer("last_step"),
  /** The session that sets it up; null for those from before this was kept. */
  sessionId: text("session_id"),
  createdAt: createdAt(),
});

/** Mail to send. Rows are deleted once delivered or given up, because their links are secret. */
export const mail = sqliteTable(
  "mail",
  {
    /** Also the local part of the Message-ID, so that a retry is the same mail. */
    id: text("id").primaryKey(),
    recipient: text("recipient").notNull(),
    /** Null for a sign-up that is not confirmed yet. */
    accountId: text("account_id").references(() => account.id, { onDelete: "cascade" }),
    content: text("content", { mode: "json" }).$type<MailContent>().notNull(),
    /** The language of a recipient without an account; otherwise their member's language is used. */
    language: text("language", { enum: LANGUAGES }),
    ...queueColumns(),
  },
  (t) => [
    index("mail_next_attempt").on(t.nextAttemptAt),
    index("mail_recipient").on(t.recipient),
    index("mail_account").on(t.accountId),
  ],
);

/** Keyed hashes of addresses that a mail server has refused. */
export const unreachableAddress = sqliteTable("unreachable_address", {
  hash: text("hash").primaryKey(),
  /** How often, on different days: the third time makes it permanent. */
  refusals: integer("refusals").notNull().default(0),
  /** When the last of these was. */
  notedAt: moment("noted_at").notNull(),
}); // without rowid

/** The embedded identity provider's records: sessions, codes, grants. */
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

/** Keys that are generated once and shared by all machines. */
export const secret = sqliteTable("secret", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
  createdAt: createdAt(),
});

/** Signed-in browsers. `id` is the hash of the cookie's token. */
export const session = sqliteTable(
  "session",
  {
    id: text("id").primaryKey(),
    memberId: memberId(),
    data: text("data", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    userAgent: text("user_agent").notNull().default(""),
    /** When the member last proved who they are: by signing in, or again before something sensitive. */
    confirmedAt: moment("confirmed_at"),
    createdAt: createdAt(),
    expiresAt: integer("expires_at", { mode: "timestamp_ms" }).notNull(),
  },
  (t) => [index("session_member").on(t.memberId), index("session_expiry").on(t.expiresAt)],
);

/** Keyed hashes of the browsers that an account recognizes; see app/models/account/sign-in/known-client.server.ts. */
export const knownClient = sqliteTable(
  "known_client",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    hash: text("hash").notNull(),
    /** The session that was last used there; null for one that has reset the password. */
    sessionId: text("session_id"),
    seenAt: moment("seen_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.hash] }), index("known_client_seen").on(t.seenAt)],
); // without rowid

/** What happened to a member's account and how they sign in, for 90 days. */
export const securityEvent = sqliteTable(
  "security_event",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    memberId: memberId(),
    kind: text("kind", { enum: SECURITY_EVENTS }).notNull(),
    userAgent: text("user_agent").notNull().default(""),
    createdAt: createdAt(),
  },
  (t) => [
    index("security_event_member").on(t.memberId, t.id),
    index("security_event_created").on(t.createdAt),
  ],
);

/** Copies of a member's data, as ZIP files. `id` is also the name of the file. */
export const dataExport = sqliteTable(
  "data_export",
  {
    id: text("id").primaryKey(),
    memberId: memberId(),
    /** Until when a machine has claimed it. */
    claimedUntil: moment("claimed_until"),
    /** How often it has been claimed. */
    attempts: integer("attempts").notNull().default(0),
    /** How many of the parts have been written. */
    done: integer("done").notNull().default(0),
    total: integer("total"),
    finishedAt: moment("finished_at"),
    failedAt: moment("failed_at"),
    bytes: integer("bytes"),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index("data_export_member").on(t.memberId),
    index("data_export_expiry").on(t.expiresAt),
    uniqueIndex("data_export_unfinished")
      .on(t.memberId)
      .where(sql`finished_at is null and failed_at is null`),
  ],
);

/** A member's music preferences, without the artists. Members who have saved none have no row. */
export const preferences = sqliteTable("preferences", {
  memberId: memberId().primaryKey(),
  favoriteGenres: text("favorite_genres", { mode: "json" }).$type<Genre[]>().notNull(),
  totalScrobbles: integer("total_scrobbles").notNull().default(0),
  concertsAttended: integer("concerts_attended").notNull().default(0),
  updatedAt: moment("updated_at").notNull(),
});

/**
 * Artists by folded key. The counts of listeners include those assumed for well-known artists, and change only with a
 * recount, so that scores are stable in between.
 */
export const artist = sqliteTable("artist", {
  id: integer("id").primaryKey(),
  key: text("key").notNull().unique(),
  listeners0: integer("listeners_0").notNull().default(0),
  listeners1: integer("listeners_1").notNull().default(0),
});

/** A member's top artists in order, as the member spelled them. */
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
  (t) => [
    primaryKey({ columns: [t.memberId, t.artistId] }),
    index("member_artist_artist").on(t.artistId, t.memberId),
  ],
); // without rowid

/**
 * The corpus statistics that scores are computed with, double-buffered in `artist.listeners_0` and `_1`, in the norms
 * derived from them and in `alike_artist`: a recount fills the other buffer bit by bit, then makes it the current one in a
 * single write.
 */
export const statistics = sqliteTable("statistics", {
  buffer: integer("buffer").primaryKey(),
  members: integer("members").notNull(),
  countedAt: moment("counted_at").notNull(),
  isCurrent: integer("is_current", { mode: "boolean" }).notNull(),
  /** When the recount into this buffer began; null when none is running. */
  begunAt: moment("begun_at"),
});

/**
 * Every member who can be discovered, by cell (-1: none); genres as bits, wishes packed as in matching/wishes.ts, norms as
 * score.ts computes them.
 */
export const candidate = sqliteTable(
  "candidate",
  {
    cell: integer("cell").notNull(),
    memberId: integer("member_id").notNull(),
    age: integer("age").notNull(),
    genres: integer("genres").notNull(),
    norm0: real("norm_0").notNull(),
    norm1: real("norm_1").notNull().default(0),
    wishes: integer("wishes").notNull().default(0),
    /** The bits of their badges, as in app/matching/finder.ts. A trigger of `member` maintains the photo's. */
    badges: integer("badges").notNull().default(0),
    /** The town of a current trip, where they are discovered as well. */
    tripCell: integer("trip_cell"),
  },
  (t) => [
    primaryKey({ columns: [t.cell, t.memberId] }),
    index("candidate_member").on(t.memberId),
    index("candidate_new")
      .on(t.memberId)
      .where(sql.raw(`badges & ${NEW_HERE}`)),
  ],
); // without rowid

/**
 * The order in which members' rows in `candidate` were last rewritten, which tells an index in memory what to read again, and
 * alerts who may newly fit.
 */
export const candidateChange = sqliteTable(
  "candidate_change",
  {
    sequence: integer("sequence").primaryKey({ autoIncrement: true }),
    memberId: memberId(),
    /** What alerts saw of the member before all changes not yet looked at; null once they have looked. */
    before: text("before", { mode: "json" }).$type<AlertView | false>(),
  },
  (t) => [
    uniqueIndex("candidate_change_member").on(t.memberId),
    index("candidate_change_for_alerts").on(t.sequence).where(sql`before is not null`),
  ],
);

/** Members' alerts: each tells its owner of people who newly fit what a page shows. */
export const alert = sqliteTable(
  "alert",
  {
    id: text("id").primaryKey(),
    memberId: memberId(),
    /** Discover's filters; empty for an artist or a show. */
    filters: text("filters", { mode: "json" }).$type<DiscoverFilters>().notNull(),
    /** The name and key of an artist whom everybody must list. */
    artist: text("artist"),
    artistKey: text("artist_key"),
    /** A show that everybody must go to. */
    showId: text("show_id").references(() => show.id, { onDelete: "cascade" }),
    /** The cell around which they must live; that of no place for anywhere and during a trip, null for an artist or a show. */
    cell: integer("cell"),
    createdAt: createdAt(),
  },
  (t) => [
    index("alert_member").on(t.memberId),
    index("alert_cell").on(t.cell, t.id).where(sql`cell is not null`),
    index("alert_artist").on(t.artistKey, t.id).where(sql`artist_key is not null`),
    index("alert_show").on(t.showId, t.id).where(sql`show_id is not null`),
  ],
);

/** The people a member's alerts have found: each other member once. */
export const alertHit = sqliteTable(
  "alert_hit",
  {
    memberId: memberId(),
    foundId: memberId("found_id"),
    alertId: text("alert_id").references(() => alert.id, { onDelete: "set null" }),
    /** When to tell the member; null once the member has been told. */
    dueAt: moment("due_at"),
    toldAt: moment("told_at"),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.foundId] }),
    index("alert_hit_found").on(t.foundId),
    index("alert_hit_alert").on(t.alertId).where(sql`alert_id is not null`),
    index("alert_hit_due").on(t.dueAt).where(sql`due_at is not null`),
    index("alert_hit_told").on(t.memberId, t.toldAt),
  ],
); // without rowid

/** Pairs of artists that the same members list, in both directions, double-buffered like the other statistics. */
export const alikeArtist = sqliteTable(
  "alike_artist",
  {
    buffer: integer("buffer").notNull(),
    artistId: integer("artist_id").notNull(),
    otherId: integer("other_id").notNull(),
    /** In millionths, as score.ts computes it. */
    weight: integer("weight").notNull(),
  },
  (t) => [primaryKey({ columns: [t.buffer, t.artistId, t.otherId] })],
); // without rowid

/** Likes and passes: each member's latest decision on another. */
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
    index("decision_liked").on(t.memberId, t.decidedAt).where(sql`liked`),
  ],
); // without rowid

/** Two members who like each other, dated by the second like. */
export const match = sqliteTable(
  "match",
  {
    id: text("id").primaryKey(),
    lowId: memberId("low_id"),
    highId: memberId("high_id"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("match_pair").on(t.lowId, t.highId),
    index("match_low_age").on(t.lowId, t.createdAt, t.highId),
    index("match_high_age").on(t.highId, t.createdAt, t.lowId),
  ],
);

/** Which member has blocked which. */
export const block = sqliteTable(
  "block",
  { memberId: memberId(), targetId: memberId("target_id"), createdAt: createdAt() },
  (t) => [primaryKey({ columns: [t.memberId, t.targetId] }), index("block_target").on(t.targetId)],
); // without rowid

/**
 * Two members whose match or conversation has ended, whichever of them ended it and how: neither sees the other again. It
 * outlives the conversation. Each sanction that hides what they share has a row of its own, which an overturned appeal deletes;
 * `sanctionId` is empty if a member has ended it.
 */
export const endedConnection = sqliteTable(
  "ended_connection",
  {
    lowId: memberId("low_id"),
    highId: memberId("high_id"),
    sanctionId: text("sanction_id").notNull().default(""),
  },
  (t) => [
    primaryKey({ columns: [t.lowId, t.highId, t.sanctionId] }),
    index("ended_connection_high").on(t.highId),
  ],
); // without rowid

/**
 * Requests and games of a sanctioned member that the sanction hides from others although the two aren't connected, and
 * conversations that it has hidden between the member and others who were erased since.
 */
export const hiddenBySanction = sqliteTable(
  "hidden_by_sanction",
  { subjectId: text("subject_id").notNull(), sanctionId: text("sanction_id").notNull() },
  (t) => [
    primaryKey({ columns: [t.subjectId, t.sanctionId] }),
    index("hidden_by_sanction_sanction").on(t.sanctionId),
  ],
); // without rowid

/** The order of the list of conversations. No coalesce, because drizzle-kit splits expressions at commas. */
const latestFirst = () =>
  sql`case when last_message_at is null then created_at else last_message_at end desc`;

/** For each side, conversations in which the other wrote last come first. */
const lowTurnFirst = () => sql`last_sender_id is not high_id`;
const highTurnFirst = () => sql`last_sender_id is not low_id`;

/**
 * A conversation of two members. Until `acceptedAt` it is a message request by `startedBy`, and once it is declined only
 * they still see it.
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
    /** When it ended for both, whatever ended it. The messages are kept for a while as evidence. */
    endedAt: moment("ended_at"),
    /** Who wrote last, set by the trigger message_sender; null before the first message, and while that member has left. */
    lastSenderId: integer("last_sender_id"),
    /** When one of them said goodbye, and who: both can read, and neither can write until that member reopens it. */
    closedAt: moment("closed_at"),
    closedById: integer("closed_by").references(() => member.id, { onDelete: "set null" }),
    /** Whether this side may have unread messages: set by the trigger message_unread, and cleared once all have been read. */
    lowUnread: integer("low_unread", { mode: "boolean" }).notNull().default(false),
    highUnread: integer("high_unread", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    uniqueIndex("conversation_pair").on(t.lowId, t.highId).where(sql`ended_at is null`),
    index("conversation_members").on(t.lowId, t.highId),
    index("conversation_low_order").on(t.lowId, t.endedAt, t.closedAt, lowTurnFirst(), latestFirst(), t.id),
    index("conversation_high_order").on(
      t.highId,
      t.endedAt,
      t.closedAt,
      highTurnFirst(),
      latestFirst(),
      t.id,
    ),
    index("conversation_low_unread").on(t.lowId, t.endedAt, latestFirst(), t.id).where(sql`low_unread`),
    index("conversation_high_unread").on(t.highId, t.endedAt, latestFirst(), t.id).where(sql`high_unread`),
    index("conversation_ended").on(t.endedAt).where(sql`ended_at is not null`),
  ],
);

/**
 * Messages. `sequence` is the server's order; `id` comes from the sender's client. `number` counts from 1 within the
 * conversation: the trigger message_number replaces 0. For each new message, message_sender and message_unread update the
 * conversation. message_words_insert, message_words_update and message_words_delete note new and changed words for the search
 * (`unindexedMessage`) and remove old ones from its index.
 */
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
    number: integer("number").notNull().default(0),
    editedAt: integer("edited_at", { mode: "timestamp_ms" }),
    /** A deleted message has neither content nor share. */
    deletedAt: integer("deleted_at", { mode: "timestamp_ms" }),
    /** The id of the message of this conversation that it replies to. */
    quotedId: text("quoted_id"),
    /** Whether it has contact details or held words, or had them before it was edited or deleted. */
    isFlagged: integer("is_flagged", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    index("message_conversation").on(t.conversationId, t.sequence),
    index("message_flagged").on(t.conversationId, t.sequence).where(sql`is_flagged`),
    index("message_changed")
      .on(t.conversationId, t.sequence)
      .where(sql`edited_at is not null or deleted_at is not null`),
    index("message_profile_quote").on(t.conversationId).where(sql`message_type = 'profile_quote'`),
  ],
);

/** A message's earlier texts, before it was edited or deleted. */
export const messageVersion = sqliteTable(
  "message_version",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    messageId: text("message_id")
      .notNull()
      .references(() => message.id, { onDelete: "cascade" }),
    content: text("content").notNull(),
    messageType: text("message_type"),
    metadata: text("metadata", { mode: "json" }).$type<Record<string, unknown>>(),
    /** Until when this was its text. */
    replacedAt: integer("replaced_at", { mode: "timestamp_ms" }).notNull(),
    /** Whether it has contact details or held words, or a version before it had them. */
    isFlagged: integer("is_flagged", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [index("message_version_message").on(t.messageId)],
);

/**
 * The file of a message, with the same id and sender. It is stored before the message: one that no message and no earlier
 * version of one has is removed, unless it is evidence.
 */
export const attachment = sqliteTable(
  "attachment",
  {
    id: text("id").primaryKey(),
    ownerId: memberId("owner_id"),
    kind: text("kind", { enum: ATTACHMENT_KINDS }).notNull(),
    /** The prefix of the names of its files in the storage. */
    file: text("file").notNull(),
    /** The SHA-256 of the file as it was sent, by which a repeat is recognized. */
    digest: text("digest").notNull(),
    /** The perceptual hash of a photo; blank if it has too little detail, null before it was first searched. */
    hash: text("hash"),
    /** The total size of its files. */
    bytes: integer("bytes").notNull(),
    /** Of a whole photo; null for a voice note. */
    width: integer("width"),
    height: integer("height"),
    /** Of a voice note; null for a photo. */
    durationMs: integer("duration_ms"),
    createdAt: createdAt(),
  },
  (t) => [index("attachment_owner").on(t.ownerId, t.createdAt), index("attachment_digest").on(t.digest)],
);

/** Messages whose words aren't in the index yet: triggers of `message` add them, a job indexes them. */
export const unindexedMessage = sqliteTable("unindexed_message", {
  sequence: integer("sequence")
    .primaryKey()
    .references(() => message.sequence, { onDelete: "cascade" }),
});

/** Members' reactions to messages. */
export const reaction = sqliteTable(
  "reaction",
  {
    messageId: text("message_id")
      .notNull()
      .references(() => message.id, { onDelete: "cascade" }),
    memberId: memberId(),
    kind: text("kind", { enum: REACTIONS }).notNull(),
    /** The message's author, if that is somebody else. */
    authorId: integer("author_id").references(() => member.id, { onDelete: "cascade" }),
    /** Whether the author hasn't seen it yet. */
    isNew: integer("is_new", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.memberId] }),
    index("reaction_member").on(t.memberId),
    index("reaction_author").on(t.authorId, t.memberId),
  ],
);

/**
 * Read markers: the sequence of the last message that a member was shown in a conversation. `seen` is the last one that they
 * were shown while both members shared it: what was read in private stays private.
 */
export const reading = sqliteTable(
  "reading",
  {
    conversationId: text("conversation_id")
      .notNull()
      .references(() => conversation.id, { onDelete: "cascade" }),
    memberId: memberId(),
    sequence: integer("sequence").notNull(),
    seen: integer("seen"),
  },
  (t) => [primaryKey({ columns: [t.conversationId, t.memberId] })],
); // without rowid

/**
 * Who is typing in a conversation. A row is deleted with the message, or by somebody else's sign a minute later. `id` grows
 * with each sign, so that streams can look for new ones.
 */
export const typing = sqliteTable(
  "typing",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    conversationId: text("conversation_id")
      .notNull()
      .references(() => conversation.id, { onDelete: "cascade" }),
    memberId: memberId(),
    at: moment("at").notNull(),
  },
  (t) => [uniqueIndex("typing_member").on(t.conversationId, t.memberId), index("typing_at").on(t.at)],
);

/**
 * What the two members of a conversation play in step, while they do. Its times are the database's, which all machines
 * share. `position` is in ms, at `movedAt`.
 */
export const jointPlay = sqliteTable("joint_play", {
  conversationId: text("conversation_id")
    .primaryKey()
    .references(() => conversation.id, { onDelete: "cascade" }),
  id: text("id").notNull().unique(),
  messageId: text("message_id")
    .notNull()
    .references(() => message.id, { onDelete: "cascade" }),
  startedBy: memberId("started_by"),
  isPlaying: integer("is_playing", { mode: "boolean" }).notNull().default(false),
  position: integer("position").notNull().default(0),
  movedAt: moment("moved_at").notNull(),
  /** Grows with each change, so that pages can ignore late news. */
  revision: integer("revision").notNull().default(1),
  /** The leases of the member who has started it and of the one who has joined; null until then. */
  starterUntil: moment("starter_until").notNull(),
  joinerUntil: moment("joiner_until"),
});

/** Events for members, in order: live streams continue after an id. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    recipientId: memberId("recipient_id"),
    kind: text("kind", { enum: EVENT_KINDS }).notNull(),
    reference: text("reference").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("outbox_recipient").on(t.recipientId, t.id)],
);

/**
 * Notifications: one row for a member and a subject, which moves up when something happens to it again. Its text is read from
 * the subject. `id` is random, because it is sent out.
 */
export const notification = sqliteTable(
  "notification",
  {
    id: integer("id").primaryKey(),
    memberId: memberId(),
    kind: text("kind", { enum: NOTIFICATION_KINDS }).notNull(),
    subjectId: text("subject_id").notNull(),
    at: moment("at").notNull(),
    readAt: moment("read_at"),
    /** When to decide whether it is pushed; null once that is decided. */
    pushAt: moment("push_at"),
    /** When it was pushed; null again once devices were told that it has been read. */
    pushedAt: moment("pushed_at"),
    /** When to decide whether it is mailed; null once that is decided. */
    mailAt: moment("mail_at"),
  },
  (t) => [
    uniqueIndex("notification_subject").on(t.subjectId, t.memberId, t.kind),
    index("notification_member").on(t.memberId, t.at),
    index("notification_unread").on(t.memberId, t.kind).where(sql`read_at is null`),
    index("notification_at").on(t.at),
    index("notification_push_at").on(t.pushAt).where(sql`push_at is not null`),
    index("notification_mail_at").on(t.mailAt).where(sql`mail_at is not null`),
    index("notification_pushed").on(t.pushedAt).where(sql`pushed_at is not null and read_at is not null`),
  ],
);

/** Browsers with push. A row ends with the session that it was made in. */
export const pushSubscription = sqliteTable(
  "push_subscription",
  {
    id: text("id").primaryKey(),
    memberId: memberId(),
    sessionId: text("session_id")
      .notNull()
      .references(() => session.id, { onDelete: "cascade" }),
    endpointHash: text("endpoint_hash").notNull(),
    /** The endpoint and its keys, encrypted: anybody who knows them can send to it. */
    address: text("address").notNull(),
    /** Since when its push service has refused everything; null after an accepted push. */
    failingSince: moment("failing_since"),
    /** Until when its push service wants nothing sent to it. */
    pausedUntil: moment("paused_until"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("push_subscription_session").on(t.sessionId),
    uniqueIndex("push_subscription_endpoint").on(t.endpointHash),
    index("push_subscription_member").on(t.memberId),
  ],
);

/** Pushes to send. Rows are deleted once delivered or given up. */
export const push = sqliteTable(
  "push",
  {
    id: text("id").primaryKey(),
    subscriptionId: text("subscription_id")
      .notNull()
      .references(() => pushSubscription.id, { onDelete: "cascade" }),
    content: text("content", { mode: "json" }).$type<PushContent>().notNull(),
    ...queueColumns(),
  },
  (t) => [index("push_next_attempt").on(t.nextAttemptAt), index("push_to_subscription").on(t.subscriptionId)],
);

/** What a member is notified of, and in which ways. Members without a row have the defaults. */
export const notificationSettings = sqliteTable("notification_settings", {
  memberId: memberId().primaryKey(),
  choices: text("choices", { mode: "json" }).$type<NotificationChoices>().notNull(),
  /** Whether locked screens may show who it is about. */
  showsNames: integer("shows_names", { mode: "boolean" }).notNull().default(false),
  timeZone: text("time_zone"),
  /** The hours of the day between which no device is disturbed; null for none. */
  quietFrom: integer("quiet_from"),
  quietTo: integer("quiet_to"),
});

/** A record in a member's collection, or one that they look for; searched, sorted and compared by its keys. */
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
    pictureId: pictureId(),
    /** The https URL of a cover, instead of an uploaded picture. */
    externalImageUrl: text("external_image_url"),
    /** The member looks for it and doesn't own it. */
    wanted: integer("wanted", { mode: "boolean" }).notNull().default(false),
    /** The owner of the Discogs collection it came from, in lower case. */
    discogsUsername: text("discogs_username"),
    createdAt: createdAt(),
  },
  (t) => [
    index("record_album").on(t.memberId, t.artistKey, t.albumKey, t.wanted),
    index("record_age").on(t.memberId, t.wanted, t.createdAt),
    index("record_artist").on(t.artistKey, t.createdAt).where(sql`not wanted`),
    index("record_notes").on(t.memberId, t.createdAt).where(sql`notes <> ''`),
    index("record_picture").on(t.pictureId).where(sql`picture_id is not null`),
    index("record_coverless")
      .on(t.memberId, t.id)
      .where(sql`picture_id is null and external_image_url is null`),
  ],
);

/** A member's search for the covers that their records lack: one record at a time, in the order of the records' ids. */
export const coverSearch = sqliteTable("cover_search", {
  memberId: memberId().primaryKey(),
  startedAt: moment("started_at").notNull(),
  total: integer("total").notNull(),
  done: integer("done").notNull().default(0),
  found: integer("found").notNull().default(0),
  /** The id of the last record that was looked up. */
  doneTo: text("done_to").notNull().default(""),
  /** How often the next one was tried without a response. */
  attempts: integer("attempts").notNull().default(0),
  /** Until when a machine looks one up, or waits after a failure. */
  claimedUntil: moment("claimed_until"),
  /** When it last had its turn: the search that has waited longest is next. */
  servedAt: moment("served_at"),
  pausedAt: moment("paused_at"),
  finishedAt: moment("finished_at"),
});

/**
 * An upload: first its one-time URL, then the picture made from it. The row is added before its files and deleted after them,
 * so that no file is left without a row.
 */
export const picture = sqliteTable(
  "picture",
  {
    id: text("id").primaryKey(),
    /** Null after the member was deleted. */
    ownerId: integer("owner_id").references(() => member.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    /** When the upload began, which uses up its URL. */
    sentAt: moment("sent_at"),
    /** When all its files were stored. */
    madeAt: moment("made_at"),
    /** The SHA-256 of the file that it was made from, by which a repeat is recognized. */
    digest: text("digest"),
    /** Its perceptual hash; blank if it has too little detail, null before it was first searched. */
    hash: text("hash"),
    /** When nothing showed it any more: its files are deleted, then the row. */
    removedAt: moment("removed_at"),
    /** When it became evidence only, with its files served to moderators alone. */
    heldAt: moment("held_at"),
    /** When it was uploaded to be reviewed. Until a moderator approves it, only its owner and moderators can load it. */
    pendingAt: moment("pending_at"),
    /** Why the checking service holds it, if it does. */
    pendingReason: text("pending_reason"),
    /** The release at MusicBrainz whose cover it is, from the Cover Art Archive. */
    releaseId: text("release_id"),
    /** The notice that it was sent with, as evidence for moderators alone. */
    noticeId: text("notice_id").references(() => notice.id, { onDelete: "set null" }),
  },
  (t) => [
    index("picture_owner").on(t.ownerId),
    index("picture_removed").on(t.removedAt).where(sql`removed_at is not null`),
    index("picture_pending").on(t.pendingAt).where(sql`pending_at is not null`),
    index("picture_notice").on(t.noticeId).where(sql`notice_id is not null`),
    index("picture_digest").on(t.digest).where(sql`digest is not null`),
  ],
);

/** An uploaded collection that awaits the member's confirmation, until which `addedCount` is null. */
export const recordImport = sqliteTable(
  "record_import",
  {
    id: text("id").primaryKey(),
    memberId: memberId(),
    /** The first lines that could not be read; `unreadableCount` counts them all. */
    unreadable: text("unreadable", { mode: "json" }).$type<FileLine[]>().notNull().default([]),
    unreadableCount: integer("unreadable_count").notNull().default(0),
    /** Its records are wanted, and not owned. */
    wanted: integer("wanted", { mode: "boolean" }).notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index("record_import_member").on(t.memberId)],
);

/** A part of an import, small enough to be written at once. */
export const recordImportPart = sqliteTable(
  "record_import_part",
  {
    importId: text("import_id")
      .notNull()
      .references(() => recordImport.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    rows: text("rows", { mode: "json" }).$type<ImportedRecord[]>().notNull(),
    /** The import is confirmed, and rows already in the collection are removed. */
    isChecked: integer("is_checked", { mode: "boolean" }).notNull().default(false),
    /** Null until the rows are in the collection. */
    addedCount: integer("added_count"),
  },
  (t) => [primaryKey({ columns: [t.importId, t.number] })],
);

/** The progress of reading a collection on Discogs; its records are parts of an import. */
export const discogsImport = sqliteTable("discogs_import", {
  importId: text("import_id")
    .primaryKey()
    .references(() => recordImport.id, { onDelete: "cascade" }),
  username: text("username").notNull(),
  /** The page that is read next. */
  page: integer("page").notNull().default(1),
  /** How many pages and records there are, once the first page is read. */
  pages: integer("pages"),
  total: integer("total"),
  /** How often the collection changed meanwhile and the reading was started over. */
  restarts: integer("restarts").notNull().default(0),
  /** How often the next page was tried without a response. */
  attempts: integer("attempts").notNull().default(0),
  /** Until when a machine reads a page, or waits after a failure. */
  claimedUntil: moment("claimed_until"),
  /** When it last had its turn: the reading that has waited longest is next. */
  servedAt: moment("served_at").notNull(),
  /** Why it could not be read. */
  error: text("error"),
  finishedAt: moment("finished_at"),
});

/** What a file's playlist would add, kept for a day; the playlist gets its id. */
export const playlistImport = sqliteTable(
  "playlist_import",
  {
    id: text("id").primaryKey(),
    memberId: memberId(),
    /** Without its songs once it has been added. */
    read: text("read", { mode: "json" }).$type<ReadPlaylist>().notNull(),
    /** The order of the file's playlists. */
    number: integer("number").notNull(),
    /** When the member added it; null until then. */
    addedAt: moment("added_at"),
    createdAt: createdAt(),
  },
  (t) => [index("playlist_import_member").on(t.memberId)],
);

/** A playlist of its owner and, optionally, a collaborator. */
export const playlist = sqliteTable(
  "playlist",
  {
    id: text("id").primaryKey(),
    ownerId: memberId("owner_id"),
    collaboratorId: integer("collaborator_id").references(() => member.id, { onDelete: "set null" }),
    name: text("name").notNull(),
    description: text("description").notNull(),
    isPublic: integer("is_public", { mode: "boolean" }).notNull(),
    pictureId: pictureId(),
    /** The https URL of a cover, instead of an uploaded picture. */
    externalImageUrl: text("external_image_url"),
    createdAt: createdAt(),
    /** When a moderator removed it. */
    removedAt: moment("removed_at"),
  },
  (t) => [
    index("playlist_owner").on(t.ownerId),
    index("playlist_collaborator").on(t.collaboratorId),
    index("playlist_public").on(t.createdAt).where(sql`is_public and removed_at is null`),
    index("playlist_picture").on(t.pictureId).where(sql`picture_id is not null`),
  ],
);

/** A song in a playlist. Positions increase, with gaps. */
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

/** The operator's calendars of shows. `url` may contain a key, so only operators see it. */
export const showCalendar = sqliteTable("show_calendar", {
  id: text("id").primaryKey(),
  url: text("url").notNull().unique(),
  /** The town of events that name none, as the operator wrote it. */
  town: text("town").notNull().default(""),
  /** The calendar's own name, and the https address that its shows link to if they have none. */
  name: text("name").notNull().default(""),
  homeUrl: text("home_url"),
  /** The validators of the last response, for a conditional request. */
  etag: text("etag"),
  lastModified: text("last_modified"),
  /** The digest of the last full read; the same text isn't read again. */
  digest: text("digest"),
  /** When it was last read, and how many events and shows it had then. */
  readAt: moment("read_at"),
  events: integer("events").notNull().default(0),
  shows: integer("shows").notNull().default(0),
  /** Why it could not be read the last time. */
  error: text("error"),
  /** When it is read next, or until when a machine reads it. */
  dueAt: moment("due_at").notNull(),
  createdAt: createdAt(),
});

/** Shows that members have added or calendars list. Lists leave out past ones, which are erased some time later. */
export const show = sqliteTable(
  "show",
  {
    id: text("id").primaryKey(),
    /** Null for shows from calendars, and after the member was deleted. */
    addedBy: integer("added_by").references(() => member.id, { onDelete: "set null" }),
    calendarId: text("calendar_id").references(() => showCalendar.id, { onDelete: "set null" }),
    /** The event's UID in the calendar, with the day of a recurring one. */
    uid: text("uid"),
    /** The date where it takes place, in days since 1970. */
    day: integer("day").notNull(),
    /** When the doors open there, in minutes after midnight. */
    doors: integer("doors"),
    venue: text("venue").notNull(),
    /** The town and its 0.1° cell. */
    placeName: text("place_name").notNull(),
    cell: integer("cell").notNull(),
    /** An https address. */
    link: text("link"),
    note: text("note").notNull().default(""),
    createdAt: createdAt(),
    cancelledAt: moment("cancelled_at"),
    /** When a moderator removed it. */
    removedAt: moment("removed_at"),
  },
  (t) => [
    index("show_day").on(t.day, t.cell),
    index("show_added_by").on(t.addedBy, t.createdAt).where(sql`added_by is not null`),
    uniqueIndex("show_uid").on(t.calendarId, t.uid).where(sql`calendar_id is not null`),
  ],
);

/**
 * The artists of a show in their order. An artist can have one show on a day in a cell, not counting those that a moderator has
 * removed.
 */
export const showArtist = sqliteTable(
  "show_artist",
  {
    showId: text("show_id")
      .notNull()
      .references(() => show.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    artistKey: text("artist_key").notNull(),
    name: text("name").notNull(),
    /** The day of the show. */
    day: integer("day").notNull(),
    cell: integer("cell").notNull(),
    isRemoved: integer("is_removed", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.showId, t.position] }),
    uniqueIndex("show_artist_once").on(t.artistKey, t.day, t.cell).where(sql`not is_removed`),
  ],
); // without rowid

/** Who goes to which show. */
export const going = sqliteTable(
  "going",
  {
    memberId: memberId(),
    showId: text("show_id")
      .notNull()
      .references(() => show.id, { onDelete: "cascade" }),
    /** Whether they would like company from here. */
    withSomebody: integer("with_somebody", { mode: "boolean" }).notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.showId] }),
    index("going_show").on(t.showId, t.withSomebody, t.memberId),
  ],
); // without rowid

/**
 * Second towns in which members are discovered for some days. Past ones stay for a month, because they count towards the limit.
 */
export const trip = sqliteTable(
  "trip",
  {
    id: text("id").primaryKey(),
    memberId: memberId(),
    /** The town and its 0.1° cell. */
    placeName: text("place_name").notNull(),
    cell: integer("cell").notNull(),
    /** The first and the last day there, in days since 1970. */
    firstDay: integer("first_day").notNull(),
    lastDay: integer("last_day").notNull(),
    /** Whether they are discovered there from a week before. */
    isEarly: integer("is_early", { mode: "boolean" }).notNull(),
    /** The time in which they are discovered there: until the end of the last day, or until they took it back. */
    shownFrom: moment("shown_from").notNull(),
    shownUntil: moment("shown_until").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("trip_member").on(t.memberId, t.shownUntil), index("trip_end").on(t.shownUntil)],
);

/**
 * Plans of two members to meet, with one current plan in a conversation: a proposal until `acceptedAt`, and a new proposal ends
 * the one before.
 */
export const plan = sqliteTable(
  "plan",
  {
    id: text("id").primaryKey(),
    conversationId: text("conversation_id")
      .notNull()
      .references(() => conversation.id, { onDelete: "cascade" }),
    /** The show that it is about; `place` then has its venue and town. */
    showId: text("show_id").references(() => show.id, { onDelete: "set null" }),
    place: text("place").notNull(),
    /** The date where it takes place, in days since 1970, and minutes after midnight there. */
    day: integer("day").notNull(),
    minutes: integer("minutes").notNull(),
    /** The member who proposed it, or changed it last. */
    proposedBy: memberId("proposed_by"),
    createdAt: createdAt(),
    acceptedAt: moment("accepted_at"),
    declinedAt: moment("declined_at"),
    cancelledAt: moment("cancelled_at"),
    cancelledBy: integer("cancelled_by").references(() => member.id, { onDelete: "set null" }),
    /** The sentence of the cancellation. */
    sentence: text("sentence").notNull().default(""),
    /** When it ended, for whatever reason, including another that replaced it or the end of the conversation. */
    endedAt: moment("ended_at"),
    /** When both were reminded, the day before, and when each was asked whether they met, the day after. */
    remindedAt: moment("reminded_at"),
    askedAt: moment("asked_at"),
  },
  (t) => [
    uniqueIndex("plan_standing").on(t.conversationId).where(sql`ended_at is null`),
    index("plan_conversation").on(t.conversationId, t.createdAt),
    index("plan_day").on(t.day),
    index("plan_show").on(t.showId).where(sql`show_id is not null`),
  ],
);

/** Links with which members tell a friend of a plan. The key is derived from `id`, and the database has only its hash. */
export const planLink = sqliteTable(
  "plan_link",
  {
    id: text("id").primaryKey(),
    keyHash: text("key_hash").notNull().unique(),
    planId: text("plan_id")
      .notNull()
      .references(() => plan.id, { onDelete: "cascade" }),
    memberId: memberId(),
    note: text("note").notNull().default(""),
    /** When the member wants to be asked whether they are home; null for never. */
    askAt: moment("ask_at"),
    askedAt: moment("asked_at"),
    /** Since when they are home, as they have answered. */
    homeAt: moment("home_at"),
    createdAt: createdAt(),
    expiresAt: moment("expires_at").notNull(),
    endedAt: moment("ended_at"),
  },
  (t) => [
    index("plan_link_plan").on(t.planId, t.memberId),
    index("plan_link_expiry").on(t.expiresAt),
    index("plan_link_ask").on(t.askAt).where(sql`ask_at is not null and asked_at is null`),
  ],
);

/** The answers of the two, the day after a plan, to the question whether they met. */
export const planAnswer = sqliteTable(
  "plan_answer",
  {
    planId: text("plan_id")
      .notNull()
      .references(() => plan.id, { onDelete: "cascade" }),
    memberId: memberId(),
    answer: text("answer", { enum: PLAN_ANSWERS }).notNull(),
    answeredAt: moment("answered_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.planId, t.memberId] }), index("plan_answer_time").on(t.answeredAt)],
); // without rowid

/** YouTube's and Spotify's details of links, by a keyed hash of the link. Fetched again after a while. */
export const linkDetails = sqliteTable(
  "link_details",
  {
    key: text("key").primaryKey(),
    title: text("title").notNull(),
    artist: text("artist"),
    pictureId: pictureId(),
    askedAt: moment("asked_at").notNull(),
    /** The member who shared it when it was fetched: the pictures stored for each member are limited. */
    memberId: integer("member_id"),
  },
  (t) => [
    index("link_details_member").on(t.memberId).where(sql`picture_id is not null`),
    index("link_details_asked").on(t.askedAt),
    index("link_details_picture").on(t.pictureId).where(sql`picture_id is not null`),
  ],
); // without rowid

/** The outside service's track of a song, by a keyed hash of the song: null if there is none. Looked up again after a while. */
export const songPreview = sqliteTable(
  "song_preview",
  {
    key: text("key").primaryKey(),
    trackId: integer("track_id"),
    askedAt: moment("asked_at").notNull(),
  },
  (t) => [index("song_preview_asked").on(t.askedAt)],
); // without rowid

/**
 * A trivia game of two players. `movedAt` is the time of the last move. Scores only count rounds that both have answered,
 * so that they do not reveal an answer.
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
    /** How a completed game ended. */
    ending: text("ending", { enum: ["played", "resigned", "claimed", "declined", "withdrawn", "ended"] }),
    winnerId: integer("winner_id"),
    /** When a challenge disappeared for the challenged player only. */
    dismissedAt: moment("dismissed_at"),
    rematchOf: text("rematch_of").unique(),
    movedAt: moment("moved_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("trivia_game_player1").on(t.player1Id), index("trivia_game_player2").on(t.player2Id)],
);

/** The question of a round, copied when the game was created, with its options in the order shown. */
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

/** A player's answer to a question. At most one answer to a question has the point. */
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

/** When a member was last dealt a question of the bank, by its text. */
export const triviaSeen = sqliteTable(
  "trivia_seen",
  { memberId: memberId(), question: text("question").notNull(), seenAt: moment("seen_at").notNull() },
  (t) => [primaryKey({ columns: [t.memberId, t.question] })],
); // without rowid

/**
 * A member's account at a music service. It is verified when the service itself has confirmed it; `tokens` are encrypted. The
 * data that was read (`readAt`) is imported only when the member chooses to. `isActive` is false once the service denies
 * access.
 */
export const musicAccount = sqliteTable(
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
    /** The time over which `topArtists` are counted, for a service that lets members choose. */
    period: text("period").$type<PlayPeriod>(),
    readAt: moment("read_at"),
    /** When reading it was last tried; it is read once a day. */
    triedAt: moment("tried_at"),
    /** When the member proved that the account is theirs; null where a name was enough to connect it. */
    provenAt: moment("proven_at"),
    /** The history of a proven account as last read, and when it is to be read next. */
    history: text("history", { mode: "json" }).$type<AccountHistory>(),
    historyDueAt: moment("history_due_at"),
    /** When it is next read automatically, and how often that has failed; null if it isn't. */
    weeklyDueAt: moment("weekly_due_at"),
    weeklyFailures: integer("weekly_failures").notNull().default(0),
    /** The keys of artists that were there before, newest first; null until they have been counted. */
    knownArtists: text("known_artists", { mode: "json" }).$type<string[]>(),
    /** The artists that are new since, until the member has answered. */
    newArtists: text("new_artists", { mode: "json" }).$type<string[]>(),
    /** Whether the member's Total Scrobbles follow this account. */
    followsCount: integer("follows_count", { mode: "boolean" }).notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    index("music_connection_weekly_due").on(t.weeklyDueAt).where(sql`weekly_due_at is not null`),
    uniqueIndex("music_connection_service").on(t.memberId, t.service),
    uniqueIndex("music_connection_proven")
      .on(t.service, sql`lower(service_user_id)`)
      .where(sql`proven_at is not null`),
    index("music_connection_history_due").on(t.historyDueAt).where(sql`history_due_at is not null`),
  ],
);

/** A member's listening history from a file, of which only the artists it offers are kept, for a day. */
export const listeningHistory = sqliteTable(
  "listening_history",
  {
    id: text("id").primaryKey(),
    memberId: memberId(),
    /** How much of the file has been read. */
    percent: integer("percent").notNull().default(0),
    kind: text("kind").$type<HistoryKind>(),
    plays: integer("plays"),
    topArtists: text("top_artists", { mode: "json" }).$type<string[]>(),
    /** The encoding that a CSV was read in. */
    encoding: text("encoding"),
    /** Why the file could not be read. */
    error: text("error"),
    /** When the process that reads it last renewed its claim. */
    renewedAt: moment("renewed_at").notNull(),
    finishedAt: moment("finished_at"),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("listening_history_member").on(t.memberId)],
);

/** The rate limit counts of machines that share the database; `key` is a hash. A single machine counts in memory. */
export const rateLimit = sqliteTable("rate_limit", {
  key: text("key").primaryKey(),
  points: integer("points").notNull(),
  expire: moment("expire"),
}); // without rowid

/** When an outside service may be asked next, by the database's clock, which all machines share. */
export const servicePace = sqliteTable("service_pace", {
  service: text("service").primaryKey(),
  nextAt: moment("next_at").notNull(),
});

/** A search of the catalog that was answered; `query` is a digest, because members typed it. */
export const catalogAnswer = sqliteTable(
  "catalog_answer",
  {
    query: text("query").primaryKey(),
    releaseIds: text("release_ids", { mode: "json" }).$type<string[]>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("catalog_answer_age").on(t.createdAt)],
);

/** A release that the catalog has named, with its id there. */
export const catalogRelease = sqliteTable(
  "catalog_release",
  {
    id: text("id").primaryKey(),
    details: text("details", { mode: "json" }).$type<ReleaseDetails>().notNull(),
    /** Its cover, once somebody has seen it. */
    pictureId: pictureId(),
    /** When the archive had no cover that can be shown. */
    coverlessAt: moment("coverless_at"),
    /** When an answer last named it. */
    createdAt: createdAt(),
  },
  (t) => [
    index("catalog_release_age").on(t.createdAt),
    index("catalog_release_picture").on(t.pictureId).where(sql`picture_id is not null`),
  ],
);

/** Members with a role. They are added and removed with the operators' commands only. */
export const staff = sqliteTable("staff", {
  memberId: memberId().primaryKey(),
  role: text("role", { enum: STAFF_ROLES }).notNull(),
  addedAt: moment("added_at").notNull(),
});

/** Requests whose message a moderator has to see before its recipient, because the checking service holds it. */
export const heldRequest = sqliteTable(
  "held_request",
  {
    conversationId: text("conversation_id")
      .primaryKey()
      .references(() => conversation.id, { onDelete: "cascade" }),
    /** The service's reason. */
    reason: text("reason").notNull(),
    heldAt: moment("held_at").notNull(),
    /** When a moderator refused it, with a sentence for its sender. */
    refusedAt: moment("refused_at"),
    statement: text("statement").notNull().default(""),
  },
  (t) => [index("held_request_waiting").on(t.heldAt).where(sql`refused_at is null`)],
);

/** A member's last photo check: the pose they were asked for, the photo until it is decided, and the outcome. */
export const photoCheck = sqliteTable(
  "photo_check",
  {
    memberId: memberId().primaryKey(),
    pose: text("pose", { enum: POSES }).notNull(),
    /** When the pose was drawn. */
    drawnAt: moment("drawn_at").notNull(),
    pictureId: pictureId(),
    sentAt: moment("sent_at"),
    decidedAt: moment("decided_at"),
    outcome: text("outcome", { enum: PHOTO_CHECK_OUTCOMES }),
    /** Why the photo doesn't match. */
    reason: text("reason").notNull().default(""),
  },
  (t) => [
    index("photo_check_waiting").on(t.sentAt).where(sql`picture_id is not null`),
    index("photo_check_picture").on(t.pictureId).where(sql`picture_id is not null`),
  ],
);

/**
 * Notices: anybody's request, member or not, to look at something, with its sender and words. `keyHash` is the hash of the key
 * in its link. It is deleted some time after it is decided, and its reports stay.
 */
export const notice = sqliteTable(
  "notice",
  {
    id: text("id").primaryKey(),
    keyHash: text("key_hash").notNull().unique(),
    reason: text("reason", { enum: NOTICE_REASONS }).notNull(),
    /** What it is about, as it was typed: an address or a description. */
    about: text("about").notNull(),
    words: text("words").notNull(),
    /** Empty, like the next column, for a notice about a child, which needs no name. */
    name: text("name").notNull(),
    email: text("email").notNull(),
    /** The member who was signed in, who can't decide it. */
    memberId: integer("member_id").references(() => member.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    /** When its sender confirmed it by mail, or when it came if no mail was sent; until then only urgent ones are reports. */
    confirmedAt: moment("confirmed_at"),
    /** When it is deleted; null until it is decided. */
    expiresAt: moment("expires_at"),
  },
  (t) => [
    index("notice_expiry").on(t.expiresAt).where(sql`expires_at is not null`),
    index("notice_member").on(t.memberId).where(sql`member_id is not null`),
  ],
);

/** All open reports about a member, decided together; notices that name no member share a case by day, address and words. */
export const moderationCase = sqliteTable(
  "moderation_case",
  {
    id: text("id").primaryKey(),
    memberId: integer("member_id").references(() => member.id, { onDelete: "set null" }),
    memberName: text("member_name").notNull(),
    /** The highest severity of its reports, from 0 to 2. */
    severity: integer("severity").notNull(),
    openedAt: moment("opened_at").notNull(),
    /** When the most urgent of its notices has to be decided, if one has a limit. */
    dueAt: moment("due_at"),
    claimedBy: integer("claimed_by").references(() => member.id, { onDelete: "set null" }),
    claimedAt: moment("claimed_at"),
    closedAt: moment("closed_at"),
  },
  (t) => [
    uniqueIndex("moderation_case_open").on(t.memberId).where(sql`closed_at is null`),
    index("moderation_case_queue").on(t.severity, t.openedAt, t.id).where(sql`closed_at is null`),
    index("moderation_case_due").on(t.dueAt, t.id).where(sql`closed_at is null and due_at is not null`),
    index("moderation_case_member").on(t.memberId),
  ],
);

/** What moderators and the member have written in a case, kept as long as its evidence. */
export const caseMessage = sqliteTable(
  "case_message",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    caseId: text("case_id")
      .notNull()
      .references(() => moderationCase.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: CASE_MESSAGE_KINDS }).notNull(),
    authorId: integer("author_id").references(() => member.id, { onDelete: "set null" }),
    content: text("content").notNull(),
    /** The moderator whose opinion a note asks for. */
    askedId: integer("asked_id").references(() => member.id, { onDelete: "set null" }),
    /** Whether its author can't decide before another moderator has written a note. */
    isBinding: integer("is_binding", { mode: "boolean" }).notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index("case_message_case").on(t.caseId, t.id)],
);

/** One member's report about another, with at most one open about the same thing; or a notice. */
export const report = sqliteTable(
  "report",
  {
    id: text("id").primaryKey(),
    caseId: text("case_id")
      .notNull()
      .references(() => moderationCase.id, { onDelete: "cascade" }),
    reporterId: integer("reporter_id").references(() => member.id, { onDelete: "set null" }),
    reportedId: integer("reported_id").references(() => member.id, { onDelete: "set null" }),
    subject: text("subject", { enum: REPORT_SUBJECTS }).notNull(),
    subjectId: text("subject_id").notNull(),
    reason: text("reason", { enum: REPORT_REASONS }).notNull(),
    words: text("words").notNull(),
    createdAt: createdAt(),
    closedAt: moment("closed_at"),
    outcome: text("outcome").$type<ReportOutcome>(),
    /** Its notice, and the notice's reason, which stays when the notice is deleted. */
    noticeId: text("notice_id").references(() => notice.id, { onDelete: "set null" }),
    noticeReason: text("notice_reason", { enum: NOTICE_REASONS }),
    /** The report whose outcome a notice's sender objects to with this one. */
    objectsTo: text("objects_to"),
    /** The moderator's reply to the sender of a notice. */
    reply: text("reply").notNull().default(""),
  },
  (t) => [
    uniqueIndex("report_once").on(t.reporterId, t.subject, t.subjectId).where(sql`closed_at is null`),
    index("report_case").on(t.caseId),
    index("report_reporter").on(t.reporterId, t.createdAt),
    index("report_reported").on(t.reportedId),
    index("report_age").on(t.createdAt),
    index("report_notice").on(t.noticeId).where(sql`notice_id is not null`),
  ],
);

/** The snapshot taken by a report, deleted some time after the case is closed. */
export const evidence = sqliteTable(
  "evidence",
  {
    reportId: text("report_id")
      .primaryKey()
      .references(() => report.id, { onDelete: "cascade" }),
    snapshot: text("snapshot", { mode: "json" }).$type<EvidenceSnapshot>().notNull(),
    /** The ids of its messages, oldest first. */
    messages: text("messages", { mode: "json" }).$type<string[]>().notNull().default([]),
    /** Null while the case is open. */
    expiresAt: moment("expires_at"),
  },
  (t) => [index("evidence_expiry").on(t.expiresAt).where(sql`expires_at is not null`)],
);

/** The pictures in evidence, kept as long as it is. */
/** A message as reports of a case have found it, stored once for all that have found it the same. */
export const evidenceMessage = sqliteTable(
  "evidence_message",
  {
    id: text("id").primaryKey(),
    caseId: text("case_id")
      .notNull()
      .references(() => moderationCase.id, { onDelete: "cascade" }),
    messageId: text("message_id").notNull(),
    content: text("content", { mode: "json" }).$type<EvidenceMessage>().notNull(),
  },
  (t) => [index("evidence_message_case").on(t.caseId)],
);

export const evidencePicture = sqliteTable(
  "evidence_picture",
  {
    reportId: text("report_id")
      .notNull()
      .references(() => report.id, { onDelete: "cascade" }),
    pictureId: text("picture_id")
      .notNull()
      .references(() => picture.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ columns: [t.reportId, t.pictureId] }),
    index("evidence_picture_picture").on(t.pictureId),
  ],
); // without rowid

/** The files of messages in evidence, kept as long as it is. */
export const evidenceAttachment = sqliteTable(
  "evidence_attachment",
  {
    reportId: text("report_id")
      .notNull()
      .references(() => report.id, { onDelete: "cascade" }),
    attachmentId: text("attachment_id")
      .notNull()
      .references(() => attachment.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ columns: [t.reportId, t.attachmentId] }),
    index("evidence_attachment_attachment").on(t.attachmentId),
  ],
); // without rowid

/** A moderator's sanction on a case, as the member sees it. `none` means no violation. */
export const sanction = sqliteTable(
  "sanction",
  {
    id: text("id").primaryKey(),
    caseId: text("case_id")
      .notNull()
      .unique()
      .references(() => moderationCase.id, { onDelete: "cascade" }),
    memberId: integer("member_id").references(() => member.id, { onDelete: "set null" }),
    moderatorId: integer("moderator_id").references(() => member.id, { onDelete: "set null" }),
    kind: text("kind", { enum: SANCTION_KINDS }).notNull(),
    rule: text("rule").notNull(),
    statement: text("statement").notNull(),
    removed: text("removed", { mode: "json" }).$type<RemovedContent[]>().notNull().default([]),
    startsAt: moment("starts_at").notNull(),
    /** Set for suspensions only. */
    endsAt: moment("ends_at"),
    acknowledgedAt: moment("acknowledged_at"),
    overturnedAt: moment("overturned_at"),
  },
  (t) => [index("sanction_member").on(t.memberId, t.startsAt), index("sanction_age").on(t.startsAt)],
);

/** A member's appeal against a sanction, at most one. */
export const appeal = sqliteTable(
  "appeal",
  {
    id: text("id").primaryKey(),
    sanctionId: text("sanction_id")
      .notNull()
      .unique()
      .references(() => sanction.id, { onDelete: "cascade" }),
    words: text("words").notNull(),
    createdAt: createdAt(),
    decidedBy: integer("decided_by").references(() => member.id, { onDelete: "set null" }),
    decidedAt: moment("decided_at"),
    isOverturned: integer("is_overturned", { mode: "boolean" }),
    statement: text("statement"),
  },
  (t) => [index("appeal_open").on(t.createdAt, t.id).where(sql`decided_at is null`)],
);

/**
 * What moderators did and viewed. The triggers moderation_log_update and moderation_log_delete refuse changes and deletions,
 * and ids may refer to deleted rows.
 */
export const moderationLog = sqliteTable(
  "moderation_log",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: moment("at").notNull(),
    actorId: integer("actor_id"),
    action: text("action", { enum: MODERATION_ACTIONS }).notNull(),
    caseId: text("case_id"),
    memberId: integer("member_id"),
    detail: text("detail").notNull().default(""),
  },
  (t) => [
    index("moderation_log_case").on(t.caseId),
    index("moderation_log_member").on(t.memberId),
    index("moderation_log_actor").on(t.actorId),
  ],
);

/** Sanctions against a person, by a keyed hash of their email or identity, which outlives the account. */
export const strike = sqliteTable(
  "strike",
  {
    sanctionId: text("sanction_id").primaryKey(),
    personHash: text("person_hash").notNull(),
    /** The member's, if the age provider had confirmed their age. */
    ageProof: text("age_proof"),
    kind: text("kind", { enum: SANCTION_KINDS }).notNull(),
    at: moment("at").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [
    index("strike_person").on(t.personHash),
    index("strike_age_proof").on(t.ageProof).where(sql`age_proof is not null`),
    index("strike_expiry").on(t.expiresAt),
  ],
);

/** Perceptual hashes of removed pictures, so that copies are refused. */
export const removedPicture = sqliteTable(
  "removed_picture",
  {
    hash: text("hash").notNull(),
    sanctionId: text("sanction_id")
      .notNull()
      .references(() => sanction.id, { onDelete: "cascade" }),
    /**
     * Since when pictures that look like it have to be searched for; null once they were, or if only its owner's are banned.
     */
    searchDueAt: moment("search_due_at"),
  },
  (t) => [
    primaryKey({ columns: [t.hash, t.sanctionId] }),
    index("removed_picture_search").on(t.searchDueAt).where(sql`search_due_at is not null`),
  ],
); // without rowid
