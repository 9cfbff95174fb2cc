// Redirects and refuses members who can't open every page: the deleted and suspended, those with something to read or accept
// first, and those who wait to be let in.

import type { Message } from "~/language/text";
import { isOpenToEverybody, isOpenToSuspended, isOpenToWaiting } from "~/models/account/open-paths";
import { WAITING, WAITING_PATH } from "~/models/account/waiting/waiting";
import { AGREEMENT_DUE, AGREEMENT_PATH } from "~/models/document/document";
import { isDocumentPath } from "~/models/document/documents.server";
import { ACCOUNT_STATUS_PATH, SUSPENDED, UNREAD_SANCTION } from "~/models/safety/sanctions/account-status";
import { COME_BACK_PATH, DELETED } from "./deletion";

type State = { deletedAt: Date | null; suspendedAt: Date | null; waitingSince: Date | null };
type Unfinished = { hasUnreadSanction: boolean; hasAgreementDue: boolean };

/** The page to send a member to who may not open `pathname` or has something to do first; undefined for others. */
export function closedAccountPath(pathname: string, member: State & Unfinished): string | undefined {
  if (member.deletedAt) return COME_BACK_PATH;
  if (member.suspendedAt || member.hasUnreadSanction) return ACCOUNT_STATUS_PATH;
  if (member.hasAgreementDue) return AGREEMENT_PATH;
  return member.waitingSince && !isOpenToWaiting(pathname) ? WAITING_PATH : undefined;
}

/** The refusal message for a member who is deleted or suspended, or waits and may not use `pathname`; undefined for others. */
export function describeClosedAccount(pathname: string, member: State): Message | undefined {
  if (member.deletedAt) return DELETED;
  if (member.suspendedAt) return SUSPENDED;
  return member.waitingSince && !isOpenToWaiting(pathname) ? WAITING : undefined;
}

/** The refusal message for a member with something to read or accept first; undefined for others. */
export function describeUnfinished({ hasUnreadSanction, hasAgreementDue }: Unfinished): Message | undefined {
  if (hasUnreadSanction) return UNREAD_SANCTION;
  return hasAgreementDue ? AGREEMENT_DUE : undefined;
}

/** Where to redirect a member who may not open this path; undefined if they may. */
export function redirectPathFrom(pathname: string, member: State & Unfinished): string | undefined {
  const closed = closedAccountPath(pathname, member);
  if (!closed || pathname === closed || isDocumentPath(pathname)) return undefined;
  const isOpen = member.deletedAt ? isOpenToEverybody : isOpenToSuspended;
  return isOpen(pathname) ? undefined : closed;
}
