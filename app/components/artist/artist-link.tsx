// An artist's name that leads to the artist's page.
import { Link, useInRouterContext } from "@remix-run/react";
import { artistPath } from "~/models/artist/artist";

/** In display type with a red line; a placeholder such as "Various Artists" is plain text. */
export function ArtistLink({ name, className = "" }: { name: string; className?: string }) {
  const hasRouter = useInRouterContext();
  const path = artistPath(name);
  if (!path) return <span dir="auto">{name}</span>;
  const link = { className: `artist-link ${className}`, dir: "auto", children: name };
  // A frame without scripts has no router.
  return hasRouter ? <Link to={path} {...link} /> : <a href={path} target="_top" {...link} />;
}
