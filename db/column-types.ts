// Column values that the rest of the app refers to by name.

/** The issuer of members who sign in at the embedded provider, which stays the same when APP_ORIGIN changes. */
export const EMBEDDED_MEMBERS = "embedded";

/** The badge of candidates who are new here, until a job removes it. */
export const NEW_HERE = 1 << 2;

/** All genres in the order of the profile form. A genre's index is its bit in masks, so new ones are appended. */
export const GENRES = [
  "Rock",
  "Pop",
  "Jazz",
  "Electronic",
  "Hip-Hop",
  "R&B",
  "Country",
  "Folk",
  "Classical",
  "Blues",
  "Metal",
  "Punk",
  "Reggae",
  "Alternative",
  "Indie",
  "Dance",
  "House",
  "Techno",
  "Ambient",
  "Experimental",
  "Singer-Songwriter",
  "Acoustic",
  "Funk",
  "Soul",
  "Gospel",
] as const;

export type Genre = (typeof GENRES)[number];

/** Members' genders; `own`: in their own words. A gender's index is its bit in `wishes`. */
export const GENDERS = ["woman", "man", "nonbinary", "own"] as const;

export type Gender = (typeof GENDERS)[number];

/** Whom members would like to meet; `unsaid`: people who haven't said a gender, whom `everyone` includes. */
export const MEET_CHOICES = [...GENDERS, "unsaid", "everyone"] as const;

export type MeetChoice = (typeof MEET_CHOICES)[number];

/** What members are here for. */
export const PURPOSES = ["dating", "friends", "both"] as const;

export type Purpose = (typeof PURPOSES)[number];

/** In the order they are offered. */
export const MUSIC_SERVICES = ["listenbrainz", "lastfm", "spotify", "youtube"] as const;

export type MusicService = (typeof MUSIC_SERVICES)[number];

/** Where members can open a song, in the order they are offered. */
export const LISTEN_SERVICES = [
  "youtube",
  "youtube_music",
  "spotify",
  "apple_music",
  "bandcamp",
  "deezer",
  "tidal",
] as const;

export type ListenService = (typeof LISTEN_SERVICES)[number];

/** The service that a member's songs open in first; `none`: no favorite, and don't ask again. */
export const LISTEN_CHOICES = [...LISTEN_SERVICES, "none"] as const;

export type ListenChoice = (typeof LISTEN_CHOICES)[number];

/** The units that distances are shown in. They are stored, compared and sent by the API in miles. */
export const DISTANCE_UNITS = ["miles", "kilometers"] as const;

export type DistanceUnit = (typeof DISTANCE_UNITS)[number];

/** The languages that B-Side has, by their tags; en-XA is pseudo-English, for tests. */
export const LANGUAGES = ["en", "de", "fr", "es", "en-XA"] as const;

export type Language = (typeof LANGUAGES)[number];

/** Who sees where a member goes: everybody they could meet, only their matches among those, or nobody. */
export const GOING_VIEWERS = ["people", "matches", "nobody"] as const;

export type GoingViewers = (typeof GOING_VIEWERS)[number];

/** What members answer when they are asked whether they met. */
export const PLAN_ANSWERS = ["yes", "no", "unsaid"] as const;

/** The time over which a service counts plays, by ListenBrainz's names. */
export const PLAY_PERIODS = ["half_yearly", "all_time"] as const;

export type PlayPeriod = (typeof PLAY_PERIODS)[number];

/** The service whose listening history a member's file is. */
export type HistoryKind = "listenbrainz" | "lastfm" | "spotify";

/**
 * What an outbox event is about. `conversation`: one has been added, answered, closed or reopened, or some of it read. `seen`:
 * the other member of a conversation has read something. `progress`: the member's export, search for covers or file of plays
 * has advanced. `joint-play`: what the members of a conversation play in step has begun, moved or ended. `reaction`: somebody
 * has reacted to a message, or no longer does. `message-change`: a message has been edited or deleted. `notification`: the
 * member's notifications have changed, apart from changes by the other kinds. `reset`: whom the member can see, or what they
 * share with others, has changed, so pages reload everything.
 */
