// The form of the prompts: three pairs of a prompt and an answer.
import { useNavigation } from "@remix-run/react";
import { PROMPTS, type PromptAnswer } from "db/column-types";
import { Button, ButtonLink } from "~/components/ui/button";
import { SelectField, TextArea } from "~/components/ui/field";
import { Form } from "~/components/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/components/ui/form-refusal";
import { PROMPTS_PATH } from "~/models/member/profile";
import { ANSWER_MAX, promptTexts } from "~/models/member/prompt";

const NUMBERS = [1, 2, 3];

/** Posts to its own page; `answer` is the action data of a refused form. */
export function PromptsForm({
  prompts,
  answer,
  closeTo,
}: {
  prompts: PromptAnswer[];
  answer: FormRefusal | undefined;
  closeTo: string;
}) {
  const { refusal, fields: errors, dismiss } = useRefusal(answer);
  const typed = answer?.typed ?? toFields(prompts);
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
      {NUMBERS.map((number) => (
        <div key={number} className="card stack p-4">
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
      ))}
      <div className="cluster">
        <Button variant="primary" isPending={isSaving}>
          Save Prompts
        </Button>
        <ButtonLink to={closeTo} preventScrollReset>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}

function toFields(prompts: PromptAnswer[]): Record<string, string> {
  return Object.fromEntries(
    prompts.flatMap(({ prompt, answer }, index) => [
      [`prompt${index + 1}`, prompt],
      [`answer${index + 1}`, answer],
    ]),
  );
}
