import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import type { DailyAnswer } from "db/column-types";
import { showQuestion } from "~/actions/question/question.server";
import { titled } from "~/community";
import { SongFields } from "~/components/conversation/song-fields";
import { LikeThis } from "~/components/member/like-this";
import { AnswerText } from "~/components/question/answer-text";
import { BasicDisclosure, BasicForm, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { submitForm } from "~/forms/form.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { saveAnswer } from "~/models/question/answer.server";
import { LINE_MAX, QUESTION_PATH, questionMessages, type ShownQuestion } from "~/models/question/question";
import { answerInput } from "~/models/question/question-schema";
import { reportPath } from "~/models/safety/report";
import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/card";
import { PostButton } from "~/ui/form";
import type { FormRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";
import { VersionField } from "~/ui/version-field";

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

/** Posts to the question's page. */
function AnswerForm({
  question,
  own,
  version,
}: {
  question: { id: string; text: string };
  own: Pick<DailyAnswer, "text" | "song"> | null;
  version: string;
}) {
  return (
    <BasicForm
      id="answer"
      action={QUESTION_PATH}
      schema={fetchSchema}
      defaults={{ text: own?.text, shareType: own?.song?.type ?? "song", ...own?.song }}
    >
      <VersionField version={version} />
      <input type="hidden" name="question" value={question.id} />
      <BasicTextArea
        name="text"
        label={t("Your answer")}
        rows={2}
        dir="auto"
        maxLength={LINE_MAX}
        hint={t("A line, a song or both. People you could meet see it until the next question.")}
      />
      <BasicDisclosure id="song" summary={t("Add a song")} names={["song", "artist", "title", "url"]}>
        <div className="pt-2">
          <SongFields legend={t("Song")} />
        </div>
      </BasicDisclosure>
      <BasicSubmit>{own ? t("Save Answer") : t("Answer", { as: "button" })}</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/question/question-schema")).answerInput;
}

/** The answers in the order of the scores, each with its author and actions. */
function AnswerList({ question, answers }: Pick<ShownQuestion, "question" | "answers">) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-[repeat(2,minmax(0,1fr))] [&_.prompt-answer]:text-[1.5rem]">
      {answers.map(({ id, name, face, score, answer, canSendNote, reportId }) => (
        <li key={id}>
          <article className="card p-4" aria-label={t("{name}'s answer", { name })}>
            <AnswerText answer={answer} />
            <div className="mt-3 flex items-center">
              <Link to={`/members/${id}`} className="flex min-w-0 flex-1 items-center hover:text-red">
                <Avatar face={face} round />
                <b className="ml-3 min-w-0">
                  <bdi>{name}</bdi>
                </b>
              </Link>
              {score ? <Badge>{t("{score}% match", { score })}</Badge> : null}
            </div>
            <div className="cluster mt-3">
              {canSendNote ? (
                <LikeThis
                  memberId={id}
                  quote={{ type: "answer", question: question.id }}
                  about={t("{name}'s answer", { name })}
                />
              ) : null}
              <Link
                to={reportPath("answer", reportId)}
                className="link py-3 text-sm"
                aria-label={t("Report {name}'s answer", { name })}
              >
                {t("Report", { as: "button" })}
              </Link>
            </div>
          </article>
        </li>
      ))}
    </ul>
  );
}
