import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PROMPTS, type PromptAnswer } from "db/column-types";
import { useState } from "react";
import { titled } from "~/community";
import { BasicForm, BasicSelect, BasicSubmit, BasicTextArea, useBasicChoice } from "~/forms/basic-form";
import { submitForm } from "~/forms/form.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { PROMPTS_PATH, profilePath } from "~/models/member/profile";
import {
  ANSWER_MAX,
  PROMPT_NUMBERS,
  promptExamples,
  promptMessages,
  promptTexts,
  toPromptFields,
} from "~/models/member/prompt";
import { promptsVersion, savePrompts } from "~/models/member/prompt.server";
import { promptsForm } from "~/models/member/prompt-schema";
import { PageHeader } from "~/ui/page-header";
import { VersionField } from "~/ui/version-field";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

const PROFILE = profilePath("page");

export const meta: MetaFunction = () => [{ title: titled(t("Prompts · Profile")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { prompts } = await requireMember(request);
  return { prompts, version: promptsVersion(prompts) };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitForm(request, { schema: promptsForm }, async (member, input, version) => {
    await savePrompts(member.id, input, version);
    return { flash: promptMessages.saved, to: PROFILE };
  });
}

export default function PromptsPage() {
  const { prompts, version } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={t("Your Prompts")} text={t("Answer up to three. Others see them on your page.")} />
      <PromptsForm prompts={prompts} version={version} closeTo={PROFILE} />
    </>
  );
}

/** Posts to its own page. */
function PromptsForm({
  prompts,
  version,
  closeTo,
}: {
  prompts: PromptAnswer[];
  version: string;
  closeTo: string;
}) {
  return (
    <BasicForm
      id="prompts"
      action={PROMPTS_PATH}
      schema={fetchSchema}
      defaults={toPromptFields(prompts)}
      preventScrollReset
    >
      <VersionField version={version} />
      {PROMPT_NUMBERS.map((number) => (
        <PromptPair key={number} number={number} />
      ))}
      <Examples />
      <BasicSubmit cancelTo={closeTo} inDialog>
        {t("Save Prompts")}
      </BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/member/prompt-schema")).promptsForm;
}

function PromptPair({ number }: { number: (typeof PROMPT_NUMBERS)[number] }) {
  const name = `prompt${number}`;
  const { chosen = "" } = useBasicChoice(name);
  const [picked, setPicked] = useState<string>();
  return (
    <div className="card stack p-4">
      <BasicSelect
        name={name}
        label={t("Prompt {number}", { number })}
        none={t("None")}
        options={promptTexts}
        onChange={({ currentTarget }) => setPicked(currentTarget.value)}
      />
      <BasicTextArea
        name={`answer${number}`}
        label={t("Answer {number}", { number })}
        rows={3}
        dir="auto"
        maxLength={ANSWER_MAX}
        hint={hintAt(picked ?? chosen)}
      />
    </div>
  );
}

/** An example of the prompt that is chosen. */
function hintAt(prompt: string): string {
  if (!(prompt in promptExamples)) return t("Up to {max} characters", { max: ANSWER_MAX });
  return t("Up to {max} characters. For example: {example}", {
    max: ANSWER_MAX,
    example: promptExamples[prompt as PromptAnswer["prompt"]],
  });
}

/** All prompts with an example each, to choose by. */
function Examples() {
  return (
    <details>
      <summary className="link py-2">{t("What others might write")}</summary>
      <dl className="divided">
        {PROMPTS.map((prompt) => (
          <div key={prompt} className="py-2">
            <dt className="eyebrow">{t(promptTexts[prompt])}</dt>
            <dd>{t(promptExamples[prompt])}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
