// The search for a collection's missing covers: its button, or its progress.

import { t } from "~/language/text";
import {
  COVER_SEARCH_PATH,
  type CoverSearchDto,
  type CoverSearchStep,
  describeCoverSearch,
  describeFound,
  describeLacking,
} from "~/models/record/cover-search";
import { PostButton } from "~/ui/form";
import { ProgressBar } from "~/ui/progress/progress-bar";

/** Renders nothing if no record lacks a cover and no search is running. */
export function CoverSearch({ search }: { search: CoverSearchDto }) {
  const { status, lacking } = search;
  const isOpen = status === "running" || status === "paused";
  if (!isOpen && !lacking) return null;
  return (
    <section className="mb-4" aria-label={t("Covers")}>
      {isOpen ? (
        <>
          <p className="mb-2">
            {status === "paused"
              ? t("Finding covers, paused: {progress}", { progress: describeCoverSearch(search) })
              : t("Finding covers: {progress}", { progress: describeCoverSearch(search) })}
          </p>
          <ProgressBar label={t("Covers looked up")} value={search.done} max={search.total} />
        </>
      ) : (
        <p>
          {status === "finished" ? `${describeFound(search.found)} ` : ""}
          {describeLacking(lacking)}
        </p>
      )}
      <div className="cluster mt-2">
        {status === "running" ? <StepButton step="pause">{t("Pause")}</StepButton> : null}
        {status === "paused" ? <StepButton step="resume">{t("Resume")}</StepButton> : null}
        {isOpen ? null : (
          <StepButton step="start">{status === "finished" ? t("Search Again") : t("Find Covers")}</StepButton>
        )}
        {status === "running" ? (
          <a href="/records" className="link py-2">
            {t("Check progress")}
          </a>
        ) : null}
      </div>
    </section>
  );
}

function StepButton({ step, children }: { step: CoverSearchStep; children: string }) {
  return (
    <PostButton to={COVER_SEARCH_PATH} name="step" value={step}>
      {children}
    </PostButton>
  );
}
