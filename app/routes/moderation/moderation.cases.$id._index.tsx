import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useFetcher, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { titled } from "~/community";
import { ClockBadge, SeverityBadge } from "~/components/safety/case-list";
import { CaseReportCard, CaseReportList } from "~/components/safety/case-report";
import { NotesCard, QuestionsCard } from "~/components/safety/case-talk";
import { ModerationPage } from "~/components/safety/moderation-page";
import { SanctionForm } from "~/components/safety/sanction-form";
import { SanctionSummary } from "~/components/safety/sanction-summary";
import { submitForm } from "~/forms/form.server";
import { parseInput } from "~/http/body.server";
import { orNotFound, requireModerator } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import {
  type CasePage,
  casePath,
  describeState,
  MODERATION_PATH,
  NEEDS_NOTE,
} from "~/models/safety/case/case";
import { viewCase } from "~/models/safety/case/case.server";
import { decideCase } from "~/models/safety/case/case-outcome.server";
import { caseQuery } from "~/models/safety/case/case-schema";
import { sanctionNames } from "~/models/safety/sanctions/sanction";
import { listRuleSections } from "~/models/safety/sanctions/sanction.server";
import { sanctionInput } from "~/models/safety/sanctions/sanction-schema";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormRefusal, LateRefusal } from "~/ui/form-refusal";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: titled(t("{name} · Moderation", { name: data?.memberName ?? t("Case") })) },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  const query = parseInput(caseQuery, Object.fromEntries(new URL(request.url).searchParams));
  const found = orNotFound(await viewCase(moderator.id, params.id ?? "", query));
  return { ...found, sections: listRuleSections() };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const form = {
    schema: sanctionInput,
    authorize: requireModerator,
    errorTitle: t("The case wasn't decided"),
  };
  return submitForm(request, form, async (moderator, input) => {
    await decideCase(moderator.id, params.id ?? "", input);
    return {
      flash: {
        title: t("Case decided"),
        description: t("{sanction}. Everyone affected will be told.", {
          sanction: sanctionNames[input.kind],
        }),
      },
      to: MODERATION_PATH,
    };
  });
}

export default function Case() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<FormRefusal>();
  const { id, memberName, severity, report, sanction, isMine, closedAt } = page;
  const canDecide = isMine && !closedAt && !page.barred && !page.needsNote;
  // Unsent text stays when somebody else takes over or decides the case meanwhile.
  const [isTyped, setIsTyped] = useState(false);
  const showsForm = canDecide || (isTyped && !refused);
  return (
    <ModerationPage
      title={memberName}
      current="queue"
      aside={
        <span className="cluster">
          <SeverityBadge severity={severity} />
          <ClockBadge clock={page.clock} />
        </span>
      }
    >
      {canDecide ? null : <LateRefusal refusal={refused} typed={refused?.typed?.statement} />}
      {closedAt ? null : <Claim page={page} />}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="stack">
          <CaseReportList page={page} />
          {report ? <CaseReportCard key={report.id} caseId={id} report={report} /> : null}
          <QuestionsCard page={page} />
          <NotesCard page={page} />
        </div>
        <div className="stack" onInput={() => setIsTyped(true)}>
          {isMine && !closedAt && page.needsNote ? <p>{t(NEEDS_NOTE)}</p> : null}
          {showsForm ? (
            <Card title={t("Decide")}>
              <SanctionForm sections={page.sections} page={page} reason={report?.reason} refused={refused} />
            </Card>
          ) : null}
          {sanction ? (
            <Card title={t("Decision")} note={sanction.moderator}>
              <SanctionSummary sanction={sanction} />
              {sanction.appeal ? (
                <ButtonLink to={`${MODERATION_PATH}/appeals/${sanction.appeal.id}`} className="mt-3">
                  {t("View Appeal")}
                </ButtonLink>
              ) : null}
            </Card>
          ) : null}
          {page.isNameless && canDecide && report ? <AssignCard id={id} reportId={report.id} /> : null}
          <MemberCard page={page} />
        </div>
      </div>
    </ModerationPage>
  );
}

