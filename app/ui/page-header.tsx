// The header of a screen, and the links to the other pages of its list.

import type { ReactNode } from "react";
import { t, toText, type Wording } from "~/language/text";
import { ButtonLink, IconLink } from "./button";
import { opensDialog } from "./dialog/dialog-link";

/**
 * The only `h1` of a screen. `eyebrow` is the small line above it, such as "Side A · 3"; `back` is a link at its left, to
 * the list the screen belongs to; `action` is a link to a dialog that adds to the screen, whose title is its label unless it
 * has one of its own; `aside` holds a badge or buttons.
 */
export function PageHeader({
  title,
  eyebrow,
  text,
  back,
  action,
  aside,
}: {
  title: ReactNode;
  eyebrow?: string;
  text?: ReactNode;
  back?: { to: string; label: Wording };
  action?: { to: string; label: string; title?: string };
  aside?: ReactNode;
}) {
  return (
    // On a phone, the screen's content comes first.
    <header className="page-header mb-6 border-b border-t-[3px] border-line border-t-rule py-3 max-sm:-mt-3 max-sm:mb-3 max-sm:py-2 md:[&_.icon-button]:mt-1">
      {eyebrow ? (
        <p className="eyebrow max-sm:hidden" aria-hidden="true">
          {eyebrow}
        </p>
      ) : null}
      <div className="flex items-start">
        {back ? <IconLink name={toText(back.label)} icon="back" to={back.to} className="-ml-2" /> : null}
        <div className="cluster min-w-0 flex-1 justify-between">
          <h1 className="min-w-0">{title}</h1>
          {action ? (
            <ButtonLink
              to={action.to}
              variant="primary"
              icon="plus"
              {...opensDialog(action.title ?? action.label)}
            >
              {action.label}
            </ButtonLink>
          ) : null}
          {aside ? <div className="cluster">{aside}</div> : null}
        </div>
      </div>
      {text ? <p className="mt-1 max-w-prose text-soft">{text}</p> : null}
    </header>
  );
}

/** Links to the first or the previous page, and to the next one; renders nothing when there is only one page. */
export function Pages({
  label = t("Pages"),
  ...pages
}: {
  label?: string;
  first?: string;
  prev?: string;
  next?: string;
}) {
  const names = { first: t("First page"), prev: t("Previous page"), next: t("Next page") };
  const links = Object.entries(pages).filter(([, to]) => to) as [keyof typeof names, string][];
  if (!links.length) return null;
  return (
    <nav aria-label={label} className="cluster mt-6">
      {links.map(([rel, to]) => (
        <ButtonLink key={rel} to={to} rel={rel}>
          {names[rel]}
        </ButtonLink>
      ))}
    </nav>
  );
}
