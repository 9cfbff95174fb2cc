// The last decision, with its Undo.

import { useFetcher } from "@remix-run/react";
import type { ReactNode } from "react";
import { toText } from "~/language/text";
import type { FlashMessage } from "~/models/flash";
import { Button } from "~/ui/button";
import { FlashStrip, FlashWords } from "~/ui/flash";
import { Form } from "~/ui/form";

/** The live region in which a decision is read out. */
export function DecidedBar({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div role="status" className={children ? className : undefined}>
      {children}
    </div>
  );
}

/** Takes its room at once, but is invisible until the decision is saved. */
export function Decided({
  flash: { subject, title, description, action },
  isSaving,
  onUndo,
}: {
  flash: FlashMessage;
  isSaving: boolean;
  onUndo: () => void;
}) {
  const fetcher = useFetcher();
  return (
    <div className={`decided flex items-center overflow-hidden ${isSaving ? "invisible" : ""}`}>
      <FlashStrip kind="success" />
      <FlashWords subject={subject} title={toText(title)} description={description && toText(description)} />
      {action ? (
        <Form
          fetcher={fetcher}
          action={action.to}
          className="my-2 mr-3 flex-shrink-0 max-sm:my-1 max-sm:mr-4"
          onSubmit={onUndo}
        >
          {Object.entries(action.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button icon={action.icon} aria-label={action.name} isPending={fetcher.state !== "idle"}>
            {action.label}
          </Button>
        </Form>
      ) : null}
    </div>
  );
}
