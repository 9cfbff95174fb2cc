// The fetcher of the dialogs that send music, a video or a file, which outlives their screen.
import { useActionData, useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { createClientId } from "~/browser/client-id";
import type { FormRefusal } from "~/ui/form-refusal";

/**
 * A conversation's fetcher for shares, the response to the form on this screen, with or without JavaScript, and the id of the
 * message to send, at first `firstId`.
 */
export function useSharer(chatId: string, firstId: string) {
  const sharer = useFetcher<FormRefusal>({ key: `share-${chatId}` });
  const [earlier] = useState(sharer.data);
  const served = useActionData<FormRefusal>();
  const answer = sharer.data === earlier ? served : sharer.data;
  const [id, setId] = useState(firstId);
  const isSending = sharer.state !== "idle";
  const isUnanswered = answer && !answer.error;

  // Every message gets a new id, even on a screen that stayed open; a retry after no response keeps its id.
  useEffect(() => {
    if (!isSending && !isUnanswered) setId(createClientId());
  }, [isSending, isUnanswered]);

  return { sharer, answer, id, isSending };
}
