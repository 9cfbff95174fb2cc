import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Message } from "~/components/safety/case-talk";
import { EVIDENCE_DAYS } from "~/durations";
import { submitForm } from "~/forms/form.server";
import { requireAccount } from "~/http/page.server";
import { markSeen } from "~/live/notification-rows.server";
import { answerQuestion, listQuestions } from "~/models/safety/case/case-question.server";
import { ANSWER_MAX, type Questions } from "~/models/safety/case/talk";
import { ACCOUNT_STATUS_PATH, QUESTIONS_PATH } from "~/models/safety/sanctions/account-status";
import { answerInput } from "~/models/safety/sanctions/account-status-schema";
import { Button, ButtonLink } from "~/ui/button";
import { Card, EmptyState } from "~/ui/card";
import { TextArea } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: "Questions · Account Status · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { id } = await requireAccount(request);
  await markSeen(id, ["question"]);
  return { cases: await listQuestions(id) };
}

export async function action({ request }: ActionFunctionArgs) {
  const form = { schema: answerInput, authorize: requireAccount, errorTitle: "Your answer wasn't sent" };
  return submitForm(request, form, async (member, input) => {
    await answerQuestion(member.id, input);
    return {
      flash: { title: "Answer sent", description: "Moderators will read it." },
      to: QUESTIONS_PATH,
    };
  });
}

export default function MemberQuestions() {
  const { cases } = useLoaderData<typeof loader>();
  const refused = useActionData<FormRefusal>();
  const isAsked = cases.some(({ waitingId }) => waitingId !== null);
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title="Questions"
        text="Before moderators decide, they may ask you about it. You don't have to answer."
      />
      <div className="stack">
        {isAsked ? null : <RefusedAnswer refused={refused} />}
        {cases.map((questions) => (
          <Exchange key={questions.caseId} questions={questions} refused={refused} />
        ))}
        {cases.length ? null : (
          <EmptyState
            title="No questions"
            text="If a moderator ever asks you something, you'll see it here."
          />
        )}
        <div>
          <ButtonLink to={ACCOUNT_STATUS_PATH}>Account Status</ButtonLink>
        </div>
      </div>
    </div>
  );
}

/** An answer that came too late, with what was typed. */
function RefusedAnswer({ refused }: { refused: FormRefusal | undefined }) {
  const { refusal } = useRefusal(refused);
  if (!refusal) return null;
  return (
    <>
      <RefusalSummary refusal={refusal} />
      <p className="whitespace-pre-wrap">
        <b>What you wrote:</b> {refusal.typed?.answer}
      </p>
    </>
  );
}

function Exchange({ questions, refused }: { questions: Questions; refused: FormRefusal | undefined }) {
  const { isOpen, said, waitingId } = questions;
  return (
    <Card title={isOpen ? "In review" : "Closed"}>
      {said.map(({ id, kind, content, createdAt }) => (
        <Message
          key={id}
          title={kind === "question" ? "A moderator" : "You"}
          content={content}
          at={createdAt}
        />
      ))}
      {waitingId === null ? (
        <p className="text-soft">
          {isOpen ? "Moderators are reading your answer." : "This is closed, so no answer is needed."}
        </p>
      ) : (
        <AnswerForm key={waitingId} question={waitingId} refused={refused} />
      )}
    </Card>
  );
}

function AnswerForm({ question, refused }: { question: number; refused: FormRefusal | undefined }) {
  const { refusal, fields, dismiss } = useRefusal(refused);
  const isPending = useNavigation().state === "submitting";
  return (
    <Form className="stack" noValidate onInput={dismiss}>
      <RefusalSummary refusal={refusal} />
      <input type="hidden" name="question" value={question} />
      <TextArea
        name="answer"
        label="Your answer"
        hint={`You can answer once. Only moderators read it, until ${EVIDENCE_DAYS} days after this is closed.`}
        rows={6}
        maxLength={ANSWER_MAX}
        defaultValue={refusal?.typed?.answer}
        error={fields.answer}
        required
      />
      <div>
        <Button variant="primary" isPending={isPending}>
          Send Answer
        </Button>
      </div>
    </Form>
  );
}
