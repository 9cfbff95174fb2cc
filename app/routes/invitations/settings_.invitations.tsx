import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useFocusAfterwards } from "~/browser/use-focus";
import { titled } from "~/community";
import { NewInvitations } from "~/components/account/new-invitations";
import { INVITATION_DAYS } from "~/durations";
import { env } from "~/env.server";
import { BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";
import { submitForm } from "~/forms/form.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { msg, t } from "~/language/text";
import { Trans } from "~/language/trans";
import { INVITATIONS_PATH, WORD_MAX } from "~/models/account/invitation/invitation";
import {
  addMemberInvitation,
  countLeft,
  invitesFrom,
  listOwnInvitations,
  takesInvitations,
} from "~/models/account/invitation/invitation.server";
import { invitationInput } from "~/models/account/invitation/invitation-schema";
import { BACK_TO_SETTINGS } from "~/models/account/sign-in/session";
import { Badge } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { PostButton } from "~/ui/form";
import { type FormRefusal, LateRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Invitations · Settings")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  orNotFound(takesInvitations() || undefined);
  const from = invitesFrom(member);
  const [left, invitations] = await Promise.all([countLeft(member.id), listOwnInvitations(member.id)]);
  const isEarly = from > new Date() || member.waitingSince !== null;
  return { left, invitations, from: isEarly ? from.toISOString() : null, origin: env.origin };
}

export async function action({ request }: ActionFunctionArgs) {
  const form = { schema: invitationInput, errorTitle: t("Invitation not created") };
  return submitForm(request, form, async ({ id }, { word }) => ({
    form: { codes: [await addMemberInvitation(id, word)] },
  }));
}

const states = {
  open: { word: msg("Open"), tone: "green" },
  used: { word: msg("Used"), tone: "plain" },
  ended: { word: msg("Ended"), tone: "quiet" },
} as const;

export default function Invitations() {
  const { left, invitations, from, origin } = useLoaderData<typeof loader>();
  const answer = useActionData<FormRefusal & { codes?: string[] }>();
  const codes = answer?.codes;
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title={t("Invitations")}
        back={BACK_TO_SETTINGS}
        text={t(
          "People can join only by invitation. Each works once, for {days} days, and the operators see who invited whom.",
          { days: INVITATION_DAYS },
        )}
      />
      <div className="stack">
        {from || !left ? <LateRefusal refusal={answer} typed={answer?.typed?.word} /> : null}
        {codes ? <NewInvitations codes={codes} origin={origin} /> : null}
        {from ? (
          <p>
            <Trans
              text="You can invite people from {date} on."
              values={{ date: <DateTime at={from} as="date" /> }}
            />
          </p>
        ) : (
          <>
            <p>
              {t("{count, plural, one {You have # invitation left.} other {You have # invitations left.}}", {
                count: left,
              })}
            </p>
            {left ? (
              <BasicForm key={codes?.[0]} id="invitation" schema={fetchSchema}>
                <BasicField
                  name="word"
                  label={t("A note for the person you invite")}
                  isOptional
                  hint={t("They see it before they join, without your name.")}
                  maxLength={WORD_MAX}
                  autoComplete="off"
                  dir="auto"
                />
                <BasicSubmit>{t("Create Invitation")}</BasicSubmit>
              </BasicForm>
            ) : null}
          </>
        )}
        {invitations.length ? (
          <ul className="card divided px-4">
            {invitations.map(({ id, word, state, createdAt, expiresAt }) => (
              <li key={id} className="cluster justify-between py-3">
                <span>
                  <Trans text="Created {date}" values={{ date: <DateTime at={createdAt} as="date" /> }} />{" "}
                  <Badge tone={states[state].tone}>{t(states[state].word)}</Badge>
                  {word ? (
                    <span className="block" dir="auto">
                      {t("“{title}”", { title: word })}
                    </span>
                  ) : null}
                  {state === "open" ? (
                    <span className="block text-soft">
                      <Trans
                        text="Works until {date}"
                        values={{ date: <DateTime at={expiresAt} as="date" /> }}
                      />
                    </span>
                  ) : null}
                </span>
                {state === "open" ? <EndButton id={id} /> : null}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}

async function fetchSchema() {
  return (await import("~/models/account/invitation/invitation-schema")).invitationInput;
}

function EndButton({ id }: { id: string }) {
  useFocusAfterwards();
  return (
    <PostButton to={`${INVITATIONS_PATH}/${id}/end`} pending={t("Ending...")}>
      {t("End", { as: "button" })}
    </PostButton>
  );
}
