// Cursors: rows of the outbox as members see them, which tell nothing about the rows of others.
import { createHmac } from "node:crypto";
import type { HistoryMark } from "db/history.server";
import { createCipher } from "~/encryption.server";
import { env } from "~/env.server";

/** The size of an id and of a time in ms. */
const NUMBER_BYTES = 6;
const key = createHmac("sha256", env.sessionSecret).update("live cursors").digest();
const cipher = createCipher(key);

/** Precedes every row. */
const LOST: HistoryMark = { id: -1, createdAt: 0 };

/** Encrypts where a member's stream resumes, in 54 characters that differ each time and work for this member only. */
export function encodeCursor(memberId: number, { id, createdAt }: HistoryMark): string {
  const row = Buffer.alloc(2 * NUMBER_BYTES);
  row.writeUIntBE(id, 0, NUMBER_BYTES);
  row.writeUIntBE(createdAt, NUMBER_BYTES, NUMBER_BYTES);
  return cipher.encrypt(row, String(memberId));
}

/** Decrypts a member's cursor. Undefined without one; for someone else's, a row that precedes all others. */
export function decodeCursor(memberId: number, given: string | undefined): HistoryMark | undefined {
  if (!given) return undefined;
  const row = cipher.decrypt(given, String(memberId));
  if (row?.length !== 2 * NUMBER_BYTES) return LOST;
  return { id: row.readUIntBE(0, NUMBER_BYTES), createdAt: row.readUIntBE(NUMBER_BYTES, NUMBER_BYTES) };
}

/** A text that stays the same for one member and one row of the outbox. */
export function hashEventId(memberId: number, id: number): string {
  return createHmac("sha256", key).update(`${memberId} ${id}`).digest("base64url").slice(0, 22);
}
