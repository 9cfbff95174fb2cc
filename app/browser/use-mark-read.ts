// Marks messages as read while they are shown in a visible tab.
import { useEffect, useRef } from "react";
import type { Chat, MessageDto } from "~/models/conversation/message";

const PAUSE_MS = 300;

/** Reports the last message of the partner that was shown, once the tab is visible. */
export function useMarkRead(chat: Chat, messages: MessageDto[], isLive: boolean) {
  const newest = messages.reduce(
    (last, { senderId, sequence }) => (senderId === chat.partner.id ? Math.max(last, sequence) : last),
    0,
  );
  const reported = useRef(chat.unreadCount ? 0 : newest);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function report() {
      if (!isLive || newest <= reported.current || document.visibilityState === "hidden") return;
      const before = reported.current;
      reported.current = newest;
      const answer = await fetch(`/messages/${chat.id}/read`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ sequence: newest }),
      }).catch(() => undefined);
      if (!answer) reported.current = before;
    }

    function schedule() {
      clearTimeout(timer);
      timer = setTimeout(report, PAUSE_MS);
    }

    schedule();
    document.addEventListener("visibilitychange", schedule);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", schedule);
    };
  }, [chat.id, newest, isLive]);
}
