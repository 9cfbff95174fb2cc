// Offering an alert at the end of a list of people, and ending it.
import { Link } from "@remix-run/react";
import type { DistanceUnit } from "db/column-types";
import { useFocusOnChange } from "~/browser/use-focus";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import {
  ALERTS_PATH,
  type AlertDto,
  type AlertOffer,
  alertPagePath,
  describeAlert,
} from "~/models/alert/alert";
import { NOTIFICATIONS_PATH } from "~/models/notification/notification";
import { PostButton } from "~/ui/form";

/** The button that saves an alert, or a line that it is saved; without scripts it returns to the page `from`. */
export function AlertButton({ offer: { fields, isSaved }, from }: { offer: AlertOffer; from: string }) {
  const state = useFocusOnChange<HTMLParagraphElement>(isSaved);
  return isSaved ? (
    <p ref={state} tabIndex={-1} className="my-6">
      <Trans
        text="We'll tell you when somebody new fits. <link>Your alerts</link>"
        tags={{ link: <Link to={`${NOTIFICATIONS_PATH}#alerts`} className="link" /> }}
      />
    </p>
  ) : (
    <div className="my-6">
      <PostButton to={`${ALERTS_PATH}?${new URLSearchParams({ from, ...fields })}`} icon="bell">
        {t("Tell me when somebody new fits")}
      </PostButton>
    </div>
  );
}

/** A member's alerts in words, each a link to its page with a button that ends it. */
export function AlertList({ alerts, unit }: { alerts: AlertDto[]; unit: DistanceUnit }) {
  return (
    <ul className="divided">
      {alerts.map((each) => {
        const words = describeAlert(each, unit);
        return (
          <li key={each.id} className="flex items-center justify-between py-2">
            <Link to={alertPagePath(each)} className="link mr-3 min-w-0 break-words" dir="auto">
              {t("Somebody new {words}", { words })}
            </Link>
            <PostButton
              to={`${ALERTS_PATH}/${each.id}/end`}
              aria-label={t("End alert: somebody new {words}", { words })}
            >
              {t("End", { as: "button" })}
            </PostButton>
          </li>
        );
      })}
    </ul>
  );
}
