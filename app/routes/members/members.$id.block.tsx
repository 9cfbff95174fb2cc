import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { returnPath } from "~/auth/return-path";
import { titled } from "~/community";
import { submitButton } from "~/forms/mutation.server";
import { memberIdParam, orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { pathAfterEnding } from "~/models/match/decision";
import { blockMessages } from "~/models/safety/block";
import { blockMember, getMemberToBlock } from "~/models/safety/block.server";
import { ConfirmPage } from "~/ui/dialog/confirm-dialog";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: titled(data ? t("Block {name}", { name: data.firstName }) : t("Block", { as: "button" })) },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const id = memberIdParam(params.id);
  const { firstName } = orNotFound(await getMemberToBlock(member.id, id));
  return { firstName, closeTo: returnPath(request, `/members/${id}`) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = memberIdParam(params.id);
  const page = pathAfterEnding(returnPath(request, ""));
  return submitButton(request, { page }, async (member) => {
    const firstName = await blockMember(member.id, id);
    return { flash: blockMessages.blocked(firstName), to: page };
  });
}

export default function BlockMember() {
  const { firstName, closeTo } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={t("Block {name}?", { name: firstName })}
      closeTo={closeTo}
      button={t("Block", { as: "button" })}
      icon="shield"
    >
      {t(
        "You and {name} won't see each other in Discover, matches or messages anymore. {name} won't be told.",
        { name: firstName },
      )}
    </ConfirmPage>
  );
}
