// Unsent input of chats, kept as long as the tab is open.

import type { QuoteDto } from "~/models/conversation/quote/quote";

/** A message with the id that it is sent under, and what it quotes. */
export type OutgoingMessage = { id: string; content: string; quote?: QuoteDto };

/** Messages that weren't sent yet, the text typed after them, and the message that it quotes. */
export type Draft = { unsent: OutgoingMessage[]; typed: string; quote?: QuoteDto };

const KEY = "drafts";

/** The drafts of chats that were left for another screen, by chat. */
export const drafts = new Map<string, Draft>(takeHandedOver());

/** Hands the drafts over to the next page that this tab loads. An open chat adds its own on `handover`. */
export function handOverDrafts() {
  dispatchEvent(new Event("handover"));
  try {
    if (drafts.size) sessionStorage.setItem(KEY, JSON.stringify([...drafts]));
  } catch {
    // The browser allows no storage.
  }
}

/** From then on they are only in memory: stored, they would outlive the session. */
function takeHandedOver(): [string, Draft][] {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text ? JSON.parse(text) : [];
  } catch {
    return [];
  }
}
