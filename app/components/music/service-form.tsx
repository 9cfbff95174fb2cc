// The form that saves which music service a member's songs open in first.
import type { ListenChoice } from "db/column-types";
import { ChoiceForm } from "~/forms/choice-form";
import { LISTEN_PATH } from "~/models/music/listen";
import { listenServiceNames } from "~/models/music/listen-services";

/** Without scripts it returns to the page `from`. */
export function ServiceForm({ own, from }: { own: ListenChoice | null; from: string }) {
  return (
    <ChoiceForm
      action={LISTEN_PATH}
      from={from}
      name="service"
      label="Open songs in"
      hint="It comes first wherever you press Listen."
      chosen={own ?? "none"}
      options={{ none: "No favorite", ...listenServiceNames }}
    />
  );
}
