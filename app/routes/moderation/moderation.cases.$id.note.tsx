import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { ModerationPage } from "~/components/safety/moderation-page";
import { BasicCheckbox, BasicForm, BasicSelect, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { submitForm } from "~/forms/form.server";
import { orNotFound, requireModerator } from "~/http/page.server";
import { t } from "~/language/text";
import { CASE_NOTE_MAX, casePath } from "~/models/safety/case/case";
import { getCaseForm } from "~/models/safety/case/case.server";
import { writeNote } from "~/models/safety/case/case-question.server";
import { caseNoteInput } from "~/models/safety/case/case-schema";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Note · Moderation")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  return orNotFound(await getCaseForm(moderator.id, params.id ?? ""));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const form = {
    schema: caseNoteInput,
    authorize: requireModerator,
    errorTitle: t("Your note wasn't saved"),
  };
  return submitForm(request, form, async (moderator, input) => {
    const id = params.id ?? "";
    await writeNote(moderator.id, id, input);
    return {
      flash: { title: t("Note saved"), description: t("Other moderators see it with the case.") },
      to: casePath(id),
    };
  });
}

export default function Note() {
  const { id, memberName, colleagues } = useLoaderData<typeof loader>();
  return (
    <ModerationPage title={t("Note on {memberName}", { memberName })} current="queue">
      <BasicForm id="case-note" className="max-w-prose" schema={fetchSchema}>
        <BasicTextArea
          name="note"
          label={t("Note")}
          hint={t("Only moderators see it. It's never in the member's data.")}
          rows={6}
          maxLength={CASE_NOTE_MAX}
          required
        />
        {colleagues.length ? (
          <>
            <BasicSelect
              name="colleague"
              label={t("Ask another moderator")}
              hint={t("The case comes first in their queue until another moderator writes a note.")}
              none={t("No one")}
              options={Object.fromEntries(colleagues.map((colleague) => [colleague.id, colleague.name]))}
            />
            <BasicCheckbox
              name="isBinding"
              label={t("I can't decide without a second opinion")}
              hint={t(
                "You can decide only after another moderator has written a note. Others can claim the case and decide.",
              )}
            />
          </>
        ) : null}
        <BasicSubmit cancelTo={casePath(id)}>{t("Save Note")}</BasicSubmit>
      </BasicForm>
    </ModerationPage>
  );
}

async function fetchSchema() {
  return (await import("~/models/safety/case/case-schema")).caseNoteInput;
}
