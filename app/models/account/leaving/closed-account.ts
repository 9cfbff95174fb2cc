// Where deleted and suspended accounts, and those with an unread sanction, are sent.

import { EXPORT_PATH } from "~/models/account/export/export";
import { CONFIRM_PATH } from "~/models/account/second-factor/confirmation";
import { ACCOUNT_STATUS_PATH, isOpenToSuspended, SUSPENDED } from "~/models/safety/account-status";
import { COME_BACK_PATH, DELETE_PATH, DELETED } from "./deletion";

/** Members can leave and take their data with them, whatever was decided about them. */
const OPEN_PATHS = [DELETE_PATH, EXPORT_PATH, CONFIRM_PATH];

type State = { deletedAt: Date | null; suspendedAt: Date | null };
type Unread = { hasUnreadSanction: boolean };

/** The only page that a member can open who is deleted, suspended or has an unread sanction; undefined for others. */
export function closedAccountPath(member: State & Unread): string | undefined {
  if (member.deletedAt) return COME_BACK_PATH;
  return member.suspendedAt || member.hasUnreadSanction ? ACCOUNT_STATUS_PATH : undefined;
}

/** The refusal message for a deleted or suspended member; undefined for others. */
export function describeClosedAccount({ deletedAt, suspendedAt }: State): string | undefined {
  if (deletedAt) return DELETED;
  return suspendedAt ? SUSPENDED : undefined;
}

/** Where to redirect a member who may not open this path; undefined if they may. */
export function redirectPathFrom(pathname: string, member: State & Unread): string | undefined {
  if (member.deletedAt) return [COME_BACK_PATH, "/help"].includes(pathname) ? undefined : COME_BACK_PATH;
  if (!member.suspendedAt && !member.hasUnreadSanction) return undefined;
  const isOpen = OPEN_PATHS.includes(pathname) || isOpenToSuspended(pathname);
  return isOpen ? undefined : ACCOUNT_STATUS_PATH;
}
