// Ended conversations as the settings list them.

/** How long an ended conversation is listed in both members' settings. */
export const LISTED_DAYS = 30;

/** An ended conversation with the other member's name and the day it ended, in UTC. */
export type EndedConversationDto = { id: string; firstName: string; endedAt: string };
