// The link that likes one photo or answer with a note; with scripts it opens the form in a dialog.
import { useLocation } from "@remix-run/react";
import { useDialogLink, useFetchedComponent } from "~/browser/use-place";
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
  const to = `${notePath(memberId, quote)}&from=${encodeURIComponent(pathname + search)}`;
  const { isOpen, openDialog, close } = useDialogLink(
    `#note-${memberId}-${quote.type === "photo" ? quote.photoId : quote.prompt}`,
  );

  return (
    <>
      <ButtonLink to={to} icon="like" aria-label={`Like this: ${about}`} onClick={openDialog}>
        Like this
      </ButtonLink>
      {isOpen ? <NoteDialog to={to} onClose={close} onSent={onSent} /> : null}
    </>
  );
}

function NoteDialog(props: NoteDialogProps) {
  const Fetched = useFetchedComponent(loadDialog, props.to);
  return Fetched ? <Fetched {...props} /> : null;
}

const loadDialog = () => import("./note-dialog-press").then(({ NoteDialog }) => NoteDialog);
