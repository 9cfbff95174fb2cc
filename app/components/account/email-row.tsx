// The email address in the settings: changing it, and confirming it.

import { t } from "~/language/text";
import { CONFIRMATION_PATH, EMAIL_PATH } from "~/models/account/email";
import { PostButton } from "~/ui/form";
import { type SettingsRow, settingsLink } from "./settings-card";

type EmailStatus = { email: string; isConfirmed: boolean; isUnreachable: boolean };

/** The address, and what is to be done about it. */
export function listEmailRows({ email, isConfirmed, isUnreachable }: EmailStatus): SettingsRow[] {
  const address = settingsLink({
    to: EMAIL_PATH,
    label: t("Change Email"),
    text: email,
    also: t("mail address"),
  });
  if (isUnreachable) {
    const row = (
      <p role="status">
        {t(
          "Our emails to this address bounce, so we only send those about your account's safety. Please enter one that works.",
        )}
      </p>
    );
    return [address, { key: "unreachable", words: t("email mail address"), row }];
  }
  if (isConfirmed) return [address];
  const row = (
    <div>
      <p className="mb-3">
        {t("Confirm your address, so that you can get back in if you forget your password.")}
      </p>
      <PostButton to={CONFIRMATION_PATH}>{t("Send Link")}</PostButton>
    </div>
  );
  return [address, { key: "confirm", words: t("email confirm mail address"), row }];
}
