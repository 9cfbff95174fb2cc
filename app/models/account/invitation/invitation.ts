// Invitations to join: their paths, and what a code looks like.

import { msg } from "~/language/text";

const JOIN_PATH = "/join";
export const INVITATIONS_PATH = "/settings/invitations";
export const OPERATOR_INVITATIONS_PATH = "/admin/invitations";

/** The longest note that an invitation carries, in characters. */
export const WORD_MAX = 140;

/** How many codes an operator makes at once. */
export const CODES_MAX = 50;

export const INVITATION_NEEDED = msg("You need an invitation to join");
/** The same as a sentence of a page. */
export const INVITATION_NEEDED_SENTENCE = msg("You need an invitation to join.");
export const CODE_REFUSED = msg(
  "This code is mistyped, or its invitation was used, has expired or was ended. Check it, or ask for another one",
);

/** The path of an invitation's link, or of the page that asks for one; logs leave out the query. */
export function joinPath(code?: string): string {
  if (code === undefined) return JOIN_PATH;
  return `${JOIN_PATH}?${new URLSearchParams({ invitation: code })}`;
}

/**
 * A code in the form in which codes are compared: without spaces and hyphens, and with digits for letters that look like them.
 */
export function readCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
}

/** An invitation as its maker sees it. */
export type OwnInvitation = {
  id: string;
  word: string | null;
  state: "open" | "used" | "ended";
  createdAt: string;
  expiresAt: string;
};

/** Who has invited whom, as an operator sees it. */
export type InviterDto = {
  /** Null for the operators. */
  id: string | null;
  name: string;
  isKeptOut: boolean;
  open: number;
  joined: { id: string; name: string; isKeptOut: boolean; at: string }[];
};
