// The form of the prompts: three pairs of a prompt and an answer.
import { useNavigation } from "@remix-run/react";
import { PROMPTS, type PromptAnswer } from "db/column-types";
import { SelectField, TextArea } from "~/components/ui/field";
import { Form, FormActions } from "~/components/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/components/ui/form-refusal";
import { VersionField } from "~/components/ui/version-field";
import { PROMPTS_PATH } from "~/models/member/profile";
import { ANSWER_MAX, PROMPT_PLACES, promptTexts, toPromptFields } from "~/models/member/prompt";
import type { FieldMessages } from "~/refusal";

/** Posts to its own page; `answer` is the action data of a refused form. */
export function PromptsForm({
  prompts,
  version,
  answer,
  closeTo,
}: {
  prompts: PromptAnswer[];
  version: string;
  answer: FormRefusal | undefined;
  closeTo: string;
}) {
  const { refusal, fields: errors, dismiss } = useRefusal(answer);
  const typed = answer?.typed ?? { ...toPromptFields(prompts) };
  const isSaving = useNavigation().formAction === PROMPTS_PATH;
  return (
    <Form
      action={PROMPTS_PATH}
      id="prompts"
      preventScrollReset
      noValidate
      className="stack"
      onInput={dismiss}
    >
      <RefusalSummary refusal={refusal} />
      <VersionField version={version} />
      {PROMPT_PLACES.map((number) => (
        <PromptFields key={number} number={number} typed={typed} errors={errors} />
      ))}
      <FormActions isPending={isSaving} cancelTo={closeTo} inDialog>
        Save Prompts
      </FormActions>
    </Form>
  );
}

function PromptFields({
  number,
  typed,
  errors,
}: {
  number: (typeof PROMPT_PLACES)[number];
  typed: Record<string, string>;
  errors: FieldMessages;
}) {
  return (
    <div className="card stack p-4">
      <SelectField
        name={`prompt${number}`}
        label={`Prompt ${number}`}
        defaultValue={typed[`prompt${number}`] ?? ""}
        error={errors[`prompt${number}`]}
      >
        <option value="">None</option>
        {PROMPTS.map((prompt) => (
          <option key={prompt} value={prompt}>
            {promptTexts[prompt]}
          </option>
        ))}
      </SelectField>
      <TextArea
        name={`answer${number}`}
        label={`Answer ${number}`}
        rows={3}
        dir="auto"
        maxLength={ANSWER_MAX}
        hint={`Up to ${ANSWER_MAX} characters`}
        defaultValue={typed[`answer${number}`]}
        error={errors[`answer${number}`]}
      />
    </div>
  );
}
