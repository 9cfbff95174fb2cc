// Schemas of messages, shares and reactions, and of a page of messages.
import { REACTIONS } from "db/column-types";
import { z } from "zod";
import { type Message, msg, t } from "~/language/text";
import {
  clientId,
  exactString,
  optionalClientId,
  optionalText,
  readText,
  requiredText,
  saying,
} from "~/models/fields";
import { MESSAGE_MAX } from "./message";
import {
  defaultNote,
  parseSpotifyUrl,
  parseVideo,
  parseYoutubeUrl,
  type SharedContent,
  SONG_PART_MAX,
  shareMessages,
  shareTypes,
  VIDEO_TITLE_MAX,
  videoIdOf,
} from "./share";

const TOO_LONG = msg("Use at most 2,000 characters");
const METADATA = saying(msg("metadata must match messageType"));
const CONVERSATION = msg("conversationId is required");

const id = clientId.optional();
const quotedId = optionalClientId;
const note = optionalText(MESSAGE_MAX, TOO_LONG);
const messages = { errorMap: METADATA };
const typeOf = (type: string) => z.literal(type, messages).optional();

/** A URL that `parse` accepts, as it returns it. */
function parsedUrl(parse: (typed: string) => string | undefined, message: Message) {
  return readText(exactString(message), parse, message);
}

const song = z
  .object(
    {
      type: typeOf("song"),
      artist: requiredText(msg("Artist is required"), SONG_PART_MAX),
      title: requiredText(msg("Title is required"), SONG_PART_MAX),
      album: optionalText(SONG_PART_MAX),
    },
    messages,
  )
  .transform(({ artist, title, album }) => ({
    type: "song" as const,
    artist,
    title,
    ...(album ? { album } : {}),
  }));

const youtube = z
  .object(
    { type: typeOf("youtube"), url: parsedUrl(parseYoutubeUrl, shareMessages.invalid.youtube) },
    messages,
  )
  .transform(({ url }) => ({ type: "youtube" as const, url, videoId: videoIdOf(url) }));

const spotify = z
  .object(
    { type: typeOf("spotify"), url: parsedUrl(parseSpotifyUrl, shareMessages.invalid.spotify) },
    messages,
  )
  .transform(({ url }) => ({ type: "spotify" as const, url }));

const videoUrl = z
  .string({
    errorMap: (issue) => {
      const isMissing = issue.code === "invalid_type" && issue.received === "undefined";
      return { message: t((isMissing ? shareMessages.urlRequired : shareMessages.urlInvalid).description) };
    },
  })
  .superRefine((typed, context) => {
    if (typed.trim() === "")
      context.addIssue({ code: "custom", message: t(shareMessages.urlRequired.description) });
    else if (!parseVideo(typed))
      context.addIssue({ code: "custom", message: t(shareMessages.urlInvalid.description) });
  });

const video = z
  .object(
    {
      youtubeUrl: videoUrl,
      videoTitle: optionalText(VIDEO_TITLE_MAX),
      videoThumbnail: z.string({ errorMap: saying(msg("Must be text")) }).nullish(),
    },
    messages,
  )
  .transform(
    ({ youtubeUrl, videoTitle, videoThumbnail }) =>
      // videoUrl has checked that it parses.
      parseVideo(youtubeUrl, { title: videoTitle, thumbnail: videoThumbnail })?.metadata ?? z.NEVER,
  );

/**
 * The composer's form and POST /api/conversations/{id}/messages. `id` is made by the client: a repeat is the same
 * message. Without a messageType it is plain text; a share gets its ids from the URL and a default note if it has none.
 */
