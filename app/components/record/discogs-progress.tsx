// The progress of reading a collection or wantlist on Discogs.

import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { DISCOGS_PATH, type DiscogsImportDto } from "~/models/record/discogs-import";
import { ALL_OWNED, recordsPath } from "~/models/record/record";
import { ButtonLink } from "~/ui/button";
import { ProgressBar } from "~/ui/progress/progress-bar";

/** Shows the progress, the link to the preview, or why there is none; nothing once the records are added. */
export function DiscogsProgress({ reading }: { reading: DiscogsImportDto }) {
  if (reading.status === "added") return null;
  const list = reading.wanted ? "wantlist" : "collection";
  if (reading.status === "failed")
    return (
      <p role="alert" className="mb-4">
        <b>{t("{label}:", { label: reading.username })}</b> {reading.error}
      </p>
    );
  if (reading.status === "ready")
    return (
      <div className="mb-4 border-b border-line pb-4">
        <p className="mb-2">
          <Trans
            text="{list, select, wantlist {The wantlist of {name} has been read.} other {The collection of {name} has been read.}}"
            values={{ list, name: <b>{reading.username}</b> }}
          />
        </p>
        <ButtonLink
          to={`/records/import/${reading.preview}?from=discogs${reading.wanted ? "&wanted=true" : ""}`}
          variant="primary"
        >
          {t("Preview")}
        </ButtonLink>
      </div>
    );
  const { done, total, username } = reading;
  return (
    <>
      <p className="mb-2" role="status">
        {total === null ? (
          <Trans
            text="{list, select, wantlist {Reading the wantlist of {name}...} other {Reading the collection of {name}...}}"
            values={{ list, name: <b>{username}</b> }}
          />
        ) : (
          <Trans
            text="{list, select, wantlist {Reading the wantlist of {name}: {done, number} of {total, number}} other {Reading the collection of {name}: {done, number} of {total, number}}}"
            values={{ list, name: <b>{username}</b>, done, total }}
          />
        )}
      </p>
      <ProgressBar label={t("Records read")} value={done} max={Math.max(1, total ?? 1)} />
      <p className="mt-2 text-sm">{t("You can leave this page. We'll keep reading.")}</p>
      <p>
        <a
          href={recordsPath({ ...ALL_OWNED, wanted: reading.wanted }, DISCOGS_PATH)}
          className="link inline-block py-2"
        >
          {t("Check progress")}
        </a>
      </p>
    </>
  );
}
