// Schemas of music accounts and imports.
import { GENRES, MUSIC_SERVICES, PLAY_PERIODS } from "db/column-types";
import { z } from "zod";
import { ACCOUNT_MAX, type UsernameService } from "~/integrations/music-service";
import { msg } from "~/language/text";
import { choice, listOf, optionalText, optionalWholeNumber, requiredText, saying } from "~/models/fields";
import { type TextEncoding, textEncodingNames } from "~/models/text-file/text-encoding";
import { DEFAULT_PERIOD, musicAccountErrors } from "./music-account";

const NOT_OFFERED = msg("Choose from the options shown");
const MAX_ROWS = 100;
const PLAYS_MAX = 1_000_000_000;

/** POST /api/music-connections. */
export const musicAccountInput = z.object({
  // Not translated: for programs.
  service: z.enum(MUSIC_SERVICES, { errorMap: () => ({ message: musicAccountErrors.which }) }),
  // Not translated: for programs.
  serviceUserId: requiredText("serviceUserId is required", ACCOUNT_MAX),
  // Not translated: for programs.
  serviceUsername: requiredText("serviceUsername is required", ACCOUNT_MAX),
  // Not translated: for the API's description.
  token: optionalText(ACCOUNT_MAX).describe(
    "A ListenBrainz user token, which verifies the account and is not kept",
  ),
  // Not translated: for the API's description.
  period: choice(PLAY_PERIODS, DEFAULT_PERIOD, NOT_OFFERED).describe("What ListenBrainz counts plays over"),
});

/** A form that connects a service. Its username is checked once it is known whether the service needs one. */
export const musicAccountForm = musicAccountInput
  .pick({ service: true, token: true, period: true })
  .extend({ username: z.string().catch("") });

/** The user name at a service. An impossible one is reported as not found. */
export const listenerInput = (service: UsernameService) =>
  z.object({ username: requiredText(musicAccountErrors.enterName(service), ACCOUNT_MAX) });

/** The period that a refresh is to count plays over, if it's another one. */
export const refreshInput = z.object({
  period: z.enum(PLAY_PERIODS, { errorMap: saying(NOT_OFFERED) }).optional(),
});

/** The selected rows of an import; genres only if none are saved yet. */
export const importInput = z.object({
  playCount: optionalWholeNumber({ min: 0, max: PLAYS_MAX, message: NOT_OFFERED }),
  artists: listOf(optionalText(ACCOUNT_MAX, NOT_OFFERED), 0, MAX_ROWS, NOT_OFFERED),
  favoriteGenres: listOf(z.enum(GENRES, { errorMap: saying(NOT_OFFERED) }), 0, MAX_ROWS, NOT_OFFERED),
});

const encodings = Object.keys(textEncodingNames) as [TextEncoding, ...TextEncoding[]];

/** The query of a history: the encoding of a CSV that was read in a wrong one. */
export const historyInput = z.object({
  encoding: z
    .enum(encodings, {
      errorMap: saying(msg("Use {values}", { values: encodings.join(", ") })),
    })
    .optional(),
});
export type HistoryInput = z.output<typeof historyInput>;
