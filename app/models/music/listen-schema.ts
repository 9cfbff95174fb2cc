// The schemas of things to listen to, and of the service they open in.
import { LISTEN_CHOICES } from "db/column-types";
import { z } from "zod";
import { msg } from "~/language/text";
import { exactString, optionalText, saying } from "~/models/fields";
import { LISTEN_TEXT_MAX } from "./listen";

/** The query of the page that opens a song, a record or an artist. */
export const listenableInput = z
  .object({
    artist: optionalText(LISTEN_TEXT_MAX),
    title: optionalText(LISTEN_TEXT_MAX),
    preview: exactString(msg("Must be a key")).max(100).default(""),
  })
  .refine(({ artist, title }) => artist || title, saying(msg("Name a song or an artist")));

/** PUT /api/profile/listening. Null is for members who haven't been asked. */
export const listeningInput = z.object({
  service: z.enum(LISTEN_CHOICES, { errorMap: saying(msg("Choose one of the services")) }).nullable(),
});
