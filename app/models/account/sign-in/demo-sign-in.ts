// The sign-ins of the demo members.

// Not translated: a password.
const password = "listen closely";

export const DEMO_SIGN_IN = { email: "demo@b-side.example", password };

/** Moderates the demo community. */
export const DEMO_MODERATOR = { email: "moderator@b-side.example", password };

/** Printed at the start of a demo that others can reach. */
// Not translated: what operators read at the start.
export const DEMO_WARNING =
  "Whoever can reach this server can sign in and moderate as a demo member: set DEMO=0 before real members join.";
