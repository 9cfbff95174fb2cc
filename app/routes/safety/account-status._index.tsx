import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { SignOut } from "~/components/profile/sign-out";
import { StatementOfReasons } from "~/components/safety/statement-of-reasons";
import { requireAccount } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { EXPORT_PATH } from "~/models/account/export/export";
import { DELETE_PATH } from "~/models/account/leaving/deletion";
import { markSeen } from "~/models/notification/notification-reading.server";
import { listQuestions } from "~/models/safety/case/case-question.server";
import { QUESTIONS_PATH } from "~/models/safety/sanctions/account-status";
import { isAppealable } from "~/models/safety/sanctions/sanction";
import { listSanctions } from "~/models/safety/sanctions/sanction.server";
import { ButtonLink } from "~/ui/button";
import { Card, EmptyState } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Account Status")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { id, suspendedAt, suspendedUntil, hiddenAt } = await requireAccount(request);
  await markSeen(id, ["sanction", "appeal"]);
  const [sanctions, questions] = await Promise.all([listSanctions(id), listQuestions(id)]);
  return {
    isSuspended: suspendedAt !== null,
    until: suspendedUntil?.toISOString() ?? null,
    isHidden: hiddenAt !== null,
    hasQuestions: questions.length > 0,
    isAsked: questions.some(({ waitingId }) => waitingId !== null),
    sanctions: sanctions.map((sanction) => ({ sanction, canAppeal: isAppealable(sanction) })),
  };
}

export default function AccountStatus() {
  const { isSuspended, until, isHidden, hasQuestions, isAsked, sanctions } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={t("Account Status")}
        text={
          isSuspended ? (
            until ? (
              <Trans
                text="Your account is suspended until {date}, {time}."
                values={{
                  date: <DateTime at={until} as="date" />,
                  time: <DateTime at={until} as="clock" />,
                }}
              />
            ) : (
              t("Your account is banned.")
            )
          ) : isHidden ? (
            t("Your account works, but you don't appear in Discover.")
          ) : (
            t("Your account is in good standing.")
          )
        }
      />
      {isAsked ? (
        <Card title={t("A moderator has a question for you")} className="mb-4">
          <ButtonLink to={QUESTIONS_PATH} variant="primary">
            {t("Answer")}
          </ButtonLink>
        </Card>
      ) : hasQuestions ? (
        <p className="mb-4">
          <Link to={QUESTIONS_PATH} className="link inline-block py-1">
            {t("Moderators' questions to you")}
          </Link>
        </p>
      ) : null}
      {sanctions.length ? (
        <div className="stack">
          {sanctions.map(({ sanction, canAppeal }) => (
            <StatementOfReasons key={sanction.id} sanction={sanction} canAppeal={canAppeal} />
          ))}
        </div>
      ) : (
        <EmptyState
          title={t("No decisions")}
          text={t("If a moderator ever takes action on your account, you'll see it here.")}
        />
      )}
      {isSuspended ? (
        <div className="cluster mt-4">
          <ButtonLink to={EXPORT_PATH}>{t("Download Your Data")}</ButtonLink>
          <ButtonLink to={DELETE_PATH}>{t("Delete Account...")}</ButtonLink>
          <SignOut />
        </div>
      ) : null}
    </div>
  );
}
