import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  RecoveryForm as ServerRecoveryForm,
  ResetRequestForm as ServerResetRequestForm,
  submitRecovery,
  submitResetRequest,
} from "~/components/account/password-forms.server";
import { PasswordChanged } from "~/components/sign-in/password-changed";
import { LinkSent, VisitorPage } from "~/components/sign-in/visitor-page";
import { env } from "~/env.server";
import { lazyForm } from "~/forms/lazy-form";
import { requireOwnSignIn } from "~/http/page.server";

const RecoveryForm = lazyForm(
  ServerRecoveryForm,
  async () => (await import("~/components/sign-in/recovery-form")).RecoveryForm,
  "recovery",
);

const ResetRequestForm = lazyForm(
  ServerResetRequestForm,
  async () => (await import("~/components/sign-in/reset-request-form")).ResetRequestForm,
  "reset-request",
);

export { shouldRevalidate } from "~/root";

export const meta: MetaFunction = () => [{ title: "Forgot Your Password? · B-Side" }];

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