export const messageInput = z.preprocess(
  toMessageType,
  z
    .discriminatedUnion(
      "messageType",
      [
        z.object({
          id,
          quotedId,
          messageType: z.null(),
          content: requiredText(msg("Write a message first"), MESSAGE_MAX, TOO_LONG),
        }),
        z.object({ id, quotedId, messageType: z.literal("music_share"), content: note, metadata: song }),
        z.object({ id, quotedId, messageType: z.literal("youtube_link"), content: note, metadata: youtube }),
        z.object({ id, quotedId, messageType: z.literal("spotify_link"), content: note, metadata: spotify }),
        z.object({ id, quotedId, messageType: z.literal("youtube_video"), content: note, metadata: video }),
      ],
      {
        errorMap: (issue, context) => ({
          message:
            issue.code === "invalid_union_discriminator" ? t("Unknown messageType") : context.defaultError,
        }),
      },
    )
    .transform((message) =>
      message.messageType === null
        ? { ...message, metadata: null }
        : { ...message, content: message.content || defaultNote(message) },
    ),
);
export type MessageInput = { id?: string; quotedId?: string; content: string } & (
  | SharedContent
  | { messageType?: null; metadata?: null }
);

/** The Share Music dialog: the same message from its form's fields. */
export const shareInput = z
  .object({
    id: optionalClientId,
    shareType: z.enum(shareTypes, { errorMap: saying(msg("Choose what to share")) }),
    artist: z.unknown(),
    title: z.unknown(),
    album: z.unknown(),
    url: z.unknown(),
    note: z.unknown(),
  })
  .transform(({ id, shareType, note, ...metadata }, context): MessageInput => {
    const messageType = { song: "music_share", youtube: "youtube_link", spotify: "spotify_link" }[shareType];
    const { data, error } = messageInput.safeParse({ id, messageType, content: note ?? "", metadata });
    if (data) return data;
    for (const issue of error.issues) {
      const [field] = issue.path.slice(-1);
      context.addIssue({
        ...issue,
        path: field === "content" ? ["note"] : field === undefined ? [] : [field],
      });
    }
    return z.NEVER;
  });

/** The Share YouTube Video dialog. */
export const videoInput = z.object({ id: optionalClientId, youtubeUrl: videoUrl });
export type VideoInput = z.output<typeof videoInput>;

/** POST /api/messages/youtube. */
export const videoCall = videoInput.extend({
  conversationId: exactString(CONVERSATION).min(1),
});

/** PATCH /api/messages/{id}, and the form that edits a message. */
export const editInput = z.object({
  content: requiredText(msg("Write a message first"), MESSAGE_MAX, TOO_LONG),
});

/** A button about a message. */
export const messageButton = z.object({ messageId: clientId });

/** The query of a page of messages: the id of the message that it ends before, begins after or is centered on. */
const pageOfMessages = z.object({
  before: clientId.optional(),
  after: clientId.optional(),
  around: clientId.optional(),
});
export const messagePage = pageOfMessages.omit({ around: true });

const NOT_A_TIME = msg("Must be a time like 2026-01-31T12:00:00.000Z");

/** The query with which an open page polls, with the time of the last edit or deletion that it knows of. */
export const messagePoll = messagePage.extend({
  changedSince: exactString(NOT_A_TIME).datetime().optional(),
});
export type MessagePage = z.output<typeof pageOfMessages>;

/** What the message field holds at first: up to 2,000 characters, else nothing. */
export const firstText = optionalText(MESSAGE_MAX).catch("").optional();

/** The query of an open chat. */
export const chatPage = pageOfMessages.omit({ after: true }).extend({
  text: firstText,
  /** The message that is replied to. */
  reply: optionalClientId.catch(undefined),
});

/** Reads a missing or blank messageType as null, which is plain text. */
function toMessageType(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const { messageType } = input as { messageType?: unknown };
  return { ...input, messageType: messageType === "" ? null : (messageType ?? null) };
}

const reaction = z.enum(REACTIONS, { errorMap: saying(msg("Unknown reaction")) });

/** PUT /api/messages/{id}/reaction. */
export const reactionInput = z.object({ reaction });

/** The buttons of a message's menu; an empty reaction removes the member's own. */
export const reactionForm = messageButton.extend({
  reaction: z.preprocess((typed) => (typed === "" ? null : typed), reaction.nullable()),
});
