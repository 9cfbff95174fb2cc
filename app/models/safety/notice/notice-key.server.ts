// The keys of notices' links; the database has only their hashes.
import { digest, keyedDigest } from "~/digest.server";

/** The key of a notice, derived from its id so that every mail can have its link. */
export function keyOf(noticeId: string): string {
  // Not translated: what is hashed.
  return keyedDigest(`notice key ${noticeId}`);
}

/** The hash of a key, as the database has it. */
export function hashKey(key: string): string {
  return digest(key);
}
