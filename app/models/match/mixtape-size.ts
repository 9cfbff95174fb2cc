// How large a mixtape card is.

/** In pixels; 4:5 is the tallest format that apps show uncropped. */
export const MIXTAPE_SIZE = { width: 1080, height: 1350 };
