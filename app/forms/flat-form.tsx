// The one door to remix-validated-form: a form of plain fields, the same with scripts and without.
import { useActionData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import {
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useEffect,
  useMemo,
  useState,
} from "react";
import { useField, useFormContext, useIsSubmitting, ValidatedForm } from "remix-validated-form";
import type { z } from "zod";
import { Button } from "~/components/button";
import { CheckField, ErrorSummary, Field, SelectField, TextArea } from "~/components/field";

type FieldProps = { name: string; label: string; hint?: string };
type Input = InputHTMLAttributes<HTMLInputElement>;
type Area = TextareaHTMLAttributes<HTMLTextAreaElement>;
type Select = SelectHTMLAttributes<HTMLSelectElement>;

/**
 * A form checked by `schema` as it is typed and again by the server. Posts to `action`, or to its own page.
 * `reload` leaves the sending to the browser even with scripts; `stay` keeps the place on the page after it.
 */
export function FlatForm<Schema extends z.ZodTypeAny>({
  id,
  schema,
  defaults,
  action,
  reload = false,
  stay = false,
  children,
}: {
  id: string;
  schema: Schema;
  defaults?: Record<string, string | number | null | undefined>;
  action?: string;
  reload?: boolean;
  stay?: boolean;
  children: ReactNode;
}) {
  // The library forgets, once it runs in the browser, what the server gave back with a refusal.
  const answer = useActionData<{ formId?: string; repopulateFields?: Record<string, string> }>();
  const typed = answer?.formId === id ? answer.repopulateFields : undefined;
  const validator = useMemo(
    () => withZod(schema as z.Schema<z.output<Schema>, z.ZodTypeDef, unknown>),
    [schema],
  );
  return (
    <ValidatedForm
      id={id}
      method="post"
      action={action}
      validator={validator}
      // biome-ignore lint/suspicious/noExplicitAny: the library wants the schema's own output as defaults
      defaultValues={{ ...defaults, ...typed } as any}
      reloadDocument={reload}
      onSubmit={reload ? (_, event) => sendByBrowser(event, id) : undefined}
      preventScrollReset={stay}
      noValidate
    >
      <div className="stack">
        <Errors formId={id} />
        {children}
      </div>
    </ValidatedForm>
  );
}

/** What has been checked is sent as a page's own form: the library by itself would fetch. */
function sendByBrowser(event: FormEvent, id: string) {
  event.preventDefault();
  document.forms.namedItem(id)?.submit();
}

/** A one-line field of the form; takes what an `<input>` takes. */
export function FlatField({ name, label, hint, ...input }: FieldProps & Input) {
  const { error, getInputProps } = useField(name);
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      {...getInputProps<Input>({ id: name, ...input })}
      name={name}
    />
  );
}

/** A field of several lines. */
export function FlatTextArea({ name, label, hint, ...area }: FieldProps & Area) {
  const { error, getInputProps } = useField(name);
  return (
    <TextArea
      label={label}
      hint={hint}
      error={error}
      {...getInputProps<Area>({ id: name, ...area })}
      name={name}
    />
  );
}

/** A choice from a list; `options` are the words by value. */
export function FlatSelect({ name, label, hint, options }: FieldProps & { options: Record<string, string> }) {
  const { error, getInputProps } = useField(name);
  return (
    <SelectField label={label} hint={hint} error={error} {...getInputProps<Select>({ id: name })} name={name}>
      {Object.entries(options).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </SelectField>
  );
}

/** A box to tick. */
export function FlatCheck({ name, label, hint }: FieldProps) {
  const { error, getInputProps } = useField(name);
  return (
    <CheckField
      label={label}
      hint={hint}
      error={error}
      {...getInputProps<Input>({ id: name, type: "checkbox" })}
      name={name}
    />
  );
}

/** The button that sends the form; says `pending` while it is on its way. */
export function FlatSubmit({ children, pending }: { children: string; pending: string }) {
  const isSubmitting = useIsSubmitting();
  return (
    <Button look="primary" disabled={isSubmitting}>
      {isSubmitting ? pending : children}
    </Button>
  );
}

function Errors({ formId }: { formId: string }) {
  const { fieldErrors, hasBeenSubmitted, isSubmitting } = useFormContext();
  const wasAnswered = useActionData() !== undefined;
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isSubmitting) setAttempt((count) => count + 1);
  }, [isSubmitting]);
  // Until it is sent, a field that was left wrong says so itself.
  if (!hasBeenSubmitted && !wasAnswered) return null;
  const errors = Object.entries(fieldErrors).map(([name, message]) => ({
    id: name === "form" ? formId : name,
    message,
  }));
  return <ErrorSummary errors={errors} attempt={attempt} />;
}
