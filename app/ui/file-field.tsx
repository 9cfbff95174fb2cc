// A field for files from the member's own device.
import {
  type ChangeEvent,
  type InputHTMLAttributes,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { PICTURE_TYPES } from "~/models/picture/upload";
import { FieldError, OptionalMark } from "./field";
import { Icon } from "./icon";

type FileFieldProps = {
  name: string;
  label: string;
  hint: string;
  error?: string;
  isOptional?: boolean;
  /** Why the chosen files are refused. */
  check: (files: ArrayLike<File>) => string | undefined;
  /** Gets every choice, and its file if there is one, so that the caller can clear the `error` of the previous choice. */
  onChoose?: (field: HTMLInputElement, file: File | undefined) => void;
  /** The current file, shown instead of the browser's "No file chosen". */
  current?: ReactNode;
  /** The words of a large empty field: files can be dropped anywhere on it. */
  dropWords?: string;
};

/** Under the words; the button and "No file chosen" are about 15rem wide. */
const DROP_AREA =
  "min-h-[16rem] cursor-pointer border-2 border-dashed px-4 pb-4 pl-[max(16px,calc(50%-7.6rem))] pt-[10.5rem] hover:border-ink";

/**
 * For a file, by default a picture; takes what an `<input>` takes. A file that `check` refuses is removed from the field, with
 * the message, and a required field keeps its form from being sent until another is chosen.
 */
export function FileField({
  label,
  hint,
  error,
  isOptional,
  check,
  onChoose,
  current,
  dropWords,
  ...input
}: FileFieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const { name, required } = input;
  const { field, fileError, hasFile, choose } = useFileChoice({ check, onChoose, required });
  const message = fileError ?? error;
  const isDropArea = dropWords && !hasFile;
  return (
    <div>
      <label className="field-label" htmlFor={name}>
        {label}
      </label>
      {isOptional ? <OptionalMark id={name} /> : null}
      <p id={`${name}-hint`} className="small-print mb-1">
        {hint}
      </p>
      {current}
      <div className={isDropArea ? "relative" : undefined}>
        {isDropArea ? (
          <span
            className="pointer-events-none absolute left-4 right-4 top-10 flex flex-col items-center text-center font-display text-[1.5rem] font-extrabold leading-7"
            aria-hidden="true"
          >
            <Icon name="upload" size={56} className="mb-3" />
            {dropWords}
          </span>
        ) : null}
        <input
          ref={field}
          id={name}
          type="file"
          accept={PICTURE_TYPES}
          {...input}
          className={`input ${current && !hasFile ? "text-transparent" : ""} ${isDropArea ? DROP_AREA : ""}`}
          onChange={choose}
          aria-describedby={[
            ...(isOptional ? [`${name}-optional`] : []),
            `${name}-hint`,
            ...(message ? [`${name}-error`] : []),
          ].join(" ")}
          aria-invalid={message ? true : undefined}
        />
      </div>
      <div role="status">
        <FieldError id={name} error={message} />
      </div>
    </div>
  );
}

function useFileChoice({
  check,
  onChoose,
  required,
}: Pick<FileFieldProps, "check" | "onChoose"> & { required?: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const [fileError, setFileError] = useState<string>();
  const [hasFile, setHasFile] = useState(false);

  // The field is empty by now, so the server would answer that no file was chosen.
  useEffect(() => {
    const form = field.current?.form;
    if (!required || !fileError || !form) return;
    function stop(event: Event) {
      event.preventDefault();
      event.stopPropagation();
      field.current?.focus();
    }
    form.addEventListener("submit", stop, true);
    return () => form.removeEventListener("submit", stop, true);
  }, [required, fileError]);

  function choose({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const invalid = check(input.files ?? []);
    if (invalid) input.value = "";
    setFileError(invalid);
    setHasFile(Boolean(input.files?.length));
    onChoose?.(input, input.files?.[0]);
  }

  return { field, fileError, hasFile, choose };
}
