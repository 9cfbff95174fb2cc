import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { Message } from "~/components/safety/case-talk";
import { EVIDENCE_DAYS } from "~/durations";
import { BasicForm, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { submitForm } from "~/forms/form.server";
import { requireAccount } from "~/http/page.server";
import { t } from "~/language/text";
import { markSeen } from "~/models/notification/notification-reading.server";
import { ANSWER_MAX, type Questions } from "~/models/safety/case/case";
import { answerQuestion, listQuestions } from "~/models/safety/case/case-question.server";
import { ACCOUNT_STATUS_PATH, QUESTIONS_PATH } from "~/models/safety/sanctions/account-status";
import { answerInput } from "~/models/safety/sanctions/account-status-schema";
import { ButtonLink } from "~/ui/button";
import { Card, EmptyState } from "~/ui/card";
import { type FormRefusal, LateRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Questions · Account Status")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { id } = await requireAccount(request);
  await markSeen(id, ["question"]);
  return { cases: await listQuestions(id) };
}

export async function action({ request }: ActionFunctionArgs) {
  const form = { schema: answerInput, authorize: requireAccount, errorTitle: t("Your answer wasn't sent") };
  return submitForm(request, form, async (member, input) => {
    await answerQuestion(member.id, input);
    return {
      flash: { title: t("Answer sent"), description: t("Moderators will read it.") },
      to: QUESTIONS_PATH,
    };
  });
}

export default function MemberQuestions() {
  const { cases } = useLoaderData<typeof loader>();
  const refused = useActionData<FormRefusal>();
  const { question, answer } = refused?.typed ?? {};
  const isOpen = cases.some(({ waitingId }) => String(waitingId) === question);
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={t("Questions")}
        text={t("Before moderators decide, they may ask you about it. You don't have to answer.")}
      />
      <div className="stack">
        {isOpen ? null : <LateRefusal refusal={refused} typed={answer} />}
        {cases.map((questions) => (
          <Exchange key={questions.caseId} questions={questions} />
        ))}
        {cases.length ? null : (
          <EmptyState
            title={t("No questions")}
            text={t("If a moderator ever asks you something, you'll see it here.")}
          />
        )}
        <div>
          <ButtonLink to={ACCOUNT_STATUS_PATH}>{t("Account Status")}</ButtonLink>
        </div>
      </div>
    </div>
  );
}

function Exchange({ questions }: { questions: Questions }) {
  const { isOpen, said, waitingId } = questions;
  return (
    <Card title={isOpen ? t("In review") : t("Closed")}>
      {said.map(({ id, kind, content, createdAt }) => (
        <Message
          key={id}
          title={kind === "question" ? t("A moderator") : t("You")}
          content={content}
          at={createdAt}
        />
      ))}
      {waitingId === null ? (
        <p className="text-soft">
          {isOpen ? t("Moderators are reading your answer.") : t("This is closed, so no answer is needed.")}
        </p>
      ) : (
        <AnswerForm key={waitingId} question={waitingId} />
      )}
    </Card>
  );
}

function AnswerForm({ question }: { question: number }) {
  return (
    <BasicForm id={`answer-${question}`} schema={fetchSchema}>
      <input type="hidden" name="question" value={question} />
      <BasicTextArea
        name="answer"
        label={t("Your answer")}
        hint={t("You can answer once. Only moderators read it, until {days} days after this is closed.", {
          days: EVIDENCE_DAYS,
        })}
        rows={6}
        maxLength={ANSWER_MAX}
        required
      />
      <BasicSubmit>{t("Send Answer")}</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/safety/sanctions/account-status-schema")).answerInput;
}
