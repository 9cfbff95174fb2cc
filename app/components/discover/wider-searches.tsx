// Where a search finds little: links to wider ones, and what they would find.
import { Link } from "@remix-run/react";

/** "12 more within 100 miles", each a link to that search; nothing when there are none. */
export function WiderSearches({ searches }: { searches: { to: string; text: string }[] }) {
  if (searches.length === 0) return null;
  return (
    <section aria-label="Look further" className="mt-6">
      <p className="catalogue">Look further</p>
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
