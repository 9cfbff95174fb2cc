// Texts and paths about the email address of an account.

export const EMAIL_PATH = "/settings/email";
/** Where a button sends the link that confirms the address. */
export const CONFIRMATION_PATH = "/settings/email/confirm";

export const emailMessages = {
  signInFirst: "Sign in to your account in this browser, then open the link again.",
  taken: (email: string) =>
    `${email} has a newer account. Change that account's email address first, then open this link again.`,
  linkSent: { title: "Link sent", description: "Open the link in the email to confirm your address." },
};
