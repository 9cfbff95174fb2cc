// The status of a game without scripts: a line in a frame that refreshes itself every three seconds, so that an answer
// being chosen beside it stays.

import { t } from "~/language/text";
import { gamePath } from "~/models/trivia/game-path";
import { type GameDetail, gameLine } from "~/models/trivia/trivia";
import { FrameDocument, type FrameLook } from "~/ui/frame/frame-document";
import { RefreshingFrame } from "~/ui/frame/refreshing-frame";

/** Replaces the game's own status line until scripts run. */
export function GameFrame({ game, className = "" }: { game: GameDetail; className?: string }) {
  return (
    <RefreshingFrame
      address={`${gamePath(game.id)}/frame?since=${Date.parse(game.movedAt)}`}
      name="game"
      title={t("Game status")}
      hides=".game-status"
      className={`card h-[76px] w-full ${className}`}
      check={t("Check for updates")}
    />
  );
}

/** The page in the frame. `isMoved` means that the page around it is out of date. */
export function GameFramePage({
  game,
  viewerId,
  isMoved,
  isStill,
  theme,
  stylesUrl,
}: FrameLook & {
  game: GameDetail;
  viewerId: string;
  isMoved: boolean;
  isStill: boolean;
}) {
  return (
    // Once the game has moved, only the page around the frame can show it.
    <FrameDocument title={t("Game status")} isStill={isStill || isMoved} theme={theme} stylesUrl={stylesUrl}>
      <main className="spread min-h-[74px] px-4 py-1">
        <h1 className="sr-only">{t("Game status")}</h1>
        <p role="status">{gameLine(game, viewerId)}</p>
        {isMoved ? (
          <a href={gamePath(game.id)} target="_top" className="button button-primary">
            {t("Continue")}
          </a>
        ) : null}
      </main>
    </FrameDocument>
  );
}
