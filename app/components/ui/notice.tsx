// What is said in the page after something happened, and its button.
import { Form } from "@remix-run/react";
import type { NoticeContent } from "~/models/notice";
import { Button } from "./button";
import { Icon } from "./icons";

/** The words of a notice as a banner in the page, with its button when it has one. */
export function Notice({ notice }: { notice: NoticeContent }) {
  return (
    <div role={notice.kind === "error" ? "alert" : "status"} className={`notice notice-${notice.kind} mb-4`}>
      <NoticeStrip kind={notice.kind} />
      <div className="cluster min-w-0 flex-1 justify-between p-3">
        <div className="min-w-0">
          <p className="font-display text-lead font-extrabold">{notice.title}</p>
          {notice.description ? <p>{notice.description}</p> : null}
        </div>
        {notice.action ? <NoticeAction action={notice.action} /> : null}
      </div>
    </div>
  );
}

/** The coloured strip that tells good news from bad, with its sign. */
export function NoticeStrip({ kind }: { kind: NoticeContent["kind"] }) {
  return (
    <span className="notice-strip">
      <Icon name={kind === "error" ? "alert" : "check"} />
    </span>
  );
}

/** The button of a notice: a form of its own, posted without leaving the page when scripts run. */
export function NoticeAction({ action }: { action: NonNullable<NoticeContent["action"]> }) {
  return (
    <Form method="post" action={action.to} navigate={false}>
      {Object.entries(action.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button icon={action.icon}>{action.label}</Button>
    </Form>
  );
}
