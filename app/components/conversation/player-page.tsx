// The page that plays a shared video or song: it asks, and then holds the site's player.

import { t } from "~/language/text";
import { type Player, siteNames } from "~/models/conversation/player";
import { Button } from "~/ui/button";
import { FrameDocument, type FrameLook } from "~/ui/frame/frame-document";

/** The whole page, in the chat or in a tab of its own. Nothing is requested from the site before it `isAllowed`. */
export function PlayerPage({
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
