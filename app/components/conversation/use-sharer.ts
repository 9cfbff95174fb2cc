// The fetcher of the share dialogs, which outlives their screen.
import { useActionData, useFetcher } from "@remix-run/react";
import { useState } from "react";
import type { FormRefusal } from "~/components/ui/form-refusal";

/** A conversation's fetcher for shares, and the response to the form on this screen, with or without JavaScript. */
export function useSharer(chatId: string) {
  const sharer = useFetcher<FormRefusal>({ key: `share-${chatId}` });
  const [earlier] = useState(sharer.data);
  const served = useActionData<FormRefusal>();
  return { sharer, answer: sharer.data === earlier ? served : sharer.data };
}
