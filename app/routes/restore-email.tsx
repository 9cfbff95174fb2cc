import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ClosedLink } from "~/components/account/closed-link";
import { PasswordChanged } from "~/components/account/password-changed";
import { VisitorPage } from "~/components/account/visitor-page";
import { submitEmailRestore } from "~/forms/email-forms.server";
import { lazyForm } from "~/forms/lazy-form";
import { ResetForm as ServerResetForm } from "~/forms/password-forms.server";
import { linkPageHeaders, requireMail } from "~/http/page.server";
import { findEmailToRestore } from "~/models/account/email.server";

const ResetForm = lazyForm(ServerResetForm, async () => (await import("~/forms/reset-form")).ResetForm);

export { shouldRevalidate } from "~/root";

export const meta: MetaFunction = () => [{ title: "Take Your Account Back · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  requireMail();
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return data({ token, email: await findEmailToRestore(token) }, { headers: linkPageHeaders });
}

export function action({ request, context }: ActionFunctionArgs) {
  requireMail();
  return submitEmailRestore(request, context.clientAddress);
}

export default function RestoreEmail() {
  const { token, email } = useLoaderData<typeof loader>();
  if (useActionData<{ isDone?: true }>()?.isDone) return <PasswordChanged />;
  if (!email) return <ClosedLink next="If you can't sign in, ask whoever runs this site for help." />;
  return (
    <VisitorPage
      title="Take Your Account Back"
      text={`Your account will use ${email} again. Choose a new password. You'll be signed out of all browsers, and your passkeys, authenticator app and recovery codes will be removed.`}
    >
      <ResetForm token={token} />
    </VisitorPage>
  );
}
