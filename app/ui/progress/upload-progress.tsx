// The progress of an upload.
import { t } from "~/language/text";

/**
 * `sent` goes from 0 to 1; then the server processes the file, which can't be measured and is described by
 * `afterwards`.
 */
export function UploadProgress({
  sent,
  afterwards = t("Processing..."),
}: {
  sent: number;
  afterwards?: string;
}) {
  const percent = Math.floor(sent * 100);
  return (
    <div>
      <progress
        className="upload-progress"
        aria-label={t("Upload")}
        max={100}
        value={percent < 100 ? percent : undefined}
      />
      <p className="small-print" role="status">
        {percent < 100 ? t("{percent}% sent", { percent: Math.floor(percent / 10) * 10 }) : afterwards}
      </p>
    </div>
  );
}
