import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, ButtonLink } from "~/components/button";
import { RouteDialog } from "~/components/route-dialog";
import { pressButton } from "~/forms/press-button.server";
import { found, requireMember } from "~/http/member.server";
import { gameAddress, givingUp, triviaWords } from "~/models/trivia";
import { getGame, resignGame } from "~/models/trivia.server";

export { pressInBrowser as clientAction } from "~/forms/press-button";
export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.words.title ?? "Resign"} · Music Trivia · B-Side` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const game = found(await getGame(member.id, params.id ?? ""));
  return { id: game.id, words: found(givingUp(game, String(member.id))) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return pressButton(request, gameAddress(id), async (member) => {
    const { ending } = await resignGame(member.id, id);
    const said = ending === "declined" || ending === "withdrawn" ? ending : "resigned";
    return { notice: triviaWords[said], to: said === "resigned" ? gameAddress(id) : "/trivia" };
  });
}

export default function Resign() {
  const { id, words } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={words.title} closeTo={gameAddress(id)}>
      <p>{words.question}</p>
      <Form method="post" className="cluster mt-4">
        <Button look="danger">{words.button}</Button>
        <ButtonLink to={gameAddress(id)} preventScrollReset>
          Cancel
        </ButtonLink>
      </Form>
    </RouteDialog>
  );
}
