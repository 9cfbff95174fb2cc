// Ended conversations as the settings list them.

/** An ended conversation with the other member's name and the day it ended, in UTC. */
export type EndedConversationDto = { id: string; firstName: string; endedAt: string };
