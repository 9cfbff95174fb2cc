// A field for files in a form of plain fields; few forms have one, so the others don't load it.
import type { ComponentProps } from "react";
import { useField } from "remix-validated-form";
import { FileField } from "~/ui/file-field";

/** A field for files. The form must send them. */
export function BasicFileField({ onChoose, ...field }: Omit<ComponentProps<typeof FileField>, "error">) {
  const { error, clearError } = useField(field.name);
  function choose(...chosen: Parameters<NonNullable<typeof onChoose>>) {
    clearError();
    onChoose?.(...chosen);
  }
  return <FileField {...field} error={error} onChoose={choose} />;
}
