// A member's actions on a plan: answering it, cancelling it, saying that they are home, and the day after whether they met.
import { Link, useNavigation } from "@remix-run/react";
import { msg, t } from "~/language/text";
import { isOver, type PlanDto, type PlanLinkDto, SENTENCE_MAX } from "~/models/conversation/plan/plan";
import { planPath } from "~/models/conversation/plan/plan-path";
import { reportPath } from "~/models/safety/report";
import { Button, ButtonAnchor, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { TextArea } from "~/ui/field";
import { Form, PostButton } from "~/ui/form";
import { type FormRefusal, useRefusal } from "~/ui/form-refusal";

type Props = { plan: PlanDto; other: { id: string; firstName: string } };

/** The buttons of the current plan; without one, a link to propose another. */
export function PlanActions({ plan, other }: Props) {
  const path = planPath(plan.conversationId);
  const { id: planId, state } = plan;
  if (state === "proposed" && plan.proposedBy === other.id)
    return (
      <div className="cluster">
        <PostButton to={`${path}/step`} fields={{ step: "accept", planId }} variant="primary">
          {t("Accept")}
        </PostButton>
        <PostButton to={`${path}/step`} fields={{ step: "decline", planId }}>
          {t("Decline")}
        </PostButton>
        <ButtonLink to={`${path}/new`}>{t("Propose Another")}</ButtonLink>
      </div>
    );
  if (state === "proposed")
    return (
      <>
        <p className="mb-3">{t("Waiting for {firstName} to answer.", { firstName: other.firstName })}</p>
        <ButtonLink to={`${path}/new`}>{t("Change the Plan")}</ButtonLink>
      </>
    );
  if (state === "accepted" && !isOver(plan))
    return (
      <div className="cluster">
        <ButtonLink to={`${path}/friend`} variant="primary" icon="shield">
          {t("Tell a Friend")}
        </ButtonLink>
        <ButtonAnchor href={`${path}.ics`} download="plan.ics" icon="calendar">
          {t("Add to Calendar")}
        </ButtonAnchor>
        <ButtonLink to={`${path}/new`}>{t("Change the Plan")}</ButtonLink>
      </div>
    );
  return (
    <ButtonLink to={`${path}/new`} variant={isOver(plan) ? undefined : "primary"}>
      {isOver(plan) ? t("Plan Something Else") : t("Propose Another")}
    </ButtonLink>
  );
}

/** The form that cancels a plan, which posts to the plan's page. */
export function CancelPlan({ plan, other, refused }: Props & { refused: FormRefusal | undefined }) {
  const { fields, dismiss } = useRefusal(refused);
  const isSending = useNavigation().formMethod === "POST";
  return (
    <details open={Boolean(refused?.error)} className="mb-6">
      <summary className="link py-2">{t("Cancel this plan")}</summary>
      <Form action={planPath(plan.conversationId)} className="stack mt-2" onInput={dismiss} noValidate>
        <input type="hidden" name="planId" value={plan.id} />
        <TextArea
          name="sentence"
          label={t("A word to {firstName}", { firstName: other.firstName })}
          isOptional
          rows={2}
          dir="auto"
          maxLength={SENTENCE_MAX}
          defaultValue={refused?.typed?.sentence}
          error={fields.sentence}
        />
        <div>
          <Button variant="danger" isPending={isSending}>
            {t("Cancel Plan")}
          </Button>
        </div>
      </Form>
    </details>
  );
}

/** "Home safe?", once a friend has a link; one click answers all of the member's links. */
export function HomeSafe({ conversationId, links }: { conversationId: string; links: PlanLinkDto[] }) {
  const [link] = links;
  if (!link) return null;
  const { id: linkId, homeAt } = link;
  return (
    <Card title={homeAt ? t("You're Home") : t("Home Safe?")} className="mb-6">
      <p className="mb-3">
        {homeAt
          ? t("Your friend can see it. Pressed too early?")
          : t("Press this when you're back. Your friend sees “No answer yet” until then.")}
      </p>
      <PostButton
        to={`${planPath(conversationId)}/step`}
        fields={{ step: homeAt ? "not-home" : "home", linkId }}
      >
        {homeAt ? t("I'm Not Home Yet") : t("I'm Home")}
      </PostButton>
    </Card>
  );
}

const answers = { yes: msg("Yes"), no: msg("No"), unsaid: msg("I'd Rather Not Say") };

/** Asks a member, in confidence, whether they met. */
export function DidYouMeet({ plan, other }: Props) {
  const { conversationId, id: planId, answer } = plan;
  return (
    <Card title={t("Did You Meet {firstName}?", { firstName: other.firstName })} className="mb-6">
      <p className="mb-3">
        {answer
          ? t("You said: {answer}. You can change it.", { answer: answers[answer] })
          : t("Only you see your answer, and it changes nothing for you or {firstName}.", {
              firstName: other.firstName,
            })}
      </p>
      <div className="cluster">
        {Object.entries(answers).map(([value, label]) => (
          <PostButton
            key={value}
            to={`${planPath(conversationId)}/step`}
            fields={{ step: "answer", planId, answer: value }}
          >
            {t(label)}
          </PostButton>
        ))}
      </div>
      <p className="mt-3">
        <Link to={reportPath("conversation", conversationId)} className="link inline-block py-2">
          {t("Something wrong?")}
        </Link>
      </p>
    </Card>
  );
}