export const EVENT_KINDS = [
  "message",
  "match",
  "conversation",
  "seen",
  "game",
  "playlist",
  "progress",
  "joint-play",
  "reaction",
  "message-change",
  "notification",
  "reset",
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** What a message can have besides its text. */
export const ATTACHMENT_KINDS = ["photo", "voice"] as const;

export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

/** How a member can react to a message. */
export const REACTIONS = ["heart", "laugh", "wow", "tear", "record", "dancer"] as const;

export type ReactionKind = (typeof REACTIONS)[number];

export const NOTIFICATION_KINDS = [
  "match",
  "message",
  "reaction",
  "game",
  "invitation",
  "song",
  "wanted",
  "report",
  "decision",
  "appeal",
  "question",
  "sign-in",
  "artists",
  "fraud",
  "photo-check",
  "show",
  "show-moved",
  "plan",
  "plan-reminder",
  "plan-home",
  "plan-met",
  "alert",
] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The subject of a notification: `subjectId` is its id, and opening its page marks the notification as read. */
export const NOTIFICATION_SUBJECTS = {
  match: "match",
  message: "conversation",
  reaction: "conversation",
  game: "game",
  invitation: "playlist",
  song: "playlist",
  wanted: "match",
  report: "report",
  decision: "sanction",
  appeal: "appeal",
  question: "question",
  "sign-in": "sign-in",
  artists: "connection",
  // The id of the banned member.
  fraud: "fraud",
  // The id of the member.
  "photo-check": "photo-check",
  show: "show",
  "show-moved": "show",
  plan: "plan",
  "plan-reminder": "plan",
  "plan-home": "plan-link",
  "plan-met": "plan",
  // The moment at which a member was told of everybody whom an alert had found, in ms.
  alert: "alert",
} as const satisfies Record<NotificationKind, string>;

export type NotificationSubject = (typeof NOTIFICATION_SUBJECTS)[NotificationKind];

/** The topics of notification settings; each covers some kinds. */
export const TOPICS = [
  "match",
  "message",
  "game",
  "playlist",
  "music",
  "record",
  "show",
  "plan",
  "alert",
  "account",
] as const;

export type Topic = (typeof TOPICS)[number];

/** Conditions on the members whom Discover shows. */
export type DiscoverFilters = {
  ageMin?: number;
  ageMax?: number;
  /** In miles. */
  maxDistance?: number;
  genres?: Genre[];
  /** A score. */
  minCompatibility?: number;
  /** Finds only verified listeners. */
  verifiedListeners?: boolean;
  /** Only members whose photo a moderator has checked. */
  photoChecked?: boolean;
};

/**
 * What alerts look at in a member whom Discover lists: their row in `candidate`, their list, and the shows where others see
 * them.
 */
export type AlertView = {
  cell: number;
  /** Where they are on a trip. */
  tripCell: number | null;
  age: number;
  genres: number;
  wishes: number;
  badges: number;
  /** Ids, in the order of the list. */
  artists: number[];
  shows: string[];
};

/** How often mail is sent; events in between are collected. */
export const FREQUENCIES = ["now", "four-hours", "daily", "weekly", "never"] as const;

export type Frequency = (typeof FREQUENCIES)[number];

/**
 * How a member is notified of each topic: at once or never on pages and devices. News about the account is always on the page.
 */
export type NotificationChoices = { [Name in `${Exclude<Topic, "account">}Page`]: boolean } & {
  [Name in `${Topic}Push`]: boolean;
} & { [Name in `${Topic}Mail`]: Frequency };

/** Roles with more rights: an operator may do what a moderator may, and runs the deployment. */
export const STAFF_ROLES = ["moderator", "operator"] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];

