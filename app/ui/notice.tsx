// Notices: the result of an action, in the page or in a toast.
import { Form } from "@remix-run/react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { NoticeData } from "~/models/notice";
import { Button } from "./button";
import { Icon } from "./icon";

/** A notice in the page. Until scripts run, its close button is a link to the notice itself, which `:target` hides. */
export function Notice({ notice }: { notice: NoticeData }) {
  const [isDismissed, setIsDismissed] = useState(false);
  const isHydrated = useHydrated();
  if (isDismissed) return null;
  const id = `notice-${notice.id}`;
  const cross = (
    <>
      <Icon name="close" size={20} />
      <span className="sr-only">Dismiss</span>
    </>
  );
  return (
    <div id={id} role={notice.kind === "error" ? "alert" : "status"} className="card notice mb-4">
      <NoticeStrip kind={notice.kind} />
      <NoticeText notice={notice} />
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

/** The title, description and optional button of a notice. */
export function NoticeText({
  notice: { subject, title, description, action },
  onAction,
}: {
  notice: NoticeData;
  onAction?: () => void;
}) {
  return (
    <div className="notice-text">
      <NoticeWords subject={subject} title={title} description={description} />
      {action ? (
        <div onSubmit={onAction}>
          <NoticeAction action={action} />
        </div>
      ) : null}
    </div>
  );
}

/** Whom a notice is about, its title and its description. */
export function NoticeWords({
  subject,
  title,
  description,
}: Pick<NoticeData, "subject" | "title" | "description">) {
  return (
    <div className="notice-words">
      {subject ? <p className="notice-title">{subject}</p> : null}
      <p className={subject ? undefined : "notice-title"}>{title}</p>
      {description ? <p>{description}</p> : null}
    </div>
  );
}

/** The colored strip with the icon for success or error. */
export function NoticeStrip({ kind }: { kind: NoticeData["kind"] }) {
  return (
    <span className={`notice-strip ${kind === "error" ? "bg-red text-on-red" : "bg-green text-on-green"}`}>
      <Icon name={kind === "error" ? "alert" : "check"} />
    </span>
  );
}

/** The button of a notice: a form that scripts post without leaving the page. */
function NoticeAction({ action }: { action: NonNullable<NoticeData["action"]> }) {
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
