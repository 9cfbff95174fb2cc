import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { submitRecovery, submitResetRequest } from "~/actions/account/password-forms.server";
import { titled } from "~/community";
import { PasswordChanged } from "~/components/sign-in/password-changed";
import { RecoveryForm } from "~/components/sign-in/recovery-form";
import { LinkSent, VisitorPage } from "~/components/sign-in/visitor-page";
import { env } from "~/env.server";
import { BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";
import { requireOwnSignIn } from "~/http/page.server";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled("Forgot Your Password?") }];

export async function loader() {
  requireOwnSignIn();
  return { hasMail: env.mail !== undefined };
}

export function action({ request, context }: ActionFunctionArgs) {
  requireOwnSignIn();
  const submit = env.mail ? submitResetRequest : submitRecovery;
  return submit(request, context.clientAddress);
}

export default function ForgotPassword() {
  const { hasMail } = useLoaderData<typeof loader>();
  const answer = useActionData<{ isDone?: true; isSent?: true }>();
  if (answer?.isDone) return <PasswordChanged />;
  if (answer?.isSent)
    return (
      <LinkSent text="If the address belongs to an account, we've sent it a link to choose a new password." />
    );
  return hasMail ? <AskForLink /> : <UseCode />;
}

function AskForLink() {
  return (
    <VisitorPage title="Forgot Your Password?" text="We'll email you a link to choose a new one.">
      <ResetRequestForm />
      <p className="mt-6">
        Can't read your email?{" "}
        <a className="link" href="/forgot-password/code">
          Use a recovery code
        </a>
      </p>
    </VisitorPage>
  );
}

function UseCode() {
  return (
    <VisitorPage
      title="Forgot Your Password?"
      text="Use one of the recovery codes you saved. If you don't have one, ask whoever runs this site for a link."
    >
      <RecoveryForm />
    </VisitorPage>
  );
}

async function fetchSchema() {
  return (await import("~/models/account/account-schema")).emailInput;
}

function ResetRequestForm() {
  return (
    <BasicForm id="reset-request" schema={fetchSchema} reload>
      <BasicField name="email" label="Email" required type="email" autoComplete="username" />
      <BasicSubmit pending="Sending...">Send Link</BasicSubmit>
    </BasicForm>
  );
}
