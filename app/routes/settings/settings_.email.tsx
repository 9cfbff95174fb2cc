import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readTypedEmail, submitEmailChange } from "~/actions/account/email-forms.server";
import { titled } from "~/community";
import { LINK_HOURS } from "~/durations";
import { BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";
import { orNotFound, requireConfirmed, requireMail } from "~/http/page.server";
import { t } from "~/language/text";
import { accountIdOf } from "~/models/account/account.server";
import { getEmailStatus } from "~/models/account/email.server";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";
import { ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Change Email · Settings")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  requireMail();
  const { pathname, search } = new URL(request.url);
  const { member } = await requireConfirmed(request, pathname + search);
  const accountId = orNotFound(accountIdOf(member));
  const { email } = orNotFound(await getEmailStatus(accountId));
  return { email, typed: readTypedEmail(request.url, accountId) };
}

export function action({ request }: ActionFunctionArgs) {
  requireMail();
  return submitEmailChange(request);
}

async function fetchSchema() {
  return (await import("~/models/account/account-schema")).emailInput;
}

export default function ChangeEmail() {
  const { email, typed } = useLoaderData<typeof loader>();
  const sentTo = useActionData<{ sentTo?: string }>()?.sentTo;
  if (sentTo)
    return (
      <div className="mx-auto max-w-form">
        <PageHeader
          title={t("Check Your Email")}
          text={t(
            "We've sent an email to {email}. Open its link within {hours} hours to change your address.",
            { email: sentTo, hours: LINK_HOURS },
          )}
        />
        <ButtonLink to={SETTINGS_PATH}>{t("Done")}</ButtonLink>
      </div>
    );
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title={t("Change Email")}
        text={t("Your address is {email}. We'll send a link to the new one.", { email })}
      />
      <BasicForm id="change-email" schema={fetchSchema} defaults={{ email: typed }} reload>
        <BasicField name="email" label={t("New email")} required type="email" autoComplete="email" />
        <div className="cluster">
          <BasicSubmit pending={t("Sending...")}>{t("Send Link")}</BasicSubmit>
          <ButtonLink to={SETTINGS_PATH}>{t("Cancel")}</ButtonLink>
        </div>
      </BasicForm>
    </div>
  );
}
