// The email address in the settings: changing it, and confirming it.

import { CONFIRMATION_PATH, EMAIL_PATH } from "~/models/account/email";
import { PostButton } from "~/ui/form";
import { type SettingsRow, settingsLink } from "./settings-card";

type EmailStatus = { email: string; isConfirmed: boolean; isUnreachable: boolean };

/** The address, and what is to be done about it. */
export function listEmailRows({ email, isConfirmed, isUnreachable }: EmailStatus): SettingsRow[] {
  const address = settingsLink({ to: EMAIL_PATH, label: "Change Email", text: email, also: "mail address" });
  if (isUnreachable) {
    const row = (
      <p role="status">
        Our emails to this address bounce, so we only send those about your account's safety. Please enter one
        that works.
      </p>
    );
    return [address, { key: "unreachable", words: "email mail address", row }];
  }
  if (isConfirmed) return [address];
  const row = (
    <div>
      <p className="mb-3">Confirm your address, so that you can get back in if you forget your password.</p>
      <PostButton to={CONFIRMATION_PATH}>Send Link</PostButton>
    </div>
  );
  return [address, { key: "confirm", words: "email confirm mail address", row }];
}
