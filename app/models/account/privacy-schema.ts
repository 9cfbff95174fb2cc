// The schema of the form "Privacy" and its API.
import { GOING_VIEWERS } from "db/column-types";
import { z } from "zod";
import { msg } from "~/language/text";
import { checkbox, choice } from "~/models/fields";
import type { PrivacySettings } from "./privacy";

/** PUT /api/profile/privacy. Missing settings are turned off. */
export const privacyInput: z.ZodType<PrivacySettings, z.ZodTypeDef, unknown> = z.object({
  showsSeen: checkbox,
  showsTyping: checkbox,
  playsYoutube: checkbox,
  playsSpotify: checkbox,
  opensPhotos: checkbox,
  showsNew: checkbox,
  showsGoing: choice(GOING_VIEWERS, "nobody", msg("Choose who sees which shows you go to")),
});
