import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { ModerationPage } from "~/components/safety/moderation-page";
import { BasicForm, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { submitForm } from "~/forms/form.server";
import { orNotFound, requireModerator } from "~/http/page.server";
import { t } from "~/language/text";
import { casePath, QUESTION_MAX } from "~/models/safety/case/case";
import { getCaseForm } from "~/models/safety/case/case.server";
import { askMember } from "~/models/safety/case/case-question.server";
import { questionInput } from "~/models/safety/case/case-schema";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Ask the Member · Moderation")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  return orNotFound(await getCaseForm(moderator.id, params.id ?? ""));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const form = {
    schema: questionInput,
    authorize: requireModerator,
    errorTitle: t("Your question wasn't sent"),
  };
  return submitForm(request, form, async (moderator, input) => {
    const id = params.id ?? "";
    await askMember(moderator.id, id, input);
    return {
      flash: {
        title: t("Question sent"),
        description: t("The case comes first in the queue once they answer."),
      },
      to: casePath(id),
    };
  });
}

export default function Question() {
  const { id, memberName } = useLoaderData<typeof loader>();
  return (
    <ModerationPage title={t("Ask {memberName}", { memberName })} current="queue">
      <BasicForm id="case-question" className="max-w-prose" schema={fetchSchema}>
        <BasicTextArea
          name="question"
          label={t("Question")}
          hint={t("They'll get it as it is, without your name. Don't say who reported them.")}
          rows={6}
          maxLength={QUESTION_MAX}
          required
        />
        <BasicSubmit cancelTo={casePath(id)}>{t("Send Question")}</BasicSubmit>
      </BasicForm>
    </ModerationPage>
  );
}

async function fetchSchema() {
  return (await import("~/models/safety/case/case-schema")).questionInput;
}
