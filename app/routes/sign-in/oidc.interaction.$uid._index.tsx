import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { submitPasskeySignIn, submitSignIn } from "~/actions/sign-in/sign-in-forms.server";
import { requireInteraction } from "~/auth/interaction.server";
import { titled } from "~/community";
import { LazyPasskeyButton } from "~/components/sign-in/lazy-passkey-button";
import { env } from "~/env.server";
import { BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";
import { readForm } from "~/http/body.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { DEMO_SIGN_IN } from "~/models/account/sign-in/demo-sign-in";
import { CLOSED } from "~/models/account/sign-in/registration";
import { getRegistration } from "~/models/account/sign-in/registration.server";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Sign In")) }];

const FORM = "sign-in";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireInteraction(request, context);
  const isClosed = getRegistration() === "closed";
  return { uid: params.uid, isClosed, demo: env.demo ? DEMO_SIGN_IN : null };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const interaction = await requireInteraction(request, context);
  const isPasskey = (await readForm(request.clone())).has("passkey");
  const submit = isPasskey ? submitPasskeySignIn : submitSignIn;
  return submit(request, interaction, context.clientAddress);
}

export default function SignIn() {
  const { uid, isClosed, demo } = useLoaderData<typeof loader>();
  return (
    <main id="main" tabIndex={-1} className="page">
      <div className="mx-auto max-w-form">
        <PageHeader title={t("Sign In")} eyebrow={t("Side A")} />
        <SignInForm id={FORM} />
        <p className="mt-6">
          {isClosed ? (
            t(CLOSED)
          ) : (
            <Trans
              text="New here? <link>Create Account</link>"
              tags={{ link: <a className="link" href={`/oidc/interaction/${uid}/sign-up`} /> }}
            />
          )}
        </p>
        <p className="mt-6">
          <a className="link" href="/forgot-password">
            {t("Forgot your password?")}
          </a>
        </p>
        {demo ? (
          <p className="mt-6 text-soft">
            <Trans
              text="Just looking? Sign in as {email} with the password {password}."
              values={{
                email: <b className="inline-block max-w-full">{demo.email}</b>,
                password: <b className="inline-block max-w-full">{demo.password}</b>,
              }}
            />
          </p>
        ) : null}
        {/* It appears late, and would move a link while it is being clicked. */}
        <LazyPasskeyButton challenge={`/oidc/interaction/${uid}/challenge`} formId={FORM} inAutofill>
          {t("Sign In with a Passkey")}
        </LazyPasskeyButton>
      </div>
    </main>
  );
}

/** `id` is the form's, which the button for passkeys fills in. */
function SignInForm({ id }: { id: string }) {
  return (
    <BasicForm id={id} schema={fetchSchema} reload>
      <BasicField name="email" label={t("Email")} required type="email" autoComplete="username webauthn" />
      <BasicField
        name="password"
        label={t("Password")}
        required
        type="password"
        autoComplete="current-password"
      />
      <BasicSubmit pending={t("Signing in...")}>{t("Sign In")}</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/account/account-schema")).signInInput;
}
