// The head of a screen: its catalogue number, its name, what belongs beside it.
import type { ReactNode } from "react";

/** The one `h1` of a screen. `catalogue` is small print such as "Side A · 3"; `beside` holds a badge or a button. */
export function PageHead({
  title,
  catalogue,
  text,
  beside,
}: {
  title: string;
  catalogue?: string;
  text?: ReactNode;
  beside?: ReactNode;
}) {
  return (
    <header className="page-head">
      {catalogue ? (
        <p className="catalogue" aria-hidden="true">
          {catalogue}
        </p>
      ) : null}
      <div className="cluster justify-between">
        <h1 className="min-w-0">{title}</h1>
        {beside ? <div className="cluster">{beside}</div> : null}
      </div>
      {text ? <p className="mt-1 max-w-prose text-soft">{text}</p> : null}
    </header>
  );
}
