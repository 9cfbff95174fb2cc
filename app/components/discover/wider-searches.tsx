// Links to wider searches, for when a search finds few members.
import { Link } from "@remix-run/react";

/** Links such as "10+ more within 100 miles"; renders nothing without any. */
export function WiderSearches({ searches }: { searches: { to: string; text: string }[] }) {
  if (searches.length === 0) return null;
  return (
    <section aria-label="Widen your search" className="mt-6">
      <p className="eyebrow">Widen your search</p>
      <ul className="cluster mt-1">
        {searches.map(({ to, text }) => (
          <li key={to}>
            <Link to={to} className="button button-quiet">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
