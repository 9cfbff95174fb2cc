// Playing in step with the other member of a chat: the bar above the composer, fetched once there is something to play.
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { isFocusLost } from "~/browser/use-focus";
import { t } from "~/language/text";
import { type JointPlayDto, jointPlayMessages } from "~/models/conversation/joint-play/joint-play";
import type { MessageDto } from "~/models/conversation/message";
import { Button, IconButton } from "~/ui/button";
import type JointPlayControls from "./joint-play-controls";
import { type JointPlay, useJointPlay } from "./use-joint-play";
import { useJointPlayer } from "./use-joint-player";

// Contains the slider, which is needed only once both listen; without it the song still plays.
const Controls = lazy<typeof JointPlayControls>(() =>
  import("./joint-play-controls").catch(() => ({ default: () => null })),
);

/** `received` comes from the page and its live events; `chosen` is the share to start, once the member has chosen it. */
export default function JointPlayBar({
  chatId,
  partner,
  received,
  chosen,
}: {
  chatId: string;
  partner: { id: string; firstName: string };
  received: JointPlayDto | null;
  chosen: MessageDto | undefined;
}) {
  const joint = useJointPlay(chatId, partner.id, received, chosen);
  const { play, takesPart, problem } = joint;
  const player = useJointPlayer(joint);
  const bar = useFocusKept();
  const message = problem ?? describe(joint, partner.firstName);
  const isThere = useIsThere(message !== undefined);
  if (!message) return null;

  const { previewUrl, playerUrl } = play ?? {};
  return (
    <div ref={bar} tabIndex={-1} className="joint flex flex-wrap items-center border-t border-line px-3 py-2">
      <p role="status" className="line-clamp-3 min-w-0 flex-1" dir="auto">
        <span className={isThere ? undefined : "invisible"}>{message}</span>
      </p>
      <Choices joint={joint} />
      {takesPart && previewUrl ? (
        // biome-ignore lint/a11y/useMediaCaption: nobody has the words of 30 seconds of a song
        <audio key={play?.id} ref={player.sound} src={previewUrl} preload="auto" />
      ) : null}
      {takesPart && playerUrl ? (
        <div className="relative mt-2 h-[13rem] w-full">
          <iframe
            key={play?.id}
            ref={player.frame}
            className="cover"
            title={play?.title}
            src={playerUrl}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          />
        </div>
      ) : null}
      {takesPart && play?.isJoined && !problem ? (
        <Suspense>
          <Controls joint={joint} player={player} />
        </Suspense>
      ) : null}
      {player.isBlocked && playerUrl ? (
        <p className="small-print">{t("Press play in the video to hear it, too.")}</p>
      ) : null}
    </div>
  );
}

/** What the member can do about what is offered or played. */
function Choices({ joint: { play, takesPart, isStarter, problem, ...act } }: { joint: JointPlay }) {
  if (problem)
    return <IconButton type="button" name={t("Close")} icon="close" onClick={act.dismissProblem} />;
  const leave = () => act.leave();
  if (takesPart || play?.isJoined || isStarter)
    return (
      <Button type="button" onClick={leave}>
        {t("Leave")}
      </Button>
    );
  return (
    <span className="cluster">
      <Button type="button" variant="primary" onClick={act.listen}>
        {t("Listen")}
      </Button>
      <Button type="button" onClick={leave}>
        {t("Not Now")}
      </Button>
    </span>
  );
}

/** Undefined if nothing is played. */
function describe({ play, takesPart, isStarter }: JointPlay, name: string): string | undefined {
  if (!play) return undefined;
  if (takesPart && play.isJoined) return jointPlayMessages.listening(play.title, name);
  if (takesPart)
    return isStarter
      ? t("Waiting for {name} to join “{title}”", { name, title: play.title })
      : t("Joining “{title}”...", { title: play.title });
  return play.isJoined || isStarter
    ? jointPlayMessages.elsewhere(play.title, name)
    : t("{name} wants to listen to “{title}” with you", { name, title: play.title });
}

/** Keeps the focus in the bar, or moves it to the composer when the bar is gone. */
function useFocusKept() {
  const bar = useRef<HTMLDivElement>(null);
  const hadFocus = bar.current?.contains(document.activeElement) ?? false;
  useEffect(() => {
    if (hadFocus && isFocusLost())
      (bar.current ?? document.getElementById("write"))?.focus({ preventScroll: true });
  });
  return bar;
}

/** `isShown` with a short delay: screen readers notice the content of a live region only if the region exists first. */
function useIsThere(isShown: boolean): boolean {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(isShown), [isShown]);
  return isThere;
}
