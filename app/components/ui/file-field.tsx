// A field for one file from the member's own device.
import { type ChangeEvent, useState } from "react";
import { PICTURE_TYPES } from "~/models/picture";
import { FieldError } from "./field";

/**
 * Choosing what `check` has something against empties the field again and says so. `onChoose` hears of every choice, with
 * the file when there is one; it is there that `error`, said of the choice before, is taken back.
 */
export function FileField({
  name,
  label,
  hint,
  error,
  check,
  accept = PICTURE_TYPES,
  required,
  onChoose,
}: {
  name: string;
  label: string;
  hint: string;
  error?: string;
  check: (files: ArrayLike<File>) => string | undefined;
  /** Pictures, where nothing else is said. */
  accept?: string;
  required?: boolean;
  onChoose?: (field: HTMLInputElement, file: File | undefined) => void;
}) {
  const [trouble, setTrouble] = useState<string>();
  const says = trouble ?? error;

  function look({ currentTarget: field }: ChangeEvent<HTMLInputElement>) {
    const found = check(field.files ?? []);
    if (found) field.value = "";
    setTrouble(found);
    onChoose?.(field, field.files?.[0]);
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
        accept={accept}
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
