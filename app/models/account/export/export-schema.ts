// The shape of an export's files. Zod's next version is used here because it can describe itself as a JSON Schema.
import { FREQUENCIES, REACTIONS } from "db/column-types";
import { z } from "zod/v4";

const time = z.iso.datetime();
const shownName = z
  .string()
  .nullable()
  .describe("First name and initial, or null if this member has deleted the account");
const firstName = z.string().describe("The first name, as the app shows it");

const frequency = z.enum(FREQUENCIES);

const profile = z.strictObject({
  id: z.string().describe("The ID that others enter to challenge you"),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  bio: z.string(),
  anthem: z.record(z.string(), z.unknown()).nullable().describe("The song on your profile"),
  prompts: z.array(z.strictObject({ prompt: z.string(), answer: z.string() })),
  age: z.number().int().nullable(),
  location: z.string().describe("What you typed"),
  town: z.string().nullable().describe("What others see of your location"),
  photo: z.string().nullable().describe("A file in pictures/"),
  photoFocus: z.string().nullable().describe("What crops keep in view, in percent of width and height"),
  morePhotos: z
    .array(z.strictObject({ photo: z.string().nullable(), photoFocus: z.string().nullable() }))
    .describe("The photos after the first, in their order"),
  newPhotoFocus: z.string().nullable().describe("The same of a photo that waits for a moderator"),
  coverPhoto: z.string().nullable().describe("A file in pictures/"),
  joinedAt: time,
  pausedAt: time.nullable(),
  lastVisit: z.string().nullable().describe("The day of your last visit, such as 2026-11-21"),
  privacy: z.strictObject({
    showsSeen: z
      .boolean()
      .describe("Whether people you chat with see what you have read, and you what they have"),
    showsTyping: z.boolean().describe("The same for when you are typing"),
    playsYoutube: z.boolean().describe("Whether YouTube videos in chats play without asking"),
    playsSpotify: z.boolean().describe("The same for Spotify links"),
    opensPhotos: z.boolean().describe("Whether photos in chats show without asking"),
  }),
  notifications: z.strictObject({
    matchPage: z.boolean().describe("Whether new matches are listed under your notifications"),
    messagePage: z.boolean(),
    gamePage: z.boolean(),
    playlistPage: z.boolean(),
    matchPush: z.boolean().describe("Whether your devices are told of new matches"),
    messagePush: z.boolean(),
    gamePush: z.boolean(),
    playlistPush: z.boolean(),
    accountPush: z.boolean(),
    matchMail: frequency.describe("How often you are emailed about new matches"),
    messageMail: frequency,
    gameMail: frequency,
    playlistMail: frequency,
    accountMail: frequency,
    showsNames: z.boolean().describe("Whether locked screens show who it is about"),
    timeZone: z.string().nullable(),
    quietFrom: z.number().int().nullable().describe("The hour at which your quiet hours start"),
    quietTo: z.number().int().nullable().describe("The hour at which they end"),
  }),
  whomToMeet: z.strictObject({
    gender: z.string().nullable(),
    genderWords: z.string().nullable().describe("Your own words for your gender"),
    meets: z.array(z.string()).describe("Who you'd like to meet; empty means everyone"),
    meetAgeMin: z.number().int().nullable(),
    meetAgeMax: z.number().int().nullable(),
    purpose: z.string().nullable(),
    showsWishes: z.boolean().describe("Whether others see this on your profile"),
  }),
  showsCollection: z.boolean().describe("Whether others see your records and public playlists on your page"),
});

const signIn = z.strictObject({
  provider: z.string().nullable().describe("The outside provider you sign in with, if any"),
  subject: z.string().nullable().describe("Your identifier there"),
  account: z
    .strictObject({
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      emailConfirmedAt: time.nullable(),
      createdAt: time,
      unusedRecoveryCodes: z.number().int(),
      authenticatorSince: time.nullable(),
    })
    .nullable(),
  passkeys: z.array(z.strictObject({ name: z.string(), createdAt: time, lastUsedAt: time.nullable() })),
  sessions: z.array(
    z.strictObject({
      browser: z.string(),
      signedInAt: time,
      expiresAt: time,
      pushSince: time.nullable().describe("Since when it gets notifications while B-Side is closed"),
    }),
  ),
  securityEvents: z.array(z.strictObject({ event: z.string(), browser: z.string(), at: time })),
});

const preferences = z
  .strictObject({
    topArtists: z.array(z.string()).describe("Your favorite first"),
    favoriteGenres: z.array(z.string()),
    totalScrobbles: z.number().int(),
    concertsAttended: z.number().int(),
  })
  .nullable();

const decision = z.strictObject({ member: shownName, decision: z.enum(["liked", "passed"]), at: time });

const match = z.strictObject({ member: shownName, matchedAt: time });

const message = z.strictObject({
  from: z.enum(["you", "them"]),
  text: z.string(),
  share: z.record(z.string(), z.unknown()).nullable().describe("A shared song, video or link"),
  file: z.string().nullable().describe("A file in attachments/; only of what you sent"),
  sentAt: time,
  editedAt: time.nullable(),
  deletedAt: time.nullable(),
  earlier: z
    .array(
      z.strictObject({
        text: z.string(),
        share: z.record(z.string(), z.unknown()).nullable(),
        until: time,
      }),
    )
    .describe("What it said before it was edited or deleted"),
  quotes: z
    .strictObject({ from: z.enum(["you", "them"]), sentAt: time })
    .nullable()
    .describe("The message it replies to"),
  yourReaction: z.enum(REACTIONS).nullable(),
  theirReaction: z.enum(REACTIONS).nullable(),
});

