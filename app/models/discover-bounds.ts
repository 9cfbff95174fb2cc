// Between what the filters of Discover can stand. Apart from their schema, which would weigh on the screen.

export const AGE_BOUNDS = { min: 18, max: 65, step: 1 };
export const DISTANCE_BOUNDS = { min: 5, max: 100, step: 5 };
export const COMPATIBILITY_BOUNDS = { min: 50, max: 100, step: 5 };

/** Discover's address without any limit. Written out: made from the filters it would bring their schema along. */
export const WIDEST_SEARCH = "/discover?ageMin=&ageMax=&maxDistance=&genres=&minCompatibility=";
