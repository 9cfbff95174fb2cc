// The answered prompts of a member.
import { Card } from "~/components/ui/card";
import type { PromptDto } from "~/models/member/prompt";

/** A card for each answered prompt. */
export function PromptCards({ prompts }: { prompts: PromptDto[] }) {
  return prompts.map(({ prompt, question, answer }) => (
    <Card key={prompt} title={question}>
      <p className="whitespace-pre-line text-lead" dir="auto">
        {answer}
      </p>
    </Card>
  ));
}
