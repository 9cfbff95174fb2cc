// How to sign in where there are demo members.

export const DEMO_SIGN_IN = { email: "demo@b-side.example", password: "listen closely" };
