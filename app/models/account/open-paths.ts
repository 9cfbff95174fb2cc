// The paths that are open to members who can't open every page, and the links of the footer, which all of them can open.
import { type Message, msg } from "~/language/text";
import { AGREEMENT_PATH, DATA_PATH } from "~/models/document/document";
import { ACCOUNT_STATUS_PATH } from "~/models/safety/sanctions/account-status";
import { EXPORT_PATH } from "./export/export";
import { COME_BACK_PATH, DELETE_PATH } from "./leaving/deletion";
import { CONFIRM_PATH } from "./second-factor/confirmation";
import { WAITING_PATH } from "./waiting/waiting";

/** The links of the footer; the operator's documents follow them. */
export const footerLinks: { path: string; title: Message }[] = [
  { path: "/help", title: msg("Help and Safety") },
  { path: DATA_PATH, title: msg("Your Data") },
  { path: "/notice", title: msg("Give Notice") },
];

/** Open even to deleted members; so are documents, among them DATA_PATH. */
const EVERYBODY = ["/help", "/home-safe", "/notice", "/plans", "/transparency"];

/** Also open to members who are suspended or have an unread sanction. */
const SUSPENDED = [...EVERYBODY, ACCOUNT_STATUS_PATH, "/api/logout"];

/** Suspended members can leave and take their data with them. These exact paths only. */
const LEAVING = [DELETE_PATH, EXPORT_PATH, CONFIRM_PATH];

/**
 * Also open to members who wait to be let in: their own account, profile, collection and services. Everything that shows or
 * reaches other members is closed. Operators can look up why the age provider doesn't let them in.
 */
const WAITING = [
  ...SUSPENDED,
  WAITING_PATH,
  "/admin",
  "/catalog",
  "/counts",
  "/listen",
  "/music-connections",
  "/pictures",
  "/previews",
  "/profile",
  "/records",
  "/settings",
  "/welcome/about",
  "/welcome/music",
  "/welcome/photo",
  "/api/auth",
  "/api/catalog",
  "/api/cover-images",
  "/api/lastfm",
  "/api/listening-history",
  "/api/live",
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

/** Whether everybody can open a path, whatever the state of their account. */
export function isOpenToEverybody(pathname: string): boolean {
  return isWithin(EVERYBODY, pathname);
}

/** Whether members who are suspended or have an unread sanction can open a path. */
export function isOpenToSuspended(pathname: string): boolean {
  return LEAVING.includes(pathname) || isWithin(SUSPENDED, pathname);
}

/** Whether members who wait to be let in can use a path. Artists are suggested to them, but not their fans. */
export function isOpenToWaiting(pathname: string): boolean {
  return pathname === "/api/artists" || isWithin(WAITING, pathname);
}

/**
 * Changes that stay possible after a community has ended: signing in and out, leaving with one's data, keeping safe,
 * moderators' duties, and marking things as read.
 */
const AFTER_END = [
  ...SUSPENDED,
  COME_BACK_PATH,
  CONFIRM_PATH,
  DELETE_PATH,
  EXPORT_PATH,
  AGREEMENT_PATH,
  "/oidc",
  "/confirm-email",
  "/forgot-password",
  "/reset-password",
  "/restore-email",
  "/unsubscribe",
  "/moderation",
  "/report",
  "/settings/sessions",
  "/language",
  "/theme",
  "/api/auth",
  "/api/blocks",
  "/api/notifications",
  "/api/reports",
];
const SAFETY_AFTER_END = /^\/members\/[^/]+\/block$|^\/messages\/[^/]+\/read$|\/links\/[^/]+\/home$/;

/** Whether a change at this path is accepted after the end of the community. */
export function isOpenAfterEnd(pathname: string): boolean {
  return isWithin(AFTER_END, pathname) || SAFETY_AFTER_END.test(pathname);
}

function isWithin(paths: string[], pathname: string): boolean {
  return paths.some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
