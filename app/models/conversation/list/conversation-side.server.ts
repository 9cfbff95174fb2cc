// The two sides of a conversation: each member's lists have indexes of their own.
import { conversation } from "db/schema";
import { sql } from "drizzle-orm";

/** The side of the member with the smaller id. */
export const lowSide = {
  own: conversation.lowId,
  hasNew: conversation.lowUnread,
  isLater: sql<number>`(${conversation.lastSenderId} is not ${conversation.highId})`,
};
/** The side of the member with the larger id. */
export const highSide = {
  own: conversation.highId,
  hasNew: conversation.highUnread,
  isLater: sql<number>`(${conversation.lastSenderId} is not ${conversation.lowId})`,
};
export type Side = typeof lowSide | typeof highSide;
