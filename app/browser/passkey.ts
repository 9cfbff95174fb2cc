// Passkeys in the browser: gets a challenge from the server, and an answer from the browser's passkeys.

type Library = typeof import("@simplewebauthn/browser");

/** The server refused the challenge; reloading the page shows why. */
export class ChallengeRefused extends Error {}

/** Whether this browser supports passkeys. */
export function knowsPasskeys(): boolean {
  return "PublicKeyCredential" in window;
}

/** Creates a passkey for the challenge of `path`; resolves with the answer as JSON. Rejects when the member cancels. */
export async function createPasskey(path: string): Promise<string> {
  const [{ startRegistration }, optionsJSON] = await Promise.all([loadLibrary(), fetchChallenge(path)]);
  return JSON.stringify(
    await startRegistration({ optionsJSON } as Parameters<Library["startRegistration"]>[0]),
  );
}

/**
 * Asks for a passkey that answers the challenge of `path`; resolves with the answer as JSON. Rejects when the member
 * cancels. With `inAutofill` the browser offers passkeys in the field that takes them, for as long as the page is open.
 */
export async function askForPasskey(path: string, inAutofill = false): Promise<string> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([loadLibrary(), fetchChallenge(path)]);
  const options = { optionsJSON, useBrowserAutofill: inAutofill };
  return JSON.stringify(await startAuthentication(options as Parameters<Library["startAuthentication"]>[0]));
}

/** Whether this browser can offer passkeys in a field. */
export async function offersPasskeysInFields(): Promise<boolean> {
  if (!knowsPasskeys()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** Stops asking. */
export async function stopAsking() {
  (await loadLibrary()).WebAuthnAbortService.cancelCeremony();
}

function loadLibrary(): Promise<Library> {
  return import("@simplewebauthn/browser");
}

async function fetchChallenge(path: string): Promise<unknown> {
  const response = await fetch(path, { method: "POST", headers: { Accept: "application/json" } });
  if (!response.ok) throw new ChallengeRefused();
  return response.json();
}
