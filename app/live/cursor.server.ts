// Cursors: rows of the outbox as members see them, which tell nothing about the rows of others.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { HistoryMark } from "db/history.server";
import { env } from "~/env.server";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** The size of an id and of a time in ms. */
const NUMBER_BYTES = 6;
const CURSOR_BYTES = IV_BYTES + TAG_BYTES + 2 * NUMBER_BYTES;
const key = createHmac("sha256", env.sessionSecret).update("live cursors").digest();

/** Precedes every row. */
const LOST: HistoryMark = { id: -1, createdAt: 0 };

/** Encrypts where a member's stream resumes, in 54 characters that differ each time and work for this member only. */
export function encodeCursor(memberId: number, { id, createdAt }: HistoryMark): string {
  const row = Buffer.alloc(2 * NUMBER_BYTES);
  row.writeUIntBE(id, 0, NUMBER_BYTES);
  row.writeUIntBE(createdAt, NUMBER_BYTES, NUMBER_BYTES);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(String(memberId)));
  const encrypted = Buffer.concat([cipher.update(row), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url");
}

/** Decrypts a member's cursor. Undefined without one; for someone else's, a row that precedes all others. */
export function decodeCursor(memberId: number, given: string | undefined): HistoryMark | undefined {
  if (!given) return undefined;
  const bytes = Buffer.from(given, "base64url");
  if (bytes.length !== CURSOR_BYTES) return LOST;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(String(memberId)));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const row = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return { id: row.readUIntBE(0, NUMBER_BYTES), createdAt: row.readUIntBE(NUMBER_BYTES, NUMBER_BYTES) };
  } catch {
    return LOST;
  }
}

/** A text that stays the same for one member and one row of the outbox. */
export function hashEventId(memberId: number, id: number): string {
  return createHmac("sha256", key).update(`${memberId} ${id}`).digest("base64url").slice(0, 22);
}
