// The search field above the settings.
import { Form } from "@remix-run/react";
import { t } from "~/language/text";
import { MAX_SETTINGS_QUERY } from "~/models/account/settings-search";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { WithoutScripts } from "~/ui/without-scripts";

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
