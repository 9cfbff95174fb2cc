// The numbers beside the places of the navigation.

/** `newest` is the last thing that the member was told, `place` where a live stream goes on from. */
export type Counts = { mutualMatches: number; conversations: number; newest: number; place: string };
