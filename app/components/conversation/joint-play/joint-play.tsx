// What the two members of a chat play together: in step with scripts, and as a link without them.
import { lazy, Suspense, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useLiveEvents } from "~/browser/use-live";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { type JointPlayDto, jointPlayMessages } from "~/models/conversation/joint-play/joint-play";
import type { Chat, MessageDto } from "~/models/conversation/message";
import { playerPath } from "~/models/conversation/player";
import { PostButton } from "~/ui/form";
import type Bar from "./joint-play-bar";

// In a chunk of its own, loaded once there is something to play; the chat works without it.
const JointPlayBar = lazy<typeof Bar>(() =>
  import("./joint-play-bar").catch(() => ({ default: () => null })),
);

/** `served` comes from the page; `chosen` is the share to start, once the member has chosen it. */
export function JointPlay({
  chat: { id, partner },
  served,
  chosen,
}: {
  chat: Chat;
  served: JointPlayDto | null;
  chosen: MessageDto | undefined;
}) {
  const [received, setReceived] = useState(served);
  const hasPlayed = useRef(false);
  hasPlayed.current ||= Boolean(received || chosen);
  const isHydrated = useHydrated();

  useLiveEvents((event) => {
    if (event.event === "joint-play" && event.conversationId === id) setReceived(event.jointPlay);
  });

  const servedBar = served ? <ServedBar play={served} partner={partner} /> : null;
  if (!isHydrated) return servedBar;
  if (!hasPlayed.current) return null;
  return (
    <Suspense fallback={servedBar}>
      <JointPlayBar chatId={id} partner={partner} received={received} chosen={chosen} />
    </Suspense>
  );
}

/**
 * Stands in for the scripts' bar until that is loaded, and without scripts, which a joint play needs: what the other offers is
 * a link.
 */
function ServedBar({ play, partner }: { play: JointPlayDto; partner: Chat["partner"] }) {
  const { id, title, conversationId, messageId } = play;
  const isOffered = play.startedBy === partner.id && !play.isJoined;
  return (
    <div className="joint flex flex-wrap items-center border-t border-line px-3 py-2">
      <p className="line-clamp-3 min-w-0 flex-1" dir="auto">
        {isOffered ? (
          <Trans
            text="{firstName} wants to listen to <link>“{title}”<hidden> (in a new tab)</hidden></link> with you"
            values={{ firstName: partner.firstName, title }}
            tags={{
              link: (
                <a
                  href={play.previewUrl ?? playerPath({ conversationId, id: messageId })}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="link"
                />
              ),
              hidden: <span className="sr-only" />,
            }}
          />
        ) : (
          jointPlayMessages.elsewhere(title, partner.firstName)
        )}
      </p>
      <PostButton to={`/messages/${conversationId}/joint-play`} fields={{ id, step: "end" }}>
        {isOffered ? t("Not Now") : t("Leave")}
      </PostButton>
    </div>
  );
}
