import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { BasicForm, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { submitVisitorForm } from "~/forms/form.server";
import { linkPageHeaders, orNotFound } from "~/http/page.server";
import { t } from "~/language/text";
import {
  type NoticeView,
  noticePath,
  noticeReasons,
  noticeStatuses,
  OBJECTION_MAX,
} from "~/models/safety/notice/notice";
import { objectTo, viewNotice } from "~/models/safety/notice/notice.server";
import { objectionInput } from "~/models/safety/notice/notice-schema";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { Form } from "~/ui/form";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Your Notice")) }];

/** Changes nothing: mail scanners open links. */
export async function loader({ params }: LoaderFunctionArgs) {
  const key = params.key ?? "";
  return data({ key, notice: orNotFound(await viewNotice(key)) }, { headers: linkPageHeaders });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const form = { schema: objectionInput, errorTitle: t("Your objection wasn't sent") };
  return submitVisitorForm(request, form, async ({ words }) => {
    await objectTo(params.key ?? "", words);
    return { flash: { title: t("Objection sent"), description: t("You'll see the answer on this page.") } };
  });
}

export default function Notice() {
  const { key, notice } = useLoaderData<typeof loader>();
  if (!notice.isConfirmed)
    return (
      <VisitorPage
        width="prose"
        title={t("Confirm Your Notice")}
        text={t("Is this what you want us to look at? It counts once you confirm it.")}
      >
        <NoticeSummary notice={notice} />
        <ConfirmNotice noticeKey={key} />
      </VisitorPage>
    );
  return (
    <VisitorPage
      width="prose"
      title={t("Your Notice")}
      text={t("We received your notice. Keep this page's address to yourself: whoever has it can read this.")}
    >
      {notice.isMailed ? null : (
        <p className="mb-4 font-semibold">
          {t("Save this page's address. It's the only way to see what we decide.")}
        </p>
      )}
      <NoticeSummary notice={notice} />
      <NoticeSteps notice={notice} />
      {notice.canObject ? <Objection /> : null}
    </VisitorPage>
  );
}

function Objection() {
  return (
    <Card title={t("Do You Disagree?")}>
      <BasicForm id="objection" schema={fetchSchema}>
        <BasicTextArea
          name="words"
          label={t("Why is the decision wrong?")}
          hint={t("You can object once. Another moderator looks at it, if there is one.")}
          rows={6}
          maxLength={OBJECTION_MAX}
          required
        />
        <BasicSubmit>{t("Send Objection")}</BasicSubmit>
      </BasicForm>
    </Card>
  );
}

async function fetchSchema() {
  return (await import("~/models/safety/notice/notice-schema")).objectionInput;
}

/** The notice's text. */
function NoticeSummary({ notice: { reason, about, words, createdAt } }: { notice: NoticeView }) {
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
function ConfirmNotice({ noticeKey }: { noticeKey: string }) {
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
function NoticeSteps({ notice: { steps } }: { notice: NoticeView }) {
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
