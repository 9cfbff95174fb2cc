// The one door to remix-validated-form: a form of plain fields, the same with scripts and without.
import { withZod } from "@remix-validated-form/with-zod";
import {
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useMemo,
  useState,
} from "react";
import { useField, useFormContext, useIsSubmitting, ValidatedForm } from "remix-validated-form";
import type { z } from "zod";
import { Button } from "~/components/button";
import { CheckField, ErrorSummary, Field, TextArea } from "~/components/field";

type FieldProps = { name: string; label: string; hint?: string };
type Input = InputHTMLAttributes<HTMLInputElement>;
type Area = TextareaHTMLAttributes<HTMLTextAreaElement>;

/**
 * A form checked by `schema` as it is typed and again by the server. Posts to `action`, or to its own page.
 * `reload` leaves the sending to the browser even with scripts.
 */
export function FlatForm<Schema extends z.ZodTypeAny>({
  id,
  schema,
  defaults,
  action,
  reload = false,
  children,
}: {
  id: string;
  schema: Schema;
  defaults?: Record<string, string | number | null | undefined>;
  action?: string;
  reload?: boolean;
  children: ReactNode;
}) {
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
      defaultValues={defaults as any}
      reloadDocument={reload}
      noValidate
      className="stack"
    >
      <Errors />
      {children}
    </ValidatedForm>
  );
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

function Errors() {
  const { fieldErrors, hasBeenSubmitted } = useFormContext();
  // Errors that are there before anything was done here came with the page, from a form sent without scripts.
  const [wereThere] = useState(() => Object.keys(fieldErrors).length > 0);
  if (!hasBeenSubmitted && !wereThere) return null;
  return <ErrorSummary errors={Object.entries(fieldErrors).map(([id, message]) => ({ id, message }))} />;
}
