// A field for one picture from the member's own device.
import { type ChangeEvent, useState } from "react";
import { PICTURE_TYPES } from "~/models/picture";
import { FieldError } from "./field";

/**
 * Choosing what `check` has something against empties the field again and says so; `error` is what the server said.
 */
export function FileField({
  name,
  label,
  hint,
  error,
  check,
  required,
}: {
  name: string;
  label: string;
  hint: string;
  error?: string;
  check: (files: FileList) => string | undefined;
  required?: boolean;
}) {
  const [trouble, setTrouble] = useState<string>();
  const [chosen, setChosen] = useState(false);
  const says = trouble ?? (chosen ? undefined : error);

  function look(event: ChangeEvent<HTMLInputElement>) {
    const field = event.currentTarget;
    const found = check(field.files ?? new DataTransfer().files);
    if (found) field.value = "";
    setTrouble(found);
    setChosen(true);
  }

  return (
    <div>
      <label className="field-label" htmlFor={name}>
        {label}
      </label>
      <p id={`${name}-hint`} className="field-hint">
        {hint}
      </p>
      <input
        id={name}
        name={name}
        type="file"
        accept={PICTURE_TYPES}
        required={required}
        className="input"
        onChange={look}
        aria-describedby={says ? `${name}-hint ${name}-error` : `${name}-hint`}
        aria-invalid={says ? true : undefined}
      />
      <div role="status">
        <FieldError id={name} error={says} />
      </div>
    </div>
  );
}
