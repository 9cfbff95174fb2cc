// Signing in and confirming with a passkey: a button that is hidden in browsers without passkeys.

import { useEffect, useRef, useState } from "react";
import { askForPasskey, knowsPasskeys, offersPasskeysInFields, stopAsking } from "~/browser/passkey";
import { MINUTE_MS } from "~/durations";
import { t } from "~/language/text";
import { Button } from "~/ui/button";

/** Challenges expire after five minutes. */
const RENEW_MS = 4 * MINUTE_MS;

/**
 * Posts the passkey's answer to the page as the field `passkey`, with a page load. `challenge` is the path that issues
 * challenges; with `formId` a refusal shows in that form. `inAutofill` offers passkeys in the page's fields too.
 */
export function PasskeyButton({
  children,
  challenge,
  formId,
  inAutofill = false,
}: {
  children: string;
  challenge: string;
  formId?: string;
  inAutofill?: boolean;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const isShown = knowsPasskeys();

  function submit(answer: string) {
    const field = form.current?.elements.namedItem("passkey");
    if (!(field instanceof HTMLInputElement)) return;
    field.value = answer;
    form.current?.submit();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `submit` reads nothing but the form
  useEffect(() => {
    if (!isShown || !inAutofill) return;
    const offer = async () => {
      if (await offersPasskeysInFields()) submit(await askForPasskey(challenge, true));
    };
    const start = () => void offer().catch(() => undefined);
    start();
    const renewal = setInterval(start, RENEW_MS);
    return () => {
      clearInterval(renewal);
      void stopAsking();
    };
  }, [isShown, inAutofill, challenge]);

  if (!isShown) return null;
  async function ask() {
    setHasFailed(false);
    try {
      submit(await askForPasskey(challenge));
    } catch {
      setHasFailed(true);
    }
  }
  return (
    <form ref={form} method="post" className="mt-4">
      {formId ? <input type="hidden" name="__rvfInternalFormId" value={formId} /> : null}
      <input type="hidden" name="passkey" />
      <Button type="button" onClick={() => void ask()}>
        {children}
      </Button>
      <p role="status" className="mt-2">
        {hasFailed ? t("No passkey was used. Try again, or use your password.") : ""}
      </p>
    </form>
  );
}
