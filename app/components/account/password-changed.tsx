// What a visitor sees after choosing a new password.
import { ButtonAnchor } from "~/components/ui/button";
import { VisitorPage } from "./visitor-page";

export function PasswordChanged() {
  return (
    <VisitorPage title="Password Changed" text="You've been signed out of all browsers.">
      <ButtonAnchor href="/api/login" variant="primary">
        Sign In with Your New Password
      </ButtonAnchor>
    </VisitorPage>
  );
}
