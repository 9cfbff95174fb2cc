// Buttons and links that look like one; the icon button with its name.
import type { LinkProps } from "@remix-run/react";
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react";
import { DialogLink } from "./dialog/dialog-link";
import { Icon, type IconName } from "./icon";

const variants = { primary: "button-primary", quiet: "button-quiet", danger: "button-danger" };

export type ButtonVariant = keyof typeof variants;

type Face = { variant?: ButtonVariant; icon?: IconName; className?: string; children: ReactNode };

/**
 * A button; `variant` is primary (one per screen), quiet or danger, and `type` is "submit" by default. While `isPending`
 * it ignores clicks but keeps the focus, which a disabled button would lose.
 */
export function Button({
  variant = "quiet",
  icon,
  className,
  children,
  isPending = false,
  ...rest
}: Face & { isPending?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  const pending = isPending
    ? { "aria-disabled": true, onClick: (event: MouseEvent) => event.preventDefault() }
    : undefined;
  return (
    <button type="submit" className={face(variant, className)} {...rest} {...pending}>
      {icon ? <Icon name={icon} size={20} /> : null}
      <span className="min-w-0">{children}</span>
    </button>
  );
}

/** A link inside the app that looks like a button. */
export function ButtonLink({ variant = "quiet", icon, className, children, ...rest }: Face & LinkProps) {
  return (
    <DialogLink className={face(variant, className)} {...rest}>
      {icon ? <Icon name={icon} size={20} /> : null}
      <span className="min-w-0">{children}</span>
    </DialogLink>
  );
}

/** A plain `<a>` that looks like a button, for URLs that need a page load (sign-in, sign-out). */
export function ButtonAnchor({
  variant = "quiet",
  icon,
  className,
  children,
  href,
  download,
  target,
}: Face & { href: string; download?: string; target?: "_blank" }) {
  return (
    <a
      className={face(variant, className)}
      href={href}
      download={download}
      target={target}
      rel={target && "noopener"}
    >
      {icon ? <Icon name={icon} size={20} /> : null}
      <span className="min-w-0">{children}</span>
    </a>
  );
}

/**
 * A 44 px icon-only button: `name` is its accessible name, shown by text browsers and, with scripts, as a tooltip. `field` is
 * the form field its value is sent as.
 */
export function IconButton({
  name,
  icon,
  variant,
  field,
  className = "",
  ...rest
}: {
  name: string;
  icon: IconName;
  variant?: ButtonVariant;
  field?: string;
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "name" | "children" | "aria-label">) {
  return (
    <button
      type="submit"
      name={field}
      className={`icon-button ${variant ? variants[variant] : ""} ${className}`}
      {...rest}
    >
      <Icon name={icon} />
      <span className="sr-only">{name}</span>
    </button>
  );
}

/** The same as a link. */
export function IconLink({
  name,
  icon,
  variant,
  className = "",
  children,
  ...rest
}: { name: string; icon: IconName; variant?: ButtonVariant } & Omit<LinkProps, "aria-label">) {
  return (
    <DialogLink className={`icon-button ${variant ? variants[variant] : ""} ${className}`} {...rest}>
      <Icon name={icon} />
      <span className="sr-only">{name}</span>
      {children}
    </DialogLink>
  );
}

// Not translated: names of classes.
function face(variant: ButtonVariant, className = "") {
  return `button ${variants[variant]} ${className}`;
}
