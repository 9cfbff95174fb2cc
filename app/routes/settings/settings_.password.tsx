import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { PasswordForm } from "~/components/account/password-form";
import { submitPassword } from "~/components/account/password-forms.server";
import { PageHeader } from "~/components/ui/page-header";
import { orNotFound, requireMember } from "~/http/page.server";
import { accountIdOf } from "~/models/account/account.server";
import { RECENT_WAYS_END } from "~/models/account/sign-in/session";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: "Change Password · Settings · B-Side" }];

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
        title="Change Password"
        text={`You'll be signed out of your other browsers. ${RECENT_WAYS_END}`}
      />
      <PasswordForm />
    </div>
  );
}