/** Why somebody has to let a member in: newcomers need approval, or their network or they themselves are held. */
export const APPLICATION_CAUSES = ["approval", "network", "held"] as const;

export type ApplicationCause = (typeof APPLICATION_CAUSES)[number];

/** The subjects of reports. */
export const REPORT_SUBJECTS = [
  "member",
  "photo",
  "message",
  "conversation",
  "playlist",
  "answer",
  "show",
] as const;

export type ReportSubject = (typeof REPORT_SUBJECTS)[number];

/** Why something is reported, in the order of the form. */
export const REPORT_REASONS = [
  "harassment",
  "hate",
  "sexual",
  "impersonation",
  "scam",
  "spam",
  "underage",
  "danger",
  "other",
] as const;

export type ReportReason = (typeof REPORT_REASONS)[number];

/** The reasons of notices, in the order of the form. */
export const NOTICE_REASONS = [
  "intimate",
  "child",
  "threat",
  "hate",
  "fraud",
  "copyright",
  "impersonation",
  "other",
] as const;

export type NoticeReason = (typeof NOTICE_REASONS)[number];

/** How a report ended: with a sanction against the reported member, or with no violation found. */
export type ReportOutcome = "acted" | "dismissed" | "overturned";

/** Sanctions by a moderator, mildest first. */
export const SANCTION_KINDS = ["none", "warning", "removal", "hide", "suspend", "ban"] as const;

export type SanctionKind = (typeof SANCTION_KINDS)[number];

/** What a sanction removed, kept so that an overturned appeal can restore it. */
export type RemovedContent =
  // `wasPending`: a new picture that a moderator didn't approve; `cover` is then that of a profile, playlist or record.
  // `isShown: false`: already replaced by its member, so an appeal doesn't restore it.
  | { kind: "photo" | "cover"; pictureId: string; wasPending?: true; isShown?: boolean }
  | { kind: "morePhoto"; pictureId: string; focus: string | null; isShown?: boolean }
  // `wasDeleted`: its member had deleted the message already, and an appeal doesn't bring it back. `isAlike`: it was removed
  // because it looks like a removed picture, and no moderator has seen it.
  | { kind: "chatPhoto"; messageId: string; wasDeleted: boolean; isAlike?: true }
  | { kind: "bio"; text: string }
  | { kind: "prompts"; prompts: PromptAnswer[] }
  | { kind: "answer"; answers: DailyAnswer[] }
  | { kind: "anthem"; anthem: Anthem }
  | { kind: "playlist"; playlistId: string }
  | { kind: "show"; showId: string }
  | { kind: "notes"; notes: { recordId: string; text: string }[] };

/** The poses of photo checks, of which one is drawn for each. */
export const POSES = [
  "hand-on-head",
  "three-fingers",
  "thumb-up",
  "finger-on-nose",
  "hand-on-ear",
  "flat-hand",
  "fist-at-chin",
  "two-fingers",
] as const;

export type Pose = (typeof POSES)[number];

/** How a moderator decides a photo check. */
export const PHOTO_CHECK_OUTCOMES = ["matches", "differs", "no-face"] as const;

export type PhotoCheckOutcome = (typeof PHOTO_CHECK_OUTCOMES)[number];

/** What the moderators' log records. */
export const MODERATION_ACTIONS = [
  "reported",
  "noticed",
  "assigned",
  "viewed",
  "claimed",
  "released",
  "decided",
  "appealed",
  "appeal-decided",
  "searched",
  "photo-reviewed",
  "let-in",
  "refused",
  "held",
  "questioned",
  "answered",
  "noted",
  "asked",
  "photo-checked",
  "message-reviewed",
  "picture-hidden",
] as const;

export type ModerationAction = (typeof MODERATION_ACTIONS)[number];

/** The messages of a case: a moderator's question to the member, the answer, and a note that only moderators read. */
export const CASE_MESSAGE_KINDS = ["question", "answer", "note"] as const;

