// A notice as shown to anybody with its link.
import { useFetcher } from "@remix-run/react";
import { t } from "~/language/text";
import { type NoticeView, noticePath, noticeReasons, noticeStatuses } from "~/models/safety/notice/notice";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { Form } from "~/ui/form";

/** The notice's text. */
export function NoticeSummary({ notice: { reason, about, words, createdAt } }: { notice: NoticeView }) {
  return (
    <Card title={t(noticeReasons[reason].label)} note={<DateTime at={createdAt} as="date" />}>
      <p className="break-words">
        <b>{t("About:")}</b> {about}
      </p>
      <p className="mt-2 whitespace-pre-wrap break-words">{words}</p>
    </Card>
  );
}

/** The button that confirms a notice. */
export function ConfirmNotice({ noticeKey }: { noticeKey: string }) {
  const sender = useFetcher();
  return (
    <Form fetcher={sender} action={`${noticePath(noticeKey)}/confirm`} className="mt-4">
      <Button variant="primary" isPending={sender.state !== "idle"}>
        {t("Confirm Notice")}
      </Button>
    </Form>
  );
}

/** The outcomes of the notice and of the objection, oldest first. */
export function NoticeSteps({ notice: { steps } }: { notice: NoticeView }) {
  return (
    <div className="stack my-4">
      {steps.map(({ at, words, status, decidedAt, reply }) => (
        <Card
          key={at}
          title={t(noticeStatuses[status].label)}
          note={<DateTime at={decidedAt ?? at} as="date" />}
        >
          {words ? (
            <p className="mb-2 whitespace-pre-wrap break-words">
              <b>{t("You objected:")}</b> {words}
            </p>
          ) : null}
          <p>{t(noticeStatuses[status].sentence)}</p>
          {reply ? (
            <blockquote className="mt-2 whitespace-pre-wrap border-l border-line pl-3">{reply}</blockquote>
          ) : null}
        </Card>
      ))}
    </div>
  );
}
