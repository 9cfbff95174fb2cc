// A member's photos side by side, to swipe through.
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Face } from "~/models/public-member";
import { Photo } from "./photo";

const FRAME = "square poster-photo block";

/** The next photo shows at the edge of the one before; the strip scrolls with finger, wheel and arrow keys. */
export function PhotoStrip({
  name,
  photos,
}: {
  name: string;
  /** Each with its own page, if it has one, and what stands on it. */
  photos: { face: Face; to?: string; button?: ReactNode }[];
}) {
  const isOnly = photos.length === 1;
  const items = photos.map(({ face, to, button }, index) => {
    const photo = (
      <Photo
        face={face}
        sizes="(min-width: 720px) 440px, 100vw"
        alt={isOnly ? name : `${name}, photo ${index + 1} of ${photos.length}`}
        width={640}
        height={800}
        loading={index ? "lazy" : undefined}
      />
    );
    return (
      <li key={face.url} className={isOnly ? "strip-photo" : "strip-photo mr-1"}>
        {to ? (
          <Link to={to} className={FRAME}>
            {photo}
          </Link>
        ) : (
          <div className={FRAME}>{photo}</div>
        )}
        {button ? <span className="on-photo absolute left-2 top-2">{button}</span> : null}
      </li>
    );
  });
  if (isOnly) return <ul>{items}</ul>;
  return (
    <section aria-label={`Photos of ${name}`} className="photo-strip">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached from a keyboard */}
      <ul className="strip flex" tabIndex={0}>
        {items}
      </ul>
      <p className="strip-count badge">{photos.length} photos</p>
    </section>
  );
}
