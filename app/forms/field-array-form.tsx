// The one client door to conform: a form with rows and chips, the same with scripts and without.
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
import { Form, useActionData, useNavigation } from "@remix-run/react";
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
import { Button } from "~/components/button";
import { Chip, RemovableChip } from "~/components/chip";
import { ErrorSummary, Field, FieldError, FieldGroup } from "~/components/field";
import { type Additions, nextRowField, type RefuseRow } from "./list-rows";

/** Reads the form as the server will. */
type Check = (form: FormData) => Submission<unknown, string[], unknown>;

/** Does what a row's button asks; what else is wrong the server says. */
function obey(form: FormData): Submission<unknown, string[], unknown> {
  return parse(form, { resolve: (value) => ({ value }) });
}

/**
 * A form checked by the server, at `action`, and from the moment somebody turns to it also here, by what `fetchCheck`
 * brings. `additions` names the lists that grow by a field of their own (ListRows).
 */
export function ListForm({
  id,
  action,
  fetchCheck,
  additions,
  defaults,
  children,
}: {
  id: string;
  action: string;
  fetchCheck: () => Promise<Check>;
  additions: Additions;
  defaults: Record<string, string | string[]>;
  children: ReactNode;
}) {
  const answer = useActionData<SubmissionResult<string[]> & { unfinished?: boolean }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is dealt with once
  const lastResult = useMemo(() => {
    if (!answer?.unfinished) return answer;
    return { ...answer, initialValue: { ...defaults, ...answer.initialValue } };
  }, [answer]);
  const hydrated = useHydrated();
  const check = useRef<Check>(obey);
  const [form] = useForm({
    id,
    lastResult,
    defaultValue: defaults,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => check.current(formData) as never,
  });

  // What was typed before scripts ran counts as typed.
  useEffect(() => {
    document
      .getElementById(id)
      ?.querySelector("input")
      ?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [id]);

  // What was saved from here may come back tidied: it is then what stands here.
  const saved = JSON.stringify(defaults);
  const shown = useRef(saved);
  const wasSent = useRef(false);
  const { reset } = form;
  useEffect(() => {
    if (wasSent.current && shown.current !== saved) reset();
    wasSent.current = false;
    shown.current = saved;
  }, [saved, reset]);

  function turnTo() {
    if (check.current !== obey) return;
    fetchCheck().then(
      (fetched) => {
        check.current = fetched;
      },
      () => undefined,
    );
  }

  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer of the server is a further attempt
  useEffect(() => setAttempt((count) => count + 1), [answer]);

  function send(event: FormEvent<HTMLFormElement>) {
    form.onSubmit(event);
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.getAttribute("name") === "__intent__") return;
    wasSent.current = !event.defaultPrevented;
    setAttempt((count) => count + 1);
  }

  const [list = ""] = Object.keys(additions);
  const errors = Object.entries(form.allErrors).flatMap(([name, messages = []]) => {
    const whole = name.replace(/\[\d+\]$/, "");
    const field = Object.hasOwn(additions, whole) ? nextRowField(whole) : whole;
    return messages.map((message) => ({ id: field ? `${id}-${field}` : id, message }));
  });
  return (
    <FormProvider context={form.context}>
      <Form
        method="post"
        action={action}
        preventScrollReset
        {...getFormProps(form)}
        onSubmit={send}
        onFocus={turnTo}
      >
        {/* Enter presses the first button of a form. Without scripts the server looks what Enter was meant for. */}
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
        <ErrorSummary errors={errors} attempt={attempt} />
        {children}
        <input type="hidden" name="end" value="here" />
      </Form>
    </FormProvider>
  );
}

/** Short texts in rows: a field with a button for the next one, and chips that can be taken away. */
export function ListRows({
  name,
  label,
  listed,
  add,
  hint,
  empty,
  refuse,
  ...input
}: {
  name: string;
  label: string;
  /** What the rows are called. */
  listed: string;
  add: string;
  hint: (count: number) => string;
  empty: string;
  refuse: RefuseRow;
} & InputHTMLAttributes<HTMLInputElement>) {
  const [list, form] = useField<string[]>(name);
  const [next] = useField<string>(nextRowField(name));
  const answer = useActionData<SubmissionResult<string[]>>();
  const hydrated = useHydrated();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const rows = list.getFieldList();
  const names = rows.map((row) => String(row.initialValue ?? ""));
  const refused = hydrated ? refuse(names, typed) : undefined;
  const said = hydrated ? (typed.trim() ? refused : undefined) : next.errors?.[0];

  // The field is the browser's, so that nothing typed before scripts ran is lost.
  useEffect(() => setTyped(field.current?.value ?? ""));

  // A chip that is taken away takes the focus with it.
  const count = rows.length;
  const countBefore = useRef(count);
  useEffect(() => {
    if (count < countBefore.current && document.activeElement === document.body) field.current?.focus();
    countBefore.current = count;
  }, [count]);

  function addRow(event: MouseEvent | KeyboardEvent) {
    event.preventDefault();
    if (!field.current || refuse(names, field.current.value)) return;
    form.insert({ name, defaultValue: field.current.value.trim() });
    field.current.value = "";
    setTyped("");
    field.current.focus();
  }

  function addOnEnter(event: KeyboardEvent) {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) addRow(event);
  }

  const wasObeyed = !hydrated && answer?.intent !== undefined;
  return (
    <div>
      <label className="field-label" htmlFor={next.id}>
        {label}
      </label>
      <p id={`${next.id}-hint`} role="status" className="field-hint">
        {hint(count)}
      </p>
      <div className="flex">
        <input
          {...input}
          {...getInputProps(next, { type: "text" })}
          ref={field}
          className="input mr-2 min-w-0 flex-1"
          // biome-ignore lint/a11y/noAutofocus: without scripts the page comes anew with every row, back where it was
          autoFocus={wasObeyed}
          aria-invalid={said || list.errors ? true : undefined}
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
      <FieldError id={next.id} error={said} />
      <FieldError id={list.id} error={list.errors?.[0]} />
      {count ? (
        <ul className="cluster mt-3" aria-label={listed}>
          {rows.map((row, index) => (
            <li key={row.key ?? index} className="min-w-0">
              <input {...getInputProps(row, { type: "hidden" })} />
              <RemovableChip label={names[index] ?? ""} {...form.remove.getButtonProps({ name, index })} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-3 text-soft">{empty}</p>
      )}
    </div>
  );
}

/** Chips to choose at most `max` from; `note` says how many are. With scripts no further one can be chosen. */
export function ListChips({
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
  const chosen = useChosen(name);
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
export function ListField({
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

/** A button that fills a field of the form, which keeps what else was typed. */
export function ListFill({ name, value, children }: { name: string; value: string; children: string }) {
  const [, form] = useField<string>(name);
  return <Button {...form.update.getButtonProps({ name, value })}>{children}</Button>;
}

/** The button that sends the form; says `pending` while it is on its way. */
export function ListSubmit({ children, pending }: { children: string; pending: string }) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <Button look="primary" disabled={isSending}>
      {isSending ? pending : children}
    </Button>
  );
}

/** What is chosen or listed under a name at this moment, saved or not. */
export function useChosen(name: string): string[] {
  const [{ value }] = useField<string | string[]>(name);
  if (Array.isArray(value)) return value.filter((item): item is string => typeof item === "string");
  return typeof value === "string" ? [value] : [];
}
