import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { submitButton } from "~/forms/mutation.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { gamePath } from "~/models/trivia/game-path";
import { resignGame } from "~/models/trivia/play.server";
import { resignWarning, triviaMessages } from "~/models/trivia/trivia";
import { getGame } from "~/models/trivia/trivia.server";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: titled(t("{title} · Music Trivia", { title: data?.warning.title ?? t("Resign") })) },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const game = orNotFound(await getGame(member.id, params.id ?? ""));
  const warning = resignWarning(game, String(member.id));
  // The other player ended the game while the question was open.
  if (!warning) throw redirect(gamePath(game.id));
  return { id: game.id, warning };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return submitButton(request, { page: gamePath(id) }, async (member) => {
    const { ending } = await resignGame(member.id, id);
    const outcome = ending === "declined" || ending === "withdrawn" ? ending : "resigned";
    return { flash: triviaMessages[outcome], to: outcome === "resigned" ? gamePath(id) : "/trivia" };
  });
}

export default function Resign() {
  const { id, warning } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog title={warning.title} closeTo={gamePath(id)} button={warning.button}>
      {warning.question}
    </ConfirmDialog>
  );
}
