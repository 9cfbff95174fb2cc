import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { submitConfirmation } from "~/actions/account/confirm-forms.server";
import { localPath } from "~/auth/return-path";
import { titled } from "~/community";
import { LazyPasskeyButton } from "~/components/sign-in/lazy-passkey-button";
import { SecondFactorFields } from "~/components/sign-in/second-factor-fields";
import { env } from "~/env.server";
import { BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";
import { requireAccount } from "~/http/page.server";
import { t } from "~/language/text";
import { accountIdOf } from "~/models/account/account.server";
import { CONFIRM_PATH } from "~/models/account/second-factor/confirmation";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";
import { getSignInMethods } from "~/models/account/sign-in/sign-in-methods.server";
import { ButtonAnchor, ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Confirm It's You")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const accountId = accountIdOf(await requireAccount(request));
  const methods = accountId === undefined ? undefined : await getSignInMethods(accountId);
  return {
    to: pathAfter(request),
    isOutside: env.signIn.issuer !== undefined,
    hasPasskey: methods !== undefined && methods.passkeys > 0,
    hasAuthenticator: methods?.hasAuthenticator ?? false,
  };
}

export function action({ request }: ActionFunctionArgs) {
  return submitConfirmation(request, pathAfter(request));
}

/** The page that asked for confirmation, or the settings. */
function pathAfter(request: Request) {
  const to = localPath(new URL(request.url).searchParams.get("to"));
  return to === "/" ? SETTINGS_PATH : to;
}

export default function Confirm() {
  const { to, isOutside, hasPasskey, hasAuthenticator } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title={t("Confirm It's You")}
        text={t("For your security, please confirm it's you before making this change.")}
      />
      {isOutside ? (
        <div className="cluster">
          <ButtonAnchor href={`/api/login?again=1&to=${encodeURIComponent(to)}`} variant="primary">
            {t("Sign In Again")}
          </ButtonAnchor>
          <ButtonLink to={SETTINGS_PATH}>{t("Cancel")}</ButtonLink>
        </div>
      ) : (
        <>
          <PasswordPrompt hasAuthenticator={hasAuthenticator} />
          {hasPasskey ? (
            <LazyPasskeyButton challenge={`${CONFIRM_PATH}/challenge`}>
              {t("Use a Passkey")}
            </LazyPasskeyButton>
          ) : null}
        </>
      )}
    </div>
  );
}

function PasswordPrompt({ hasAuthenticator }: { hasAuthenticator: boolean }) {
  return (
    <BasicForm id="confirm" schema={fetchSchema}>
      <BasicField
        name="password"
        label={t("Your password")}
        required
        type="password"
        autoComplete="current-password"
      />
      {hasAuthenticator ? <SecondFactorFields /> : null}
      <BasicSubmit pending={t("Confirming...")} cancelTo={SETTINGS_PATH}>
        {t("Confirm")}
      </BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/account/account-schema")).confirmInput;
}
