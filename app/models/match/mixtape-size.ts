// How large a mixtape card is.

/** In pixels; four by five is the tallest picture that apps show whole. */
export const MIXTAPE_SIZE = { width: 1080, height: 1350 };
