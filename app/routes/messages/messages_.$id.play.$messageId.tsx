import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { PlayerPage } from "~/components/conversation/player-page";
import { env } from "~/env.server";
import { readForm } from "~/http/body.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { framePage } from "~/http/static/static-page.server";
import { getTheme } from "~/http/theme.server";
import { savePrivacy } from "~/models/account/privacy.server";
import { getOpenMessage } from "~/models/conversation/message-list.server";
import { type PlayerSite, playerOf, toSteered } from "~/models/conversation/player";
import { isShare } from "~/models/conversation/share";
import type { Member } from "~/models/member/member.server";
import stylesUrl from "~/styles/app.css?url";
import { FrameErrorPage } from "~/ui/frame/frame-error";

const settingOf = { youtube: "playsYoutube", spotify: "playsSpotify" } as const;

export async function loader({ request, params }: LoaderFunctionArgs) {
  return playerPage(request, params, async (member, site) => member[settingOf[site]]);
}

/** Plays once, or from now on without asking. */
export async function action({ request, params }: ActionFunctionArgs) {
  return playerPage(request, params, async (member, site) => {
    const form = await readForm(request);
    if (form.get("play") === "always") await savePrivacy(member.id, { [settingOf[site]]: true });
    return true;
  });
}

async function playerPage(
  request: Request,
  { id = "", messageId = "" }: LoaderFunctionArgs["params"],
  mayPlay: (member: Member, site: PlayerSite) => Promise<boolean>,
) {
  const theme = await getTheme(request);
  const { pathname } = new URL(request.url);
  const errorPage = <FrameErrorPage address={pathname} theme={theme} stylesUrl={stylesUrl} />;
  return framePage(request, errorPage, async () => {
    const member = await requireMember(request);
    const message = orNotFound(await getOpenMessage(member.id, id, messageId));
    const player = orNotFound(isShare(message) ? playerOf(message) : undefined);
    const isSteered = new URL(request.url).searchParams.has("steered");
    return (
      <PlayerPage
        player={isSteered ? toSteered(player, env.origin) : player}
        title={message.content}
        isAllowed={await mayPlay(member, player.site)}
        theme={theme}
        stylesUrl={stylesUrl}
      />
    );
  });
}
