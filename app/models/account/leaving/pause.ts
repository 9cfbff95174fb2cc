// Pausing an account: its path and flash messages.

/** Where `paused=true` pauses and `paused=false` resumes. */
export const PAUSE_PATH = "/settings/pause";

export const pauseMessages = {
  paused: {
    title: "Account paused",
    description: "You won't appear in Discover. Your matches can still write to you.",
  },
  resumed: { title: "Welcome back", description: "You're in Discover again." },
};
