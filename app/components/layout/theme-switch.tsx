// The theme: what is shown, and the switch that chooses it.
import { useFetcher, useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";
import { THEME_PATH } from "~/browser/revalidate";

/**
 * The theme to show, as soon as it is chosen, and the form that chooses it. Choosing one doesn't reload the root's data,
 * which counts again once it is newer: another tab may have changed the theme.
 */
export function useTheme() {
  const root = useRouteLoaderData<{ theme: string }>("root");
  const { Form, formData, data } = useFetcher<{ theme?: string }>({ key: THEME_PATH });
  const [chosen, setChosen] = useState<{ theme: string; data: object; root: typeof root }>();
  if (data?.theme && data !== chosen?.data) setChosen({ theme: data.theme, data, root });
  const saved = chosen && chosen.root === root ? chosen.theme : root?.theme;
  return { Form, value: (formData?.get("theme") as string | null) ?? saved };
}

/** Three buttons in a form; without scripts it returns to the page `from`. */
export function ThemeSwitch({ from }: { from: string }) {
  const theme = useTheme();
  return (
    <theme.Form method="post" action={THEME_PATH} aria-label="Light or dark">
      <input type="hidden" name="from" value={from} />
      <div className="flex flex-wrap">
        {["System", "Light", "Dark"].map((label) => (
          <button
            key={label}
            type="submit"
            name="theme"
            value={label.toLowerCase()}
            aria-pressed={label.toLowerCase() === theme.value}
            className="control -ml-px rounded-none first:ml-0 first:rounded-l last:rounded-r focus:relative"
          >
            {label}
          </button>
        ))}
      </div>
    </theme.Form>
  );
}
