// What a search of the catalog says. Apart from release.ts, which screens carry.

export const catalogMessages = {
  nothingFound: "MusicBrainz doesn't know this one. Check the spelling, or try its barcode.",
  filledIn: "Filled in from MusicBrainz. Change what you like, then save.",
};
