// An artist's name that leads to the artist's page.
import { Link } from "@remix-run/react";
import { artistPath } from "~/models/artist/artist";

/** In display type with a red line; a placeholder such as "Various Artists" is plain text. */
export function ArtistLink({ name, className = "" }: { name: string; className?: string }) {
  const path = artistPath(name);
  if (!path) return <span dir="auto">{name}</span>;
  return (
    <Link to={path} className={`artist-link ${className}`} dir="auto">
      {name}
    </Link>
  );
}
