// A form that saves one choice from a list.
import { useFetcher } from "@remix-run/react";
import { t, toText, type Wording } from "~/language/text";
import { Button } from "~/ui/button";
import { SelectField } from "~/ui/field";
import { Form } from "~/ui/form";

/** Sends one of the `options`, labels by value, to `action`. Without scripts it returns to the page `from`. */
export function ChoiceForm({
  action,
  from,
  name,
  label,
  hint,
  chosen,
  options,
}: {
  action: string;
  from: string;
  name: string;
  label: string;
  hint?: string;
  chosen: string;
  options: Record<string, Wording>;
}) {
  const fetcher = useFetcher({ key: action });
  const isSaving = fetcher.state !== "idle";
  return (
    <Form fetcher={fetcher} action={`${action}?${new URLSearchParams({ from })}`}>
      <SelectField name={name} label={label} hint={hint} defaultValue={chosen}>
        {Object.entries(options).map(([value, words]) => (
          <option key={value} value={value}>
            {toText(words)}
          </option>
        ))}
      </SelectField>
      <Button isPending={isSaving} className="mt-3">
        {isSaving ? t("Saving...") : t("Save")}
      </Button>
    </Form>
  );
}
