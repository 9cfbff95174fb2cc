// The dialog of a like with a note, fetched by like-this.tsx.
import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Dialog } from "~/ui/dialog/dialog";
import { describeNote, type Note, type NoteAnswer, NoteForm } from "./note-form";

/** `to` is the page of the note, which the dialog posts to; `onSent` is called before `onClose`. */
export type NoteDialogProps = { note: Note; to: string; onClose: () => void; onSent?: () => void };

/** Hides once the note is sent, and closes, leaving the history, once the page below is up to date. */
export function NoteDialog({ note, to, onClose, onSent }: NoteDialogProps) {
  const sender = useFetcher<NoteAnswer>();
  const isSent = sender.data?.isSent === true;
  const isDone = isSent && sender.state === "idle";
  const leave = useRef<() => void>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a note is sent once
  useEffect(() => {
    if (!isSent) return;
    leave.current = onClose;
    onSent?.();
  }, [isSent]);

  // The page may no longer have the link, and so the dialog.
  useEffect(() => {
    function close() {
      leave.current?.();
      leave.current = undefined;
    }
    if (isDone) close();
    return close;
  }, [isDone]);

  const { title, text } = describeNote(note);
  return (
    <Dialog title={title} description={text} open={!isSent} onClose={onClose}>
      <NoteForm note={note} to={to} sender={sender} answer={sender.data} />
    </Dialog>
  );
}
