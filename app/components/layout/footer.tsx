// The footer of every page: copyright, credits, and the theme switch.
import { Link, useFetcher, useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
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

/**
 * `from` is the page that the switch returns to without scripts; undefined for the response to a form, which can't be loaded
 * again and has no switch then. `hasBottomBar` says whether room is left for one.
 */
export function Footer({ from, hasBottomBar }: { from?: string; hasBottomBar: boolean }) {
  const theme = useTheme();
  return (
    <footer className={`footer small-print ${hasBottomBar ? "footer-with-room" : ""}`}>
      <div className="page spread footer-row">
        <p>
          <Link to="/help" className="link footer-link">
            Help and Safety
          </Link>
          <br />
          B-Side has connected music lovers since 2024.
          <br />
          Place data ©{" "}
          <a className="link" href="https://www.geonames.org/">
            GeoNames
          </a>
        </p>
        {useHydrated() || from ? (
          <theme.Form method="post" action={THEME_PATH} aria-label="Light or dark">
            <input type="hidden" name="from" value={from} />
            <div className="theme-switch">
              {["System", "Light", "Dark"].map((label) => (
                <button
                  key={label}
                  type="submit"
                  name="theme"
                  value={label.toLowerCase()}
                  aria-pressed={label.toLowerCase() === theme.value}
                  className="control"
                >
                  {label}
                </button>
              ))}
            </div>
          </theme.Form>
        ) : null}
      </div>
    </footer>
  );
}
