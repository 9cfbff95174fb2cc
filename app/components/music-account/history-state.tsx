// The state of the listening history that a member sent.

import { t } from "~/language/text";
import { HISTORY_PATH, type HistoryDto, historyNames } from "~/models/music-account/history/history";
import { musicAccountPath } from "~/models/music-account/music-account";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { WorkProgress } from "~/ui/progress/work-progress";

const RELOAD_SECONDS = 3;

export function HistoryState({ history }: { history: HistoryDto }) {
  if (history.status === "failed") {
    return (
      <p role="alert" className="mb-4">
        {history.error}
      </p>
    );
  }
  if (history.status === "waiting") {
    return (
      <Card title={t("Reading Your File")}>
        {/* Live events reload the page of a browser with scripts. */}
        <noscript>
          <meta httpEquiv="refresh" content={String(RELOAD_SECONDS)} />
        </noscript>
        <WorkProgress
          text={t("{percent}% read", { percent: history.percent })}
          value={history.percent}
          address={HISTORY_PATH}
        />
      </Card>
    );
  }
  const { id, kind, plays, artistCount } = history;
  return (
    <div className="mb-4">
      <Card title={t("Your {file}", { file: historyNames[kind] })}>
        <div className="stack">
          <p role="status">
            {t(
              "We counted {plays, plural, one {# play} other {# plays}}. {artists, plural, one {Here is the artist you play most.} other {Here are the # artists you play most.}}",
              { plays, artists: artistCount },
            )}
          </p>
          <div>
            <ButtonLink to={musicAccountPath(id, "import")} variant="primary">
              {t("Choose What to Import")}
            </ButtonLink>
          </div>
        </div>
      </Card>
    </div>
  );
}
