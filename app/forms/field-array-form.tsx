// The only browser import of conform: a form with rows and chips, with and without scripts.
import {
  type FieldMetadata,
  FormProvider,
  getCollectionProps,
  getFormProps,
  getInputProps,
  type Intent,
  parse,
  type Submission,
  type SubmissionResult,
  useField,
  useForm,
} from "@conform-to/react";
import { useActionData, useNavigation } from "@remix-run/react";
import {
  type FormEvent,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { isComposing } from "~/browser/composing";
import { useFocusOnChange } from "~/browser/use-focus";
import { t } from "~/language/text";
import { Button } from "~/ui/button";
import { Chip } from "~/ui/chip";
import { ErrorSummary, Field, FieldError, FieldGroup } from "~/ui/field";
import { Form } from "~/ui/form";
import { EnterButton } from "./enter-button";
import { nextRowField, type RowValidators, type ValidateRow } from "./field-array";

type Answer = SubmissionResult<string[]> & { title?: string; unfinished?: boolean };
type Defaults = Record<string, string | string[]>;

/** Reads the form as the server will. */
type Check = (form: FormData) => Submission<unknown, string[], unknown>;

/** Applies a row's button; the server reports all other errors. */
function applyRowButton(form: FormData): Submission<unknown, string[], unknown> {
  return parse(form, { resolve: (value) => ({ value }) });
}

/**
 * A form validated by the server, at `action`, and after the first focus also here, by the function that `fetchCheck`
 * loads. `validators` names the lists with a field to add rows (NextRowField).
 */
export function FieldArrayForm({
  id,
  action,
  fetchCheck,
  validators,
  defaults,
  children,
}: {
  id: string;
  action: string;
  fetchCheck: () => Promise<Check>;
  validators: RowValidators;
  defaults: Defaults;
  children: ReactNode;
}) {
  const answer = useActionData<Answer>();
  const hydrated = useHydrated();
  const { check, loadCheck } = useCheck(fetchCheck);
  const [form] = useForm({
    id,
    lastResult: useLastResult(answer, defaults),
    defaultValue: defaults,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => check.current(formData) as never,
  });
  useEarlyInput(id);
  const wasSubmitted = useSavedValues(defaults, answer !== undefined, form.reset);

  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every response counts as another attempt
  useEffect(() => setAttempt((count) => count + 1), [answer]);

  function send(event: FormEvent<HTMLFormElement>) {
    form.onSubmit(event);
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.getAttribute("name") === "__intent__") return;
    wasSubmitted.current = !event.defaultPrevented;
    setAttempt((count) => count + 1);
  }

  const [list = ""] = Object.keys(validators);
  return (
    <FormProvider context={form.context}>
      <Form action={action} preventScrollReset {...getFormProps(form)} onSubmit={send} onFocus={loadCheck}>
        {/* Without scripts the server decides what Enter means. */}
        <EnterButton name={hydrated ? undefined : "enter"} value={list}>
          {t("Save")}
        </EnterButton>
        <ErrorSummary
          title={form.errors?.length ? answer?.title : undefined}
          errors={listErrors(form.allErrors, id, validators)}
          attempt={attempt}
        />
        {children}
        <input type="hidden" name="end" value="here" />
      </Form>
    </FormProvider>
  );
}

/** The server's response, completed if it is about a form that arrived in part. */
function useLastResult(answer: Answer | undefined, defaults: Defaults) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response is handled once
  return useMemo(() => {
    // Without a response from the server the form stays as it is.
    if (!answer?.initialValue) return undefined;
    if (!answer.unfinished) return answer;
    return { ...answer, initialValue: { ...defaults, ...answer.initialValue } };
  }, [answer]);
}

/** Only row buttons are applied until `fetchCheck` has loaded the form's own check. */
function useCheck(fetchCheck: () => Promise<Check>) {
  const check = useRef<Check>(applyRowButton);

  function loadCheck() {
    if (check.current !== applyRowButton) return;
    fetchCheck().then(
      (fetched) => {
        check.current = fetched;
      },
      () => undefined,
    );
  }

  return { check, loadCheck };
}

