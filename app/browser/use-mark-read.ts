// Notes what was read: messages that stand in a tab somebody looks at.
import { useEffect, useRef } from "react";
import type { Chat, ShownMessage } from "~/models/chat";

const PAUSE_MS = 300;

/** Tells the server how far the other's messages were shown, once they are and the tab is visible. */
export function useReading(chat: Chat, messages: ShownMessage[], isLive: boolean) {
  const newest = messages.reduce(
    (last, { senderId, sequence }) => (senderId === chat.partner.id ? Math.max(last, sequence) : last),
    0,
  );
  const told = useRef(chat.unreadCount ? 0 : newest);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function note() {
      if (!isLive || newest <= told.current || document.visibilityState === "hidden") return;
      const before = told.current;
      told.current = newest;
      const answer = await fetch(`/messages/${chat.id}/read`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ sequence: newest }),
      }).catch(() => undefined);
      if (!answer) told.current = before;
    }

    function plan() {
      clearTimeout(timer);
      timer = setTimeout(note, PAUSE_MS);
    }

    plan();
    document.addEventListener("visibilitychange", plan);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", plan);
    };
  }, [chat.id, newest, isLive]);
}
