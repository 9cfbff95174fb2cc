// What newcomers are told who can't join.

import { COMMUNITY_NAME } from "~/community";

export const CLOSED_TITLE = "Not Taking New Members";
export const CLOSED = `${COMMUNITY_NAME} isn't taking new members right now. Members can still sign in.`;
export const MAIL_DOMAIN_REFUSED = "Use another email address: this provider isn't accepted here";