const conversation = z.strictObject({
  with: firstName,
  startedBy: z.enum(["you", "them"]),
  isAccepted: z.boolean().describe("False for a message request"),
  startedAt: time,
  endedAt: z.iso.date().nullable().describe("Once it has ended, only the messages you wrote are here"),
  closedAt: time.nullable().describe("When one of you said goodbye"),
  closedBy: z.enum(["you", "them"]).nullable(),
  messages: z.array(message),
});

const playlist = z.strictObject({
  name: z.string(),
  description: z.string(),
  owner: z.string().describe('"you", or the first name'),
  collaborator: z.string().nullable().describe('"you", or the first name'),
  isPublic: z.boolean(),
  cover: z.string().nullable().describe("A file in pictures/, or a URL"),
  createdAt: time,
  songs: z.array(
    z.strictObject({
      artist: z.string(),
      title: z.string(),
      album: z.string(),
      durationSeconds: z.number().int().nullable(),
      addedBy: z.string().nullable().describe('"you", the first name, or null for a former collaborator'),
    }),
  ),
});

const side = z.enum(["you", "them"]).nullable();
const game = z.strictObject({
  opponent: firstName,
  startedBy: z.enum(["you", "them"]),
  status: z.string(),
  ending: z.string().nullable(),
  winner: side,
  yourScore: z.number().int(),
  theirScore: z.number().int(),
  createdAt: time,
  rounds: z.array(
    z.strictObject({
      question: z.string(),
      options: z.array(z.string()),
      yourAnswer: z.string().nullable(),
      theirAnswer: z.string().nullable(),
      correctAnswer: z.string().nullable().describe("Null until both have answered"),
      point: side,
    }),
  ),
});

const connection = z.strictObject({
  service: z.string(),
  userId: z.string(),
  username: z.string(),
  isActive: z.boolean(),
  isVerified: z.boolean(),
  playCount: z.number().int().nullable(),
  topArtists: z.array(z.string()).nullable(),
  period: z.string().nullable().describe("The time over which the top artists are counted, if you chose one"),
  connectedAt: time,
  readAt: time.nullable(),
});

const picture = z.strictObject({
  file: z.string(),
  uploadedAt: time,
  musicBrainzRelease: z.string().nullable().describe("Whose cover it is, if the Cover Art Archive has it"),
});

const blocked = z.strictObject({ member: z.string(), blockedAt: time });

const report = z.strictObject({
  about: z.string(),
  reason: z.string(),
  yourWords: z.string(),
  status: z.string(),
  createdAt: time,
  closedAt: time.nullable(),
});

const notification = z.strictObject({ kind: z.string(), text: z.string(), at: time, isRead: z.boolean() });

const moderation = z.strictObject({
  decision: z.string(),
  rule: z.string(),
  statement: z.string(),
  removed: z.array(z.string()),
  startsAt: time,
  endsAt: time.nullable(),
  isOverturned: z.boolean(),
  appeal: z
    .strictObject({
      yourWords: z.string(),
      createdAt: time,
      decidedAt: time.nullable(),
      isOverturned: z.boolean(),
      statement: z.string().nullable(),
    })
    .nullable(),
});

/** The shapes of the JSON files by their names. */
export const exportedFiles = {
  "profile.json": profile,
  "sign-in.json": signIn,
  "preferences.json": preferences,
  "decisions.json": z.array(decision),
  "matches.json": z.array(match),
  "playlists.json": z.array(playlist),
  "trivia-games.json": z.array(game),
  "music-connections.json": z.array(connection),
  "pictures.json": z.array(picture),
  "blocked-members.json": z.array(blocked),
  "reports.json": z.array(report),
  "notifications.json": z.array(notification),
  "decisions-about-you.json": z.array(moderation),
};

type Files = { [File in keyof typeof exportedFiles]: z.infer<(typeof exportedFiles)[File]> };
/** The content of a JSON file. */
export type ExportedFile<Name extends keyof Files> = Files[Name];
/** One item of a JSON file that is a list. */
export type ExportedItem<Name extends keyof Files> = Files[Name] extends (infer Item)[] ? Item : never;
export type ExportedConversation = z.infer<typeof conversation>;
export type ExportedMessage = z.infer<typeof message>;

/** The JSON Schema of an export's JSON files, as properties of one object under their names. */
export function describeExport() {
  const describe = (schema: z.ZodType) => {
    const { $schema: _, ...described } = z.toJSONSchema(schema);
    return described;
  };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "The JSON files of a B-Side export",
    type: "object",
    properties: Object.fromEntries(
      Object.entries(exportedFiles).map(([name, schema]) => [name, describe(schema)]),
    ),
    patternProperties: { "^conversations/\\d+\\.json$": describe(conversation) },
    required: Object.keys(exportedFiles),
    additionalProperties: false,
  };
}
