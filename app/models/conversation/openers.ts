// First messages to choose from, made from what two members share.

const OPENERS = 3;

/** What two members share, the most telling first. */
export type SharedTaste = {
  artists: string[];
  genres: string[];
  record?: { artist: string; album: string };
};

/** Up to three questions: about an artist, a record and a genre first, then about more of what there is. */
export function makeOpeners({ artists: [first, second, third], genres, record }: SharedTaste): string[] {
  const [genre, otherGenre] = genres;
  return [
    first && `What's your favorite ${first} song?`,
    record && `We both have ${record.album} by ${record.artist}. Which track do you play first?`,
    genre && `What got you into ${genre}?`,
    second && `Have you ever seen ${second} live?`,
    third && `Which ${third} record should everyone hear once?`,
    otherGenre && `What's the best ${otherGenre} you've heard lately?`,
  ]
    .filter((opener): opener is string => Boolean(opener))
    .slice(0, OPENERS);
}
