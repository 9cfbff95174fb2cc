import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { FriendForm } from "~/components/conversation/plan/plan-forms";
import { submitForm } from "~/forms/form.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { otherParticipant } from "~/models/conversation/conversation";
import { getConversation } from "~/models/conversation/conversation.server";
import { planMessages, planPath } from "~/models/conversation/plan/plan";
import { getPlan } from "~/models/conversation/plan/plan.server";
import { addPlanLink, listPlanLinks } from "~/models/conversation/plan/plan-link.server";
import { linkInput } from "~/models/conversation/plan/plan-schema";
import { readSettings } from "~/models/notification/notification-settings.server";
import { Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { PostButton } from "~/ui/form";
import { PageHeader } from "~/ui/page-header";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled("Tell a Friend · Messages") }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const found = orNotFound(await getConversation(member.id, params.id ?? ""));
  const plan = await getPlan(member.id, found.id);
  if (plan?.state !== "accepted") throw redirect(planPath(found.id));
  const [links, { timeZone }] = await Promise.all([
    listPlanLinks(member.id, found.id, plan.id),
    readSettings(member.id),
  ]);
  const timeZones = timeZone === null ? Intl.supportedValuesOf("timeZone") : undefined;
  const form = { id: randomUUID(), planId: plan.id, timeZones, closeTo: planPath(found.id) };
  const names = { own: member.firstName, other: otherParticipant(found, member.id).firstName };
  return { form, links, names, path: planPath(found.id) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  const form = { schema: linkInput, errorTitle: "Your link wasn't made" };
  return submitForm(request, form, async (member, input) => {
    await addPlanLink(member.id, id, input);
    return { flash: planMessages.linkMade, to: `${planPath(id)}/friend` };
  });
}

export default function TellFriend() {
  const { form, links, names, path } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title="Tell a friend"
        text={`Make a link and send it to somebody you trust. They need no account, and ${names.other} isn't told.`}
      />
      {links.length ? (
        <Card title="Your Links" className="mb-6">
          <ul className="divided">
            {links.map((link) => (
              <li key={link.id} className="py-3">
                <p className="break-all font-semibold">{link.url}</p>
                {link.note ? (
                  <p className="whitespace-pre-wrap" dir="auto">
                    {link.note}
                  </p>
                ) : null}
                <p className="small-print">
                  {link.askAt ? (
                    <>
                      We ask “Home safe?” at <DateTime at={link.askAt} as="clockOfDay" />.{" "}
                    </>
                  ) : null}
                  Ends by itself on <DateTime at={link.expiresAt} as="shortDate" />.
                </p>
                <PostButton to={`${path}/step`} fields={{ step: "end-link", linkId: link.id }}>
                  End Link
                </PostButton>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <Card title="What Your Friend Sees" className="mb-6">
        <ul className="tips">
          <li>The place, the day and the time, and when you change them.</li>
          <li>
            Your first name, {names.own}, your note, and {names.other}'s first name.
          </li>
          <li>Whether you've said that you're home, if you want to be asked.</li>
        </ul>
        <p className="mt-3">
          Nothing else, and nothing is sent to them by itself. The link ends a day after the plan, when the
          plan ends, or when you end it here.
        </p>
      </Card>
      <FriendForm key={form.id} {...form} />
    </div>
  );
}
