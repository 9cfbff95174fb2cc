import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, ButtonLink } from "~/components/button";
import { RouteDialog } from "~/components/route-dialog";
import { pressButton } from "~/forms/press-button.server";
import { found, requireMember } from "~/http/member.server";
import { blockWords } from "~/models/block";
import { blockMember } from "~/models/block.server";
import { otherOf } from "~/models/conversation";
import { getConversation } from "~/models/conversation.server";
import { absent } from "~/models/refusal";

export { pressInBrowser as clientAction } from "~/forms/press-button";
export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Block ${data?.firstName ?? ""} · Messages · B-Side` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const talk = found(await getConversation(member.id, params.id ?? ""));
  return { firstName: otherOf(talk, member.id).firstName, closeTo: `/messages/${talk.id}` };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return pressButton(request, `/messages/${encodeURIComponent(id)}`, async (member) => {
    const talk = await getConversation(member.id, id);
    if (!talk) throw absent();
    const other = otherOf(talk, member.id);
    await blockMember(member.id, Number(other.id));
    return { notice: blockWords(other.firstName), to: "/messages" };
  });
}

export default function BlockMember() {
  const { firstName, closeTo } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={`Block ${firstName}?`} closeTo={closeTo}>
      <p>
        You and {firstName} will not see each other any more: not in Discover, not among your matches, not
        here. {firstName} is not told.
      </p>
      <Form method="post" className="cluster mt-4">
        <Button look="danger" icon="shield">
          Block
        </Button>
        <ButtonLink to={closeTo} preventScrollReset>
          Cancel
        </ButtonLink>
      </Form>
    </RouteDialog>
  );
}
