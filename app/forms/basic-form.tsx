// A form of plain fields, with and without scripts. Only files of app/forms import remix-validated-form.
import { type FetcherWithComponents, type FormProps, useActionData } from "@remix-run/react";
import {
  type ComponentProps,
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
import { toText, type Wording } from "~/language/text";
import { Button, type ButtonVariant } from "~/ui/button";
import { CheckField, ErrorSummary, Field, FieldGroup, SelectField, TextArea } from "~/ui/field";
import { FormActions } from "~/ui/form";
import type { IconName } from "~/ui/icon";
import { sendWithPageLoad } from "~/ui/page-load";
import { RadioGroup } from "~/ui/radio-group";
import { ViewerField } from "~/ui/viewer-field";

type FieldProps = { name: string; label: string; hint?: ReactNode };
/** The props of a field that is typed in. */
type TextFieldProps = FieldProps & { isOptional?: boolean };
type Input = InputHTMLAttributes<HTMLInputElement>;
type Area = TextareaHTMLAttributes<HTMLTextAreaElement>;
type Select = SelectHTMLAttributes<HTMLSelectElement>;

/** The action's answer, as far as a form shows it. */
type Answer = {
  /** Above the errors that came with it. */
  title?: string;
  fieldErrors?: Record<string, string>;
  formId?: string;
  repopulateFields?: Record<string, string>;
};

/**
 * Shows no errors before the first submission: one that appears on blur would move the button from under the pointer.
 * After that, errors follow the input.
 */
const quietly = {
  validationBehavior: { initial: "onSubmit", whenTouched: "onSubmit", whenSubmitted: "onChange" },
} as const;

/**
 * A form validated by `schema` on submit, and again by the server. Posts to `action`, or to its own page; with a `fetcher` the
 * screen stays. `schema` is called on the first click or input, which keeps zod and its validator out of the page's bundle.
 * With `reload` it submits with a page load even with scripts.
 */
export function BasicForm<Schema extends z.ZodTypeAny>({
  id,
  schema,
  defaults,
  fetcher,
  reload = false,
  children,
  ...form
}: {
  id: string;
  schema: () => Promise<Schema>;
  defaults?: Record<string, string | number | boolean | null | undefined>;
  fetcher?: FetcherWithComponents<Answer>;
  reload?: boolean;
  children: ReactNode;
} & Pick<FormProps, "action" | "className" | "encType" | "preventScrollReset">) {
  // On hydration the library forgets the input that the server returned with a refusal, in which an unchecked box is absent.
  const actionData = useActionData<Answer>();
  const answer = fetcher ? fetcher.data : actionData;
  const typed = answer?.formId === id ? answer.repopulateFields : undefined;
  const { validator, fetchSchema } = useValidator(schema);
  return (
    <ValidatedForm
      {...form}
      id={id}
      method="post"
      fetcher={fetcher}
      validator={validator}
      // biome-ignore lint/suspicious/noExplicitAny: the library wants the schema's own output as defaults
      defaultValues={(typed ?? defaults) as any}
      reloadDocument={reload}
      onSubmit={reload ? (_, event) => sendByBrowser(event, id) : undefined}
      noValidate
      // Not on focus, which a dialog gives to its first field.
      onPointerDown={fetchSchema}
      onKeyDown={fetchSchema}
      onInput={fetchSchema}
    >
      <div className="stack">
        <ViewerField />
        <Errors answer={answer} />
        {children}
      </div>
    </ValidatedForm>
  );
}

/**
 * Accepts everything until the schema is loaded, since the server validates again. It doesn't wait for the schema: the
 * library takes results in any order, and old ones would overwrite new ones.
 */
function useValidator<Schema extends z.ZodTypeAny>(schema: () => Promise<Schema>) {
  return useMemo(() => {
    let validator: Validator<z.output<Schema>> | undefined;
    const unchecked = createValidator<z.output<Schema>>({
      validate: async (typed) => ({ data: typed as z.output<Schema>, error: undefined }),
      validateField: async () => ({ error: undefined }),
    });
    const current: Validator<z.output<Schema>> = {
      validate: (typed) => (validator ?? unchecked).validate(typed),
    };
    function fetchSchema() {
      if (validator) return;
      Promise.all([schema(), import("./basic-form-validator")]).then(
        ([fetched, { checkedBy }]) => {
          validator = checkedBy(fetched);
        },
        () => undefined,
      );
    }
    return { validator: current, fetchSchema };
  }, [schema]);
}

/** Submits the validated form with a page load; the library would use fetch. */
function sendByBrowser(event: FormEvent, id: string) {
  event.preventDefault();
  const form = document.forms.namedItem(id);
  if (form) void sendWithPageLoad(form);
}

/** A one-line field of the form; takes what an `<input>` takes. */
export function BasicField({ name, label, hint, isOptional, ...input }: TextFieldProps & Input) {
  const { error, getInputProps } = useField(name, quietly);
  return (
    <Field
      label={label}
      hint={hint}
      isOptional={isOptional}
      error={error}
      {...getInputProps<Input>({ id: name, ...input })}
      name={name}
    />
  );
}

/** Fields behind `summary`, a `<details>` that is open if one of the fields called `names` is refused or filled in. */
export function BasicDisclosure({
  id,
  summary,
  names,
  children,
}: {
  id?: string;
  summary: string;
  names: string[];
  children: ReactNode;
}) {
  const { fieldErrors, defaultValues = {} } = useFormContext();
  return (
    <details
      id={id}
      tabIndex={id ? -1 : undefined}
      open={names.some((name) => fieldErrors[name] || defaultValues[name])}
    >
      <summary className="link py-2">{summary}</summary>
      {children}
    </details>
  );
}

/** A multi-line field. */
export function BasicTextArea({ name, label, hint, isOptional, ...area }: TextFieldProps & Area) {
  const { error, getInputProps } = useField(name, quietly);
  return (
    <TextArea
      label={label}
      hint={hint}
      isOptional={isOptional}
      error={error}
      {...getInputProps<Area>({ id: name, ...area })}
      name={name}
    />
  );
}

/** A choice from a list; `options` are the labels by value, and `none` is the label of a blank one above them. */
export function BasicSelect({
  name,
  label,
  hint,
  none,
  options,
  ...select
}: FieldProps & { none?: string; options: Record<string, Wording> } & Select) {
  const { error, defaultValue, getInputProps } = useField(name, quietly);
  return (
    <SelectField
      // A form that is mounted again gets its defaults late, and a select keeps the one it was mounted with.
      key={defaultValue}
      label={label}
      hint={hint}
      error={error}
      {...getInputProps<Select>({ id: name, ...select })}
      name={name}
    >
      {none ? <option value="">{none}</option> : null}
      {Object.entries(options).map(([value, words]) => (
        <option key={value} value={value}>
          {toText(words)}
        </option>
      ))}
    </SelectField>
  );
}

/** Radio buttons. */
export function BasicRadioGroup<Value extends string>({
  onChoose,
  ...group
}: Omit<ComponentProps<typeof RadioGroup<Value>>, "chosen" | "error">) {
  const { error, ...choice } = useBasicChoice(group.name, onChoose);
  return <RadioGroup key={choice.chosen} {...group} {...choice} error={error} />;
}

/** The saved or submitted value of a choice, its error, and its change handler. */
export function useBasicChoice<Value extends string>(name: string, onChoose?: (value: Value) => void) {
  const { error, defaultValue, getInputProps } = useField(name, quietly);
  const { onChange } = getInputProps<{ onChange: (value: Value) => void }>({ onChange: onChoose });
  return { chosen: defaultValue as string | undefined, error, onChoose: onChange };
}

/** Fields of the form that answer one question; its own errors have the name `id`. */
export function BasicGroup(group: Omit<ComponentProps<typeof FieldGroup>, "error">) {
  return <FieldGroup {...group} error={useField(group.id, quietly).error} />;
}

/** A checkbox. */
export function BasicCheckbox({ name, label, hint, ...input }: FieldProps & Input) {
  const { error, defaultValue, getInputProps } = useField(name, quietly);
  return (
    <CheckField
      key={String(defaultValue)}
      label={label}
      hint={hint}
      error={error}
      {...getInputProps<Input>({ id: name, type: "checkbox", ...input })}
      name={name}
    />
  );
}

/** The last line of the form: its button, labeled `pending` while the form is being submitted, and a link that cancels. */
export function BasicSubmit({
  children,
  pending = children,
  variant = "primary",
  icon,
  cancelTo,
  inDialog,
}: {
  children: string;
  pending?: string;
  variant?: ButtonVariant;
  icon?: IconName;
  cancelTo?: string;
  inDialog?: boolean;
}) {
  const isSubmitting = useIsSubmitting();
  const button = { variant, icon, isPending: isSubmitting, children: isSubmitting ? pending : children };
  return cancelTo ? <FormActions {...button} {...{ cancelTo, inDialog }} /> : <Button {...button} />;
}

function Errors({ answer }: { answer: Answer | undefined }) {
  const { fieldErrors, hasBeenSubmitted, isSubmitting } = useFormContext();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isSubmitting) setAttempt((count) => count + 1);
  }, [isSubmitting]);
  if (!hasBeenSubmitted && !answer) return null;
  const errors = Object.entries(fieldErrors).map(([name, message]) => ({
    id: name === "form" ? undefined : name,
    message,
  }));
  const title = fieldErrors === answer?.fieldErrors ? answer?.title : undefined;
  return <ErrorSummary title={title} errors={errors} attempt={attempt} />;
}
