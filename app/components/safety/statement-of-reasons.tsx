// A sanction as the affected member sees it.
import type { ReactNode } from "react";
import { useFocusOnChange } from "~/browser/use-focus";
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

const titles: Record<SanctionDto["kind"], string> = {
  none: "No violation",
  warning: "You've been warned",
  removal: "We removed some of your content",
  hide: "We hid you from Discover",
  suspend: "Your account was suspended",
  ban: "Your account was banned",
};

/** Explains what was decided and why, what it means and for how long, and how to appeal. */
export function StatementOfReasons({ sanction, canAppeal }: { sanction: SanctionDto; canAppeal: boolean }) {
  const { id, kind, rule, statement, startsAt, endsAt, isOverturned, isAcknowledged } = sanction;
  const actions = useFocusOnChange<HTMLDivElement>(isAcknowledged);
  const address = `${ACCOUNT_STATUS_PATH}/${id}`;
  const rejected = rejectedPicture(sanction);
  return (
    <Card
      title={rejected ? `We didn't approve your new ${rejected}` : titles[kind]}
      note={<DateTime at={startsAt} as="date" />}
    >
      <dl className="stack">
        <Fact title="Rule">{ruleText(rule)}</Fact>
        <Fact title="Why">
          <span className="whitespace-pre-wrap">{statement}</span>
        </Fact>
        {isOver(sanction) ? null : <Fact title="What this means">{consequenceOf(sanction)}</Fact>}
        {isOverturned || kind === "warning" || kind === "removal" ? null : (
          <Fact title="Until">
            {endsAt ? (
              <>
                <DateTime at={endsAt} as="date" />, <DateTime at={endsAt} as="clock" />
              </>
            ) : (
              "No end date"
            )}
          </Fact>
        )}
        <Fact title="Who decided">
          {sanction.isAutomated
            ? "Our software, which compared it with a picture that a moderator removed. Nobody has looked at it."
            : "A moderator, following a report or a review. This decision wasn't automated."}
        </Fact>
        <AppealFacts sanction={sanction} canAppeal={canAppeal} />
      </dl>
      <div ref={actions} tabIndex={-1} className="cluster mt-4">
        {isAcknowledged ? null : (
          <PostButton to={`${address}/acknowledge`} variant="primary">
            I've Read This
          </PostButton>
        )}
        {canAppeal ? <ButtonLink to={`${address}/appeal`}>Appeal</ButtonLink> : null}
      </div>
    </Card>
  );
}

/** The appeal and its outcome, or how to appeal. */
function AppealFacts({ sanction, canAppeal }: { sanction: SanctionDto; canAppeal: boolean }) {
  const { startsAt, isOverturned, appeal } = sanction;
  if (!appeal)
    return (
      <Fact title="How to appeal">
        {canAppeal ? (
          <>
            You can appeal once, until <DateTime at={appealDeadline(startsAt)} as="date" />. A different
            moderator will decide, if there is one.
          </>
        ) : (
          "The deadline to appeal has passed."
        )}
      </Fact>
    );
  return (
    <>
      <Fact title="Your appeal">
        <span className="whitespace-pre-wrap">{appeal.words}</span>
      </Fact>
      <Fact title="Outcome">
        {appeal.decidedAt ? (
          <>
            <Badge tone={isOverturned ? "green" : "quiet"}>
              {isOverturned ? "Decision overturned" : "Decision upheld"}
            </Badge>{" "}
            <span className="whitespace-pre-wrap">{appeal.statement}</span>
            {isOverturned ? ` ${reversalOf(sanction)}` : ""}
          </>
        ) : (
          "A moderator will review it. You'll see the outcome here."
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
