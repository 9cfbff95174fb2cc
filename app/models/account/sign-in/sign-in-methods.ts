// How a member can sign in to their account.

export type SignInMethods = {
  passkeys: number;
  hasAuthenticator: boolean;
  /** Unused recovery codes. */
  codesLeft: number;
};
