// Conversations of two members: how the API and lists show them, and the flash messages about them.
import { msg, t } from "~/language/text";
import type { FlashMessage } from "~/models/flash";
import { type Face, faceOf, type ListedMember } from "~/models/public-member";
import { needsWarning } from "./contact-details";
import { noteMessages } from "./profile-quote/profile-quote";
import type { MessageContent } from "./share";

/** The chat header's score when either member has no saved preferences. */
export const UNKNOWN_COMPATIBILITY = 87;

/** The flash message for a started conversation; one that isn't accepted yet is a request. */
export function startedMessage({ accepted }: { accepted: boolean }): FlashMessage {
  return {
    title: t("Conversation started"),
    description: accepted
      ? t("You can now chat with your match!")
      : t("You can send one message until they reply."),
  };
}

/** The flash messages for an answered request. A decline offers Undo. */
export const requestMessages = {
  accepted: (firstName: string): FlashMessage => ({
    title: t("Request accepted"),
    description: t("You and {firstName} can now message each other.", { firstName }),
  }),
  declined: (id: string, firstName: string): FlashMessage => ({
    title: t("Request declined"),
    description: t("We won't tell {firstName}.", { firstName }),
    action: {
      label: t("Undo"),
      name: t("Undo declining {firstName}'s request", { firstName }),
      icon: "undo",
      to: `/messages/${id}/decline`,
      fields: { undo: "yes" },
    },
  }),
  undone: { title: msg("Request restored") },
};

/** One of the two members of a conversation. */
export type Participant = ListedMember & {
  id: string;
  /** The member deleted their account and can't receive messages. */
  hasLeft?: true;
};

/** A conversation in the API, started by `user1`. `accepted` is false while it is a message request. */
export type ConversationDto = {
  id: string;
  user1Id: string;
  user2Id: string;
  user1: Participant;
  user2: Participant;
  accepted: boolean;
  /** When one of them said goodbye, and who: until they reopen it, both can only read it. */
  closedAt: string | null;
  closedBy: string | null;
  /** The other member wrote last, in an accepted conversation. */
  yourTurn: boolean;
  /** The viewer's unread messages, 100 at most. */
  unreadCount: number;
  lastMessage: LastMessage | null;
  lastMessageAt: string;
  createdAt: string;
};

/** What was said last; `excerpt` is the first 200 characters of its text, `song` a shared one, `show` a quoted one in words. */
type LastMessage = {
  senderId: string;
  messageType: MessageContent["messageType"];
  excerpt: string;
  song: { artist: string; title: string } | null;
  show: string | null;
  isDeleted?: true;
};

/** How much of its last message a conversation includes: two lines of a list, even in narrow letters. */
export const EXCERPT_LENGTH = 200;

/** The participant who is not the viewer. */
export function otherParticipant(
  conversation: Pick<ConversationDto, "user1" | "user2">,
  memberId: string | number,
): Participant {
  return conversation.user1.id === String(memberId) ? conversation.user2 : conversation.user1;
}

/** Open to both members, closed by a goodbye, or a message request that the viewer has sent or received. */
type ConversationStatus = "open" | "closed-by-viewer" | "closed-by-partner" | "sent" | "received";

/** Whether one of the two has said goodbye. */
export function isClosed({ status }: { status: ConversationStatus }): boolean {
  return status === "closed-by-viewer" || status === "closed-by-partner";
}

function statusFor(
  conversation: Pick<ConversationDto, "accepted" | "user1Id" | "closedAt" | "closedBy">,
  memberId: string | number,
): ConversationStatus {
  if (conversation.closedAt)
    return conversation.closedBy === String(memberId) ? "closed-by-viewer" : "closed-by-partner";
  if (conversation.accepted) return "open";
  return conversation.user1Id === String(memberId) ? "sent" : "received";
}

/** The other member of a conversation, as its screens show them. */
type ConversationPartner = { id: string; firstName: string; face: Face; hasLeft: boolean };

/** A row of the conversation list. */
export type ConversationRow = {
  id: string;
  partner: ConversationPartner;
  status: ConversationStatus;
  isYourTurn: boolean;
  unreadCount: number;
  /** The last message in one line; null before the first. */
  lastMessage: string | null;
  /** The song that was shared last, if nothing has been said since. */
  song: LastMessage["song"];
  /** The last message of a request contains a link, an email address or a phone number. */
  hasWarning: boolean;
  lastMessageAt: string;
};

/** A conversation from one member's point of view. */
export function toConversationRow(conversation: ConversationDto, memberId: string | number): ConversationRow {
  const other = otherParticipant(conversation, memberId);
  const status = statusFor(conversation, memberId);
  const { lastMessage } = conversation;
  return {
    id: conversation.id,
    partner: {
      id: other.id,
      firstName: other.firstName,
      face: faceOf(other, other.firstArtist),
      hasLeft: other.hasLeft === true,
    },
    status,
    isYourTurn: conversation.yourTurn,
    unreadCount: conversation.unreadCount,
    lastMessage: lastMessage && summarize(lastMessage, lastMessage.senderId === String(memberId)),
    song: lastMessage?.song ?? null,
    hasWarning:
      status === "received" &&
      lastMessage !== null &&
      needsWarning({ ...lastMessage, content: lastMessage.excerpt, metadata: lastMessage.song }),
    lastMessageAt: conversation.lastMessageAt,
  };
}

/** "Together? · Low · Fri, Dec 4 · Trabendo, Paris", then the message if it says more. */
function summarizeShow(show: string, excerpt: string): string {
  const together = t(noteMessages.together);
  const asked = `${together} · ${show}`;
  return excerpt === together ? asked : `${asked}: ${excerpt}`;
}

function summarize({ messageType, excerpt, show, isDeleted }: LastMessage, isOwn: boolean): string {
  if (isDeleted) return excerpt;
  if (show !== null || !messageType) {
    const said = show === null ? excerpt : summarizeShow(show, excerpt);
    return isOwn ? t("You: {excerpt}", { excerpt: said }) : said;
  }
  if (messageType === "profile_quote")
    return isOwn ? t("You: {excerpt}", { excerpt }) : t("About your profile: {excerpt}", { excerpt });
  return isOwn
    ? t(
        "{messageType, select, music_share {You sent a song} spotify_link {You sent a Spotify link} youtube_link {You sent a YouTube link} youtube_video {You sent a video} photo {You sent a photo} other {You sent a voice note}}",
        { messageType },
      )
    : t(
        "{messageType, select, music_share {Sent a song} spotify_link {Sent a Spotify link} youtube_link {Sent a YouTube link} youtube_video {Sent a video} photo {Sent a photo} other {Sent a voice note}}",
        { messageType },
      );
}
