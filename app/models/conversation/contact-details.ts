// Finds contact details in messages, so that recipients can be warned before they accept a request.

import { foldText } from "./folded-text";
import type { MessageContent } from "./share";

// Loose on purpose, because a false alarm does less harm than a missed warning. Every pattern runs in linear time.
const patterns = {
  link: /https?:\/\/|\bwww\.|\b[a-z\d-]{1,63}\.(?:com|net|org|info|io|me|co|app|link|gg|tv|ly|xyz|ru|de|uk)\b/i,
  email: /[^\s@]{1,64}@[^\s@]{1,64}\.[^\s@]/,
  phone: /\p{Nd}(?:[ ()./,_*-]{0,3}\p{Nd}){8,}/u,
};

/** Which contact details a text contains: links, email addresses, phone numbers. */
export function listContactDetails(text: string): string[] {
  const folded = foldText(text);
  return Object.entries(patterns).flatMap(([kind, pattern]) => (pattern.test(folded) ? kind : []));
}

/** Whether a text contains a link, an email address or a phone number. */
export function hasContactDetails(text: string): boolean {
  return listContactDetails(text).length > 0;
}

/** What a message's sender has typed: its text, and the names of a song or video that it shares. */
export function typedIn({ content, metadata }: { content: string; metadata?: object | null }): string {
  const { artist, title, album, videoTitle }: Record<string, string | undefined> = { ...metadata };
  return [content, artist, title, album, videoTitle].filter(Boolean).join(" ");
}

/** Whether a stranger's message should carry a warning: it links elsewhere, or says how to reach them elsewhere. */
export function needsWarning(
  message: { content: string; metadata?: object | null } & Pick<MessageContent, "messageType">,
): boolean {
  const { messageType } = message;
  const leadsElsewhere =
    messageType !== null && messageType !== "music_share" && messageType !== "profile_quote";
  return leadsElsewhere || hasContactDetails(typedIn(message));
}
