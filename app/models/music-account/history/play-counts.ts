// Counts plays by artist within bounded memory.
import { artistKey } from "~/matching/artist-key";
import { MAX_ARTIST_NAME } from "~/models/music/preferences";

const OFFERED = 50;
/** Names beyond this are dropped, the least played first. A listener has a few thousand. */
const MOST_NAMES = 200_000;
/** How many of the most played names are compared by their keys to find spellings of the same artist. */
const COMPARED = 2_000;

/** Plays by name, in the spelling of the file. */
export class PlayCounts {
  total = 0;
  private names = new Map<string, number>();

  /** Counts one play for each of its artists. */
  add(artists: string[]) {
    this.total++;
    for (const name of artists) {
      const short = shorten(name);
      this.names.set(short, (this.names.get(short) ?? 0) + 1);
    }
    if (this.names.size > MOST_NAMES) this.names = new Map(this.mostPlayed(MOST_NAMES / 2));
  }

  has(name: string): boolean {
    return this.names.has(shorten(name));
  }

  /** The 50 most played artists, each in its most played spelling. */
  topArtists(): string[] {
    const artists = new Map<string, { name: string; plays: number }>();
    for (const [name, plays] of this.mostPlayed(COMPARED)) {
      const key = artistKey(name);
      const known = artists.get(key);
      if (known) known.plays += plays;
      else artists.set(key, { name, plays });
    }
    return [...artists.values()]
      .sort((a, b) => b.plays - a.plays)
      .slice(0, OFFERED)
      .map(({ name }) => name);
  }

  private mostPlayed(count: number) {
    return [...this.names].sort(([, a], [, b]) => b - a).slice(0, count);
  }
}

/** A name cut so that it stays too long for a list. */
function shorten(name: string): string {
  return name.slice(0, MAX_ARTIST_NAME + 1);
}
