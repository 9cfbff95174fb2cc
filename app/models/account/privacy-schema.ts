// The schema of the form "Privacy" and its API.
import { z } from "zod";
import { checkbox } from "~/models/fields";
import type { PrivacySettings } from "./privacy";

/** PUT /api/profile/privacy. Missing settings are turned off. */
export const privacyInput: z.ZodType<PrivacySettings, z.ZodTypeDef, unknown> = z.object({
  showsSeen: checkbox,
  showsTyping: checkbox,
  playsYoutube: checkbox,
  playsSpotify: checkbox,
  opensPhotos: checkbox,
});
