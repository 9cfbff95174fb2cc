// The progress of a background job.
import { t } from "~/language/text";
import { ProgressBar } from "./progress-bar";

/** `text` is the progress in words; without scripts a link to `address` shows the current progress. */
export function WorkProgress({
  text,
  value,
  max,
  address,
}: {
  text: string;
  value: number;
  max?: number;
  address: string;
}) {
  return (
    <div className="stack">
      <p role="status">{text}</p>
      <ProgressBar label={t("Progress")} value={value} max={max} />
      <p>
        {t("You can leave this page and come back.")}{" "}
        <a href={address} className="link">
          {t("Check progress")}
        </a>
      </p>
    </div>
  );
}
