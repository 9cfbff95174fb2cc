// The only browser import of conform: a form with rows and chips, with and without scripts.
import {
  FormProvider,
  getCollectionProps,
  getFormProps,
  getInputProps,
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
} from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { FavoriteList } from "~/components/music/favorite-list";
import { Button } from "~/components/ui/button";
import { Chip } from "~/components/ui/chip";
import { ErrorSummary, Field, FieldError, FieldGroup, RequiredMark } from "~/components/ui/field";
import { Form } from "~/components/ui/form";
import { nextRowField, type RowValidators, type ValidateRow } from "./field-array";

/** Reads the form as the server will. */
type Check = (form: FormData) => Submission<unknown, string[], unknown>;

/** Applies a row's button; the server reports all other errors. */
function applyRowButton(form: FormData): Submission<unknown, string[], unknown> {
  return parse(form, { resolve: (value) => ({ value }) });
}

/**
 * A form validated by the server, at `action`, and after the first focus also here, by the function that `fetchCheck`
 * loads. `validators` names the lists with a field to add rows (ArrayRows).
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
  defaults: Record<string, string | string[]>;
  children: ReactNode;
}) {
  const answer = useActionData<SubmissionResult<string[]> & { title?: string; unfinished?: boolean }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response is handled once
  const lastResult = useMemo(() => {
    // Without a response from the server the form stays as it is.
    if (!answer?.initialValue) return undefined;
    if (!answer.unfinished) return answer;
    return { ...answer, initialValue: { ...defaults, ...answer.initialValue } };
  }, [answer]);
  const hydrated = useHydrated();
  const check = useRef<Check>(applyRowButton);
  const [form] = useForm({
    id,
    lastResult,
    defaultValue: defaults,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => check.current(formData) as never,
  });

  // Tells the library about input from before hydration.
  useEffect(() => {
    document
      .getElementById(id)
      ?.querySelector("input")
      ?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [id]);

  // Saving may normalize the input, which then replaces the fields.
  const saved = JSON.stringify(defaults);
  const shown = useRef(saved);
  const wasSubmitted = useRef(false);
  const { reset } = form;
  const isRefused = answer !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other saved values replace the fields
  useEffect(() => {
    if (wasSubmitted.current && !isRefused && shown.current !== saved) reset();
    wasSubmitted.current = false;
    shown.current = saved;
  }, [saved, reset]);

  function loadCheck() {
    if (check.current !== applyRowButton) return;
    fetchCheck().then(
      (fetched) => {
        check.current = fetched;
      },
      () => undefined,
    );
  }

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
  const errors = Object.entries(form.allErrors).flatMap(([name, messages = []]) => {
    const whole = name.replace(/\[\d+\]$/, "");
    const field = Object.hasOwn(validators, whole) ? nextRowField(whole) : whole;
    return messages.map((message) => ({ id: field ? `${id}-${field}` : undefined, message }));
  });
  return (
    <FormProvider context={form.context}>
      <Form action={action} preventScrollReset {...getFormProps(form)} onSubmit={send} onFocus={loadCheck}>
        {/* Enter presses the first button of a form. Without scripts the server decides what Enter means. */}
        <button
          type="submit"
          name={hydrated ? undefined : "enter"}
          value={list}
          className="sr-only"
          tabIndex={-1}
          aria-hidden="true"
        >
          Save
        </button>
        <ErrorSummary
          title={form.errors?.length ? answer?.title : undefined}
          errors={errors}
          attempt={attempt}
        />
        {children}
        <input type="hidden" name="end" value="here" />
      </Form>
    </FormProvider>
  );
}

