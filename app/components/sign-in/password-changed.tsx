// What is shown after a new password was chosen with a link or a code.

import { useRouteLoaderData } from "@remix-run/react";
import { UNDO_DAYS } from "~/durations";
import { t } from "~/language/text";
import { ButtonAnchor } from "~/ui/button";
import { VisitorPage } from "./visitor-page";

/** A session that is still open here belongs to another account. `removed` names the ways to sign in that were removed, too. */
export function PasswordChanged({ removed }: { removed?: string }) {
  const viewer = useRouteLoaderData<{ viewer: { firstName: string } | null }>("root")?.viewer;
  return viewer ? (
    <VisitorPage
      title={t("Password Changed")}
      text={t("That account was signed out of all browsers. In this one, you're signed in as {firstName}.", {
        firstName: viewer.firstName,
      })}
    >
      {removed && <p className="mb-4">{t("Removed: {removed}.", { removed })}</p>}
      <ButtonAnchor href="/api/logout" variant="primary">
        {t("Sign Out to Switch Accounts")}
      </ButtonAnchor>
    </VisitorPage>
  ) : (
    <VisitorPage
      title={t("Password Changed")}
      text={t(
        "You've been signed out of all browsers. Passkeys, codes and authenticator apps from the past {undoDays} days stop working.",
        { undoDays: UNDO_DAYS },
      )}
    >
      {removed && <p className="mb-4">{t("Removed: {removed}.", { removed })}</p>}
      <ButtonAnchor href="/api/login" variant="primary">
        {t("Sign In with Your New Password")}
      </ButtonAnchor>
    </VisitorPage>
  );
}
