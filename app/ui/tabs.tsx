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
    <nav
      aria-label={label}
      className="flex overflow-x-auto overflow-y-hidden border-b max-sm:flex-wrap print:hidden"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          preventScrollReset
          // On a phone three tabs with two lines of words stand side by side, or five short ones; a word is never broken.
          className={`mr-1 mt-1 block min-h-target min-w-target flex-none rounded-t border border-b-0 px-4 py-2 font-display text-xl font-bold focus:-outline-offset-4 max-sm:w-min max-sm:flex-[1_0_auto] max-sm:break-normal max-sm:px-1 max-sm:text-center [@media(max-width:359px)]:text-[1.125rem] ${
            tab.current
              ? "relative top-px border-rule bg-paper [box-shadow:inset_0_4px_0_var(--red)] forced-colors:border-[3px] forced-colors:border-[color:Highlight]"
              : "border-edge bg-inset hover:bg-card"
          }`}
          aria-current={tab.current ? "page" : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
