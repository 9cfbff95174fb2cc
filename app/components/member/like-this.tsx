// The link that likes a photo (as a heart) or an answer with a note, or asks somebody to a show; with scripts it opens the form
// in a dialog.
import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { useDialogLink, useFetchedComponent } from "~/browser/use-dialog-hash";
import { t } from "~/language/text";
import {
  noteMessages,
  notePath,
  type Quote,
  quoteKey,
} from "~/models/conversation/profile-quote/profile-quote";
import { ButtonLink, IconLink } from "~/ui/button";
import { useDialog } from "~/ui/dialog/load-dialog";
import type { NoteDialogProps } from "./note-dialog";
import type { Note } from "./note-form";

/**
 * Links to the page of the note; `about` is for screen readers: "Photo 2", the question of a prompt, or who is at a show.
 * `onSent` is called once a note is sent from the dialog.
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
  const { isOpen, openDialog, close } = useDialogLink(`#note-${memberId}-${quoteKey(quote)}`);

  const label = quote.type === "show" ? t(noteMessages.together) : t("Like this");
  const name = quote.type === "show" ? `${label} ${about}` : t("{label}: {text}", { label, text: about });
  return (
    <>
      {quote.type === "photo" ? (
        <IconLink
          to={to}
          icon="like"
          variant="quiet"
          name={name}
          className="rounded-full"
          onClick={openDialog}
        />
      ) : (
        <ButtonLink to={to} icon="like" aria-label={name} onClick={openDialog}>
          {label}
        </ButtonLink>
      )}
      {isOpen ? <NoteDialog to={to} onClose={close} onSent={onSent} /> : null}
    </>
  );
}

/** Opens before the form and its subject are loaded. */
function NoteDialog(props: Omit<NoteDialogProps, "note">) {
  const { to, onClose } = props;
  const { data: note, load } = useFetcher<Note>();
  const Pending = useDialog(to);
  const Fetched = useFetchedComponent(loadNoteDialog, to);

  useEffect(() => load(to), [load, to]);

  if (Fetched && note) return <Fetched {...props} note={note} />;
  return Pending ? <Pending title={t("Like this")} isPending onClose={onClose} /> : null;
}

const loadNoteDialog = () => import("./note-dialog").then(({ NoteDialog }) => NoteDialog);
