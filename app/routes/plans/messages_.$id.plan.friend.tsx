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
import { useFormId } from "~/forms/use-form-id";
import { orNotFound, requireMember } from "~/http/page.server";
import { msg, t } from "~/language/text";
import { Trans } from "~/language/trans";
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

export const meta: MetaFunction = () => [{ title: titled(t("Tell a Friend · Messages")) }];

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
  const form = { schema: linkInput, errorTitle: msg("Your link wasn't made") };
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
      <LinkToCopy
        label={t("Link {number}", { number })}
        name="link"
        id={`link-${id}`}
        address={url}
        copy={t("Copy Link")}
      />
      {note ? (
        <p className="mt-2 whitespace-pre-wrap" dir="auto">
          {note}
        </p>
      ) : null}
      <p className="small-print mb-3">
        {askAt ? (
          <>
            <Trans
              text="We ask “Home safe?” at {date}."
              values={{ date: <DateTime at={askAt} as="clockOfDay" /> }}
            />{" "}
          </>
        ) : null}
        <Trans
          text="Ends by itself on {date}."
          values={{ date: <DateTime at={expiresAt} as="shortDate" /> }}
        />
      </p>
      <PostButton to={`${path}/step`} fields={{ step: "end-link", linkId: id }} variant="danger">
        {t("End Link")}
      </PostButton>
    </li>
  );
}

export default function TellFriend() {
  const { form, links, names, path } = useLoaderData<typeof loader>();
  const id = useFormId(form?.id ?? "", links);
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title={t("Tell a friend")}
        text={t(
          "Make a link and send it to somebody you trust. They need no account, and {other} isn't told.",
          { other: names.other },
        )}
      />
      {links.length ? (
        <div id={LINKS} tabIndex={-1}>
          <Card title={t("Your Links")} className="mb-6">
            <ul className="divided">
              {links.map((link, index) => (
                <FriendLink key={link.id} link={link} number={index + 1} path={path} />
              ))}
            </ul>
          </Card>
        </div>
      ) : null}
      <Card title={t("What Your Friend Sees")} className="mb-6">
        <ul className="tips">
          <li>{t("The place, the day and the time, and others once you've both agreed on them.")}</li>
          <li>
            {t("Your first name, {own}, your note, and {other}'s first name.", {
              own: names.own,
              other: names.other,
            })}
          </li>
          <li>{t("Whether you've said that you're home, if you want to be asked.")}</li>
        </ul>
        <p className="mt-3">
          {t(
            "Nothing else, and nothing is sent to them by itself. The link ends a day after the plan, when the plan ends, or when you end it here.",
          )}
        </p>
      </Card>
      {form ? (
        <FriendForm key={id} {...form} id={id} />
      ) : (
        <p>{t("You can make another link once the change is answered.")}</p>
      )}
    </div>
  );
}
