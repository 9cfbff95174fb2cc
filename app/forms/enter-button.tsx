// What Enter triggers in a form whose first visible button does something else.
import type { ButtonHTMLAttributes } from "react";

/** A hidden button, to be the first of its form. */
export function EnterButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="submit" {...props} className="sr-only" tabIndex={-1} aria-hidden="true" />;
}
