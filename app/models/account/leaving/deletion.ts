// Account deletion: limits, paths and texts.
import { DAY_MS } from "~/durations";

/** How many days after deletion a member can come back. */
export const GRACE_DAYS = 14;

export const DELETE_PATH = "/settings/delete";
/** The only page a deleted account can open. */
export const COME_BACK_PATH = "/come-back";

export const DELETED = "Your account is deleted.";
/** Shown instead of the name. */
export const FORMER_MEMBER = "Former member";

/** When an account deleted at this time is erased. */
export function erasedAt(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + GRACE_DAYS * DAY_MS);
}

export const comeBackMessage = { title: "Welcome back", description: "Everything is as you left it." };
