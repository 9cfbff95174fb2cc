import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { returnPath } from "~/auth/return-path";
import { titled } from "~/community";
import { ENDED_LISTED_DAYS } from "~/durations";
import { submitButton } from "~/forms/mutation.server";
import { memberIdParam, orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { pathAfterEnding, unmatchMessages } from "~/models/match/decision";
import { getConnectedMember, unmatch } from "~/models/match/decision.server";
import { ConfirmPage } from "~/ui/dialog/confirm-dialog";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: titled(data ? t("Unmatch {name}", { name: data.firstName }) : t("Unmatch")) },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const id = memberIdParam(params.id);
  const { firstName } = orNotFound(await getConnectedMember(member.id, id));
  return { firstName, closeTo: returnPath(request, `/members/${id}`) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = memberIdParam(params.id);
  const page = pathAfterEnding(returnPath(request, ""));
  return submitButton(request, { page }, async (member) => {
    const firstName = await unmatch(member.id, id);
    const flash =
      firstName === undefined ? unmatchMessages.endedBefore : unmatchMessages.unmatched(firstName);
    return { flash, to: page };
  });
}

export default function Unmatch() {
  const { firstName, closeTo } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage title={t("Unmatch {name}?", { name: firstName })} closeTo={closeTo} button={t("Unmatch")}>
      {t(
        "This ends your match and conversation for both of you, and you won't see each other in Discover. {name} won't be told. You can still report the conversation from your settings for {days} days.",
        { name: firstName, days: ENDED_LISTED_DAYS },
      )}
    </ConfirmPage>
  );
}
