// What a visitor sees instead of the form of a link that no longer works.
import { VisitorPage } from "./visitor-page";

/** `next` says what to do; `href` and `label` are the link to go on with. */
export function ClosedLink({
  next = "Ask for a new one, and open the latest email.",
  href = "/api/login",
  label = "Sign in",
}: {
  next?: string;
  href?: string;
  label?: string;
}) {
  return (
    <VisitorPage title="This Link No Longer Works" text={`It was already used or has expired. ${next}`}>
      <a className="link" href={href}>
        {label}
      </a>
    </VisitorPage>
  );
}
