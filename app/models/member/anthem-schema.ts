// The schema of an anthem.
import type { Anthem } from "db/column-types";
import { z } from "zod";
import { type Message, msg, t } from "~/language/text";
import { parseShare, SONG_PART_MAX, shareMessages, shareTypes } from "~/models/conversation/share";
import { optionalText, saying } from "~/models/fields";

const URL_MAX = 2000;

/** The anthem's form and PUT /api/profile/anthem: a song by its artist and title, or the URL of one. */
export const anthemInput = z
  .object({
    shareType: z.enum(shareTypes, { errorMap: saying(msg("Choose a song or a link")) }),
    artist: optionalText(SONG_PART_MAX),
    title: optionalText(SONG_PART_MAX),
    url: optionalText(URL_MAX),
  })
  .transform((typed, context): Anthem => {
    const shared = parseShare({ ...typed, album: "", note: "" });
    if (shared && shared.messageType !== "youtube_video") return shared.metadata;
    const issue = (field: string, message: Message) =>
      context.addIssue({ code: "custom", path: [field], message: t(message) });
    if (typed.shareType !== "song") issue("url", shareMessages.invalid[typed.shareType]);
    else {
      if (!typed.artist) issue("artist", msg("Artist is required"));
      if (!typed.title) issue("title", msg("Title is required"));
    }
    return z.NEVER;
  });
