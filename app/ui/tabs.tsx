// Tabs that are links, so that each has a URL and works without scripts.
import { Link } from "@remix-run/react";

/** Tabs drawn as divider cards; the current one has `aria-current`. */
export function Tabs({
  label,
  tabs,
}: {
  label: string;
  tabs: { to: string; label: string; current: boolean }[];
}) {
  return (
    <nav aria-label={label} className="tabs">
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          preventScrollReset
          className="tab"
          aria-current={tab.current ? "page" : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
