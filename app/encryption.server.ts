// Encryption of stored and issued data: AES-256-GCM with keys derived from SESSION_SECRET.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { env } from "~/env.server";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
let cipher: ReturnType<typeof createCipher> | undefined;

/** Encrypts a text for one `context`, such as a row's id: it can't be decrypted in another. */
export function encrypt(text: string, context: string): string {
  return databaseCipher().encrypt(Buffer.from(text), context);
}

/** Decrypts a text of this context; undefined for anything else, and once SESSION_SECRET has changed. */
export function decrypt(encrypted: string, context: string): string | undefined {
  return databaseCipher().decrypt(encrypted, context)?.toString("utf8");
}

function databaseCipher() {
  cipher ??= createCipher(Buffer.from(env.tokenKey, "base64url"));
  return cipher;
}

/** Encryption of bytes with a key of 32 bytes, as base64url. */
export function createCipher(key: Buffer) {
  return {
    encrypt(content: Buffer, context: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([cipher.update(content), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url");
    },
    decrypt(encrypted: string, context: string): Buffer | undefined {
      const bytes = Buffer.from(encrypted, "base64url");
      const [iv, tag, content] = [
        bytes.subarray(0, IV_BYTES),
        bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
        bytes.subarray(IV_BYTES + TAG_BYTES),
      ];
      if (tag.length < TAG_BYTES) return undefined;
      try {
        const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
        return Buffer.concat([decipher.update(content), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}
