// The queue of a playlist's moves: where a song goes depends on the others, so the moves must arrive in order.
import { useSubmit } from "@remix-run/react";
import { startTransition, useRef, useState } from "react";
import { getRouter } from "~/browser/router";
import type { SongChange } from "~/models/playlist/playlist";

type Move = { songId: string; before: string };

/**
 * Sends moves of songs in the playlist at `address` one after another, even after the member has left it. `waiting` are those
 * not sent yet.
 */
export function useMoveQueue(address: string): {
  move: (songId: string, before: string) => void;
  waiting: SongChange[];
} {
  const submit = useSubmit();
  const queue = useRef<Move[]>([]);
  const isSending = useRef(false);
  const [waiting, setWaiting] = useState<SongChange[]>([]);

  function show() {
    setWaiting(queue.current.map((move) => ({ ...move, verb: "move" })));
  }

  function sendAll() {
    if (isSending.current) return;
    isSending.current = true;
    const unsubscribe = getRouter().subscribe(sendNext);
    function sendNext() {
      if (isMoving(address)) return;
      const next = queue.current.shift();
      if (next) {
        const action = `${address}/songs/${next.songId}/move`;
        submit({ before: next.before }, { method: "post", action, navigate: false, fetcherKey: action });
        // Remix shows a submission in a transition, so that both changes show at once.
        startTransition(show);
      } else {
        unsubscribe();
        isSending.current = false;
      }
    }
    sendNext();
  }

  function move(songId: string, before: string) {
    // The song that moved last goes straight to its new place.
    if (queue.current.at(-1)?.songId === songId) queue.current.pop();
    queue.current.push({ songId, before });
    show();
    sendAll();
  }

  return { move, waiting };
}

/** Whether a move of this playlist is being sent. Asks the router itself, because React's state lags behind. */
function isMoving(address: string) {
  return [...getRouter().state.fetchers].some(
    ([key, { state }]) =>
      state === "submitting" && key.startsWith(`${address}/songs/`) && key.endsWith("/move"),
  );
}
