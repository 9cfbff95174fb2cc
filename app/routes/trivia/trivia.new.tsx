import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { submitChallenge } from "~/actions/trivia/trivia-form.server";
import { titled } from "~/community";
import { ChallengeForm } from "~/components/trivia/trivia-form";
import { createClientAction } from "~/forms/client-action";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { listContacts } from "~/models/contact.server";
import { CHALLENGE_TITLE } from "~/models/trivia/game-path";
import { triviaErrorTitle } from "~/models/trivia/trivia";
import { RouteDialog } from "~/ui/dialog/route-dialog";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("New Game · Music Trivia")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const opponentId = new URL(request.url).searchParams.get("with") ?? "";
  const contacts = await listContacts(member.id);
  return { id: randomUUID(), ownId: String(member.id), contacts, opponentId };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitChallenge(request);
}

export const clientAction = createClientAction({ errorTitle: triviaErrorTitle });

export default function NewGame() {
  const { id, ownId, contacts, opponentId } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={t(CHALLENGE_TITLE)} closeTo="/trivia">
      <ChallengeForm gameId={id} ownId={ownId} contacts={contacts} opponentId={opponentId} />
    </RouteDialog>
  );
}
