// The events of the live stream: what each tells, and which screens it concerns.
import type { EventKind } from "db/column-types";
import type { JointPlayDto } from "~/models/conversation/joint-play/joint-play";
import type { MessageDto } from "~/models/conversation/message";
import type { ReactionDto } from "~/models/conversation/reaction";
import { ACCOUNT_STATUS_PATH } from "~/models/safety/sanctions/account-status";

/** `typing` is about the partner and isn't stored. */
export type StreamedKind = EventKind | "typing";

/** What events carry besides that something has changed. */
type Told = {
  message: { conversationId: string; message: MessageDto };
  /** A message has been edited or deleted. */
  "message-change": { conversationId: string; message: MessageDto };
  conversation: { conversationId: string };
  typing: { conversationId: string };
  /** The partner has seen the member's messages up to this one. */
  seen: { conversationId: string; sequence: number };
  /** The reactions to a message have changed; these are all of them. */
  reaction: { conversationId: string; messageId: string; reactions: ReactionDto[] };
  /** What the two play in step has begun, moved or ended. */
  "joint-play": { conversationId: string; jointPlay: JointPlayDto | null };
  /** `memberId` is the member of the new match, until it has been seen. */
  match: { matchId: string; memberId?: string };
  /** `challenger` is the first name of the member whose challenge waits to be accepted. */
  game: { gameId: string; challenger?: string };
  playlist: { playlistId: string };
};

export type EventData<Kind extends StreamedKind> = Kind extends keyof Told ? Told[Kind] : object;

/**
 * The screens that load again after an event, by the beginning of their paths; "/" is the home screen only. One without
 * screens changes only the open chat, and no count.
 */
export const screens: Record<StreamedKind, string[]> = {
  message: ["/", "/messages", "/notifications"],
  "message-change": ["/", "/messages"],
  conversation: ["/", "/messages", "/notifications"],
  typing: [],
  seen: [],
  reaction: ["/notifications"],
  "joint-play": [],
  match: ["/", "/matches", "/members", "/messages", "/notifications"],
  game: ["/", "/trivia", "/notifications"],
  playlist: ["/playlists", "/notifications"],
  progress: ["/settings/export", "/music-connections/file", "/records"],
  notification: ["/notifications", ACCOUNT_STATUS_PATH],
  reset: [
    "/",
    "/discover",
    "/members",
    "/messages",
    "/matches",
    "/trivia",
    "/playlists",
    "/shows",
    "/notifications",
    "/moderation",
    "/settings/export",
    "/music-connections/file",
    "/records",
  ],
};
