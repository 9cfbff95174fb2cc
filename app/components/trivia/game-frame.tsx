// What the other has done, without scripts: a line in a frame, which asks for itself again every three seconds, so that
// an answer that is being chosen beside it stays.
import { POLL_SECONDS } from "~/live/rhythm";
import { type GameDetail, gameAddress, gameLine } from "~/models/trivia";
import { PlainFrame } from "./plain-frame";

/** Takes the place of the game's own line until scripts run, and where they do not. */
export function GameFrame({ game }: { game: GameDetail }) {
  return (
    <PlainFrame
      address={`${gameAddress(game.id)}/frame?since=${Date.parse(game.movedAt)}`}
      name="game"
      title="Where the game stands"
      hides=".game-standing"
      className="game-frame"
      check="Check for moves"
    />
  );
}

/** The page in the frame. `isMoved` says that the page around it shows what is no longer so. */
export function GameFramePage({
  game,
  viewerId,
  isMoved,
  isStill,
  theme,
  stylesUrl,
}: {
  game: GameDetail;
  viewerId: string;
  isMoved: boolean;
  isStill: boolean;
  theme: string | null;
  stylesUrl: string;
}) {
  return (
    <html lang="en" data-theme={theme ?? undefined} className="framed">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* Once there is something new, the page around it has to be asked for. */}
        {isStill || isMoved ? null : <meta httpEquiv="refresh" content={String(POLL_SECONDS)} />}
        <title>Where the game stands</title>
        <link rel="stylesheet" href={stylesUrl} />
      </head>
      <body>
        <main className="game-news">
          <h1 className="sr-only">Where the game stands</h1>
          <p role="status">{gameLine(game, viewerId)}</p>
          {isMoved ? (
            <a href={gameAddress(game.id)} target="_top" className="button button-primary">
              Go on
            </a>
          ) : null}
        </main>
      </body>
    </html>
  );
}
