// What a visitor sees instead of the form of a link that no longer works.
import { VisitorPage } from "./visitor-page";

export function ClosedLink() {
  return (
    <VisitorPage
      title="This Link No Longer Works"
      text="It was already used or has expired. Ask for a new one, and open the latest email."
    >
      <a className="link" href="/api/login">
        Sign in
      </a>
    </VisitorPage>
  );
}
