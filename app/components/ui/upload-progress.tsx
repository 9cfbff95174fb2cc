// How far an upload is.

/**
 * `sent` goes from 0 to 1; once all is sent the server has its part to do, which nobody can measure and `afterwards`
 * names.
 */
export function UploadProgress({
  sent,
  afterwards = "Making it ready...",
}: {
  sent: number;
  afterwards?: string;
}) {
  const percent = Math.floor(sent * 100);
  return (
    <div>
      <progress
        className="waiting"
        aria-label="Upload"
        max={100}
        value={percent < 100 ? percent : undefined}
      />
      <p className="text-note text-soft" role="status">
        {percent < 100 ? `${Math.floor(percent / 10) * 10}% sent` : afterwards}
      </p>
    </div>
  );
}
