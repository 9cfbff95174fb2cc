// Fields of a form: a label, a hint, what was typed, and the sentence when it was refused.
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useEffect,
  useRef,
} from "react";
import { Icon } from "./icons";

type Around = {
  label: string;
  /** Names the value in the form; also the id, unless `id` is given. */
  name: string;
  id?: string;
  hint?: ReactNode;
  error?: string;
};

/** A one-line field. Takes every attribute of `<input>`. */
export function Field({ label, hint, error, ...input }: Around & InputHTMLAttributes<HTMLInputElement>) {
  const id = input.id ?? input.name;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input type="text" {...input} id={id} className="input" {...described(id, hint, error)} />
    </FieldFrame>
  );
}

/** A field of several lines. Takes every attribute of `<textarea>`. */
export function TextArea({
  label,
  hint,
  error,
  ...area
}: Around & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = area.id ?? area.name;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea rows={4} {...area} id={id} className="input" {...described(id, hint, error)} />
    </FieldFrame>
  );
}

/** A choice from a list. Takes every attribute of `<select>`; the options are its children. */
export function SelectField({
  label,
  hint,
  error,
  ...select
}: Around & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = select.id ?? select.name;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select {...select} id={id} className="input" {...described(id, hint, error)} />
    </FieldFrame>
  );
}

/** One box to tick, with its label beside it. */
export function CheckField({ label, hint, error, ...input }: Around & InputHTMLAttributes<HTMLInputElement>) {
  const id = input.id ?? input.name;
  return (
    <div>
      <label className="check" htmlFor={id}>
        <input type="checkbox" {...input} id={id} {...described(id, hint, error)} />
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
    <fieldset id={id} tabIndex={-1} aria-describedby={described(id, hint, error)["aria-describedby"]}>
      <legend className="field-label">{legend}</legend>
      <Hint id={id} hint={hint} />
      {children}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

/** The sentence under a refused field; nothing when there is none. */
export function FieldError({ id, error }: { id: string; error?: string }) {
  if (!error) return null;
  return (
    <p id={`${id}-error`} className="field-error">
      <Icon name="alert" size={20} />
      <span className="min-w-0">{error}</span>
    </p>
  );
}

/**
 * What was refused, at the head of a form: links to each field, and takes the focus when it appears. In a form that
 * is checked as it is typed, `attempt` counts what was sent: only a further attempt takes the focus, so that it stays
 * with the fields while they are being mended, and perhaps spoilt again.
 */
export function ErrorSummary({
  errors,
  attempt,
  title = "Please look at this again",
}: {
  errors: { id: string; message: string }[];
  attempt?: number;
  title?: string;
}) {
  const summary = useRef<HTMLDivElement>(null);
  const turn = attempt ?? errors.length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn is what asks for the focus
  useEffect(() => summary.current?.focus(), [turn]);

  if (errors.length === 0) return null;
  return (
    <div ref={summary} role="alert" tabIndex={-1} className="notice notice-error mb-4">
      <span className="notice-strip">
        <Icon name="alert" />
      </span>
      <div className="min-w-0 p-4">
        <p className="font-display text-lead font-extrabold">{title}</p>
        <ul className="mt-1">
          {errors.map((error) => (
            <li key={error.id}>
              <a className="link inline-block max-w-full py-1" href={`#${error.id}`}>
                {error.message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function FieldFrame({
  id,
  label,
  hint,
  error,
  children,
}: Omit<Around, "name"> & { id: string; children: ReactNode }) {
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <Hint id={id} hint={hint} />
      {children}
      <FieldError id={id} error={error} />
    </div>
  );
}

function Hint({ id, hint }: { id: string; hint?: ReactNode }) {
  if (!hint) return null;
  return (
    <p id={`${id}-hint`} className="field-hint">
      {hint}
    </p>
  );
}

function described(id: string, hint: ReactNode, error: string | undefined) {
  const ids = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean);
  return {
    "aria-describedby": ids.join(" ") || undefined,
    "aria-invalid": error ? true : undefined,
  } as const;
}
