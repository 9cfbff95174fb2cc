// Cards: the sleeve, what is stuck on it, a number on it, and the room kept for one.
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "./button";
import { Icon, type IconName } from "./icons";

/** A card with thin ink lines; a heading and a catalogue line on top when given. */
export function Sleeve({
  title,
  note,
  className = "",
  children,
}: {
  title?: string;
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section className={`sleeve ${className}`}>
      {title ? (
        <header className="flex flex-wrap items-baseline justify-between border-b border-line px-4 py-3">
          <h2>{title}</h2>
          {note ? <div className="catalogue">{note}</div> : null}
        </header>
      ) : null}
      <div className="p-4">{children}</div>
    </section>
  );
}

/** A small sticker with a word or a number. */
export function Badge({
  tone = "plain",
  children,
}: {
  tone?: "plain" | "quiet" | "red" | "green" | "yellow";
  children: ReactNode;
}) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}

/** How many, in a red dot; `label` says of what to a screen reader. Nothing at 0. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null;
  return (
    <span className="count">
      {count > 99 ? "99+" : count}
      <span className="sr-only"> {label}</span>
    </span>
  );
}

/** One number with its name; a link to where the number comes from when `to` is given. */
export function StatCard({
  label,
  value,
  to,
  icon,
}: {
  label: string;
  value: number;
  to?: string;
  icon?: IconName;
}) {
  const inside = (
    <>
      <span className="flex items-center justify-between">
        <span className="font-semibold">{label}</span>
        {icon ? <Icon name={icon} className="text-soft" /> : null}
      </span>
      <span className="block font-display text-poster font-extrabold">{value.toLocaleString("en-US")}</span>
    </>
  );
  if (!to) return <div className="sleeve block p-4">{inside}</div>;
  return (
    <Link to={to} className="sleeve block p-4 hover:border-red">
      {inside}
    </Link>
  );
}

/** A place to go next: a whole card that is one link. */
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
    <Link to={to} className="sleeve flex items-start p-4 hover:border-red">
      <Icon name={icon} className="mr-3 mt-1 flex-none text-red" />
      <span>
        <span className="block font-display text-lead font-extrabold">{title}</span>
        <span className="block text-soft">{text}</span>
      </span>
    </Link>
  );
}

/** What stands where nothing is yet: says what to do next and offers it. */
export function EmptyState({
  title,
  text,
  action,
  level: Heading = "h2",
  children,
}: {
  title: string;
  text: string;
  action?: { to: string; label: string };
  level?: "h2" | "h3";
  children?: ReactNode;
}) {
  return (
    <div className="empty sleeve">
      <svg aria-hidden="true" viewBox="0 0 120 96" width="120" height="96" fill="none" stroke="var(--edge)">
        <circle cx="76" cy="48" r="38" strokeDasharray="4 4" />
        <circle cx="76" cy="48" r="14" strokeDasharray="4 4" />
        <path d="M4 8h80v80H4z" fill="var(--sleeve)" strokeWidth="1.5" />
        <path d="M16 72h32M16 78h20" />
      </svg>
      <Heading className="mt-4">{title}</Heading>
      <p className="mt-1 text-soft">{text}</p>
      {action ? (
        <ButtonLink to={action.to} look="primary" className="mt-4">
          {action.label}
        </ButtonLink>
      ) : null}
      {children ? <div className="mt-4">{children}</div> : null}
    </div>
  );
}

/** Blocks of the size of what is coming; read out once as "Loading". */
export function Placeholders({ count, className = "h-48" }: { count: number; className?: string }) {
  return (
    <>
      <span className="sr-only">Loading</span>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are all alike and never move
        <div key={place} aria-hidden="true" className={`placeholder ${className}`} />
      ))}
    </>
  );
}
