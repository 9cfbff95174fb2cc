// Adding a passkey in the settings.

import { useSubmit } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { ChallengeRefused, createPasskey, knowsPasskeys } from "~/browser/passkey";
import { COMMUNITY_NAME } from "~/community";
import { t } from "~/language/text";
import { PASSKEYS_PATH } from "~/models/account/second-factor/passkey";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form";

/** `name` is the suggestion, and `error` is the last refusal, which `dismiss` clears. */
export function NewPasskey({ name, error, dismiss }: { name: string; error?: string; dismiss: () => void }) {
  const isHydrated = useHydrated();
  const submit = useSubmit();
  const [state, setState] = useState<"idle" | "asking" | "failed" | "unreachable">("idle");
  if (!isHydrated || !knowsPasskeys())
    return (
      <p>
        {t("To add a passkey, open this page in a browser with JavaScript turned on that supports passkeys.")}
      </p>
    );

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    // The server refuses a missing name, but by then the device would have created the passkey.
    if (!String(fields.get("name")).trim()) return submit(fields, { method: "post" });
    setState("asking");
    try {
      fields.set("passkey", await createPasskey(`${PASSKEYS_PATH}/challenge`));
      submit(fields, { method: "post" });
      setState("idle");
    } catch (failure) {
      // The page asks the member to confirm it's them, and returns with the name.
      if (failure instanceof ChallengeRefused)
        window.location.assign(`${PASSKEYS_PATH}?name=${encodeURIComponent(String(fields.get("name")))}`);
      else setState(failure instanceof TypeError ? "unreachable" : "failed");
    }
  }
  return (
    <Form noValidate className="stack" onInput={dismiss} onSubmit={(event) => void add(event)}>
      <Field name="name" label={t("Name")} required maxLength={60} defaultValue={name} error={error} />
      <div>
        <Button variant="primary" isPending={state === "asking"}>
          {state === "asking" ? t("Waiting for your device...") : t("Add a Passkey")}
        </Button>
      </div>
      <p role="status">
        {state === "failed"
          ? t("No passkey was added. You may have canceled, or this device may already have one.")
          : state === "unreachable"
            ? t("No passkey was added. We couldn't reach {community}.", { community: COMMUNITY_NAME })
            : ""}
      </p>
    </Form>
  );
}
