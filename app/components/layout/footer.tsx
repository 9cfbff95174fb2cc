// The footer of every page; members find the theme and the attributions in their settings instead.

import { Link } from "@remix-run/react";
import type { Language } from "db/column-types";
import { useHydrated } from "remix-utils/use-hydrated";
import { COMMUNITY_NAME, HAS_OWN_NAME } from "~/community";
import { toText } from "~/language/text";
import { Trans } from "~/language/trans";
import { footerLinks } from "~/models/account/open-paths";
import type { DocumentLink } from "~/models/document/document";
import { LanguageForm } from "./language-form";
import { ThemeSwitch } from "./theme-switch";

/**
 * `from` is the page that the theme switch, without scripts, and the choice of a language return to; undefined for the response
 * to a form, which can't be loaded again, so that it has no switch. Above a bottom bar it leaves room: a sticky bar would cover
 * the content that scrolls below.
 */
export function Footer({
  from,
  isMember,
  hasBottomBar,
  documents,
  languages,
}: {
  from?: string;
  isMember: boolean;
  hasBottomBar: boolean;
  documents: DocumentLink[];
  languages?: readonly Language[];
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
                  {toText(title)}
                </Link>
              </li>
            ))}
          </ul>
          {HAS_OWN_NAME && isMember ? <RunsOn /> : null}
          {isMember ? null : <Attributions />}
        </div>
        {hasSwitch && !isMember ? <ThemeSwitch from={from ?? "/"} /> : null}
        {languages && hasSwitch ? <LanguageForm languages={languages} from={from ?? "/"} /> : null}
      </div>
    </footer>
  );
}

/** The software of a community with a name of its own. */
function RunsOn() {
  return (
    <p>
      <Trans text="{community} runs on B-Side." values={{ community: <bdi>{COMMUNITY_NAME}</bdi> }} />
    </p>
  );
}

/** B-Side's credits. */
export function Attributions() {
  return (
    <>
      {HAS_OWN_NAME ? <RunsOn /> : null}
      <p>
        <Trans
          text="B-Side has connected music lovers since 2024.<br/>Place data © <link>GeoNames</link>"
          tags={{ br: <br />, link: <a className="link" href="https://www.geonames.org/" /> }}
        />
      </p>
    </>
  );
}
