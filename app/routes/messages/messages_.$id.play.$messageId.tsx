import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { env } from "~/env.server";
import { readForm } from "~/http/body.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { framePage } from "~/http/static/static-page.server";
import { getTheme } from "~/http/theme.server";
import { t } from "~/language/text";
import { savePrivacy } from "~/models/account/privacy.server";
import { getOpenMessage } from "~/models/conversation/message-list.server";
import { type Player, type PlayerSite, playerOf, siteNames, toSteered } from "~/models/conversation/player";
import { isShare } from "~/models/conversation/share";
import type { Member } from "~/models/member/member.server";
import stylesUrl from "~/styles/app.css?url";
import { Button } from "~/ui/button";
import { FrameDocument, type FrameLook } from "~/ui/frame/frame-document";
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

/** The whole page, in the chat or in a tab of its own. Nothing is requested from the site before it `isAllowed`. */
function PlayerPage({
  player,
  title,
  isAllowed,
  theme,
  stylesUrl,
}: FrameLook & { player: Player; title: string; isAllowed: boolean }) {
  const site = siteNames[player.site];
  return (
    <FrameDocument title={title} isStill theme={theme} stylesUrl={stylesUrl}>
      <main style={{ minHeight: "100vh" }}>
        {isAllowed ? (
          <>
            <h1 className="sr-only">{title}</h1>
            <iframe
              className="cover"
              title={title}
              src={player.url}
              // YouTube's player refuses to play without the origin of the embedding site; it never gets the page.
              referrerPolicy="strict-origin-when-cross-origin"
              sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation"
              allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
              allowFullScreen
            />
          </>
        ) : (
          <form method="post" className="p-3">
            <h1 className="text-xl">{t("Play from {site}?", { site })}</h1>
            <p className="mb-3">{t("{site} will see your IP address and may set cookies.", { site })}</p>
            <div className="cluster">
              <Button variant="primary" name="play" value="once">
                {t("Play")}
              </Button>
              <Button name="play" value="always">
                {t("Always Play Here")}
              </Button>
            </div>
          </form>
        )}
      </main>
    </FrameDocument>
  );
}
