import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ClosedLink } from "~/components/account/closed-link";
import { VisitorPage } from "~/components/account/visitor-page";
import { ButtonAnchor } from "~/components/ui/button";
import { LinkForm as ServerLinkForm, submitEmailLink } from "~/forms/email-forms.server";
import { lazyForm } from "~/forms/lazy-form";
import { linkPageHeaders, requireMail } from "~/http/page.server";
import { findEmailToConfirm } from "~/models/account/email.server";

const LinkForm = lazyForm(ServerLinkForm, async () => (await import("~/forms/link-form")).LinkForm);

export { shouldRevalidate } from "~/root";

export const meta: MetaFunction = () => [{ title: "Confirm Your Email · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  requireMail();
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return data({ token, email: await findEmailToConfirm(token) }, { headers: linkPageHeaders });
}

export function action({ request }: ActionFunctionArgs) {
  requireMail();
  return submitEmailLink(request);
}

export default function ConfirmEmail() {
  const { token, email } = useLoaderData<typeof loader>();
  const confirmed = useActionData<{ confirmed?: string }>()?.confirmed;
  if (confirmed)
    return (
      <VisitorPage title="Email Confirmed" text={`Thank you! ${confirmed} is confirmed.`}>
        <ButtonAnchor href="/" variant="primary">
          Go to B-Side
        </ButtonAnchor>
      </VisitorPage>
    );
  if (!email) return <ClosedLink />;
  return (
    <VisitorPage title="Confirm Your Email" text={`Use ${email} for your B-Side account.`}>
      <LinkForm token={token} button="Confirm Email" pending="Confirming..." />
    </VisitorPage>
  );
}