function Claim({ page }: { page: CasePage }) {
  const sender = useFetcher();
  const isPending = sender.state !== "idle";
  const { id, isMine, canClaim, claimedBy, barred } = page;
  const address = casePath(id);
  if (isMine)
    return (
      <Form fetcher={sender} action={`${address}/release`} className="cluster">
        <span>{t("You're working on this case.")}</span>
        <Button isPending={isPending}>{t("Release")}</Button>
      </Form>
    );
  if (barred) return <p>{barred}</p>;
  if (!canClaim) return <p>{t("{name} is working on this case.", { name: claimedBy ?? "" })}</p>;
  return (
    <Form fetcher={sender} action={`${address}/claim`} className="cluster">
      <span>
        {claimedBy
          ? t("{name} claimed this case a while ago.", { name: claimedBy })
          : t("No one is working on this case.")}
      </span>
      <Button variant="primary" isPending={isPending}>
        {t("Claim")}
      </Button>
    </Form>
  );
}

/** Assigns a notice that names nobody to the member it is about. */
function AssignCard({ id, reportId }: { id: string; reportId: string }) {
  const sender = useFetcher();
  return (
    <Card title={t("Who Is It About?")}>
      <Form fetcher={sender} action={`${casePath(id)}/member`} className="stack">
        <input type="hidden" name="report" value={reportId} />
        <Field
          name="about"
          label={t("Address")}
          hint={t(
            "Of the member's page, or of a photo, a playlist or a message. The open notice moves to that member's case, and with it any that say the same.",
          )}
          required
        />
        <Button isPending={sender.state !== "idle"}>{t("Move Notice")}</Button>
      </Form>
    </Card>
  );
}

function describeMember({ member, isNameless, isOwnerless }: CasePage): string {
  if (member) return describeState(member.state);
  if (isOwnerless) return t("No one");
  return isNameless ? t("Unknown") : t("Deleted");
}

function MemberCard({ page }: { page: CasePage }) {
  const { id, member, earlier, strikes, isOwnerless } = page;
  if (isOwnerless)
    return (
      <Card title={t("Member")} note={describeMember(page)}>
        <p>{t("Nobody owns this. It was read from a calendar, or whoever added it has left.")}</p>
      </Card>
    );
  return (
    <Card title={t("Member")} note={describeMember(page)}>
      {member ? (
        <>
          <p className="text-soft">
            <Trans text="Joined {date}" values={{ date: <DateTime at={member.joinedAt} as="date" /> }} />
          </p>
          <p className="mt-2 whitespace-pre-wrap">
            <b>{t("Current bio:")}</b> {member.bio || t("None")}
          </p>
          {member.prompts.map(({ prompt, question, answer }) => (
            <p key={prompt} className="mt-2 whitespace-pre-wrap">
              <b>{t("{label}:", { label: question })}</b> {answer}
            </p>
          ))}
        </>
      ) : null}
      <h3 className="mt-4">{t("Earlier decisions")}</h3>
      {earlier.length ? (
        <ul className="divided">
          {earlier.map((sanction) => (
            <li key={sanction.id} className="py-2">
              <SanctionSummary sanction={sanction} withCase />
            </li>
          ))}
        </ul>
      ) : (
        <p>{t("None.")}</p>
      )}
      {strikes.length ? (
        <>
          <h3 className="mt-4">{t("On earlier accounts")}</h3>
          <ul>
            {strikes.map(({ kind, at }) => (
              <li key={at}>
                {t(sanctionNames[kind])}, <DateTime at={at} as="date" />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <Link to={`${MODERATION_PATH}/log?case=${id}`} className="link mt-4 inline-block py-1">
        {t("Case Log")}
      </Link>
    </Card>
  );
}
