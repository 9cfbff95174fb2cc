// The form of the prompts: three pairs of a prompt and an answer.
import { useNavigation } from "@remix-run/react";
import { PROMPTS, type PromptAnswer } from "db/column-types";
import { useState } from "react";
import { PROMPTS_PATH } from "~/models/member/profile";
import {
  ANSWER_MAX,
  PROMPT_PLACES,
  promptExamples,
  promptTexts,
  toPromptFields,
} from "~/models/member/prompt";
import type { FieldMessages } from "~/refusal";
import { SelectField, TextArea } from "~/ui/field";
import { Form, FormActions } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { VersionField } from "~/ui/version-field";

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
      <Examples />
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
  const saved = typed[`prompt${number}`] ?? "";
  const [chosen, setChosen] = useState(saved);
  return (
    <div className="card stack p-4">
      <SelectField
        name={`prompt${number}`}
        label={`Prompt ${number}`}
        defaultValue={saved}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
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
        hint={hintAt(chosen)}
        defaultValue={typed[`answer${number}`]}
        error={errors[`answer${number}`]}
      />
    </div>
  );
}

/** An example of the prompt that is chosen. */
function hintAt(prompt: string): string {
  const limit = `Up to ${ANSWER_MAX} characters`;
  if (!(prompt in promptExamples)) return limit;
  return `${limit}. For example: ${promptExamples[prompt as PromptAnswer["prompt"]]}`;
}

/** All prompts with an example each, to choose by. */
function Examples() {
  return (
    <details>
      <summary className="link py-2">What others might write</summary>
      <dl className="divided">
        {PROMPTS.map((prompt) => (
          <div key={prompt} className="py-2">
            <dt className="eyebrow">{promptTexts[prompt]}</dt>
            <dd>{promptExamples[prompt]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
