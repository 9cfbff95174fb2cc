// Passkeys as the settings show them.

export const PASSKEYS_PATH = "/settings/passkeys";
/** How many passkeys an account can have. */
export const MAX_PASSKEYS = 20;

export type PasskeyDto = { id: string; name: string; createdAt: string; lastUsedAt: string | null };

export const passkeyMessages = {
  added: (name: string) => ({ title: "Passkey added", description: `You can now sign in with “${name}”.` }),
  renamed: { title: "Passkey renamed", description: "The new name is saved." },
  removed: { title: "Passkey removed", description: "It can't be used to sign in anymore." },
};

/** A sentence about how many passkeys there are. */
export function describePasskeys(count: number): string {
  if (count === 0) return "Sign in with your fingerprint, face or screen lock.";
  return count === 1 ? "You have one passkey." : `You have ${count} passkeys.`;
}
