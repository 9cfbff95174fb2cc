import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useSubmit } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { submitNewPasskey } from "~/actions/account/passkey-forms.server";
import { userAgentOf } from "~/auth/session.server";
import { ChallengeRefused, createPasskey, knowsPasskeys } from "~/browser/passkey";
import { useFocusAfterwards } from "~/browser/use-focus";
import { COMMUNITY_NAME, titled } from "~/community";
import { requireConfirmedAccount } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { MAX_PASSKEYS, PASSKEYS_PATH, type PasskeyDto } from "~/models/account/second-factor/passkey";
import { listPasskeys } from "~/models/account/second-factor/passkey.server";
import { BACK_TO_SETTINGS } from "~/models/account/sign-in/session";
import { browserName } from "~/models/browser-name.server";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { Field } from "~/ui/field";
import { Form, PostButton } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Passkeys · Settings")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const typed = new URL(request.url).searchParams.get("name");
  const path = typed ? `${PASSKEYS_PATH}?name=${encodeURIComponent(typed)}` : PASSKEYS_PATH;
  const { accountId } = await requireConfirmedAccount(request, path);
  return {
    passkeys: await listPasskeys(accountId),
    suggestedName: typed || browserName(userAgentOf(request)),
  };
}

export function action({ request }: ActionFunctionArgs) {
  return submitNewPasskey(request);
}

export default function Passkeys() {
  const { passkeys, suggestedName } = useLoaderData<typeof loader>();
  const { refusal, fields, dismiss } = useRefusal(useActionData<FormRefusal>());
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title={t("Passkeys")}
        back={BACK_TO_SETTINGS}
        text={t(
          "A passkey signs you in with your fingerprint, face or screen lock, without a password or code.",
        )}
      />
      <RefusalSummary refusal={refusal} />
      <div className="stack">
        {passkeys.length ? (
          <Card title={t("Your Passkeys")}>
            <ul className="divided">
              {passkeys.map((passkey) => (
                <PasskeyItem key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          </Card>
        ) : null}
        <Card title={t("New Passkey")}>
          {passkeys.length < MAX_PASSKEYS ? (
            <NewPasskey name={refusal?.typed?.name ?? suggestedName} error={fields.name} dismiss={dismiss} />
          ) : (
            <p>
              {t("You have {max} passkeys. Remove one to add another.", {
                max: MAX_PASSKEYS,
              })}
            </p>
          )}
        </Card>
      </div>
    </div>
  );
}

function PasskeyItem({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: PasskeyDto }) {
  useFocusAfterwards();
  const path = `${PASSKEYS_PATH}/${encodeURIComponent(id)}`;
  return (
    <li className="cluster justify-between py-3">
      <div id={`passkey-${id}`} className="min-w-0">
        <p className="break-words font-semibold">{name}</p>
        <p className="text-soft">
          {lastUsedAt ? (
            <Trans
              text="Added {added}, last used {used}"
              values={{
                added: <DateTime at={createdAt} as="date" />,
                used: <DateTime at={lastUsedAt} as="date" />,
              }}
            />
          ) : (
            <Trans
              text="Added {added}, never used"
              values={{ added: <DateTime at={createdAt} as="date" /> }}
            />
          )}
        </p>
      </div>
      <div className="cluster">
        <ButtonLink to={path} aria-describedby={`passkey-${id}`}>
          {t("Rename")}
        </ButtonLink>
        <PostButton to={`${path}/remove`} variant="danger" icon="trash" aria-describedby={`passkey-${id}`}>
          {t("Remove")}
        </PostButton>
      </div>
    </li>
  );
}

/** `name` is the suggestion, and `error` is the last refusal, which `dismiss` clears. */
function NewPasskey({ name, error, dismiss }: { name: string; error?: string; dismiss: () => void }) {
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
