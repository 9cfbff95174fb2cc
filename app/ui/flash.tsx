// Flash messages: the result of an action, in the page or in a toast.
import { Form } from "@remix-run/react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { t } from "~/language/text";
import type { FlashData } from "~/models/flash";
import { Button } from "./button";
import { Icon } from "./icon";

const TITLE = "flash-title font-display text-xl font-extrabold";

/** A flash message in the page. Until scripts run, its close button is a link to itself, which `:target` hides. */
export function Flash({ flash }: { flash: FlashData }) {
  const [isDismissed, setIsDismissed] = useState(false);
  const isHydrated = useHydrated();
  if (isDismissed) return null;
  const id = `flash-${flash.id}`;
  const cross = (
    <>
      <Icon name="close" size={20} />
      <span className="sr-only">{t("Dismiss")}</span>
    </>
  );
  return (
    <div
      id={id}
      role={flash.kind === "error" ? "alert" : "status"}
      className="card flash mb-4 flex overflow-hidden target:hidden"
    >
      <FlashStrip kind={flash.kind} />
      <FlashText flash={flash} />
      {isHydrated ? (
        <button type="button" className="icon-button" onClick={() => setIsDismissed(true)}>
          {cross}
        </button>
      ) : (
        <a href={`#${id}`} className="icon-button">
          {cross}
        </a>
      )}
    </div>
  );
}

/** The title, description and optional button of a flash message. */
export function FlashText({
  flash: { subject, title, description, action },
  onAction,
}: {
  flash: FlashData;
  onAction?: () => void;
}) {
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center py-1 pl-3">
      <FlashWords subject={subject} title={title} description={description} />
      {action ? (
        <div onSubmit={onAction}>
          <FlashAction action={action} />
        </div>
      ) : null}
    </div>
  );
}

/** The member a flash message is about, its title and its description. */
export function FlashWords({
  subject,
  title,
  description,
}: Pick<FlashData, "subject" | "title" | "description">) {
  return (
    // The message's button goes below text that would otherwise be narrower.
    <div className="flash-words min-w-0 flex-[1_1_8rem] py-1 text-sm">
      {subject ? <p className={TITLE}>{subject}</p> : null}
      <p className={subject ? undefined : TITLE}>{title}</p>
      {description ? <p>{description}</p> : null}
    </div>
  );
}

/** The colored strip with the icon for success or error. */
export function FlashStrip({ kind }: { kind: FlashData["kind"] }) {
  return (
    <span
      className={`flash-strip flex w-8 flex-none items-center justify-center ${kind === "error" ? "bg-red text-on-red" : "bg-green text-on-green"}`}
    >
      <Icon name={kind === "error" ? "alert" : "check"} />
    </span>
  );
}

/** The button of a flash message: a form that scripts post without leaving the page. */
function FlashAction({ action }: { action: NonNullable<FlashData["action"]> }) {
  return (
    <Form method="post" action={action.to} navigate={false}>
      {Object.entries(action.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button icon={action.icon} aria-label={action.name}>
        {action.label}
      </Button>
    </Form>
  );
}
