import type { LoaderFunctionArgs } from "@remix-run/node";
import { GameFramePage } from "~/components/game-frame";
import { found, requireMember } from "~/http/member.server";
import { staticPage } from "~/http/static-page.server";
import { getTheme } from "~/http/theme.server";
import { untilNow } from "~/models/trivia";
import { getGame } from "~/models/trivia.server";
import stylesUrl from "~/styles.css";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const [game, theme] = await Promise.all([getGame(member.id, params.id ?? ""), getTheme(request)]);
  const shown = untilNow(found(game));
  const query = new URL(request.url).searchParams;
  return staticPage(
    <GameFramePage
      game={shown}
      viewerId={String(member.id)}
      isMoved={Date.parse(shown.movedAt) !== Number(query.get("since") ?? Number.NaN)}
      isStill={query.has("still")}
      theme={theme}
      stylesUrl={stylesUrl}
    />,
  );
}
