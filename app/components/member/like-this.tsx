// The link that likes one photo or answer with a note; with scripts it opens the form in a dialog.
import { useLocation } from "@remix-run/react";
import { type ComponentType, type MouseEvent, useEffect, useState } from "react";
import { usePlace } from "~/browser/use-place";
import { ButtonLink } from "~/components/ui/button";
import { notePath, type Quote } from "~/models/conversation/profile-quote/profile-quote";
import type { NoteDialogProps } from "./note-dialog-press";

/**
 * Links to the page of the note; `about` is read out: "Photo 2", or the question of a prompt. `onSent` is called once a note is
 * sent from the dialog.
 */
export function LikeThis({
  memberId,
  quote,
  about,
  onSent,
}: {
  memberId: string;
  quote: Quote;
  about: string;
  onSent?: () => void;
}) {
  const { pathname, search } = useLocation();
  const { hash, open, close } = usePlace();
  const to = `${notePath(memberId, quote)}&from=${encodeURIComponent(pathname + search)}`;
  const place = `#note-${memberId}-${quote.type === "photo" ? quote.photoId : quote.prompt}`;

  function openDialog(event: MouseEvent) {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(place);
  }

  return (
    <>
      <ButtonLink to={to} icon="like" aria-label={`Like this: ${about}`} onClick={openDialog}>
        Like this
      </ButtonLink>
      {hash === place ? <NoteDialog to={to} onClose={close} onSent={onSent} /> : null}
    </>
  );
}

function NoteDialog(props: NoteDialogProps) {
  const [Fetched, setFetched] = useState<ComponentType<NoteDialogProps>>();
  const { to } = props;

  useEffect(() => {
    let isUnmounted = false;
    import("./note-dialog-press").then(
      (module) => !isUnmounted && setFetched(() => module.NoteDialog),
      () => !isUnmounted && window.location.assign(to),
    );
    return () => {
      isUnmounted = true;
    };
  }, [to]);

  return Fetched ? <Fetched {...props} /> : null;
}
