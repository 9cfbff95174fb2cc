// Account deletion: limits, paths and texts.
import { DAY_MS, GRACE_DAYS } from "~/durations";
import { msg } from "~/language/text";

export const DELETE_PATH = "/settings/delete";
/** The only page a deleted account can open. */
export const COME_BACK_PATH = "/come-back";

export const DELETED = msg("Your account is deleted.");
export const GOODBYE = msg("Thank you for the music. If you change your mind, sign in within {days} days.", {
  days: GRACE_DAYS,
});

/** When an account deleted at `deletedAt` is erased. */
export function erasedAt(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + GRACE_DAYS * DAY_MS);
}

export const comeBackMessage = {
  title: msg("Welcome back"),
  description: msg("Everything is as you left it."),
};
