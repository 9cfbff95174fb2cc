// What members wait for who are seen by nobody yet, and what they can use meanwhile.

export const WAITING_PATH = "/waiting";
export const WAITING = `You can't use this until you've been let in. ${WAITING_PATH} says what is missing.`;

/** What can be missing, in the order in which it is done. */
export const WAITING_REASONS = ["approval", "age"] as const;

export type WaitingReason = (typeof WAITING_REASONS)[number];

/**
 * Their own account, profile, collection and services; everything that shows or reaches other members is closed. Operators can
 * look there why the age provider doesn't let them in.
 */
const OPEN_PATHS = [
  WAITING_PATH,
  "/account-status",
  "/admin",
  "/catalog",
  "/counts",
  "/help",
  "/listen",
  "/music-connections",
  "/notice",
  "/pictures",
  "/previews",
  "/profile",
  "/records",
  "/settings",
  "/transparency",
  "/welcome/about",
  "/welcome/music",
  "/welcome/photo",
  "/api/auth",
  "/api/catalog",
  "/api/cover-images",
  "/api/lastfm",
  "/api/listening-history",
  "/api/live",
  "/api/logout",
  "/api/music-connections",
  "/api/music-preferences",
  "/api/notifications/browsers",
  "/api/notifications/settings",
  "/api/objects",
  "/api/profile",
  "/api/profile-images",
  "/api/record-collections",
  "/api/record-covers",
];

/** Whether members who wait to be let in can use a path. Artists are suggested to them, but not their fans. */
export function isOpenToWaiting(pathname: string): boolean {
  return (
    pathname === "/api/artists" ||
    OPEN_PATHS.some((path) => pathname === path || pathname.startsWith(`${path}/`))
  );
}
