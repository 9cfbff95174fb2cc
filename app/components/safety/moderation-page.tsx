// The head and the tabs of the moderators' pages.
import type { ReactNode } from "react";
import { msg, t } from "~/language/text";
import { MODERATION_PATH } from "~/models/safety/case/case";
import { NEWCOMERS_PATH } from "~/models/safety/newcomer/newcomer";
import { ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";
import { Tabs } from "~/ui/tabs";

const pages = {
  queue: { to: MODERATION_PATH, label: msg("Queue") },
  newcomers: { to: NEWCOMERS_PATH, label: msg("Newcomers") },
  appeals: { to: `${MODERATION_PATH}/appeals`, label: msg("Appeals") },
  members: { to: `${MODERATION_PATH}/members`, label: msg("Members") },
  log: { to: `${MODERATION_PATH}/log`, label: msg("Log") },
  photos: { to: `${MODERATION_PATH}/photos`, label: msg("Photos") },
};

/** A moderation page with tabs; `current` is the selected one. */
export function ModerationPage({
  title,
  text,
  current,
  aside,
  children,
}: {
  title: string;
  text?: string;
  current: keyof typeof pages;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <PageHeader title={title} text={text} aside={aside} />
      <Tabs
        label={t("Moderation")}
        tabs={Object.entries(pages).map(([name, page]) => ({
          ...page,
          label: t(page.label),
          current: name === current,
        }))}
      />
      <div className="stack mt-4">{children}</div>
    </>
  );
}

/** The link to the next page of a list; renders nothing without one. */
export function NextPage({ to, children = t("Next page") }: { to?: string; children?: string }) {
  return to ? <ButtonLink to={to}>{children}</ButtonLink> : null;
}