/** Tells the library about input from before hydration. */
function useEarlyInput(id: string) {
  useEffect(() => {
    document
      .getElementById(id)
      ?.querySelector("input")
      ?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [id]);
}

/**
 * Saving may normalize the input, which then replaces the fields. Returns a ref to set when the form is submitted, since values
 * that were saved elsewhere don't replace them.
 */
function useSavedValues(defaults: Defaults, isRefused: boolean, reset: () => void) {
  const saved = JSON.stringify(defaults);
  const shown = useRef(saved);
  const wasSubmitted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other saved values replace the fields
  useEffect(() => {
    if (wasSubmitted.current && !isRefused && shown.current !== saved) reset();
    wasSubmitted.current = false;
    shown.current = saved;
  }, [saved, reset]);
  return wasSubmitted;
}

/** The messages with the ids of their fields; those of a list's rows belong to the field that adds rows. */
function listErrors(messagesByName: Record<string, string[]>, id: string, validators: RowValidators) {
  return Object.entries(messagesByName).flatMap(([name, messages]) => {
    const whole = name.replace(/\[\d+\]$/, "");
    const field = Object.hasOwn(validators, whole) ? nextRowField(whole) : whole;
    return messages.map((message) => ({ id: field ? `${id}-${field}` : undefined, message }));
  });
}

/**
 * The row button that the server has just applied: without scripts the page reloads after each. Otherwise undefined, so that
 * hydration doesn't draw a long list twice.
 */
function useAppliedButton() {
  const answer = useActionData<Answer>();
  return useSyncExternalStore(
    subscribeToNothing,
    () => undefined,
    () => answer?.intent,
  );
}

const subscribeToNothing = () => () => undefined;

/** A field with an Add button, which adds a row to a list of texts; takes what an `<input>` takes. */
export function NextRowField({
  name,
  label,
  hint,
  validate,
  isRequired = true,
  ...input
}: {
  name: string;
  label: string;
  hint: (count: number) => string;
  validate: ValidateRow;
  /** Whether the list needs a row. */
  isRequired?: boolean;
} & InputHTMLAttributes<HTMLInputElement>) {
  const [list, form] = useField<string[]>(name);
  const [next] = useField<string>(nextRowField(name));
  const { field, readInput, addRow, refused, error } = useRowInput(name, validate);
  const applied = useAppliedButton();
  const count = list.getFieldList().length;
  const message = useHydrated() ? error : next.errors?.[0];

  function addOnEnter(event: KeyboardEvent) {
    if (event.key === "Enter" && !isComposing(event)) addRow(event);
  }

  return (
    <>
      <label className="field-label" htmlFor={next.id}>
        {label}
      </label>
      <p id={`${next.id}-hint`} role="status" className="small-print mb-1">
        {hint(count)}
      </p>
      <div className="flex">
        <input
          {...input}
          {...getInputProps(next, { type: "text" })}
          ref={field}
          className="input mr-2 min-w-0 flex-1"
          aria-required={isRequired && count === 0}
          // biome-ignore lint/a11y/noAutofocus: without scripts the page reloads with every row and returns to this field
          autoFocus={applied && isAboutNextRow(applied, next.name)}
          aria-invalid={message || list.errors ? true : undefined}
          aria-describedby={`${next.id}-hint ${next.id}-error ${list.id}-error`}
          onInput={readInput}
          onKeyDown={addOnEnter}
        />
        <Button
          {...form.insert.getButtonProps({ name })}
          icon="plus"
          disabled={refused !== undefined}
          onClick={addRow}
        >
          {t("Add")}
        </Button>
      </div>
      <FieldError id={next.id} error={message} />
      <FieldError id={list.id} error={list.errors?.[0]} />
    </>
  );
}

/** Whether the server has just added or removed a row, or refused the next one. */
function isAboutNextRow({ type, payload }: Intent, field: string): boolean {
  return type === "validate" ? payload.name === field : type !== "reorder";
}

/** The input for the next row, which `addRow` adds; `error` is why it is `refused`, unless it is blank. */
function useRowInput(name: string, validate: ValidateRow) {
  const [list, form] = useField<string[]>(name);
  const names = list.getFieldList().map(rowText);
  const [typed, setTyped] = useState("");
  const refused = useHydrated() ? validate(names, typed) : undefined;
  // Removing a row drops its focus.
  const field = useFocusOnChange<HTMLInputElement>(names.length);

  // The field is uncontrolled, so that input from before hydration is kept.
  useEffect(readInput);

  function readInput() {
    setTyped(field.current?.value ?? "");
  }

  function addRow(event: MouseEvent | KeyboardEvent) {
    event.preventDefault();
    if (!field.current || validate(names, field.current.value)) return;
    form.insert({ name, defaultValue: field.current.value.trim() });
    field.current.value = "";
    setTyped("");
    field.current.focus();
  }

  return { field, readInput, addRow, refused, error: typed.trim() ? refused : undefined };
}

export type RowButton = "up" | "down" | "remove";

/**
 * A list's rows, each with its form field, and functions that change them. `buttonProps` are for an IconButton, which works
 * without scripts, too; the page then opens with `moved`, the indexes between which a row was moved.
 */
export function useRows(name: string) {
  const [list, form] = useField<string[]>(name);
  const applied = useAppliedButton();
  return {
    rows: list.getFieldList().map((row, index) => ({
      key: row.key ?? String(index),
      text: rowText(row),
      // getInputProps would read a dozen properties of each row, which takes time in a long list.
      field: <input type="hidden" name={row.name} defaultValue={rowText(row)} />,
    })),
    buttonProps: (button: RowButton, index: number) => {
      const to = index + (button === "up" ? -1 : 1);
      const { name: field, ...props } =
        button === "remove"
          ? form.remove.getButtonProps({ name, index })
          : form.reorder.getButtonProps({ name, from: index, to });
      return { field, ...props };
    },
    add: (text: string) => form.insert({ name, defaultValue: text }),
    remove: (index: number) => form.remove({ name, index }),
    move: (from: number, to: number) => form.reorder({ name, from, to }),
    replace: (rows: string[]) => form.update({ name, value: rows }),
    moved: applied?.type === "reorder" ? applied.payload : undefined,
  };
}

/** A button that returns the form without saving it. Without scripts the page opens with the focus on it. */
export function ArrayCheck({ name, children }: { name: string; children: string }) {
  const [, form] = useField(name);
  const applied = useAppliedButton();
  const isApplied = applied?.type === "validate" && applied.payload.name === name;
  return (
    <Button {...form.validate.getButtonProps({ name })} className="mt-2" autoFocus={isApplied}>
      {children}
    </Button>
  );
}

function rowText(row: FieldMetadata<string>): string {
  return String(row.initialValue ?? "");
}

/** Chips of which at most `max` can be chosen; `note` shows the count. With scripts the others are then disabled. */
export function ArrayChips({
  name,
  legend,
  options,
  toLabel,
  max,
  note,
}: {
  name: string;
  legend: string;
  options: readonly string[];
  toLabel: (option: string) => string;
  max: number;
  note: (count: number) => string;
}) {
  const [field] = useField<string[]>(name);
  const chosen = useSelectedValues(name);
  const error = Object.values(field.allErrors)[0]?.[0];
  const hydrated = useHydrated();
  return (
    <FieldGroup id={field.id} legend={legend} hint={note(chosen.length)} error={error}>
      <div className="cluster">
        {getCollectionProps(field, { type: "checkbox", options: [...options] }).map(
          ({ id, form, value, defaultChecked }) => (
            <Chip
              key={value}
              id={id}
              form={form}
              name={name}
              value={value}
              label={toLabel(value)}
              defaultChecked={defaultChecked}
              disabled={hydrated && chosen.length >= max && !chosen.includes(value)}
            />
          ),
        )}
      </div>
    </FieldGroup>
  );
}

/** A one-line field of the form; takes what an `<input>` takes. */
export function ArrayField({
  name,
  type = "text",
  ...input
}: {
  name: string;
  label: string;
  type?: "text" | "number";
} & InputHTMLAttributes<HTMLInputElement>) {
  const [field] = useField<string>(name);
  return <Field {...input} {...getInputProps(field, { type })} error={field.errors?.[0]} />;
}

/** A button that fills a field and keeps all other input. */
export function ArrayFill({ name, value, children }: { name: string; value: string; children: string }) {
  const [, form] = useField<string>(name);
  return <Button {...form.update.getButtonProps({ name, value })}>{children}</Button>;
}

/** The submit button; shows `pending` while the form is being submitted. */
export function ArraySubmit({
  children,
  pending,
  className,
}: {
  children: string;
  pending: string;
  className?: string;
}) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <Button variant="primary" isPending={isSending} className={className}>
      {isSending ? pending : children}
    </Button>
  );
}

/** The current values of a field, saved or not. */
export function useSelectedValues(name: string): string[] {
  const [{ value }] = useField<string | string[]>(name);
  if (Array.isArray(value)) return value.filter((item): item is string => typeof item === "string");
  return typeof value === "string" ? [value] : [];
}
