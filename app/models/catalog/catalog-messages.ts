// What the catalog says, and why it has no answer. Apart from release.ts, which every form with a search carries.

import { formatNumber } from "~/language/intl";

/** How many covers a member can have from the archive, each of which is a copy of a few files. */
export const COVERS_MAX = 2000;

export const catalogErrors = {
  notSetUp: "Finding records isn't set up on this server.",
  nothingAsked: "Enter an artist or title first, or a barcode.",
  busy: "Lots of people are looking up records right now. Try again in a few seconds.",
  unanswered: "MusicBrainz isn't responding. Try again in a minute, or fill it in yourself.",
  archiveUnanswered: "The Cover Art Archive isn't responding. You can still save this without its cover.",
  noCover: "The Cover Art Archive has no cover for this release.",
  tooManyCovers: `You can have up to ${formatNumber(COVERS_MAX)} covers from the Cover Art Archive.`,
  gone: "This release is no longer on the list. Search again.",
};

export const catalogMessages = {
  nothingFound: "MusicBrainz doesn't know this one. Check the spelling, or try its barcode.",
  filledIn: "Filled in from MusicBrainz. Change what you like, then save.",
};
