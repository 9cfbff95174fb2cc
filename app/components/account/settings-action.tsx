// A form of the settings that has no fields: its button, and a link that cancels.
import { useNavigation } from "@remix-run/react";
import { t } from "~/language/text";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";
import { Button, ButtonLink } from "~/ui/button";
import { Form } from "~/ui/form";

/** Posts to its own page; `reload` submits with a page load even with scripts. `cancel` is where its link leads. */
export function SettingsAction({
  button,
  pending,
  variant,
  reload = false,
  cancel = { to: SETTINGS_PATH, label: t("Cancel") },
}: {
  button: string;
  pending: string;
  variant: "primary" | "danger";
  reload?: boolean;
  cancel?: { to: string; label: string };
}) {
  const isSubmitting = useNavigation().state === "submitting";
  return (
    <Form reloadDocument={reload} className="cluster">
      <Button variant={variant} isPending={isSubmitting}>
        {isSubmitting ? pending : button}
      </Button>
      <ButtonLink to={cancel.to}>{cancel.label}</ButtonLink>
    </Form>
  );
}
