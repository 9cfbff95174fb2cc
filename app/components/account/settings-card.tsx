// The groups of the settings: links to pages, each with its current setting, and other rows; and their search.
import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/language/text";
import { MAX_SETTINGS_QUERY, matchesSearch } from "~/models/account/settings-search";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { WithoutScripts } from "~/ui/without-scripts";

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

/** A GET form; with scripts, `onSearch` gets the text while it is typed. */
export function SettingsSearch({ query, onSearch }: { query: string; onSearch: (query: string) => void }) {
  return (
    <Form
      method="get"
      action={SETTINGS_PATH}
      role="search"
      className="mb-4 flex max-w-[480px] items-end [&>:first-child]:min-w-0 [&>:first-child]:flex-1"
      replace
    >
      <Field
        label={t("Search settings")}
        name="q"
        type="search"
        placeholder={t("Password, theme, blocked…")}
        maxLength={MAX_SETTINGS_QUERY}
        defaultValue={query}
        autoComplete="off"
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <WithoutScripts>
        <Button icon="search" className="ml-2">
          {t("Search")}
        </Button>
      </WithoutScripts>
    </Form>
  );
}
