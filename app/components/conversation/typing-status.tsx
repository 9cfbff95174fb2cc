// "Ben is typing..." above the composer, and reporting that the member is typing.
import { useEffect, useRef, useState } from "react";
import { useLiveEvents } from "~/browser/use-live";
import { t } from "~/language/text";

/** How often the member's typing is reported. */
const SIGN_MS = 4000;
/** How long the other's typing is shown after its last sign, which takes up to a second to arrive. */
const SHOWN_MS = 6000;

/** Listens to the composer of the page. It is loaded when somebody types for the first time: `first` says who did. */
export default function TypingStatus({
  chatId,
  partner,
  first,
}: {
  chatId: string;
  partner: { id: string; firstName: string };
  first: "own" | "other";
}) {
  const [isTyping, setIsTyping] = useState(first === "other");
  const end = useRef<ReturnType<typeof setTimeout>>();
  const reportedAt = useRef(0);

  useLiveEvents((event) => {
    if (event.event !== "typing" && event.event !== "message") return;
    if (event.conversationId !== chatId) return;
    if (event.event === "message" && event.message.senderId !== partner.id) {
      // The next message is reported at once.
      reportedAt.current = 0;
      return;
    }
    clearTimeout(end.current);
    setIsTyping(event.event === "typing");
    if (event.event === "typing") end.current = setTimeout(() => setIsTyping(false), SHOWN_MS);
  });

  useEffect(() => {
    function report({ target }: Pick<Event, "target">) {
      if (!(target instanceof HTMLTextAreaElement) || target.id !== "write" || !target.value.trim()) return;
      const now = Date.now();
      if (now - reportedAt.current < SIGN_MS) return;
      reportedAt.current = now;
      // If a sign is lost, the next follows.
      fetch(`/messages/${chatId}/typing`, { method: "POST" }).catch(() => undefined);
    }
    if (first === "own") report({ target: document.getElementById("write") });
    else end.current = setTimeout(() => setIsTyping(false), SHOWN_MS);
    document.addEventListener("input", report);
    return () => {
      document.removeEventListener("input", report);
      clearTimeout(end.current);
    };
  }, [chatId, first]);

  return (
    <div role="status" className="small-print relative">
      {/* In the space below the messages, so that nothing moves. */}
      {isTyping ? (
        <p className="absolute bottom-1 left-3 bg-card px-1">
          {t("{firstName} is typing...", { firstName: partner.firstName })}
        </p>
      ) : null}
    </div>
  );
}
