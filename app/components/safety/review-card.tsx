// An item of a queue that a moderator decides on the list itself.
import { useFetcher } from "@remix-run/react";
import type { ReactNode } from "react";
import { useFocusAfterwards } from "~/browser/use-focus";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { Form } from "~/ui/form";

/** A button that sends its `value` as the outcome, and the fields of its form. */
type Choice = { value: string; label: string; isMain?: boolean; fields?: ReactNode };

/** `to` is where the forms are sent. The form of `rejection` is folded under its `summary`. */
export function ReviewCard({
  memberName,
  at,
  to,
  choices,
  rejection,
  children,
}: {
  memberName: string;
  at: string;
  to: string;
  choices: Choice[];
  rejection: Choice & { summary: string };
  children: ReactNode;
}) {
  useFocusAfterwards();
  const sender = useFetcher();
  return (
    <li>
      <Card title={memberName} note={<DateTime at={at} as="date" />}>
        {children}
        {choices.map(({ value, label, isMain, fields }) => (
          <Form key={value} fetcher={sender} action={to} className="mt-3">
            {fields}
            <Button variant={isMain ? "primary" : undefined} name="outcome" value={value}>
              {label}
            </Button>
          </Form>
        ))}
        <details className="mt-3">
          <summary className="py-3 font-semibold">{rejection.summary}</summary>
          <Form fetcher={sender} action={to} className="stack mt-2">
            {rejection.fields}
            <Button variant="danger" name="outcome" value={rejection.value}>
              {rejection.label}
            </Button>
          </Form>
        </details>
      </Card>
    </li>
  );
}
