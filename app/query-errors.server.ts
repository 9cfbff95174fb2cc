// Errors of queries: drizzle puts a statement's values into them, such as members' addresses, hashes, texts and places.
import { DrizzleQueryError } from "drizzle-orm";
import { Refusal } from "./refusal";

/** Reduces an error of a query, which may be another's cause, to statement and code, and returns it. */
export function hideValues<Thrown>(error: Thrown): Thrown {
  let isOfQuery = false;
  for (let each: unknown = error; each instanceof Error && !(each instanceof Refusal); each = each.cause) {
    if (each instanceof DrizzleQueryError) {
      isOfQuery = true;
      // Not translated: a log.
      setMessage(each, `Failed query: ${each.query}`);
      each.params = [];
    } else if (isOfQuery) {
      // SQLite quotes the words that it can't parse.
      setMessage(each, "code" in each ? String(each.code) : each.name);
    }
  }
  return error;
}

/** Replaces the message of an error, in its stack as well. */
function setMessage(error: Error, message: string) {
  const [, frames = ""] = error.stack?.split(error.message || "\n", 2) ?? [];
  error.message = message;
  error.stack = `${error.name}: ${message}${frames}`;
}
