// Synthetic members, generated from a fixed seed, with the distributions that matter to matching: a few artists that
// everybody knows and many that few do, artists with genres, members loyal to a few genres, towns by population.

import { GENRES, type Gender, type Genre, type MeetChoice, PURPOSES, type Purpose } from "db/column-types";
import { artistKey } from "~/matching/artist-key";
import { type Random, seededRandom } from "./seeded-random";

export type Town = { name: string; cell: number; population: number };

export type SyntheticMember = SyntheticWishes & {
  id: number;
  firstName: string;
  lastName: string;
  bio: string;
  age: number;
  town: Town;
  /** Indexes into the catalog. */
  artists: number[];
  genres: Genre[];
  totalScrobbles: number;
  concertsAttended: number;
};

type SyntheticWishes = {
  gender: Gender | null;
  meets: MeetChoice[] | null;
  meetAgeMin: number | null;
  meetAgeMax: number | null;
  purpose: Purpose | null;
};

const CATALOG_SIZE = 100_000;

/** The Zipf exponent of popularity within a genre: the n-th artist is listed 1/n^1.2 times as often as the first. */
const ZIPF = 1.2;

/** Genres that go together, the most popular scenes first. */
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
  "I alphabetize my records, and I can explain why.",
  "Ask me for a mixtape.",
  "Festivals in summer, small venues all year.",
];

/** Generates the artists, each with a genre and no two with the same key. */
export function makeCatalog(): { names: string[]; byGenre: Map<Genre, number[]> } {
  const random = seededRandom(1);
  const names: string[] = [];
  const keys = new Set<string>();
  const byGenre = new Map<Genre, number[]>(GENRES.map((genre) => [genre, []]));
  while (names.length < CATALOG_SIZE) {
    const name = makeName(random);
    const key = artistKey(name);
    if (keys.has(key)) continue;
    keys.add(key);
    byGenre.get(pick(pickScene(random), random))?.push(names.length);
    names.push(name);
  }
  return { names, byGenre };
}

/** Generates members one by one; a longer run begins with the members of a shorter one. */
export function* makeMembers(
  count: number,
  towns: Town[],
  catalog: ReturnType<typeof makeCatalog>,
): Generator<SyntheticMember> {
  const random = seededRandom(2);
  const randomWish = seededRandom(3);
  const pickTown = pickerByWeight(towns, (town) => town.population);
  const pickArtist = new Map(
    [...catalog.byGenre].map(([genre, artists]) => [
      genre,
      pickerByWeight(artists, (_, rank) => 1 / (rank + 1) ** ZIPF),
    ]),
  );
  // One in 25 has a single name.
  const nameOf = (index: number, name: string) => (index % 25 === 24 ? "" : name);
  for (let i = 0; i < count; i++) {
    const genres = makeGenres(random);
    const artists = new Set<number>();
    const artistCount = 5 + Math.floor(46 * random() ** 2);
    while (artists.size < artistCount) {
      const genre = random() < 0.9 ? pick(genres, random) : pick(pickScene(random), random);
      artists.add(pickArtist.get(genre)?.(random) ?? 0);
    }
    const person = {
      id: 1 + Math.floor(random() * 2 ** 24) * 2 ** 24 + Math.floor(random() * 2 ** 24),
      firstName: pick(FIRST_NAMES, random),
      lastName: nameOf(i, pick(LAST_NAMES, random)),
      bio: pick(BIOS, random),
      age: 18 + Math.floor(53 * random() ** 1.7),
      town: pickTown(random),
      artists: [...artists],
      genres,
      totalScrobbles: Math.floor(100_000 * random() ** 3),
      concertsAttended: Math.floor(200 * random() ** 3),
    };
    yield { ...person, ...makeWishes(person.age, randomWish) };
  }
}

/** Generates what a member would like: a third say nothing, most others whom to meet, half an age range. */
function makeWishes(age: number, random: Random): SyntheticWishes {
  const nothing = { gender: null, meets: null, meetAgeMin: null, meetAgeMax: null, purpose: null };
  if (random() < 1 / 3) return nothing;
  const gender = pick(["woman", "woman", "woman", "man", "man", "man", "nonbinary"] as const, random);
  const meets = pick<MeetChoice[] | null>(
    [["woman"], ["woman"], ["man"], ["man"], ["woman", "man"], ["woman", "nonbinary"], ["everyone"], null],
    random,
  );
  const purpose = pick([...PURPOSES, null], random);
  if (random() < 0.5) return { ...nothing, gender, meets, purpose };
  const reach = 3 + Math.floor(15 * random());
  return {
    ...{ gender, meets, purpose },
    meetAgeMin: Math.max(18, age - reach),
    meetAgeMax: Math.min(100, age + reach),
  };
}

/** Generates one to six genres, most of them from one scene. */
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

/** Generates a pronounceable name of one to three words. */
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

/** Returns a function that draws items in proportion to their weights. */
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
