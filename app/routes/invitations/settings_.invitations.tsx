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

export const meta: MetaFunction = () => [{ title: titled("Invitations · Settings") }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  orNotFound(takesInvitations() || undefined);
  const from = invitesFrom(member);
  const [left, invitations] = await Promise.all([countLeft(member.id), listOwnInvitations(member.id)]);
  const isEarly = from > new Date() || member.waitingSince !== null;
  return { left, invitations, from: isEarly ? from.toISOString() : null, origin: env.origin };
}

export async function action({ request }: ActionFunctionArgs) {
  const form = { schema: invitationInput, errorTitle: "Invitation not created" };
  return submitForm(request, form, async ({ id }, { word }) => ({
    form: { codes: [await addMemberInvitation(id, word)] },
  }));
}

const states = {
  open: { word: "Open", tone: "green" },
  used: { word: "Used", tone: "plain" },
  ended: { word: "Ended", tone: "quiet" },
} as const;

export default function Invitations() {
  const { left, invitations, from, origin } = useLoaderData<typeof loader>();
  const answer = useActionData<FormRefusal & { codes?: string[] }>();
  const codes = answer?.codes;
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title="Invitations"
        back={BACK_TO_SETTINGS}
        text={`People can join only by invitation. Each works once, for ${INVITATION_DAYS} days, and the operators see who invited whom.`}
      />
      <div className="stack">
        {from || !left ? <LateRefusal refusal={answer} typed={answer?.typed?.word} /> : null}
        {codes ? <NewInvitations codes={codes} origin={origin} /> : null}
        {from ? (
          <p>
            You can invite people from <DateTime at={from} as="date" /> on.
          </p>
        ) : (
          <>
            <p>{left === 1 ? "You have 1 invitation left." : `You have ${left} invitations left.`}</p>
            {left ? (
              <BasicForm key={codes?.[0]} id="invitation" schema={fetchSchema}>
                <BasicField
                  name="word"
                  label="A note for the person you invite"
                  isOptional
                  hint="They see it before they join, without your name."
                  maxLength={WORD_MAX}
                  autoComplete="off"
                  dir="auto"
                />
                <BasicSubmit>Create Invitation</BasicSubmit>
              </BasicForm>
            ) : null}
          </>
        )}
        {invitations.length ? (
          <ul className="card divided px-4">
            {invitations.map(({ id, word, state, createdAt, expiresAt }) => (
              <li key={id} className="cluster justify-between py-3">
                <span>
                  Created <DateTime at={createdAt} as="date" />{" "}
                  <Badge tone={states[state].tone}>{states[state].word}</Badge>
                  {word ? (
                    <span className="block" dir="auto">
                      “{word}”
                    </span>
                  ) : null}
                  {state === "open" ? (
                    <span className="block text-soft">
                      Works until <DateTime at={expiresAt} as="date" />
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
    <PostButton to={`${INVITATIONS_PATH}/${id}/end`} pending="Ending...">
      End
    </PostButton>
  );
}
