import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useFocusAfterwards } from "~/browser/use-focus";
import { NewInvitations } from "~/components/account/new-invitations";
import { Button } from "~/components/ui/button";
import { Badge } from "~/components/ui/card";
import { DateTime } from "~/components/ui/date-time";
import { Form, PostButton } from "~/components/ui/form";
import { type FormRefusal, RefusalSummary } from "~/components/ui/form-refusal";
import { PageHeader } from "~/components/ui/page-header";
import { INVITATION_DAYS } from "~/durations";
import { env } from "~/env.server";
import { mutate } from "~/forms/mutation.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { INVITATIONS_PATH } from "~/models/account/invitation/invitation";
import {
  addMemberInvitation,
  countLeft,
  invitesFrom,
  listOwnInvitations,
  takesInvitations,
} from "~/models/account/invitation/invitation.server";
import { BACK_TO_SETTINGS } from "~/models/account/sign-in/session";

export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: "Invitations · Settings · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  orNotFound(takesInvitations() || undefined);
  const from = invitesFrom(member);
  const [left, invitations] = await Promise.all([countLeft(member.id), listOwnInvitations(member.id)]);
  const isEarly = from > new Date() || member.waitingSince !== null;
  return { left, invitations, from: isEarly ? from.toISOString() : null, origin: env.origin };
}

export async function action({ request }: ActionFunctionArgs) {
  const member = await requireMember(request);
  const reject = ({ message, fields }: { message: string; fields: object }) => ({ error: message, fields });
  const form = { errorTitle: "No invitation was made", reject };
  return mutate(request, form, async () => ({ form: { codes: [await addMemberInvitation(member.id)] } }));
}

const states = {
  open: { word: "Open", tone: "green" },
  used: { word: "Used", tone: "plain" },
  ended: { word: "Ended", tone: "quiet" },
} as const;

export default function Invitations() {
  const { left, invitations, from, origin } = useLoaderData<typeof loader>();
  const response = useActionData<FormRefusal & { codes?: string[] }>();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title="Invitations"
        back={BACK_TO_SETTINGS}
        text={`People can join only by invitation. Each works once, for ${INVITATION_DAYS} days, and the operators see who invited whom.`}
      />
      <div className="stack">
        <RefusalSummary refusal={response} />
        {response?.codes ? <NewInvitations codes={response.codes} origin={origin} /> : null}
        {from ? (
          <p>
            You can invite people from <DateTime at={from} as="date" /> on.
          </p>
        ) : (
          <>
            <p>{left === 1 ? "You have 1 invitation left." : `You have ${left} invitations left.`}</p>
            {left ? (
              <Form>
                <Button variant="primary">Create Invitation</Button>
              </Form>
            ) : null}
          </>
        )}
        {invitations.length ? (
          <ul className="card divided px-4">
            {invitations.map(({ id, state, createdAt, expiresAt }) => (
              <li key={id} className="cluster justify-between py-3">
                <span>
                  Created <DateTime at={createdAt} as="date" />{" "}
                  <Badge tone={states[state].tone}>{states[state].word}</Badge>
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

function EndButton({ id }: { id: string }) {
  useFocusAfterwards();
  return (
    <PostButton to={`${INVITATIONS_PATH}/${id}/end`} pending="Ending...">
      End
    </PostButton>
  );
}
