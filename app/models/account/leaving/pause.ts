// Pausing an account: its path and flash messages.
import { msg } from "~/language/text";

/** Where `paused=true` pauses and `paused=false` resumes. */
export const PAUSE_PATH = "/settings/pause";

export const pauseMessages = {
  paused: {
    title: msg("Account paused"),
    description: msg("You won't appear in Discover. Your matches can still write to you."),
  },
  resumed: { title: msg("Welcome back"), description: msg("You're in Discover again.") },
};
