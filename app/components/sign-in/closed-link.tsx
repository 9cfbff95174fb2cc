// Shown in place of the form of a link that no longer works.
import { t } from "~/language/text";
import { VisitorPage } from "./visitor-page";

/** `next` says what to do; `href` and `label` are the link to continue with. */
export function ClosedLink({
  next = t("Ask for a new one, and open the latest email."),
  href = "/api/login",
  label = t("Sign in"),
}: {
  next?: string;
  href?: string;
  label?: string;
}) {
  return (
    <VisitorPage
      title={t("This Link No Longer Works")}
      text={t("It was already used or has expired. {next}", { next })}
    >
      <a className="link" href={href}>
        {label}
      </a>
    </VisitorPage>
  );
}
