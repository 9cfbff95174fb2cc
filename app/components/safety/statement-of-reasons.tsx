// A sanction as the affected member sees it.
import type { ReactNode } from "react";
import { useFocusOnChange } from "~/browser/use-focus";
import { type Message, msg, t } from "~/language/text";
import { Trans } from "~/language/trans";
import { ACCOUNT_STATUS_PATH } from "~/models/safety/sanctions/account-status";
import {
  appealDeadline,
  consequenceOf,
  isOver,
  rejectedPicture,
  reversalOf,
  type SanctionDto,
} from "~/models/safety/sanctions/sanction";
import { ButtonLink } from "~/ui/button";
import { Badge, Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { PostButton } from "~/ui/form";
import { ruleText } from "./sanction-summary";

const titles: Record<SanctionDto["kind"], Message> = {
  none: msg("No violation"),
  warning: msg("You've been warned"),
  removal: msg("We removed some of your content"),
  hide: msg("We hid you from Discover"),
  suspend: msg("Your account was suspended"),
  ban: msg("Your account was banned"),
};

/** Explains what was decided and why, what it means and for how long, and how to appeal. */
export function StatementOfReasons({ sanction, canAppeal }: { sanction: SanctionDto; canAppeal: boolean }) {
  const { id, kind, rule, statement, startsAt, endsAt, isOverturned, isAcknowledged } = sanction;
  const actions = useFocusOnChange<HTMLDivElement>(isAcknowledged);
  const address = `${ACCOUNT_STATUS_PATH}/${id}`;
  const rejected = rejectedPicture(sanction);
  return (
    <Card
      title={
        rejected
          ? rejected === "photo"
            ? t("We didn't approve your new photo")
            : t("We didn't approve your new cover")
          : t(titles[kind])
      }
      note={<DateTime at={startsAt} as="date" />}
    >
      <dl className="stack">
        <Fact title={t("Rule")}>{ruleText(rule)}</Fact>
        <Fact title={t("Why")}>
          <span className="whitespace-pre-wrap">{statement}</span>
        </Fact>
        {isOver(sanction) ? null : <Fact title={t("What this means")}>{consequenceOf(sanction)}</Fact>}
        {isOverturned || kind === "warning" || kind === "removal" ? null : (
          <Fact title={t("Until")}>
            {endsAt ? (
              <>
                <DateTime at={endsAt} as="date" />, <DateTime at={endsAt} as="clock" />
              </>
            ) : (
              t("No end date")
            )}
          </Fact>
        )}
        <Fact title={t("Who decided")}>
          {sanction.isAutomated
            ? t(
                "Our software, which compared it with a picture that a moderator removed. Nobody has looked at it.",
              )
            : t("A moderator, following a report or a review. This decision wasn't automated.")}
        </Fact>
        <AppealFacts sanction={sanction} canAppeal={canAppeal} />
      </dl>
      <div ref={actions} tabIndex={-1} className="cluster mt-4">
        {isAcknowledged ? null : (
          <PostButton to={`${address}/acknowledge`} variant="primary">
            {t("I've Read This")}
          </PostButton>
        )}
        {canAppeal ? <ButtonLink to={`${address}/appeal`}>{t("Appeal", { as: "button" })}</ButtonLink> : null}
      </div>
    </Card>
  );
}

/** The appeal and its outcome, or how to appeal. */
function AppealFacts({ sanction, canAppeal }: { sanction: SanctionDto; canAppeal: boolean }) {
  const { startsAt, isOverturned, appeal } = sanction;
  if (!appeal)
    return (
      <Fact title={t("How to appeal")}>
        {canAppeal ? (
          <Trans
            text="You can appeal once, until {date}. A different moderator will decide, if there is one."
            values={{ date: <DateTime at={appealDeadline(startsAt)} as="date" /> }}
          />
        ) : (
          t("The deadline to appeal has passed.")
        )}
      </Fact>
    );
  return (
    <>
      <Fact title={t("Your appeal")}>
        <span className="whitespace-pre-wrap">{appeal.words}</span>
      </Fact>
      <Fact title={t("Outcome")}>
        {appeal.decidedAt ? (
          <>
            <Badge tone={isOverturned ? "green" : "quiet"}>
              {isOverturned ? t("Decision overturned") : t("Decision upheld")}
            </Badge>{" "}
            <span className="whitespace-pre-wrap">{appeal.statement}</span>
            {isOverturned ? ` ${reversalOf(sanction)}` : ""}
          </>
        ) : (
          t("A moderator will review it. You'll see the outcome here.")
        )}
      </Fact>
    </>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
