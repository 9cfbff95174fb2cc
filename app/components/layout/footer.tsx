// The footer of every page: copyright, credits, and the theme switch.
import { Form, Link } from "@remix-run/react";

const themes = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/**
 * `theme` is what the visitor chose; null follows the system. The switch posts `theme` to /theme. `hasBottomBar`
 * says whether room is left for one.
 */
export function Footer({ theme, hasBottomBar }: { theme: "light" | "dark" | null; hasBottomBar: boolean }) {
  const chosen = theme ?? "system";
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
        <Form
          method="post"
          action="/theme"
          preventScrollReset
          aria-label="Light or dark"
          className="theme-switch"
        >
          {themes.map(({ value, label }) => (
            <button
              key={value}
              type="submit"
              name="theme"
              value={value}
              aria-pressed={value === chosen}
              className="control"
            >
              {label}
            </button>
          ))}
        </Form>
      </div>
    </footer>
  );
}
