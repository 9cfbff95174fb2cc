// The email address in the settings: changing it, and confirming it.
import { useFetcher } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { ViewerField } from "~/components/ui/viewer-field";
import { CONFIRMATION_PATH, EMAIL_PATH } from "~/models/account/email";
import { SettingsLink } from "./settings-card";

type EmailStatus = { email: string; isConfirmed: boolean; isUnreachable: boolean };

export function EmailRow({ email, isConfirmed, isUnreachable }: EmailStatus) {
  const sender = useFetcher();
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
          <sender.Form method="post" action={CONFIRMATION_PATH}>
            <ViewerField />
            <Button isPending={sender.state !== "idle"}>Send Link</Button>
          </sender.Form>
        </li>
      )}
    </>
  );
}
