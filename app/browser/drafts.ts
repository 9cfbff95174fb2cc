// What is typed in chats and not sent, as long as the tab is open.

import type { QuoteDto } from "~/models/conversation/quote/quote";

/** A message with the id that it is sent under, and what it quotes. */
export type OutgoingMessage = { id: string; content: string; quote?: QuoteDto };

/** Messages that were not sent yet, what was typed after them, and what that quotes. */
export type Draft = { unsent: OutgoingMessage[]; typed: string; quote?: QuoteDto };

const KEY = "drafts";

/** The drafts of chats that were left for another screen, by chat. */
export const drafts = new Map<string, Draft>(takeHandedOver());

/** Hands the drafts over to the page that this tab loads next. An open chat adds its own on `handover`. */
export function handOverDrafts() {
  dispatchEvent(new Event("handover"));
  try {
    if (drafts.size) sessionStorage.setItem(KEY, JSON.stringify([...drafts]));
  } catch {
    // The browser allows no storage.
  }
}

/** They are in memory only from then on: what is stored would outlive the session. */
function takeHandedOver(): [string, Draft][] {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text ? JSON.parse(text) : [];
  } catch {
    return [];
  }
}
