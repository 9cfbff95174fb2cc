// The normal form in which passwords are measured and hashed: keyboards send the same letters in different forms.

/** Passwords are longer than this in no form. */
const LONGEST_FORM = 4;

/**
 * A password in NFC, as RFC 8265 has it: "ä" is one letter, however it was sent. NFKC, which NIST SP 800-63B also allows, would
 * equate characters that look different, such as "ﬁ" and "fi".
 */
export function normalizePassword(typed: string): string {
  return typed.normalize("NFC");
}

/** The length of a password in that form, or of what is longer than `max` in any. */
export function passwordLength(typed: string, max: number): number {
  return typed.length > LONGEST_FORM * max ? typed.length : normalizePassword(typed).length;
}
