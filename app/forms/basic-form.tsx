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
import {
  createValidator,
  useField,
  useFormContext,
  useIsSubmitting,
  ValidatedForm,
  type Validator,
} from "remix-validated-form";
import type { z } from "zod";
import { Button } from "~/components/button";
import { CheckField, ErrorSummary, Field, SelectField, TextArea } from "~/components/field";

type FieldProps = { name: string; label: string; hint?: string };
type Input = InputHTMLAttributes<HTMLInputElement>;
type Area = TextareaHTMLAttributes<HTMLTextAreaElement>;
type Select = SelectHTMLAttributes<HTMLSelectElement>;

/**
 * Nothing is said before the form is sent: a sentence that comes as a field is left moves the button from under the
 * pointer that has just been put on it. After that the sentences follow what is typed.
 */
const quietly = {
  validationBehavior: { initial: "onSubmit", whenTouched: "onSubmit", whenSubmitted: "onChange" },
} as const;

/**
 * A form checked by `schema` when it is sent and again by the server. Posts to `action`, or to its own page.
 * A schema that is fetched, once somebody turns to the form, keeps its library out of the page.
 * `reload` leaves the sending to the browser even with scripts; `stay` keeps the place on the page after it; `files` sends
 * files along.
 */
export function FlatForm<Schema extends z.ZodTypeAny>({
  id,
  schema,
  defaults,
  action,
  reload = false,
  stay = false,
  files = false,
  children,
}: {
  id: string;
  schema: Schema | (() => Promise<Schema>);
  defaults?: Record<string, string | number | null | undefined>;
  action?: string;
  reload?: boolean;
  stay?: boolean;
  files?: boolean;
  children: ReactNode;
}) {
  // The library forgets, once it runs in the browser, what the server gave back with a refusal.
  const answer = useActionData<{ formId?: string; repopulateFields?: Record<string, string> }>();
  const typed = answer?.formId === id ? answer.repopulateFields : undefined;
  const { validator, fetchSchema } = useValidator(schema);
  return (
    <ValidatedForm
      id={id}
      method="post"
      action={action}
      validator={validator}
      // biome-ignore lint/suspicious/noExplicitAny: the library wants the schema's own output as defaults
      defaultValues={{ ...defaults, ...typed } as any}
      reloadDocument={reload}
      encType={files ? "multipart/form-data" : undefined}
      onSubmit={reload ? (_, event) => sendByBrowser(event, id) : undefined}
      preventScrollReset={stay}
      noValidate
      onFocus={fetchSchema}
    >
      <div className="stack">
        <Errors formId={id} />
        {children}
      </div>
    </ValidatedForm>
  );
}

/**
 * Checks by the schema from the moment it is there, and until then lets everything pass: the server checks again.
 * Nothing waits for it: the library takes answers in any order, and old ones would overwrite new ones.
 */
function useValidator<Schema extends z.ZodTypeAny>(schema: Schema | (() => Promise<Schema>)) {
  return useMemo(() => {
    let validator = typeof schema === "function" ? undefined : checkedBy(schema);
    const unchecked = createValidator<z.output<Schema>>({
      validate: async (typed) => ({ data: typed as z.output<Schema>, error: undefined }),
      validateField: async () => ({ error: undefined }),
    });
    const current: Validator<z.output<Schema>> = {
      validate: (typed) => (validator ?? unchecked).validate(typed),
    };
    function fetchSchema() {
      if (validator || typeof schema !== "function") return;
      schema().then(
        (fetched) => {
          validator = checkedBy(fetched);
        },
        () => undefined,
      );
    }
    return { validator: current, fetchSchema };
  }, [schema]);
}

function checkedBy<Schema extends z.ZodTypeAny>(schema: Schema): Validator<z.output<Schema>> {
  return withZod(schema as z.Schema<z.output<Schema>, z.ZodTypeDef, unknown>);
}

/** What has been checked is sent as a page's own form: the library by itself would fetch. */
function sendByBrowser(event: FormEvent, id: string) {
  event.preventDefault();
  document.forms.namedItem(id)?.submit();
}

/** A one-line field of the form; takes what an `<input>` takes. */
export function FlatField({ name, label, hint, ...input }: FieldProps & Input) {
  const { error, getInputProps } = useField(name, quietly);
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
  const { error, getInputProps } = useField(name, quietly);
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
  const { error, getInputProps } = useField(name, quietly);
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
  if (!hasBeenSubmitted && !wasAnswered) return null;
  const errors = Object.entries(fieldErrors).map(([name, message]) => ({
    id: name === "form" ? formId : name,
    message,
  }));
  return <ErrorSummary errors={errors} attempt={attempt} />;
}
