// Authenticator apps as the settings show them.
import { msg } from "~/language/text";

export const AUTHENTICATOR_PATH = "/settings/authenticator";

/** What a member enters into the app: the key as text, and as the path of a QR code of `size` × `size` squares. */
export type AuthenticatorSetup = { key: string; qrCode: { path: string; size: number } };

export const authenticatorMessages = {
  added: {
    title: msg("Authenticator app on"),
    description: msg("We'll ask for a code when you sign in with your password."),
  },
  removed: {
    title: msg("Authenticator app off"),
    description: msg("Your password alone signs you in again."),
  },
};
