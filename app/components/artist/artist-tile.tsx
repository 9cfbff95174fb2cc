// An artist on a wall of sleeves.
import type { ReactNode } from "react";
import { Sleeve } from "~/ui/sleeve";
import { ArtistLink } from "./artist-link";

/** The sleeve, and below it the name, which leads to the artist's page, with a line of text. */
export function ArtistTile({
  name,
  className = "min-w-0",
  children,
}: {
  name: string;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <li className={className}>
      <Sleeve artist="" title={name} />
      <p className="mt-1">
        <ArtistLink name={name} />
      </p>
      {children ? <p className="text-sm text-soft">{children}</p> : null}
    </li>
  );
}
