// How far the reading of a collection or wantlist on Discogs is.

import { formatNumber } from "~/language/intl";
import { DISCOGS_PATH, type DiscogsImportDto } from "~/models/record/discogs-import";
import { ALL_OWNED, recordsPath } from "~/models/record/record";
import { ButtonLink } from "~/ui/button";
import { ProgressBar } from "~/ui/progress/progress-bar";

/** Shows the progress, the way to the preview, or why there is none; nothing once the records are added. */
export function DiscogsProgress({ reading }: { reading: DiscogsImportDto }) {
  if (reading.status === "added") return null;
  const list = reading.wanted ? "wantlist" : "collection";
  if (reading.status === "failed")
    return (
      <p role="alert" className="mb-4">
        <b>{reading.username}:</b> {reading.error}
      </p>
    );
  if (reading.status === "ready")
    return (
      <div className="mb-4 border-b border-line pb-4">
        <p className="mb-2">
          The {list} of <b>{reading.username}</b> has been read.
        </p>
        <ButtonLink
          to={`/records/import/${reading.preview}?from=discogs${reading.wanted ? "&wanted=true" : ""}`}
          variant="primary"
        >
          Preview
        </ButtonLink>
      </div>
    );
  const { done, total, username } = reading;
  const figures = [done, total ?? 0].map((count) => formatNumber(count));
  return (
    <>
      <p className="mb-2" role="status">
        Reading the {list} of <b>{username}</b>
        {total === null ? "..." : `: ${figures[0]} of ${figures[1]}`}
      </p>
      <ProgressBar label="Records read" value={done} max={Math.max(1, total ?? 1)} />
      <p className="mt-2 text-sm">You can leave this page. We'll keep reading.</p>
      <p>
        <a
          href={recordsPath({ ...ALL_OWNED, wanted: reading.wanted }, DISCOGS_PATH)}
          className="link inline-block py-2"
        >
          Check progress
        </a>
      </p>
    </>
  );
}
