// A member's photos side by side, to swipe through.
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/language/text";
import type { Face } from "~/models/public-member";
import { Photo } from "./photo";

const PHOTO_BOX = "square poster-photo block max-md:rounded-none";

/** The edge of the next photo is visible beside the current one; the strip scrolls with finger, wheel and arrow keys. */
export function PhotoStrip({
  name,
  photos,
}: {
  name: string;
  /** Each with its own page, if it has one, and the button on it. */
  photos: { face: Face; to?: string; button?: ReactNode }[];
}) {
  const isOnly = photos.length === 1;
  const items = photos.map(({ face, to, button }, index) => {
    const photo = (
      <Photo
        face={face}
        sizes="(min-width: 720px) 440px, 100vw"
        alt={
          isOnly
            ? name
            : t("{name}, photo {number} of {count}", { name, number: index + 1, count: photos.length })
        }
        width={640}
        height={800}
        loading={index ? "lazy" : undefined}
      />
    );
    return (
      <li key={face.url} className={isOnly ? "relative" : "relative mr-1 flex-[0_0_88%] snap-start"}>
        {to ? (
          <Link to={to} className={PHOTO_BOX}>
            {photo}
          </Link>
        ) : (
          <div className={PHOTO_BOX}>{photo}</div>
        )}
        {button ? <span className="on-photo absolute left-2 top-2">{button}</span> : null}
      </li>
    );
  });
  if (isOnly) return <ul>{items}</ul>;
  return (
    <section aria-label={t("Photos of {name}", { name })} className="relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached from a keyboard */}
      <ul className="flex overflow-x-auto [scroll-snap-type:x]" tabIndex={0}>
        {items}
      </ul>
      <p className="badge absolute bottom-[4.25rem] left-2">
        {t("{count, plural, one {# photo} other {# photos}}", { count: photos.length })}
      </p>
    </section>
  );
}
