import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { signOut } from "~/auth/sign-in.server";
import { COMMUNITY_NAME, titled } from "~/community";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { env } from "~/env.server";
import { isSameOriginNavigation } from "~/http/same-origin";
import { t } from "~/language/text";
import { Button, ButtonLink } from "~/ui/button";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Sign Out")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  // A link or image on another site must not sign a member out, so a visit from there gets a button.
  const headers = Object.fromEntries(request.headers);
  const { protocol } = new URL(env.origin);
  if (!isSameOriginNavigation(headers, `${protocol}//${headers.host}`)) return null;
  return redirect("/", { headers: await signOut(request) });
}

export default function ConfirmLogout() {
  return (
    <VisitorPage title={t("Sign out of {community}?", { community: COMMUNITY_NAME })}>
      <form method="post" action="/api/auth/logout" className="cluster">
        <Button type="submit" variant="primary">
          {t("Sign Out")}
        </Button>
        <ButtonLink to="/">{t("Cancel")}</ButtonLink>
      </form>
    </VisitorPage>
  );
}
