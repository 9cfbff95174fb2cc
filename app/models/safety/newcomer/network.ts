// Sign-ups by network and hour, as an operator sees them.

/** `at` is when the hour began; `heldUntil` is null unless the network's newcomers are held. */
export type NetworkDto = { network: string; at: string; count: number; heldUntil: string | null };
