import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { ModerationPage } from "~/components/safety/moderation-page";
import { submitForm } from "~/forms/form.server";
import { orNotFound, requireModerator } from "~/http/page.server";
import { casePath } from "~/models/safety/case/case";
import { getCaseForm } from "~/models/safety/case/case-form.server";
import { writeNote } from "~/models/safety/case/case-note.server";
import { caseNoteInput } from "~/models/safety/case/case-schema";
import { CASE_NOTE_MAX } from "~/models/safety/case/talk";
import { CheckField, SelectField, TextArea } from "~/ui/field";
import { Form, FormActions } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: "Note · Moderation · B-Side" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  return orNotFound(await getCaseForm(moderator.id, params.id ?? ""));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const form = { schema: caseNoteInput, authorize: requireModerator, errorTitle: "Your note wasn't saved" };
  return submitForm(request, form, async (moderator, input) => {
    const id = params.id ?? "";
    await writeNote(moderator.id, id, input);
    return {
      flash: { title: "Note saved", description: "Other moderators see it with the case." },
      to: casePath(id),
    };
  });
}

export default function Note() {
  const { id, memberName, colleagues } = useLoaderData<typeof loader>();
  const { refusal, fields, dismiss } = useRefusal(useActionData<FormRefusal>());
  const isPending = useNavigation().state === "submitting";
  const { typed = {} } = refusal ?? {};
  return (
    <ModerationPage title={`Note on ${memberName}`} current="queue">
      <Form className="stack max-w-prose" noValidate onInput={dismiss}>
        <RefusalSummary refusal={refusal} />
        <TextArea
          name="note"
          label="Note"
          hint="Only moderators see it. It's never in the member's data."
          rows={6}
          maxLength={CASE_NOTE_MAX}
          defaultValue={typed.note}
          error={fields.note}
          required
        />
        {colleagues.length ? (
          <>
            <SelectField
              name="colleague"
              label="Ask another moderator"
              hint="The case comes first in their queue until another moderator writes a note."
              defaultValue={typed.colleague}
              error={fields.colleague}
            >
              <option value="">No one</option>
              {colleagues.map((colleague) => (
                <option key={colleague.id} value={colleague.id}>
                  {colleague.name}
                </option>
              ))}
            </SelectField>
            <CheckField
              name="isBinding"
              label="I can't decide without a second opinion"
              hint="You can decide only after another moderator has written a note. Others can claim the case and decide."
              defaultChecked={typed.isBinding === "on"}
              error={fields.isBinding}
            />
          </>
        ) : null}
        <FormActions isPending={isPending} cancelTo={casePath(id)}>
          Save Note
        </FormActions>
      </Form>
    </ModerationPage>
  );
}
