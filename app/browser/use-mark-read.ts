// Marks messages, and reactions to the member's own, as read while they are shown in a visible tab.
import { useEffect, useRef } from "react";
import type { Chat, MessageDto } from "~/models/conversation/message";

const PAUSE_MS = 300;

/** Reports the last message that was shown, once the tab is visible, when the partner has written or reacted. */
export function useMarkRead({ id, partner, isNew }: Chat, messages: MessageDto[], isLive: boolean) {
  let shown = "";
  let newest = 0;
  for (const { senderId, sequence, reactions = [] } of messages) {
    if (senderId === partner.id) newest = sequence;
    else for (const { memberId, reaction } of reactions) if (memberId === partner.id) shown += reaction;
  }
  shown += newest;
  const sequence = messages.at(-1)?.sequence;
  const reported = useRef(isNew ? undefined : shown);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function report() {
      if (!isLive || !sequence || shown === reported.current || document.visibilityState === "hidden") return;
      const before = reported.current;
      reported.current = shown;
      const answer = await fetch(`/messages/${id}/read`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ sequence }),
      }).catch(() => undefined);
      if (answer) window.dispatchEvent(new Event("messages-read"));
      else reported.current = before;
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
  }, [id, shown, sequence, isLive]);
}
