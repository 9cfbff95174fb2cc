// Account deletion: limits, paths and texts.
import { DAY_MS, GRACE_DAYS } from "~/durations";

export const DELETE_PATH = "/settings/delete";
/** The only page a deleted account can open. */
export const COME_BACK_PATH = "/come-back";

export const DELETED = "Your account is deleted.";
export const GOODBYE = `Thank you for the music. If you change your mind, sign in within ${GRACE_DAYS} days.`;

/** When an account deleted at this time is erased. */
export function erasedAt(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + GRACE_DAYS * DAY_MS);
}

export const comeBackMessage = { title: "Welcome back", description: "Everything is as you left it." };
