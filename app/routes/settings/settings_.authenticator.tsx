import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { submitFirstCode } from "~/actions/account/authenticator-forms.server";
import { useFocusOnChange } from "~/browser/use-focus";
import { titled } from "~/community";
import { BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";
import { requireConfirmedAccount } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { RECOVERY_CODES_PATH } from "~/models/account/recovery/recovery";
import { AUTHENTICATOR_PATH, type AuthenticatorSetup } from "~/models/account/second-factor/authenticator";
import { getAuthenticator } from "~/models/account/second-factor/authenticator.server";
import { BACK_TO_SETTINGS } from "~/models/account/sign-in/session";
import { Card } from "~/ui/card";
import { PostButton } from "~/ui/form";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Authenticator App · Settings")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { accountId, sessionId } = await requireConfirmedAccount(request);
  return getAuthenticator(accountId, sessionId);
}

export function action({ request }: ActionFunctionArgs) {
  return submitFirstCode(request);
}

export default function Authenticator() {
  const { isOn, setup } = useLoaderData<typeof loader>();
  const step = isOn ? "on" : setup ? "key" : "off";
  const state = useFocusOnChange<HTMLDivElement>(step);
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title={t("Authenticator App")}
        back={BACK_TO_SETTINGS}
        text={t("After your password, we ask for a code from an app on your phone. A passkey needs no code.")}
      />
      <div ref={state} tabIndex={-1}>
        {isOn ? <TurnOff /> : setup ? <EnterKey setup={setup} /> : <SetUp />}
      </div>
    </div>
  );
}

function SetUp() {
  return (
    <PostButton to={`${AUTHENTICATOR_PATH}/start`} variant="primary" pending={t("Setting up...")}>
      {t("Set Up")}
    </PostButton>
  );
}

function EnterKey({ setup: { key, qrCode } }: { setup: AuthenticatorSetup }) {
  return (
    <Card>
      <ol className="stack">
        <li>
          <p className="mb-3">{t("Scan this code with your app, or enter the key below it.")}</p>
          <svg
            role="img"
            aria-label={t("QR code with the key below")}
            viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
            width="216"
            height="216"
            className="mb-3 max-w-full"
            shapeRendering="crispEdges"
          >
            <path fill="#fff" d={`M0 0h${qrCode.size}v${qrCode.size}H0z`} />
            <path fill="#000" d={qrCode.path} />
          </svg>
          <p>
            <b>{t("Key")}</b> <code className="break-words">{key}</code>
          </p>
        </li>
        <li>
          <BasicForm id="first-code" schema={fetchSchema}>
            <BasicField
              name="code"
              label={t("Code")}
              hint={t("The 6 digits that your app shows now.")}
              required
              inputMode="numeric"
              autoComplete="one-time-code"
            />
            <BasicSubmit pending={t("Turning on...")}>{t("Turn On")}</BasicSubmit>
          </BasicForm>
        </li>
      </ol>
    </Card>
  );
}

async function fetchSchema() {
  return (await import("~/models/account/second-factor/authenticator-schema")).firstCodeInput;
}

function TurnOff() {
  return (
    <>
      <p className="mb-4">
        <Trans
          text="It's on. Keep some <link>recovery codes</link> in case you lose your device. Each one works once in place of a code."
          tags={{ link: <Link to={RECOVERY_CODES_PATH} className="link" /> }}
        />
      </p>
      <PostButton to={`${AUTHENTICATOR_PATH}/remove`} variant="danger">
        {t("Turn Off")}
      </PostButton>
    </>
  );
}
