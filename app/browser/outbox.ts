// The messages that wait for a connection: kept with the offline copies of their session, deleted when it ends, and sent by one
// tab.
import type { MessageDto } from "~/models/conversation/message";
import type { OutgoingMessage } from "./drafts";
import { openCopies } from "./offline-copies";

/** A message that waits in a chat, or that the server has refused with this sentence. */
export type Waiting = OutgoingMessage & { chat: string; refusal?: string };

/** The broadcast to all tabs: the waiting messages of a member, and the one that has just been saved. */
export type OutboxNews = { member: string; waiting: Waiting[]; saved?: MessageDto };

/** The name of the cache entry, of the lock for changing it, and of the channel between tabs. */
export const OUTBOX = "/outbox";

/** How soon sending is retried if no event says that the connection is back. */
const RETRY_SECONDS = 10;

let retry: ReturnType<typeof setTimeout> | undefined;

/**
 * Changes a member's waiting messages, tells all tabs, and resolves with them. Nothing waits without a session, or once it has
 * ended.
 */
export async function changeOutbox(
  member: string,
  change = (waiting: Waiting[]) => waiting,
  saved?: MessageDto,
): Promise<Waiting[]> {
  const session = await openCopies(member);
  if (!session) return [];
  const { copies } = session;
  return navigator.locks.request(OUTBOX, async () => {
    const before: Waiting[] = (await (await copies.match(OUTBOX))?.json()) ?? [];
    const waiting = change(before);
    if (waiting === before) return waiting;
    await copies.put(OUTBOX, Response.json(waiting));
    const tabs = new BroadcastChannel(OUTBOX);
    tabs.postMessage({ member, waiting, saved } satisfies OutboxNews);
    tabs.close();
    return waiting;
  });
}

/** Sends a member's waiting messages, unless another tab is doing so, and retries later if some still wait. */
export async function sendOutbox(member: string) {
  if (!("locks" in navigator)) return;
  // Not translated: the name of a lock.
  const seconds = await navigator.locks
    .request("outbox sender", { ifAvailable: true }, (turn) => (turn ? sendInOrder(member) : RETRY_SECONDS))
    .catch(() => RETRY_SECONDS);
  clearTimeout(retry);
  if (seconds) retry = setTimeout(sendOutbox, seconds * 1000, member);
}

/** Resolves with the number of seconds after which to retry, 0 if nothing waits. Rejects without a connection. */
async function sendInOrder(member: string): Promise<number> {
  const session = await openCopies(member);
  for (;;) {
    const next = (await changeOutbox(member)).find(({ refusal }) => refusal === undefined);
    if (!next || !session) return 0;
    const { chat, id, content, quote } = next;
    const response = await fetch(`/api/conversations/${chat}/messages`, {
      method: "POST",
      // The server refuses messages written in another session.
      headers: { "Content-Type": "application/json", "Offline-Key": session.key },
      body: JSON.stringify({ id, content, quotedId: quote?.id }),
    });
    const { status, ok, headers } = response;
    // The page is about to leave, and the waiting messages are deleted with their session.
    if (status === 401) return 0;
    if (status === 429 || status >= 500)
      return Math.max(RETRY_SECONDS, Number(headers.get("Retry-After")) || 0);
    if (ok) await changeOutbox(member, (waiting) => without(waiting, id), await response.json());
    else {
      const refusal = await response.text();
      // Nothing to change if it has been dropped meanwhile.
      await changeOutbox(member, (waiting) =>
        waiting.map((each) => (each.id === id ? { ...each, refusal } : each)),
      );
    }
  }
}

/** The waiting messages without this one. */
export function without(waiting: Waiting[], id: string): Waiting[] {
  return waiting.filter((each) => each.id !== id);
}
