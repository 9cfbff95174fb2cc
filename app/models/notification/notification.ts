// Notifications: what happened to a member, as the page and the API show it.
import type { NotificationKind } from "db/column-types";
import type { ListedMember } from "~/models/public-member";

export const NOTIFICATIONS_PATH = "/notifications";

/** `request` is a message request; `challenge` and `move` are games that wait for the member. All news of a show is `show`. */
export type ShownKind = Exclude<NotificationKind, "show-moved"> | "request" | "challenge" | "move";

/** The kind as which a stored one is shown, unless what it says makes it another. */
export function shownAs(kind: NotificationKind): ShownKind {
  return kind === "show-moved" ? "show" : kind;
}

export type NotificationDto = {
  id: string;
  kind: ShownKind;
  text: string;
  /** The path of what it is about. */
  url: string;
  createdAt: string;
  isRead: boolean;
  /** The other member of what it is about; null for news about the account. */
  member: ListedMember | null;
};
