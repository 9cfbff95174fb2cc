import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { showQuestion } from "~/actions/question/question.server";
import { titled } from "~/community";
import { AnswerForm } from "~/components/question/answer-form";
import { AnswerList } from "~/components/question/answer-list";
import { AnswerText } from "~/components/question/answer-text";
import { submitForm } from "~/forms/form.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { saveAnswer } from "~/models/question/answer.server";
import { QUESTION_PATH, questionMessages } from "~/models/question/question";
import { answerInput } from "~/models/question/question-schema";
import { PostButton } from "~/ui/form";
import type { FormRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Today's Question")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  return showQuestion(await requireMember(request));
}

export async function action({ request }: ActionFunctionArgs) {
  return submitForm(request, { schema: answerInput }, async (member, input, version) => {
    await saveAnswer(member.id, input, version);
    return { flash: questionMessages.saved, to: QUESTION_PATH };
  });
}

export default function QuestionPage() {
  const { question, answer, answers, own, version, next, isSeen } = useLoaderData<typeof loader>();
  const isRefused = Boolean(useActionData<FormRefusal>()?.error);
  const form = <AnswerForm key={version} {...{ question, own, version }} />;
  return (
    <>
      <PageHeader title={question.text} eyebrow={t("Today's question")} text={next} />
      <div className="max-w-form">{answer ? null : form}</div>
      {answer ? (
        <section className="card mb-8 p-4" aria-labelledby="your-answer">
          <h2 id="your-answer" className="eyebrow">
            {t("You said")}
          </h2>
          <AnswerText answer={answer} />
          <div className="mt-3">
            <details open={isRefused}>
              <summary className="link py-2">{t("Change your answer")}</summary>
              <div className="mt-2 max-w-form">{form}</div>
            </details>
            <PostButton to={`${QUESTION_PATH}/remove`} icon="trash">
              {t("Remove Answer")}
            </PostButton>
          </div>
        </section>
      ) : null}
      {answer ? (
        <section aria-labelledby="answers">
          <h2 id="answers" className="mb-3">
            {t("What others said")}
          </h2>
          {answers.length ? (
            <AnswerList question={question} answers={answers} />
          ) : (
            <p className="text-soft">{describeNobody(isSeen)}</p>
          )}
        </section>
      ) : null}
    </>
  );
}

/** Reveals nothing about who has answered, only whether the member takes part. */
function describeNobody(isSeen: boolean) {
  if (isSeen) return t("Nobody you could meet has answered yet. Answers come in all day.");
  return t(
    "You're not in Discover right now. Once you are, you'll see what others said, and they'll see your answer.",
  );
}
