// Buttons and links that look like one; the icon button with its name.
import { Link, type LinkProps } from "@remix-run/react";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Icon, type IconName } from "./icons";
import { Tip } from "./tip";

export type ButtonLook = "primary" | "quiet" | "danger";

type Face = { look?: ButtonLook; icon?: IconName; className?: string; children: ReactNode };

/** A button; `look` is primary (one a screen), quiet or danger. Submits unless `type` says otherwise. */
export function Button({
  look = "quiet",
  icon,
  className,
  children,
  type = "submit",
  ...rest
}: Face & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type={type} className={face(look, className)} {...rest}>
      {icon ? <Icon name={icon} size={20} /> : null}
      <span className="min-w-0">{children}</span>
    </button>
  );
}

/** A link inside the app that looks like a button. */
export function ButtonLink({ look = "quiet", icon, className, children, ...rest }: Face & LinkProps) {
  return (
    <Link className={face(look, className)} {...rest}>
      {icon ? <Icon name={icon} size={20} /> : null}
      <span className="min-w-0">{children}</span>
    </Link>
  );
}

/** A plain `<a>` that looks like a button, for addresses the browser itself must open (sign-in, sign-out). */
export function ButtonAnchor({ look = "quiet", icon, className, children, href }: Face & { href: string }) {
  return (
    <a className={face(look, className)} href={href}>
      {icon ? <Icon name={icon} size={20} /> : null}
      <span className="min-w-0">{children}</span>
    </a>
  );
}

/** A square button of 44 px with an icon only: `name` is read out and, with scripts, shown as a tooltip. */
export function IconButton({
  name,
  icon,
  edged = false,
  className = "",
  type = "submit",
  ...rest
}: {
  name: string;
  icon: IconName;
  edged?: boolean;
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "name" | "children" | "aria-label">) {
  return (
    <button
      type={type}
      aria-label={name}
      className={`icon-button ${edged ? "icon-button-edged" : ""} ${className}`}
      {...rest}
    >
      <Icon name={icon} />
      <Tip text={name} />
    </button>
  );
}

/** A link with an icon only, 44 px, named and with the same tooltip. */
export function IconLink({
  name,
  icon,
  edged = false,
  className = "",
  children,
  ...rest
}: { name: string; icon: IconName; edged?: boolean } & Omit<LinkProps, "aria-label">) {
  return (
    <Link
      aria-label={name}
      className={`icon-button ${edged ? "icon-button-edged" : ""} ${className}`}
      {...rest}
    >
      <Icon name={icon} />
      {children}
      <Tip text={name} />
    </Link>
  );
}

function face(look: ButtonLook, className = "") {
  return `button button-${look} ${className}`;
}
