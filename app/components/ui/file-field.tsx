// A field for files from the member's own device.
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { PICTURE_TYPES } from "~/models/picture/upload";
import { FieldError, RequiredMark } from "./field";

/**
 * For one file, or for several with `isMultiple`. A file that `check` refuses is removed from the field, with the message, and a required one keeps its form from being
 * sent until another is chosen. `onChoose` is called with every choice, and
 * with the file if there is one, so that the caller can clear the `error` of the previous choice.
 */
export function FileField({
  name,
  label,
  hint,
  error,
  check,
  accept = PICTURE_TYPES,
  capture,
  required,
  isMultiple,
  onChoose,
  current,
}: {
  name: string;
  label: string;
  hint: string;
  error?: string;
  check: (files: ArrayLike<File>) => string | undefined;
  /** Pictures by default. */
  accept?: string;
  /** Whether phones record instead of choosing a file. */
  capture?: boolean;
  required?: boolean;
  isMultiple?: boolean;
  onChoose?: (field: HTMLInputElement, file: File | undefined) => void;
  /** The current file, shown instead of the browser's "No file chosen". */
  current?: ReactNode;
}) {
  const [fileError, setFileError] = useState<string>();
  const [hasFile, setHasFile] = useState(false);
  const message = fileError ?? error;
  const input = useRef<HTMLInputElement>(null);

  // The field is empty by now, so the server would answer that no file was chosen.
  useEffect(() => {
    const form = input.current?.form;
    if (!required || !fileError || !form) return;
    function stop(event: Event) {
      event.preventDefault();
      event.stopPropagation();
      input.current?.focus();
    }
    form.addEventListener("submit", stop, true);
    return () => form.removeEventListener("submit", stop, true);
  }, [required, fileError]);

  function choose({ currentTarget: field }: ChangeEvent<HTMLInputElement>) {
    const invalid = check(field.files ?? []);
    if (invalid) field.value = "";
    setFileError(invalid);
    setHasFile(Boolean(field.files?.length));
    onChoose?.(field, field.files?.[0]);
  }

  return (
    <div>
      <label className="field-label" htmlFor={name}>
        {label}
      </label>
      {required ? <RequiredMark /> : null}
      <p id={`${name}-hint`} className="small-print mb-1">
        {hint}
      </p>
      {current}
      <input
        ref={input}
        id={name}
        name={name}
        type="file"
        accept={accept}
        capture={capture}
        required={required}
        multiple={isMultiple}
        className={current && !hasFile ? "input input-unnamed" : "input"}
        onChange={choose}
        aria-describedby={message ? `${name}-hint ${name}-error` : `${name}-hint`}
        aria-invalid={message ? true : undefined}
      />
      <div role="status">
        <FieldError id={name} error={message} />
      </div>
    </div>
  );
}
