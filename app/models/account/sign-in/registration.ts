// What newcomers who can't join are told.

import { COMMUNITY_NAME } from "~/community";
import { msg } from "~/language/text";

export const CLOSED_TITLE = msg("Not Taking New Members");
export const CLOSED = msg("{community} isn't taking new members right now. Members can still sign in.", {
  community: COMMUNITY_NAME,
});
export const MAIL_DOMAIN_REFUSED = msg("Use another email address: this provider isn't accepted here");
