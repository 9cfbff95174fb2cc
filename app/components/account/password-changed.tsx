// What a visitor sees after choosing a new password.
import { VisitorPage } from "./visitor-page";

export function PasswordChanged() {
  return (
    <VisitorPage title="Password Changed" text="You've been signed out of all browsers.">
      <a className="link" href="/api/login">
        Sign in with your new password
      </a>
    </VisitorPage>
  );
}
