import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { ConfirmNotice, NoticeSteps, NoticeSummary } from "~/components/safety/notice-view";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { BasicForm, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { submitVisitorForm } from "~/forms/form.server";
import { linkPageHeaders, orNotFound } from "~/http/page.server";
import { t } from "~/language/text";
import { OBJECTION_MAX } from "~/models/safety/notice/notice";
import { objectTo, viewNotice } from "~/models/safety/notice/notice.server";
import { objectionInput } from "~/models/safety/notice/notice-schema";
import { Card } from "~/ui/card";

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
