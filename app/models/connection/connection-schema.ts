// Schemas of connections and imports.
import { GENRES, MUSIC_SERVICES } from "db/column-types";
import { z } from "zod";
import { ACCOUNT_MAX } from "~/integrations/music-service";
import { listOf, optionalText, optionalWholeNumber, requiredText } from "~/models/fields";
import { connectionErrors } from "./connection";

const NOT_OFFERED = "Choose from the options shown";
const MAX_ROWS = 100;
const PLAYS_MAX = 1_000_000_000;

/** POST /api/music-connections. */
export const connectionInput = z.object({
  service: z.enum(MUSIC_SERVICES, { errorMap: () => ({ message: connectionErrors.which }) }),
  serviceUserId: requiredText("serviceUserId is required", ACCOUNT_MAX),
  serviceUsername: requiredText("serviceUsername is required", ACCOUNT_MAX),
});

/** A form that connects a service. Only the Last.fm one has a username, checked once the service is known. */
export const connectionForm = connectionInput
  .pick({ service: true })
  .extend({ username: z.string().catch("") });

/** The Last.fm form. A name Last.fm can't have is reported as not found. */
export const listenerInput = z.object({
  username: requiredText("Please enter your Last.fm username.", ACCOUNT_MAX),
});

/** The selected rows of an import; genres only if none are saved yet. */
export const importInput = z.object({
  playCount: optionalWholeNumber({ min: 0, max: PLAYS_MAX, message: NOT_OFFERED }),
  artists: listOf(optionalText(ACCOUNT_MAX, NOT_OFFERED), 0, MAX_ROWS, NOT_OFFERED),
  favoriteGenres: listOf(
    z.enum(GENRES, { errorMap: () => ({ message: NOT_OFFERED }) }),
    0,
    MAX_ROWS,
    NOT_OFFERED,
  ),
});