/** A list of artists: a field with an Add button, and rows that can be moved and removed. */
export function ArrayRows({
  name,
  label,
  listLabel,
  add,
  hint,
  empty,
  validate,
  ...input
}: {
  name: string;
  label: string;
  /** The accessible name of the list. */
  listLabel: string;
  add: string;
  hint: (count: number) => string;
  empty: string;
  validate: ValidateRow;
} & InputHTMLAttributes<HTMLInputElement>) {
  const [list, form] = useField<string[]>(name);
  const [next] = useField<string>(nextRowField(name));
  const answer = useActionData<SubmissionResult<string[]>>();
  const hydrated = useHydrated();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const rows = list.getFieldList();
  const names = rows.map((row) => String(row.initialValue ?? ""));
  const refused = hydrated ? validate(names, typed) : undefined;
  const message = hydrated ? (typed.trim() ? refused : undefined) : next.errors?.[0];

  // The field is uncontrolled, so that input from before hydration is kept.
  useEffect(() => setTyped(field.current?.value ?? ""));

  // Removing a row drops its focus.
  const count = rows.length;
  const countBefore = useRef(count);
  useEffect(() => {
    if (count < countBefore.current && document.activeElement === document.body) field.current?.focus();
    countBefore.current = count;
  }, [count]);

  function addRow(event: MouseEvent | KeyboardEvent) {
    event.preventDefault();
    if (!field.current || validate(names, field.current.value)) return;
    form.insert({ name, defaultValue: field.current.value.trim() });
    field.current.value = "";
    setTyped("");
    field.current.focus();
  }

  function addOnEnter(event: KeyboardEvent) {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) addRow(event);
  }

  const applied = hydrated ? undefined : answer?.intent;
  const moved = applied?.type === "reorder" ? applied.payload : undefined;
  return (
    <div>
      <label className="field-label" htmlFor={next.id}>
        {label}
      </label>
      {count ? null : <RequiredMark />}
      <p id={`${next.id}-hint`} role="status" className="small-print mb-1">
        {hint(count)}
      </p>
      <div className="flex">
        <input
          {...input}
          {...getInputProps(next, { type: "text" })}
          ref={field}
          className="input mr-2 min-w-0 flex-1"
          aria-required={count === 0}
          // biome-ignore lint/a11y/noAutofocus: without scripts the page reloads with every row and returns to this field
          autoFocus={applied !== undefined && moved === undefined}
          aria-invalid={message || list.errors ? true : undefined}
          aria-describedby={`${next.id}-hint ${next.id}-error ${list.id}-error`}
          onInput={() => setTyped(field.current?.value ?? "")}
          onKeyDown={addOnEnter}
        />
        <Button
          {...form.insert.getButtonProps({ name })}
          icon="plus"
          disabled={refused !== undefined}
          onClick={addRow}
        >
          {add}
        </Button>
      </div>
      <FieldError id={next.id} error={message} />
      <FieldError id={list.id} error={list.errors?.[0]} />
      {count ? (
        <div className="mt-3">
          <FavoriteList
            names={names}
            keys={rows.map((row, index) => row.key ?? String(index))}
            label={listLabel}
            press={(button, index) => {
              const { name: field, ...pressed } =
                button === "remove"
                  ? form.remove.getButtonProps({ name, index })
                  : form.reorder.getButtonProps({
                      name,
                      from: index,
                      to: index + (button === "up" ? -1 : 1),
                    });
              return { field, ...pressed };
            }}
            fieldAt={(index) => {
              const row = rows[index];
              return row ? <input {...getInputProps(row, { type: "hidden" })} /> : null;
            }}
            onMove={(from, to) => form.reorder({ name, from, to })}
            moved={moved}
          />
        </div>
      ) : (
        <p className="mt-3 text-soft">{empty}</p>
      )}
    </div>
  );
}

/** Chips of which at most `max` can be chosen; `note` shows the count. With scripts the rest is then disabled. */
export function ArrayChips({
  name,
  legend,
  options,
  max,
  note,
}: {
  name: string;
  legend: string;
  options: readonly string[];
  max: number;
  note: (count: number) => string;
}) {
  const [field] = useField<string[]>(name);
  const chosen = useSelectedValues(name);
  const error = Object.values(field.allErrors)[0]?.[0];
  const hydrated = useHydrated();
  return (
    <FieldGroup id={field.id} legend={legend} hint={note(chosen.length)} error={error} isRequired>
      <div className="cluster">
        {getCollectionProps(field, { type: "checkbox", options: [...options] }).map(
          ({ id, form, value, defaultChecked }) => (
            <Chip
              key={value}
              id={id}
              form={form}
              name={name}
              value={value}
              label={value}
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
export function ArraySubmit({ children, pending }: { children: string; pending: string }) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <Button variant="primary" isPending={isSending}>
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
