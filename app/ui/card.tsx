// Cards, badges and counts.
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/language/text";
import { formatCount } from "~/models/count";
import { ButtonLink } from "./button";
import { opensDialog } from "./dialog/dialog-link";
import { Icon, type IconName } from "./icon";

/** A card with an optional heading and catalog line. */
export function Card({
  title,
  mark,
  note,
  id,
  className = "",
  children,
}: {
  title?: string;
  /** Decoration before the heading. */
  mark?: ReactNode;
  note?: ReactNode;
  /** The id that links to the card use. */
  id?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} className={`card ${className}`}>
      {title ? (
        <header className="flex flex-wrap items-baseline justify-between border-b border-line px-4 py-3">
          <h2 className={`mr-3 [overflow-wrap:anywhere] ${mark ? "flex items-center" : ""}`}>
            {mark}
            {title}
          </h2>
          {note ? <div className="eyebrow">{note}</div> : null}
        </header>
      ) : null}
      <div className="p-4">{children}</div>
    </section>
  );
}

const tones = {
  plain: "",
  quiet: "bg-transparent text-soft",
  red: "border-red bg-red text-on-red",
  green: "border-green bg-green text-on-green",
  yellow: "border-ink-always bg-yellow text-ink-always",
};

/** A small badge with a word or a number. */
export function Badge({ tone = "plain", children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return <span className={`badge ${tones[tone]}`}>{children}</span>;
}

/** A count of what is new, or open, in a red dot; renders nothing at 0. */
export function CountBadge({
  count,
  isOpen = false,
  className,
}: {
  count: number;
  isOpen?: boolean;
  className: string;
}) {
  if (count <= 0) return null;
  return (
    <span
      className={`count-badge inline-block min-w-5 rounded-[0.625rem] bg-red px-[5px] text-center font-sans text-sm font-bold tracking-normal text-on-red ${className}`}
    >
      {formatCount(count)}
      <span className="sr-only">
        {" "}
        {isOpen ? t("open", { as: "after a number" }) : t("new", { as: "after a number" })}
      </span>
    </span>
  );
}

/** A card that is a link to another screen. */
export function ActionCard({
  to,
  title,
  text,
  icon,
}: {
  to: string;
  title: string;
  text: string;
  icon: IconName;
}) {
  return (
    <Link to={to} className="card flex items-start p-4 hover:border-red">
      <Icon name={icon} className="mr-3 mt-1 flex-none text-red" />
      <div className="min-w-0">
        <p className="font-display text-xl font-extrabold">{title}</p>
        <p className="text-soft">{text}</p>
      </div>
    </Link>
  );
}

/** An empty state: says what to do next, with a link, which opens a dialog if it has a title. */
export function EmptyState({
  title,
  text,
  action,
  level: Heading = "h2",
  children,
}: {
  title: string;
  text: string;
  action?: { to: string; label: string; title?: string };
  level?: "h2" | "h3";
  children?: ReactNode;
}) {
  return (
    <div className="empty-state card">
      <svg aria-hidden="true" viewBox="0 0 120 96" width="120" height="96" fill="none" stroke="var(--edge)">
        <circle cx="76" cy="48" r="38" strokeDasharray="4 4" />
        <circle cx="76" cy="48" r="14" strokeDasharray="4 4" />
        <path d="M4 8h80v80H4z" fill="var(--card)" strokeWidth="1.5" />
        <path d="M16 72h32M16 78h20" />
      </svg>
      <Heading className="mt-4">{title}</Heading>
      <p className="mt-1 text-soft">{text}</p>
      {action ? (
        <ButtonLink
          to={action.to}
          variant="primary"
          className="mt-4"
          {...(action.title ? opensDialog(action.title) : {})}
        >
          {action.label}
        </ButtonLink>
      ) : null}
      {children ? <div className="mt-4">{children}</div> : null}
    </div>
  );
}
