// Synthetic members: made up from a seed, the same every time, with the habits that matter to matching. A few artists
// are known to everybody and most to few, artists belong to genres, members keep to a few genres, towns have people.
import { artistKey } from "~/models/artist";
import { GENRES, type Genre } from "~/models/genre";

export type Town = { name: string; cell: number; population: number };

export type SyntheticMember = {
  id: number;
  firstName: string;
  lastName: string;
  bio: string;
  age: number;
  town: Town;
  /** Places in the catalogue. */
  artists: number[];
  genres: Genre[];
  totalScrobbles: number;
  concertsAttended: number;
};

/** A draw: a number from 0 up to 1. */
type Random = () => number;

const CATALOGUE_SIZE = 100_000;

/** How steeply popularity falls within a genre: the n-th artist is listed 1/n^1.2 times as often as the first. */
const ZIPF = 1.2;

/** Genres that go together; the earlier a scene and a genre in it, the more members start there. */
const SCENES: Genre[][] = [
  ["Rock", "Alternative", "Indie", "Punk", "Metal"],
  ["Pop", "R&B", "Dance", "Soul", "Singer-Songwriter"],
  ["Electronic", "House", "Techno", "Ambient", "Experimental"],
  ["Hip-Hop", "R&B", "Funk", "Soul", "Reggae"],
  ["Country", "Folk", "Acoustic", "Blues", "Gospel"],
  ["Jazz", "Classical", "Blues", "Funk", "Ambient"],
];

const FIRST_NAMES =
  "Ada Ben Cleo Dan Eve Finn Gia Hugo Ida Jon Kay Leo Mia Ned Ola Pia Quin Ray Sia Tom Una Vic Wes Xia Yan Zoe Amir Bea Carl Dora Emil Fay Gus Hana Igor Jade Kofi Lena Milo Nina".split(
    " ",
  );
const LAST_NAMES =
  "Adler Brook Cruz Dale Ellis Frost Grant Hale Irwin Jones Khan Lowe Marsh Nolan Okoye Price Quist Reed Stone Tanaka Unger Voss Walsh Xu Young Zeller".split(
    " ",
  );
const BIOS = [
  "",
  "Front row or not at all.",
  "Looking for somebody to share a pair of headphones with.",
  "I alphabetise my records, and I can explain why.",
  "Ask me for a mixtape.",
  "Festivals in summer, small venues all year.",
];

/** The catalogue: artists' names, each of a genre, no two with one key. */
export function makeCatalogue(): { names: string[]; byGenre: Map<Genre, number[]> } {
  const random = randomFrom(1);
  const names: string[] = [];
  const keys = new Set<string>();
  const byGenre = new Map<Genre, number[]>(GENRES.map((genre) => [genre, []]));
  while (names.length < CATALOGUE_SIZE) {
    const name = makeName(random);
    const key = artistKey(name);
    if (keys.has(key)) continue;
    keys.add(key);
    byGenre.get(pick(pickScene(random), random))?.push(names.length);
    names.push(name);
  }
  return { names, byGenre };
}

/** So many members, one after the other; a longer run begins with the members of a shorter one. */
export function* makeMembers(
  count: number,
  towns: Town[],
  catalogue: ReturnType<typeof makeCatalogue>,
): Generator<SyntheticMember> {
  const random = randomFrom(2);
  const pickTown = pickerByWeight(towns, (town) => town.population);
  const pickArtist = new Map(
    [...catalogue.byGenre].map(([genre, artists]) => [
      genre,
      pickerByWeight(artists, (_, rank) => 1 / (rank + 1) ** ZIPF),
    ]),
  );
  for (let i = 0; i < count; i++) {
    const genres = makeGenres(random);
    const artists = new Set<number>();
    const artistCount = 5 + Math.floor(46 * random() ** 2);
    while (artists.size < artistCount) {
      const genre = random() < 0.9 ? pick(genres, random) : pick(pickScene(random), random);
      artists.add(pickArtist.get(genre)?.(random) ?? 0);
    }
    yield {
      id: 1 + Math.floor(random() * 2 ** 24) * 2 ** 24 + Math.floor(random() * 2 ** 24),
      firstName: pick(FIRST_NAMES, random),
      lastName: pick(LAST_NAMES, random),
      bio: pick(BIOS, random),
      age: 18 + Math.floor(53 * random() ** 1.7),
      town: pickTown(random),
      artists: [...artists],
      genres,
      totalScrobbles: Math.floor(100_000 * random() ** 3),
      concertsAttended: Math.floor(200 * random() ** 3),
    };
  }
}

/** One to six genres: most of one scene, some from elsewhere. */
function makeGenres(random: Random): Genre[] {
  const scene = pickScene(random);
  const genres = new Set<Genre>();
  const count = 1 + Math.floor(6 * random());
  while (genres.size < count) genres.add(pick(random() < 0.7 ? scene : pickScene(random), random));
  return [...genres];
}

function pickScene(random: Random): Genre[] {
  return SCENES[Math.floor(SCENES.length * random() ** 1.4)] ?? [];
}

/** A name that can be said: one to three words of syllables. */
function makeName(random: Random): string {
  const words = Array.from({ length: 1 + Math.floor(2.3 * random()) }, () => {
    const syllables = Array.from(
      { length: 2 + Math.floor(2 * random()) },
      () =>
        pick([..."bdfgjklmnprstvz", "ch", "sh", "th", "br", "st"], random) +
        pick([..."aeiou", "ai", "ou"], random),
    );
    const word = syllables.join("");
    return word.charAt(0).toUpperCase() + word.slice(1);
  });
  return (random() < 0.15 ? "The " : "") + words.join(" ");
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(items.length * random())] as T;
}

/** Draws items as often as their weights say. */
function pickerByWeight<T>(
  items: readonly T[],
  weightOf: (item: T, index: number) => number,
): (random: Random) => T {
  let sum = 0;
  const sums = Float64Array.from(items, (item, index) => {
    sum += weightOf(item, index);
    return sum;
  });
  return (random) => {
    const drawn = random() * sum;
    let [low, high] = [0, items.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > drawn) high = middle;
      else low = middle + 1;
    }
    return items[low] as T;
  };
}

/** Mulberry32: a small generator that gives the same draws for the same seed. */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
