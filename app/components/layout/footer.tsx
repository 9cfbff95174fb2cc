// The footer of every page; members find the theme and the attributions in their settings instead.
import { Link } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { COMMUNITY_NAME, HAS_OWN_NAME } from "~/community";
import { footerLinks } from "~/models/account/open-paths";
import type { DocumentLink } from "~/models/document/document";
import { ThemeSwitch } from "./theme-switch";

/**
 * For visitors, `from` is the page that the theme switch returns to without scripts; undefined for the response to a form,
 * which can't be loaded again and has no switch then. Above a bottom bar it leaves room: a sticky bar would count as covering
 * what scrolls below.
 */
export function Footer({
  from,
  isMember,
  hasBottomBar,
  documents,
}: {
  from?: string;
  isMember: boolean;
  hasBottomBar: boolean;
  documents: DocumentLink[];
}) {
  const hasSwitch = useHydrated() || from !== undefined;
  return (
    <footer
      className={`footer small-print mt-auto pb-6 pt-12 print:hidden ${
        hasBottomBar ? "[@media(max-width:999px)_and_(min-height:481px)]:pb-[calc(24px+3.75rem)]" : ""
      }`}
    >
      <div className="page spread [&>*]:py-2">
        <div>
          <ul className="flex flex-wrap">
            {[...footerLinks, ...documents].map(({ path, title }) => (
              <li key={path} className="mr-5">
                <Link to={path} className="link inline-block py-3">
                  {title}
                </Link>
              </li>
            ))}
          </ul>
          {HAS_OWN_NAME && isMember ? <RunsOn /> : null}
          {isMember ? null : <Attributions />}
        </div>
        {hasSwitch && !isMember ? <ThemeSwitch from={from ?? "/"} /> : null}
      </div>
    </footer>
  );
}

/** What a community with a name of its own runs on. */
function RunsOn() {
  return (
    <p>
      <bdi>{COMMUNITY_NAME}</bdi> runs on B-Side.
    </p>
  );
}

/** Whom B-Side thanks. */
export function Attributions() {
  return (
    <>
      {HAS_OWN_NAME ? <RunsOn /> : null}
      <p>
        B-Side has connected music lovers since 2024.
        <br />
        Place data ©{" "}
        <a className="link" href="https://www.geonames.org/">
          GeoNames
        </a>
      </p>
    </>
  );
}