/** How it is known that a member is 18 or older: they said so, or the age provider did. */
export const AGE_CHECKS = ["declared", "provider"] as const;

/**
 * The history of a proven account: when it begins (ms), how many plays it has, and whether it is old and long enough, too
 * short or too young, or hidden by its owner.
 */
export type AccountHistory = { since: number | null; plays: number; result: "verified" | "short" | "hidden" };

/** The song on a member's profile: by its words, or a link to it. */
export type Anthem =
  | { type: "song"; artist: string; title: string }
  | { type: "youtube"; url: string; videoId: string | null }
  | { type: "spotify"; url: string };

/** The prompts that members can answer on their profile, in the order of the form. */
export const PROMPTS = [
  "b_side",
  "best_show",
  "first_record",
  "desert_island",
  "no_guilt",
  "karaoke",
  "every_time",
  "skipped_hit",
  "party_opener",
  "long_drive",
  "sunday_morning",
  "underrated",
  "lyric",
  "better_cover",
  "wrong_about",
  "parents",
  "missed_show",
  "record_shop",
  "talk_about",
  "get_along",
] as const;

/** A prompt with the member's answer. */
export type PromptAnswer = { prompt: (typeof PROMPTS)[number]; answer: string };

/**
 * The questions of the day, in their order: add new ones at the end, or today's question changes for members who have answered.
 */
export const QUESTIONS = [
  "played_twice",
  "rainy_day",
  "best_closer",
  "humming",
  "bought_blind",
  "better_live",
  "odd_instrument",
  "morning",
  "underplayed",
  "front_row",
  "grower",
  "sleeve",
  "other_language",
  "cooking",
  "bass_line",
  "one_hit",
  "time_machine",
  "instrumental",
  "walk_home",
  "borrowed",
  "perfect_side",
  "new_to_you",
  "duet",
  "after_midnight",
  "best_opener",
  "drums_on_table",
  "summer",
  "soundtrack",
  "b_side_wins",
  "came_back",
  "short_song",
  "gift",
  "sing_along",
  "train",
  "reunion",
  "long_song",
  "genre_door",
  "ten_seconds",
  "dance_floor",
  "wrong_speed",
  "first_memory",
  "winter",
  "solo",
  "label_trust",
] as const;

export type QuestionId = (typeof QUESTIONS)[number];

/** A member's answer to the question of a day, in days since 1970: a line, a song or both. */
export type DailyAnswer = { day: number; question: QuestionId; text: string; song: Anthem | null };

/** One of a member's photos: the id of an upload or a demo member's portrait, and its focal point ("x y" in percent). */
export type StoredPhoto = { photoId: string | null; portraitUrl: string | null; photoFocus: string | null };

/** A reported member and the reported content at the time of the report. Times are in ms. */
export type EvidenceSnapshot = {
  /** The reported photo's key, as `photoKey` makes it; null if the report names none, and missing in older snapshots. */
  reportedPhotoId?: string | null;
  profile: {
    firstName: string;
    lastName: string;
    bio: string;
    age: number | null;
    /** The words for their gender that others could see; missing in older snapshots. */
    genderWords?: string | null;
    /** Missing in older snapshots. */
    anthem?: Anthem | null;
    /** Missing in older snapshots. */
    prompts?: PromptAnswer[];
    placeName: string | null;
    photoId: string | null;
    coverId: string | null;
    portraitUrl: string | null;
    /** Missing in older snapshots. */
    photoFocus?: string | null;
    /** The photos after the first that others could see; missing in older snapshots. */
    morePhotos?: StoredPhoto[];
  };
  /** What they wrote in invitations; missing in older snapshots. */
  invitationWords?: string[];
  artists: string[];
  genres: Genre[];
  playlist: {
    id: string;
    name: string;
    description: string;
    pictureId: string | null;
    /** `isByOwner` is missing in older snapshots. */
    songs: { artist: string; title: string; album: string; isByOwner?: boolean }[];
  } | null;
  recordNotes: { recordId: string; artist: string; album: string; text: string }[];
  /** The newest records that others could see; missing in older snapshots. */
  records?: { artist: string; album: string }[];
  /** The reported answer to a day's question, or else the last one; missing in older snapshots. */
  answer?: DailyAnswer | null;
  /** The last plans of a reported conversation; missing in older snapshots. */
  plans?: EvidencePlan[];
  /** The shows they have added last, and the reported one; missing in older snapshots. */
  shows?: EvidenceShow[];
};

