// The email address in the settings: changing it, and confirming it.
import { PostButton } from "~/components/ui/form";
import { CONFIRMATION_PATH, EMAIL_PATH } from "~/models/account/email";
import { SettingsLink } from "./settings-card";

type EmailStatus = { email: string; isConfirmed: boolean; isUnreachable: boolean };

export function EmailRow({ email, isConfirmed, isUnreachable }: EmailStatus) {
  return (
    <>
      <SettingsLink to={EMAIL_PATH} label="Change Email" text={email} />
      {isUnreachable ? (
        <li className="py-3">
          <p role="status">
            Our emails to this address bounce, so we've stopped sending them. Please enter one that works.
          </p>
        </li>
      ) : isConfirmed ? null : (
        <li className="py-3">
          <p className="mb-3">
            Confirm your address, so that you can get back in if you forget your password.
          </p>
          <PostButton to={CONFIRMATION_PATH}>Send Link</PostButton>
        </li>
      )}
    </>
  );
}
