import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useFocusAfterwards } from "~/browser/use-focus";
import { titled } from "~/community";
import { FriendForm, LINKS } from "~/components/conversation/plan/plan-forms";
import { submitForm } from "~/forms/form.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { otherParticipant } from "~/models/conversation/conversation";
import { getConversation } from "~/models/conversation/conversation.server";
import { type PlanLinkDto, planMessages } from "~/models/conversation/plan/plan";
import { getPlan } from "~/models/conversation/plan/plan.server";
import { addPlanLink, listPlanLinks } from "~/models/conversation/plan/plan-link.server";
import { planPath } from "~/models/conversation/plan/plan-path";
import { linkInput } from "~/models/conversation/plan/plan-schema";
import { readSettings } from "~/models/notification/notification-settings.server";
import { Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { PostButton } from "~/ui/form";
import { LinkToCopy } from "~/ui/link-to-copy";
import { PageHeader } from "~/ui/page-header";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled("Tell a Friend · Messages") }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const found = orNotFound(await getConversation(member.id, params.id ?? ""));
  const [plan, links, { timeZone }] = await Promise.all([
    getPlan(member.id, found.id),
    listPlanLinks(member.id, found.id),
    readSettings(member.id),
  ]);
  const isAgreed = plan?.state === "accepted";
  if (!isAgreed && !links.length) throw redirect(planPath(found.id));
  const timeZones = timeZone === null ? Intl.supportedValuesOf("timeZone") : undefined;
  const form = isAgreed
    ? { id: randomUUID(), planId: plan.id, timeZones, closeTo: planPath(found.id) }
    : undefined;
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

function FriendLink({ link, number, path }: { link: PlanLinkDto; number: number; path: string }) {
  const { id, url, note, askAt, expiresAt } = link;
  useFocusAfterwards(LINKS);
  return (
    <li className="py-3">
      <LinkToCopy label={`Link ${number}`} name="link" id={`link-${id}`} address={url} copy="Copy Link" />
      {note ? (
        <p className="mt-2 whitespace-pre-wrap" dir="auto">
          {note}
        </p>
      ) : null}
      <p className="small-print mb-3">
        {askAt ? (
          <>
            We ask “Home safe?” at <DateTime at={askAt} as="clockOfDay" />.{" "}
          </>
        ) : null}
        Ends by itself on <DateTime at={expiresAt} as="shortDate" />.
      </p>
      <PostButton to={`${path}/step`} fields={{ step: "end-link", linkId: id }} variant="danger">
        End Link
      </PostButton>
    </li>
  );
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
        <div id={LINKS} tabIndex={-1}>
          <Card title="Your Links" className="mb-6">
            <ul className="divided">
              {links.map((link, index) => (
                <FriendLink key={link.id} link={link} number={index + 1} path={path} />
              ))}
            </ul>
          </Card>
        </div>
      ) : null}
      <Card title="What Your Friend Sees" className="mb-6">
        <ul className="tips">
          <li>The place, the day and the time, and others once you've both agreed on them.</li>
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
      {form ? (
        <FriendForm key={form.id} {...form} />
      ) : (
        <p>You can make another link once the change is answered.</p>
      )}
    </div>
  );
}
