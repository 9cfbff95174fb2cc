// The footer of every page; members find the theme and the attributions in their settings instead.
import { Link } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { footerLinks } from "~/models/account/open-paths";
import type { DocumentLink } from "~/models/document/document";
import { ThemeSwitch } from "./theme-switch";

/**
 * For visitors, `from` is the page that the theme switch returns to without scripts; undefined for the response to a form,
 * which can't be loaded again and has no switch then. The footer of members leaves room for their bottom bar.
 */
export function Footer({
  from,
  isMember,
  documents,
}: {
  from?: string;
  isMember: boolean;
  documents: DocumentLink[];
}) {
  const hasSwitch = useHydrated() || from !== undefined;
  return (
    <footer className={`footer small-print ${isMember ? "footer-with-room" : ""}`}>
      <div className="page spread footer-row">
        <div>
          <ul className="footer-links">
            {[...footerLinks, ...documents].map(({ path, title }) => (
              <li key={path}>
                <Link to={path} className="link footer-link">
                  {title}
                </Link>
              </li>
            ))}
          </ul>
          {isMember ? null : <Attributions />}
        </div>
        {hasSwitch && !isMember ? <ThemeSwitch from={from ?? "/"} /> : null}
      </div>
    </footer>
  );
}

/** Whom B-Side thanks. */
export function Attributions() {
  return (
    <p>
      B-Side has connected music lovers since 2024.
      <br />
      Place data ©{" "}
      <a className="link" href="https://www.geonames.org/">
        GeoNames
      </a>
    </p>
  );
}
