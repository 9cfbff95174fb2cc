// The page with a member's sanctions, the only one suspended members can open.

export const ACCOUNT_STATUS_PATH = "/account-status";
export const QUESTIONS_PATH = `${ACCOUNT_STATUS_PATH}/questions`;

export const SUSPENDED = "Your account is suspended.";
export const UNREAD_SANCTION = `A moderator has made a decision about your account. Read it at ${ACCOUNT_STATUS_PATH} first.`;

/** How many characters an appeal may have. */
export const APPEAL_MAX = 2000;

/** Help, notices and figures, which are open to everybody, whatever became of their account. */
export function isOpenToEverybody(pathname: string): boolean {
  return isWithin(["/help", "/notice", "/transparency"], pathname);
}

/** Whether members who are suspended or have an unread sanction can open a path. */
export function isOpenToSuspended(pathname: string): boolean {
  return isOpenToEverybody(pathname) || isWithin([ACCOUNT_STATUS_PATH, "/api/logout"], pathname);
}

function isWithin(paths: string[], pathname: string): boolean {
  return paths.some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
