import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findOwnAccount, submitEmailLink } from "~/actions/account/email-forms.server";
import { COMMUNITY_NAME, titled } from "~/community";
import { ClosedLink } from "~/components/sign-in/closed-link";
import { LinkForm } from "~/components/sign-in/link-form";
import { PasswordChanged } from "~/components/sign-in/password-changed";
import { ResetForm } from "~/components/sign-in/reset-form";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { linkPageHeaders, requireMail } from "~/http/page.server";
import { t } from "~/language/text";
import { emailMessages } from "~/models/account/email";
import { findEmailToConfirm } from "~/models/account/email.server";
import { ButtonAnchor } from "~/ui/button";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Confirm Your Email")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  requireMail();
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const [link, own] = await Promise.all([findEmailToConfirm(token), findOwnAccount(request)]);
  const shown = link && { email: link.email, isChange: link.isChange, isOwn: link.accountId === own };
  return data({ token, link: shown }, { headers: linkPageHeaders });
}

export function action({ request, context }: ActionFunctionArgs) {
  requireMail();
  return submitEmailLink(request, context.clientAddress);
}

export default function ConfirmEmail() {
  const { token, link } = useLoaderData<typeof loader>();
  const answer = useActionData<{ confirmed?: string; isDone?: true }>();
  if (answer?.confirmed)
    return (
      <VisitorPage
        title={t("Email Confirmed")}
        text={t("Thank you! {confirmed} is confirmed.", { confirmed: answer.confirmed })}
      >
        <ButtonAnchor href="/" variant="primary">
          {t("Go to {community}", { community: COMMUNITY_NAME })}
        </ButtonAnchor>
      </VisitorPage>
    );
  if (answer?.isDone) return <PasswordChanged />;
  if (!link) return <ClosedLink />;
  const title = t("Confirm Your Email");
  if (link.isOwn)
    return (
      <VisitorPage
        title={title}
        text={t("Use {email} for your {community} account.", {
          email: link.email,
          community: COMMUNITY_NAME,
        })}
      >
        <LinkForm token={token} button={t("Confirm Email")} pending={t("Confirming...")} />
      </VisitorPage>
    );
  if (link.isChange)
    return (
      <VisitorPage title={title} text={t(emailMessages.signInFirst)}>
        <ButtonAnchor href="/api/login" variant="primary">
          {t("Sign In")}
        </ButtonAnchor>
      </VisitorPage>
    );
  return (
    <VisitorPage
      title={title}
      text={t("Is the account with {email} yours? Sign in to it in this browser, then open the link again.", {
        email: link.email,
      })}
    >
      <p className="mb-4">
        {t(
          "Did somebody else set it up? Make it yours: choose your name and a password. Everyone else is signed out, and earlier passkeys, authenticator apps and recovery codes are removed.",
        )}
      </p>
      <ResetForm token={token} asksNames />
    </VisitorPage>
  );
}
