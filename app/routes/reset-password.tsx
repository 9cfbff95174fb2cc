import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ClosedLink } from "~/components/account/closed-link";
import { PasswordChanged } from "~/components/account/password-changed";
import { VisitorPage } from "~/components/account/visitor-page";
import { lazyForm } from "~/forms/lazy-form";
import { ResetForm as ServerResetForm, submitReset } from "~/forms/password-forms.server";
import { linkPageHeaders, requireOwnSignIn } from "~/http/page.server";
import { findOpenLink } from "~/models/account/link.server";

const ResetForm = lazyForm(ServerResetForm, async () => (await import("~/forms/reset-form")).ResetForm);

export { shouldRevalidate } from "~/root";

export const meta: MetaFunction = () => [{ title: "New Password · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  requireOwnSignIn();
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const isOpen = (await findOpenLink(token, ["reset"])) !== undefined;
  return data({ token, isOpen }, { headers: linkPageHeaders });
}

export function action({ request, context }: ActionFunctionArgs) {
  requireOwnSignIn();
  return submitReset(request, context.clientAddress);
}

export default function ResetPassword() {
  const { token, isOpen } = useLoaderData<typeof loader>();
  if (useActionData<{ isDone?: true }>()?.isDone) return <PasswordChanged />;
  if (!isOpen) return <ClosedLink href="/forgot-password" label="Forgot your password?" />;
  return (
    <VisitorPage title="New Password" text="You'll be signed out of all browsers.">
      <ResetForm token={token} />
    </VisitorPage>
  );
}
