// The form that saves which music service a member's songs open in first.
import type { ListenChoice } from "db/column-types";
import { ChoiceForm } from "~/forms/choice-form";
import { t } from "~/language/text";
import { LISTEN_PATH } from "~/models/music/listen";
import { listenServiceNames } from "~/models/music/listen-services";

/** Without scripts it returns to the page `from`. */
export function ServiceForm({ own, from }: { own: ListenChoice | null; from: string }) {
  return (
    <ChoiceForm
      action={LISTEN_PATH}
      from={from}
      name="service"
      label={t("Open songs in")}
      hint={t("It comes first wherever you press Listen.")}
      chosen={own ?? "none"}
      options={{ none: t("No favorite"), ...listenServiceNames }}
    />
  );
}
