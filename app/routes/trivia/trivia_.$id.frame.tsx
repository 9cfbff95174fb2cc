import type { LoaderFunctionArgs } from "@remix-run/node";
import { GameFramePage } from "~/components/trivia/game-frame";
import { orNotFound, requireMember } from "~/http/page.server";
import { framePage } from "~/http/static/static-page.server";
import { getTheme } from "~/http/theme.server";
import { getGame } from "~/models/trivia/trivia.server";
import stylesUrl from "~/styles/app.css?url";
import { FrameErrorPage } from "~/ui/frame/frame-error";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const theme = await getTheme(request);
  const { pathname, search, searchParams } = new URL(request.url);
  const errorPage = <FrameErrorPage address={pathname + search} theme={theme} stylesUrl={stylesUrl} />;
  return framePage(request, errorPage, async () => {
    const member = await requireMember(request);
    const game = orNotFound(await getGame(member.id, params.id ?? ""));
    const viewerId = String(member.id);
    const hasMoved = Date.parse(game.movedAt) !== Number(searchParams.get("since") ?? Number.NaN);
    return (
      <GameFramePage
        game={game}
        viewerId={viewerId}
        // An opponent who has only accepted hasn't moved yet.
        isMoved={game.status === "completed" || (hasMoved && game.toMove.includes(viewerId))}
        isStill={searchParams.has("still")}
        theme={theme}
        stylesUrl={stylesUrl}
      />
    );
  });
}
