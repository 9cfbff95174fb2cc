// What is sent of a connection and of an import.
import { z } from "zod";
import { ACCOUNT_MAX, connectionTrouble, MUSIC_SERVICES } from "./connection";
import { optionalText, optionalWholeNumber, requiredText } from "./fields";
import { GENRES } from "./genre";

const CHANGED = "Choose from what is offered";
const MOST = 100;
const list = { required_error: CHANGED, invalid_type_error: CHANGED };
const PLAYS_MAX = 1_000_000_000;

/** The JSON of a connection. */
export const connectionInput = z.object({
  service: z.enum(MUSIC_SERVICES, { errorMap: () => ({ message: connectionTrouble.which }) }),
  serviceUserId: requiredText("Say the id of the account", ACCOUNT_MAX),
  serviceUsername: requiredText("Say the name of the account", ACCOUNT_MAX),
});

/** Which service a form connects. */
export const serviceInput = connectionInput.pick({ service: true });

/** The Last.fm form. What cannot be a name there is not found, like any other. */
export const listenerInput = z.object({
  username: requiredText("Please enter your Last.fm username.", ACCOUNT_MAX),
});

/** What was ticked of an import; genres only where none were saved before. */
export const importInput = z.object({
  playCount: optionalWholeNumber({ min: 0, max: PLAYS_MAX, says: CHANGED }),
  artists: z.array(optionalText(ACCOUNT_MAX, CHANGED), list).max(MOST, CHANGED),
  favoriteGenres: z
    .array(z.enum(GENRES, { errorMap: () => ({ message: CHANGED }) }), list)
    .max(MOST, CHANGED),
});

/** A name as Last.fm gives them out; nothing else is asked for. */
export const listenerName = /^[\w-]{1,64}$/;
