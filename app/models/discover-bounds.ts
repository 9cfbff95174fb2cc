// Between what the filters of Discover can stand. Apart from their schema, which would weigh on the screen.

export const AGE_BOUNDS = { min: 18, max: 65, step: 1 };
export const DISTANCE_BOUNDS = { min: 5, max: 100, step: 5 };
export const COMPATIBILITY_BOUNDS = { min: 50, max: 100, step: 5 };
