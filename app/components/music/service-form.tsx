// The form that saves which music service a member's songs open in first.
import { useFetcher } from "@remix-run/react";
import { LISTEN_SERVICES, type ListenChoice } from "db/column-types";
import { Button } from "~/components/ui/button";
import { SelectField } from "~/components/ui/field";
import { Form } from "~/components/ui/form";
import { LISTEN_PATH } from "~/models/music/listen";
import { listenServiceNames } from "~/models/music/listen-services";

/** Without scripts it returns to the page `from`. */
export function ServiceForm({ own, from }: { own: ListenChoice | null; from: string }) {
  const fetcher = useFetcher({ key: LISTEN_PATH });
  const isSaving = fetcher.state !== "idle";
  return (
    <Form fetcher={fetcher} action={`${LISTEN_PATH}?${new URLSearchParams({ from })}`}>
      <SelectField
        name="service"
        label="Open songs in"
        hint="It comes first wherever you press Listen."
        defaultValue={own ?? "none"}
      >
        <option value="none">No favorite</option>
        {LISTEN_SERVICES.map((service) => (
          <option key={service} value={service}>
            {listenServiceNames[service]}
          </option>
        ))}
      </SelectField>
      <Button isPending={isSaving} className="mt-3">
        {isSaving ? "Saving..." : "Save"}
      </Button>
    </Form>
  );
}