/** A show in evidence; `day` is in days since 1970. */
type EvidenceShow = {
  id: string;
  artists: string[];
  day: number;
  venue: string;
  placeName: string;
  link: string | null;
  note: string;
};

/** A plan in evidence; `day` is in days since 1970, `minutes` after midnight. */
type EvidencePlan = {
  place: string;
  day: number;
  minutes: number;
  /** Whether the reported member has proposed it. */
  isOwn: boolean;
  state: "proposed" | "accepted" | "declined" | "cancelled" | "over";
  /** The sentence of its cancellation, and by whom. */
  sentence: string;
  isCancelledByThem: boolean;
};

/** A message between a reporter and a reported member at the time of a report. Times are in ms. */
export type EvidenceMessage = {
  isByReporter: boolean;
  content: string;
  messageType: string | null;
  metadata: Record<string, unknown> | null;
  createdAt: number;
  /** The message it replies to; missing in older snapshots. */
  quotedId?: string | null;
  /**
   * Its texts before it was edited or deleted, and until when: the first, the first that was flagged and the last, or all of a
   * reported message. Missing in older snapshots.
   */
  earlier?: { content: string; metadata: Record<string, unknown> | null; replacedAt: number }[];
  /** Missing in older snapshots. */
  reactions?: { isByReporter: boolean; reaction: ReactionKind }[];
};

export const RECORD_FORMATS = ["vinyl", "cd", "cassette"] as const;
export const RECORD_CONDITIONS = ["mint", "very_good", "good", "fair"] as const;

export type RecordFormat = (typeof RECORD_FORMATS)[number];
export type RecordCondition = (typeof RECORD_CONDITIONS)[number];

/** What a member writes about a record, apart from its cover. */
export type RecordFields = {
  artist: string;
  album: string;
  year: number | null;
  genre: string;
  format: RecordFormat;
  condition: RecordCondition;
  notes: string;
};

/** A release as a music catalog describes it; blank or null where it doesn't say. */
export type ReleaseDetails = {
  artist: string;
  title: string;
  year: number | null;
  format: RecordFormat | null;
  label: string;
  country: string;
  barcode: string;
};

/** The folded keys that records are searched, sorted and compared by. */
export type RecordKeys = { artistKey: string; albumKey: string; genreKey: string };

/** A line of an imported file, and what could not be read in it. */
export type FileLine = { line: number; message: string };

/** A text that is worded when somebody looks at it: a message of app/language/text.ts. */
type KeptText =
  | string
  | { readonly text: string; readonly values?: { readonly [hole: string]: KeptText | number } };

/** A line of a file before it is worded. */
export type ReadLine = { line: number; message: KeptText };

/** A record of an imported file, with the id it will have, and which of its cells were changed or left out. */
export type ImportedRecord = RecordFields &
  RecordKeys & {
    id: string;
    pictureId: string | null;
    externalImageUrl: string | null;
    change?: FileLine;
    /** Whether the member looks for it, if the file itself says so. */
    wanted?: boolean;
  };

/** A song of an imported playlist; `duration` is in seconds. */
export type ImportedSong = { artist: string; title: string; album: string; duration: number | null };

/** The content of a playlist's file. */
export type PlaylistText = { name: string; description: string; songs: ImportedSong[] };

