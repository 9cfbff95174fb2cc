import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { submitPassword } from "~/actions/account/password-forms.server";
import { titled } from "~/community";
import { NewPassword } from "~/components/account/new-password-field";
import { BasicField, BasicForm } from "~/forms/basic-form";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { accountIdOf } from "~/models/account/account.server";
import { RECENT_WAYS_END, SETTINGS_PATH } from "~/models/account/sign-in/session";
import { ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Change Password · Settings")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  orNotFound(accountIdOf(await requireMember(request)));
  return null;
}

export function action({ request }: ActionFunctionArgs) {
  return submitPassword(request);
}

export default function ChangePassword() {
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title={t("Change Password")}
        text={`${t("You'll be signed out of your other browsers.")} ${t(RECENT_WAYS_END)}`}
      />
      <PasswordForm />
    </div>
  );
}

function PasswordForm() {
  return (
    <BasicForm id="change-password" schema={fetchSchema}>
      <BasicField
        name="currentPassword"
        label={t("Current password")}
        required
        type="password"
        autoComplete="current-password"
      />
      <NewPassword>
        <ButtonLink to={SETTINGS_PATH}>{t("Cancel")}</ButtonLink>
      </NewPassword>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/account/account-schema")).passwordInput;
}
