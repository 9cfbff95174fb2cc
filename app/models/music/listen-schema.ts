// The schemas of what is listened to, and of the service it is opened in.
import { LISTEN_CHOICES } from "db/column-types";
import { z } from "zod";
import { exactString, optionalText } from "~/models/fields";
import { LISTEN_TEXT_MAX } from "./listen";

/** The query of the page that opens a song, a record or an artist. */
export const listenableInput = z
  .object({
    artist: optionalText(LISTEN_TEXT_MAX),
    title: optionalText(LISTEN_TEXT_MAX),
    preview: exactString("Must be a key").max(100, "Must be a key").default(""),
  })
  .refine(({ artist, title }) => artist || title, "Name a song or an artist");

/** PUT /api/profile/listening. Null is for members who haven't been asked. */
export const listeningInput = z.object({
  service: z.enum(LISTEN_CHOICES, { errorMap: () => ({ message: "Choose one of the services" }) }).nullable(),
});
