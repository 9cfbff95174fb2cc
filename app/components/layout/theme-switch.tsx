// The theme: the one that is shown, and the switch that chooses it.

import { useFetcher, useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";
import { THEME_PATH } from "~/browser/revalidate";
import { msg, t } from "~/language/text";

/**
 * The theme to show, at once when it is chosen, and the form that chooses it. Choosing one doesn't reload the root's data,
 * which takes precedence again once it is newer: another tab may have changed the theme.
 */
export function useTheme() {
  const root = useRouteLoaderData<{ theme: string }>("root");
  const { Form, formData, data } = useFetcher<{ theme?: string }>({ key: THEME_PATH });
  const [chosen, setChosen] = useState<{ theme: string; data: object; root: typeof root }>();
  if (data?.theme && data !== chosen?.data) setChosen({ theme: data.theme, data, root });
  const saved = chosen && chosen.root === root ? chosen.theme : root?.theme;
  return { Form, value: (formData?.get("theme") as string | null) ?? saved };
}

const themes = { system: msg("System"), light: msg("Light"), dark: msg("Dark") };

/** Three buttons in a form; without scripts it returns to the page `from`. */
export function ThemeSwitch({ from }: { from: string }) {
  const theme = useTheme();
  return (
    <theme.Form method="post" action={THEME_PATH} aria-label={t("Light or dark")}>
      <input type="hidden" name="from" value={from} />
      <div className="flex flex-wrap">
        {Object.entries(themes).map(([value, label]) => (
          <button
            key={value}
            type="submit"
            name="theme"
            value={value}
            aria-pressed={value === theme.value}
            className="control -ml-px rounded-none first:ml-0 first:rounded-l last:rounded-r focus:relative"
          >
            {t(label)}
          </button>
        ))}
      </div>
    </theme.Form>
  );
}
