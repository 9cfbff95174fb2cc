// Errors of queries: drizzle writes a statement's values into them, which are members' addresses, hashes, texts and places.
import { DrizzleQueryError } from "drizzle-orm";
import { Refusal } from "./refusal";

/** Leaves only statement and code in an error of a query, which may be the cause of another, and returns it. */
export function hideValues<Thrown>(error: Thrown): Thrown {
  let isOfQuery = false;
  for (let each: unknown = error; each instanceof Error && !(each instanceof Refusal); each = each.cause) {
    if (each instanceof DrizzleQueryError) {
      isOfQuery = true;
      // Not translated: a log.
      setMessage(each, `Failed query: ${each.query}`);
      each.params = [];
    } else if (isOfQuery) {
      // SQLite quotes words that it doesn't understand.
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
