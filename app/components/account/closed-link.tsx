// What a visitor sees instead of the form of a link that no longer works.
import { VisitorPage } from "./visitor-page";

/** `href` and `label` are the link to go on with. */
export function ClosedLink({ href = "/api/login", label = "Sign in" }: { href?: string; label?: string }) {
  return (
    <VisitorPage
      title="This Link No Longer Works"
      text="It was already used or has expired. Ask for a new one, and open the latest email."
    >
      <a className="link" href={href}>
        {label}
      </a>
    </VisitorPage>
  );
}
