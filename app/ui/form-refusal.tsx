// The errors of a form without a form library.
import { useState } from "react";
import { t } from "~/language/text";
import type { FieldMessages } from "~/refusal";
import { ErrorSummary } from "./field";

/** The response to a refused form, which shows it. Without a response there is no `error`, since a toast shows it. */
export type FormRefusal = {
  error?: string;
  /** Shown above the error. */
  title?: string;
  /** Messages by field; a limit or a conflict has none. */
  fields?: FieldMessages;
  /** The input, to fill it in again: for a field with several values the last. */
  typed?: Record<string, string>;
  /** All values of each field, for checkboxes that share a name. */
  chosen?: Record<string, string[]>;
};

/** The refusal and its messages by field, until `dismiss` is called because the member is correcting the input. */
export function useRefusal<Response extends FormRefusal>(response: Response | undefined) {
  const [dismissed, setDismissed] = useState<Response>();
  const refusal = response?.error && response !== dismissed ? response : undefined;
  return { refusal, fields: refusal?.fields ?? {}, dismiss: () => setDismissed(response) };
}

/** The refusal of a form that is gone because somebody else was faster, with its input `typed`. */
export function LateRefusal({ refusal, typed }: { refusal: FormRefusal | undefined; typed?: string }) {
  const { error, title } = refusal ?? {};
  if (!error) return null;
  return (
    <>
      <RefusalSummary refusal={{ error, title }} />
      {typed ? (
        <p className="whitespace-pre-wrap">
          <b>{t("What you wrote:")}</b> {typed}
        </p>
      ) : null}
    </>
  );
}

/**
 * The summary of a refusal; each one takes the focus. `title` is the default title of refusals, and `toMessage`
 * rewords an error without a field.
 */
export function RefusalSummary({
  refusal,
  title,
  toMessage = (error) => error,
}: {
  refusal: FormRefusal | undefined;
  title?: string;
  toMessage?: (error: string) => string;
}) {
  if (!refusal?.error) return null;
  const { error, fields = {} } = refusal;
  const errors = Object.entries(fields).map(([id, message]) => ({ id, message }));
  const summary = errors.length ? errors : [{ message: toMessage(error) }];
  return <ErrorSummary title={refusal.title ?? title} errors={summary} attempt={refusal} />;
}
