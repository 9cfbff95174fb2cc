// A member's photos side by side, to swipe through.
import type { ReactNode } from "react";
import type { Face } from "~/models/public-member";
import { Photo } from "./photo";

/** The next photo shows at the edge of the one before; the strip scrolls with finger, wheel and arrow keys. */
export function PhotoStrip({
  name,
  photos,
}: {
  name: string;
  /** Each with what stands on it. */
  photos: { face: Face; button?: ReactNode }[];
}) {
  const isOnly = photos.length === 1;
  const items = photos.map(({ face, button }, index) => (
    <li key={face.url} className={isOnly ? undefined : "mr-2"}>
      <div className="square card bg-inset">
        <Photo
          face={face}
          sizes="(min-width: 720px) 360px, 96vw"
          alt={isOnly ? name : `${name}, photo ${index + 1} of ${photos.length}`}
          width={640}
          height={640}
          loading={index ? "lazy" : undefined}
          className="rounded"
        />
        {button ? <span className="on-photo">{button}</span> : null}
      </div>
    </li>
  ));
  if (isOnly) return <ul>{items}</ul>;
  return (
    <section aria-label={`Photos of ${name}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached from a keyboard */}
      <ul className="strip flex" tabIndex={0}>
        {items}
      </ul>
      <p className="small-print mt-1">{photos.length} photos</p>
    </section>
  );
}
