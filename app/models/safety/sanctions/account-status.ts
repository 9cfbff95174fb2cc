// The page with a member's sanctions, which suspended members can open.

import { msg } from "~/language/text";

export const ACCOUNT_STATUS_PATH = "/account-status";
export const QUESTIONS_PATH = `${ACCOUNT_STATUS_PATH}/questions`;

export const SUSPENDED = msg("Your account is suspended.");
export const UNREAD_SANCTION = msg(
  "A moderator has made a decision about your account. Read it at {path} first.",
  { path: ACCOUNT_STATUS_PATH },
);

/** How many characters an appeal may have. */
export const APPEAL_MAX = 2000;
