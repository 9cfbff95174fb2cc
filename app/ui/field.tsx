// Form fields: a label, a hint, the input, and the error message.
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useEffect,
  useRef,
} from "react";
import { t } from "~/language/text";
import { FlashStrip } from "./flash";
import { Icon } from "./icon";

type Around = {
  label: string;
  /** Names the value in the form; also the id, unless `id` is given. */
  name: string;
  id?: string;
  hint?: ReactNode;
  error?: string;
  /** Whether it can be left blank in a form that needs others. */
  isOptional?: boolean;
};

/** A one-line field. Takes every attribute of `<input>`. */
export function Field({
  label,
  hint,
  error,
  isOptional,
  ...input
}: Around & InputHTMLAttributes<HTMLInputElement>) {
  const id = input.id ?? input.name;
  return (
    <LabeledField id={id} label={label} hint={hint} error={error} isOptional={isOptional}>
      <input
        type="text"
        {...input}
        id={id}
        className="input"
        {...described(id, { hint, error, isOptional })}
      />
    </LabeledField>
  );
}

/** A multi-line field. Takes every attribute of `<textarea>`. */
export function TextArea({
  label,
  hint,
  error,
  isOptional,
  ...area
}: Around & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = area.id ?? area.name;
  return (
    <LabeledField id={id} label={label} hint={hint} error={error} isOptional={isOptional}>
      <textarea
        rows={4}
        {...area}
        id={id}
        className="input"
        {...described(id, { hint, error, isOptional })}
      />
    </LabeledField>
  );
}

/** A choice from a list. Takes every attribute of `<select>`; the options are its children. */
export function SelectField({
  label,
  hint,
  error,
  ...select
}: Omit<Around, "isOptional"> & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = select.id ?? select.name;
  return (
    <LabeledField id={id} label={label} hint={hint} error={error}>
      <select {...select} id={id} className="input" {...described(id, { hint, error })} />
    </LabeledField>
  );
}

/** A checkbox with its label. */
export function CheckField({
  label,
  hint,
  error,
  ...input
}: Omit<Around, "isOptional"> & InputHTMLAttributes<HTMLInputElement>) {
  const id = input.id ?? input.name;
  return (
    <div>
      <label className="check-field" htmlFor={id}>
        <input type="checkbox" {...input} id={id} {...described(id, { hint, error })} />
        <span className="min-w-0">{label}</span>
      </label>
      <Hint id={id} hint={hint} />
      <FieldError id={id} error={error} />
    </div>
  );
}

/** A group of fields that answer one question. Its error belongs to the group. */
export function FieldGroup({
  legend,
  id,
  hint,
  error,
  children,
}: {
  legend: string;
  id: string;
  hint?: ReactNode;
  error?: string;
  children: ReactNode;
}) {
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={described(id, { hint, error })["aria-describedby"]}>
      <legend className="field-label">{legend}</legend>
      <Hint id={id} hint={hint} />
      {children}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

/** The error message under a field; renders nothing without one. */
export function FieldError({ id, error }: { id: string; error?: string }) {
  if (!error) return null;
  return (
    <p id={`${id}-error`} className="field-error mt-1 flex text-sm font-semibold text-red">
      <Icon name="alert" size={20} className="mr-1 flex-none" />
      <span className="min-w-0">{error}</span>
    </p>
  );
}

/**
 * The errors at the top of a form, each linked to its field if it has one. Takes the focus when it appears. In a form
 * validated during typing, `attempt` changes with each submission: only another one takes the focus again, so that it
 * stays with the field being corrected.
 */
export function ErrorSummary({
  errors,
  attempt,
  title = t("Please fix the following"),
}: {
  errors: { id?: string; message: string }[];
  attempt?: unknown;
  title?: string;
}) {
  const summary = useRef<HTMLDivElement>(null);
  const turn = attempt ?? errors.length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt takes the focus
  useEffect(() => summary.current?.focus(), [turn]);

  if (errors.length === 0) return null;
  return (
    <div ref={summary} role="alert" tabIndex={-1} className="card flash mb-4 flex overflow-hidden">
      <FlashStrip kind="error" />
      <div className="min-w-0 p-4">
        <p className="font-display text-xl font-extrabold">{title}</p>
        <ul className="mt-1">
          {errors.map((error) => (
            <li key={`${error.id} ${error.message}`}>
              {error.id ? (
                <a className="link inline-block max-w-full py-1" href={`#${error.id}`}>
                  {error.message}
                </a>
              ) : (
                error.message
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function LabeledField({
  id,
  label,
  hint,
  error,
  isOptional,
  children,
}: Omit<Around, "name"> & { id: string; children: ReactNode }) {
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {isOptional ? <OptionalMark id={id} /> : null}
      <Hint id={id} hint={hint} />
      {children}
      <FieldError id={id} error={error} />
    </div>
  );
}

/** Marks the field with this id as optional, beside its label. Required fields, which are most, carry no mark. */
export function OptionalMark({ id }: { id: string }) {
  return (
    <span id={`${id}-optional`} className="small-print ml-2">
      {t("Optional")}
    </span>
  );
}

function Hint({ id, hint }: { id: string; hint?: ReactNode }) {
  if (!hint) return null;
  return (
    <p id={`${id}-hint`} className="small-print mb-1">
      {hint}
    </p>
  );
}

function described(id: string, { hint, error, isOptional }: Pick<Around, "hint" | "error" | "isOptional">) {
  const ids = [
    isOptional ? `${id}-optional` : "",
    hint ? `${id}-hint` : "",
    error ? `${id}-error` : "",
  ].filter(Boolean);
  return {
    "aria-describedby": ids.join(" ") || undefined,
    "aria-invalid": error ? true : undefined,
  } as const;
}
