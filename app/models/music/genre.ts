// The names of genres.
import type { Genre } from "db/column-types";
import { type Message, msg, t } from "~/language/text";

const names: Record<Genre, Message> = {
  Rock: msg("Rock", { as: "genre" }),
  Pop: msg("Pop", { as: "genre" }),
  Jazz: msg("Jazz", { as: "genre" }),
  Electronic: msg("Electronic", { as: "genre" }),
  "Hip-Hop": msg("Hip-Hop", { as: "genre" }),
  "R&B": msg("R&B", { as: "genre" }),
  Country: msg("Country", { as: "genre" }),
  Folk: msg("Folk", { as: "genre" }),
  Classical: msg("Classical", { as: "genre" }),
  Blues: msg("Blues", { as: "genre" }),
  Metal: msg("Metal", { as: "genre" }),
  Punk: msg("Punk", { as: "genre" }),
  Reggae: msg("Reggae", { as: "genre" }),
  Alternative: msg("Alternative", { as: "genre" }),
  Indie: msg("Indie", { as: "genre" }),
  Dance: msg("Dance", { as: "genre" }),
  House: msg("House", { as: "genre" }),
  Techno: msg("Techno", { as: "genre" }),
  Ambient: msg("Ambient", { as: "genre" }),
  Experimental: msg("Experimental", { as: "genre" }),
  "Singer-Songwriter": msg("Singer-Songwriter", { as: "genre" }),
  Acoustic: msg("Acoustic", { as: "genre" }),
  Funk: msg("Funk", { as: "genre" }),
  Soul: msg("Soul", { as: "genre" }),
  Gospel: msg("Gospel", { as: "genre" }),
};

/** The name of one of our genres; services' other genres stay as they are. */
export function genreName(genre: string): string {
  return Object.hasOwn(names, genre) ? t(names[genre as Genre]) : genre;
}