/** A playlist as it was read. Lines are the numbers of its songs, from 1. */
export type ReadPlaylist = PlaylistText & {
  /** The first songs without a title or an artist. */
  leftOut: ReadLine[];
  leftOutCount: number;
  /** The first songs that were changed. */
  changed: ReadLine[];
  changedCount: number;
  /** How many repeated songs are left out. */
  repeatCount: number;
  /** How many songs exceed the limit of a playlist. */
  excessCount: number;
};

/** What a one-time link to an account does. */
export const LINK_PURPOSES = ["reset", "confirm", "change", "undo"] as const;

/**
 * The content of a mail. None names anybody, since others can type an address with any name. `token` is that of its link,
 * `browser` such as "Firefox on Linux", `at` in ms.
 */
export type MailContent =
  /** `interaction` is the id of the sign-in that the new account finishes. */
  | { kind: "sign-up"; token: string; interaction: string }
  | { kind: "reset" | "confirm" | "change"; token: string }
  /** `unknown` is never sent: it stands in for a mail to an address without an account, so that both take as long. */
  | { kind: "known" | "unknown" }
  | { kind: "changed"; email: string; token: string }
  /** `email` is the address that is in use again. */
  | { kind: "restored"; email: string }
  /** `until` is when the account is erased, in ms. */
  | { kind: "deleted"; browser: string; at: number; until: number }
  | { kind: "sign-in" | "password-changed"; browser: string; at: number }
  /** News for a member who was away; `token` ends such mail. `lines` are written when it is sent. */
  | {
      kind: "digest";
      memberId: number;
      notificationIds: number[];
      lines: string[];
      token: string;
    }
  /** A newcomer was let in, or refused with the moderator's reasons; `until` is when the account is deleted, in ms. */
  | { kind: "let-in" }
  | { kind: "refused"; statement: string; until: number }
  /** To a notice's sender; the link's key is made from the notice's id when the mail is sent. */
  | { kind: "notice-confirm" | "notice-received"; noticeId: string }
  | { kind: "notice-decided"; noticeId: string; outcome: ReportOutcome; reply: string }
  /** Asks a member whether they are home; `token` answers it. */
  | { kind: "plan-home"; token: string }
  /** How many cases wait for the moderators; nothing else about them. */
  | { kind: "waiting-cases"; waiting: number }
  /** The community ends on this day; see `Ending` in app/models/community/ending.ts. */
  | {
      kind: "ending";
      ending: { day: string; erasedOn: string; backupsGoneOn: string | null; isOver: boolean };
    }
  | {
      kind: "sign-in-changed";
      change: SignInChange;
      browser: string;
      at: number;
      token: string;
      /** The ways to sign in that were removed with it. */
      removed?: string;
    };

/** The content of a push, read from the notification when it is sent; `close` removes read ones from the screen. */
export type PushContent =
  | { kind: "notification"; id: number }
  | { kind: "close"; tags: string[] }
  | { kind: "test" };

export const SECURITY_EVENTS = [
  "sign-in",
  "password-changed",
  "password-reset",
  "email-change-requested",
  "email-changed",
  "email-restored",
  "passkey-added",
  "passkey-removed",
  "authenticator-added",
  "authenticator-removed",
  "recovery-codes-created",
  "sessions-ended",
  "data-exported",
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number];

/** The sign-in changes that are mailed to the member with a link that undoes them. */
export type SignInChange = Exclude<
  SecurityEventKind,
  "sign-in" | "email-changed" | "email-restored" | "data-exported"
>;

/** A document that somebody accepted at sign-up, by the hash of its text; `at` is in ms. */
export type AcceptedDocument = { name: string; version: string; at: number };

/**
 * An account's passkeys, authenticator app and recovery codes at one moment, as columns of their rows, and since when its
 * address was proved.
 */
export type SignInWays = {
  passkeys: Record<string, string | number | null>[];
  authenticator: Record<string, string | number | null> | null;
  codes: Record<string, string | number | null>[];
  confirmedAt: number | null;
};
