// What the catalog says, and why it has no answer. Kept apart from release.ts, which every form with a search loads.

import { msg } from "~/language/text";

/** How many covers from the archive a member can have; each is a copy of a few files. */
export const COVERS_MAX = 2000;

export const catalogErrors = {
  notSetUp: msg("Finding records isn't set up on this server."),
  nothingAsked: msg("Enter an artist or title first, or a barcode."),
  busy: msg("Lots of people are looking up records right now. Try again in a few seconds."),
  unanswered: msg("MusicBrainz isn't responding. Try again in a minute, or fill it in yourself."),
  archiveUnanswered: msg(
    "The Cover Art Archive isn't responding. You can still save this without its cover.",
  ),
  noCover: msg("The Cover Art Archive has no cover for this release."),
  tooManyCovers: msg("You can have up to {max, number} covers from the Cover Art Archive.", {
    max: COVERS_MAX,
  }),
  gone: msg("This release is no longer on the list. Search again."),
};

export const catalogMessages = {
  nothingFound: msg("MusicBrainz doesn't know this one. Check the spelling, or try its barcode."),
  filledIn: msg("Filled in from MusicBrainz. Change what you like, then save."),
};
