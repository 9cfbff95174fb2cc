// The sign-ins of the demo members.

const password = "listen closely";

export const DEMO_SIGN_IN = { email: "demo@b-side.example", password };

/** Moderates the demo community. */
export const DEMO_MODERATOR = { email: "moderator@b-side.example", password };
