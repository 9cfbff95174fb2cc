// The groups of the settings: links to pages, each with its current setting, and other rows.
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { matchesSearch } from "~/models/account/settings-search";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icon";

/** A row of the settings; `words` are what the search looks in. */
export type SettingsRow = { key: string; words: string; row: ReactNode };

/** A group of the settings; `words` find all its rows. */
export type SettingsGroup = { title: string; words?: string; rows: SettingsRow[] };

/** The rows of a group that `query` finds: all of them if it finds the group. */
export function findRows({ title, words = "", rows }: SettingsGroup, query: string): SettingsRow[] {
  return rows.filter((row) => matchesSearch(query, `${title} ${words} ${row.words}`));
}

/** A card of the settings with the rows that `query` finds; renders nothing without any. */
export function SettingsCard({ query, ...group }: SettingsGroup & { query: string }) {
  const found = findRows(group, query);
  if (!found.length) return null;
  return (
    <Card title={group.title}>
      <ul className="divided">
        {found.map(({ key, row }) => (
          <li key={key} className="group relative flex min-h-14 items-center py-2.5 [&>*]:min-w-0">
            {row}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A row that leads to a page of the settings. `text` is the current setting, or what the page is for. */
export function settingsLink({
  to,
  label,
  text,
  also = "",
}: {
  to: string;
  label: string;
  text: string;
  /** Other words that members may look for. */
  also?: string;
}): SettingsRow {
  const row = (
    <>
      <span className="min-w-0 flex-1">
        {/* The whole row leads there. */}
        <Link
          to={to}
          className="font-semibold after:absolute after:left-0 after:top-0 after:h-full after:w-full group-hover:text-red"
        >
          {label}
        </Link>
        <span className="block text-sm text-soft">{text}</span>
      </span>
      <Icon name="forward" size={20} className="ml-3 flex-none text-soft" />
    </>
  );
  return { key: to, words: `${label} ${text} ${also}`, row };
}
