// How far something is that the server does in the background.
import { ProgressBar } from "./progress-bar";

/** `text` says how far in words; without scripts a link to `address` shows how far it is by now. */
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
      <ProgressBar label="Progress" value={value} max={max} />
      <p>
        You can leave this page and come back.{" "}
        <a href={address} className="link">
          Check progress
        </a>
      </p>
    </div>
  );
}
