import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { RouteDialog } from "~/components/route-dialog";
import { fetchedForm } from "~/forms/fetched-form";
import { pressInBrowser } from "~/forms/press-button";
import * as served from "~/forms/trivia-form.server";
import { page, requireMember } from "~/http/member.server";
import { listCompanions } from "~/models/companion.server";
import { triviaTrouble } from "~/models/trivia";

const ChallengeForm = fetchedForm(
  served.ChallengeForm,
  async () => (await import("~/forms/trivia-form")).ChallengeForm,
);

export { afterOwnForm as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "New Game · Music Trivia · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const wished = new URL(request.url).searchParams.get("with") ?? "";
  const companions = await listCompanions(member.id);
  return { id: randomUUID(), ownId: String(member.id), companions, wished };
}

export async function action({ request }: ActionFunctionArgs) {
  const member = await requireMember(request);
  return page(() => served.submitChallenge(request, member.id));
}

export async function clientAction(sent: ClientActionFunctionArgs) {
  return pressInBrowser(sent, triviaTrouble);
}

export default function NewGame() {
  const { id, ownId, companions, wished } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Challenge Someone to Trivia!" closeTo="/trivia">
      <ChallengeForm gameId={id} ownId={ownId} companions={companions} wished={wished} />
    </RouteDialog>
  );
}
