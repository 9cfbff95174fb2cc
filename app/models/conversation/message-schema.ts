// What members write to each other: what is taken, and where lists go on.
import { z } from "zod";
import { MESSAGE_MAX } from "./chat";
import { clientId, exactText, optionalClientId, optionalText, requiredText } from "./fields";
import {
  type Shared,
  SONG_PART_MAX,
  shareTypes,
  shareWords,
  spotifyAddress,
  usualNote,
  VIDEO_TITLE_MAX,
  videoIdOf,
  videoOf,
  youtubeAddress,
} from "./share";

const TOO_LONG = "Messages have at most 2,000 characters";
const SAY_WHAT = "Say what is shared";
const SAY_WHERE = "Say which conversation";

const id = clientId.optional();
const note = optionalText(MESSAGE_MAX, TOO_LONG);
const said = { required_error: SAY_WHAT, invalid_type_error: SAY_WHAT };
const typed = (type: string) => z.literal(type, { errorMap: () => ({ message: SAY_WHAT }) }).optional();

/** An address that `read` knows, as it keeps it; anything else is refused with `says`. */
function address(read: (typed: string) => string | undefined, says: string) {
  return exactText(says).transform((sent, context) => {
    const kept = read(sent);
    if (kept !== undefined) return kept;
    context.addIssue({ code: "custom", message: says });
    return z.NEVER;
  });
}

const song = z
  .object(
    {
      type: typed("song"),
      artist: requiredText("Artist is required", SONG_PART_MAX),
      title: requiredText("Title is required", SONG_PART_MAX),
      album: optionalText(SONG_PART_MAX),
    },
    said,
  )
  .transform(({ artist, title, album }) => ({
    type: "song" as const,
    artist,
    title,
    ...(album ? { album } : {}),
  }));

const youtube = z
  .object({ type: typed("youtube"), url: address(youtubeAddress, shareWords.invalid.youtube) }, said)
  .transform(({ url }) => ({ type: "youtube" as const, url, videoId: videoIdOf(url) }));

const spotify = z
  .object({ type: typed("spotify"), url: address(spotifyAddress, shareWords.invalid.spotify) }, said)
  .transform(({ url }) => ({ type: "spotify" as const, url }));

const videoUrl = z
  .string({
    required_error: shareWords.urlRequired.description,
    invalid_type_error: shareWords.urlInvalid.description,
  })
  .superRefine((sent, context) => {
    if (sent.trim() === "") context.addIssue({ code: "custom", message: shareWords.urlRequired.description });
    else if (!videoOf(sent)) context.addIssue({ code: "custom", message: shareWords.urlInvalid.description });
  });

const video = z
  .object(
    {
      youtubeUrl: videoUrl,
      videoTitle: optionalText(VIDEO_TITLE_MAX),
      videoThumbnail: z.string({ invalid_type_error: "Must be text" }).nullish(),
    },
    said,
  )
  .transform(
    ({ youtubeUrl, videoTitle, videoThumbnail }) =>
      // Checked above: it is a video's address.
      videoOf(youtubeUrl, { title: videoTitle, thumbnail: videoThumbnail })?.metadata ?? z.NEVER,
  );

/**
 * The composer's form and POST /api/conversations/{id}/messages. `id` is made by the client: a repeat is the same.
 * Without a kind it is words; of something shared, ids are read out of the address and blank words become the usual.
 */
export const messageInput = z.preprocess(
  wordsByDefault,
  z
    .discriminatedUnion(
      "messageType",
      [
        z.object({
          id,
          messageType: z.null(),
          content: requiredText("Write a message first", MESSAGE_MAX, TOO_LONG),
        }),
        z.object({ id, messageType: z.literal("music_share"), content: note, metadata: song }),
        z.object({ id, messageType: z.literal("youtube_link"), content: note, metadata: youtube }),
        z.object({ id, messageType: z.literal("spotify_link"), content: note, metadata: spotify }),
        z.object({ id, messageType: z.literal("youtube_video"), content: note, metadata: video }),
      ],
      {
        errorMap: (issue, context) => ({
          message:
            issue.code === "invalid_union_discriminator"
              ? "There is no such kind of message"
              : context.defaultError,
        }),
      },
    )
    .transform((message) =>
      message.messageType === null
        ? { ...message, metadata: null }
        : { ...message, content: message.content || usualNote(message) },
    ),
);
export type MessageInput = { id?: string; content: string } & (
  | Shared
  | { messageType?: null; metadata?: null }
);

/** The Share Music dialog: the same message from fields without depth. */
export const shareInput = z
  .object({
    id: optionalClientId,
    shareType: z.enum(shareTypes, { errorMap: () => ({ message: SAY_WHAT }) }),
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
export const videoCall = videoInput.extend({ conversationId: exactText(SAY_WHERE).min(1, SAY_WHERE) });

/** Where a page of messages goes on: the id of a message, back from it or on from it. */
export const messagePage = z.object({ before: clientId.optional(), after: clientId.optional() });
export type MessagePage = z.output<typeof messagePage>;

function wordsByDefault(sent: unknown): unknown {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return sent;
  const { messageType } = sent as { messageType?: unknown };
  return { ...sent, messageType: messageType === "" ? null : (messageType ?? null) };
}
