// The email address of an account: its syntax, texts and paths.

import { msg, t } from "~/language/text";
export const EMAIL_PATH = "/settings/email";
/** Where a button sends the link that confirms the address. */
export const CONFIRMATION_PATH = "/settings/email/confirm";

/**
 * RFC 5322's atext and dots. The RFC forbids a dot at the end and two in a row, but Japanese carriers gave such addresses out.
 */
const LOCAL_PART = /^(?!\.)[a-z\d.!#$%&'*+/=?^_`{|}~-]{1,64}$/;
/** Phones and chats put invisible marks around a copied address. */
const AROUND = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;
/** The characters of a domain in any script: URL parsers would accept more. */
const DOMAIN = /^[\p{L}\p{N}\p{M}.-]{1,253}$/u;
/** Labels of up to 63 characters, the last not a number. */
const ASCII_DOMAIN =
  /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])$/;

export const NO_EMAIL_ADDRESS = msg("Enter an email address, such as ada@example.org");

/** An address in lower case, its domain in ASCII; undefined for what can't be one. Only a mail can tell whether it exists. */
export function toEmailAddress(typed: string): string | undefined {
  const [local = "", domain = "", ...others] = typed.replace(AROUND, "").toLowerCase().split("@");
  const host = `http://${domain}`;
  if (others.length || !LOCAL_PART.test(local) || !DOMAIN.test(domain) || !URL.canParse(host))
    return undefined;
  const { hostname } = new URL(host);
  return ASCII_DOMAIN.test(hostname) ? `${local}@${hostname}` : undefined;
}

/** An address in the form in which it is looked up: an outside provider's may be one that nobody could type here. */
export function readEmailAddress(typed: string): string {
  return toEmailAddress(typed) ?? typed.toLowerCase();
}

export const emailMessages = {
  signInFirst: msg("Sign in to your account in this browser, then open the link again."),
  taken: (email: string) =>
    t("{email} has a newer account. Change that account's email address first, then open this link again.", {
      email,
    }),
  linkSent: {
    title: msg("Link sent"),
    description: msg("Open the link in the email to confirm your address."),
  },
};
