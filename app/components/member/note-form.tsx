// The form of a like with a note, on its page and in a dialog: what is liked, and a sentence about it.
import type { FetcherWithComponents } from "@remix-run/react";
import { useState } from "react";
import {
  NOTE_MAX,
  noteMessages,
  type QuotedQuestion,
  type QuotedShow,
  quoteKey,
} from "~/models/conversation/profile-quote/profile-quote";
import type { Face } from "~/models/public-member";
import { Button, ButtonLink } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { Photo } from "./photo";

/** What the form needs; a quote without `face`, `answer` or `show` is no longer on the profile. */
export type Note = {
  /** That of the message. */
  id: string;
  firstName: string;
  quote:
    | { type: "photo"; photoId: string; face: Face | null }
    | (QuotedShow & { show: string | null })
    | (QuotedQuestion & { asked: string; answer: string | null });
  isConnected: boolean;
  /** Whether a note can be sent; false while a request waits for its answer, and after a goodbye. */
  canSendNote: boolean;
  closeTo: string;
};

/** The title of the form, and what becomes of the note. */
export function describeNote({ firstName, quote, isConnected }: Note): { title: string; text: string } {
  const title =
    quote.type === "show"
      ? `Together with ${firstName}?`
      : `Like ${firstName}'s ${quote.type === "photo" ? "photo" : "answer"}`;
  if (isConnected) return { title, text: "Your note appears in your conversation." };
  return { title, text: `${firstName} gets your note with your like.` };
}

/** What a page with scripts gets for a note that is sent, or refused. */
export type NoteAnswer = FormRefusal & { isSent?: true };

/** Posts to `to` through `sender`; `refused` is the action data of a page without scripts. */
export function NoteForm({
  note,
  to,
  sender,
  refused,
}: {
  note: Note;
  to: string;
  sender: FetcherWithComponents<NoteAnswer>;
  refused?: FormRefusal;
}) {
  const { refusal, fields, dismiss } = useRefusal(sender.data ?? refused);
  const { firstName, quote, isConnected, canSendNote, closeTo } = note;
  // A retry without an answer has to keep its id, though the page may be loaded again.
  const [id] = useState(refused?.typed?.id || note.id);
  const back = <ButtonLink to={closeTo}>{canSendNote ? "Cancel" : "Back"}</ButtonLink>;
  if (!canSendNote && !refused && !sender.data)
    return (
      <>
        <p className="mb-4">{noteMessages.used(firstName)}</p>
        {back}
      </>
    );
  return (
    <Form fetcher={sender} action={to} id="note" noValidate className="stack" onInput={dismiss}>
      <RefusalSummary refusal={refusal} />
      <Quoted quote={quote} />
      <input type="hidden" name={quote.type} value={quoteKey(quote)} />
      <input type="hidden" name="id" value={id} autoComplete="off" />
      <TextArea
        name="content"
        label="Your note"
        required
        rows={3}
        dir="auto"
        maxLength={NOTE_MAX}
        hint={`Up to ${NOTE_MAX} characters`}
        defaultValue={refused?.typed?.content ?? (quote.type === "show" ? noteMessages.together : undefined)}
        error={fields.content}
      />
      <div className="cluster">
        <Button variant="primary" icon="like" isPending={sender.state !== "idle"}>
          {isConnected ? "Send Note" : "Send Like"}
        </Button>
        {back}
      </div>
    </Form>
  );
}

function Quoted({ quote }: Pick<Note, "quote">) {
  if (quote.type === "show")
    return (
      <blockquote id="quote" tabIndex={-1} className="card p-3 font-bold" dir="auto">
        {quote.show ?? noteMessages.showGone}
      </blockquote>
    );
  if (quote.type !== "photo")
    return (
      <blockquote id="quote" tabIndex={-1} className="card p-3">
        <span className="eyebrow block">{quote.asked}</span>
        <span className="whitespace-pre-line" dir="auto">
          {quote.answer ?? noteMessages.answerGone}
        </span>
      </blockquote>
    );
  return (
    <blockquote id="quote" tabIndex={-1}>
      {quote.face ? (
        <span className="square card block" style={{ width: 140 }}>
          <Photo
            face={quote.face}
            sizes="140px"
            alt="The photo you like"
            width={320}
            height={320}
            className="rounded"
          />
        </span>
      ) : (
        noteMessages.photoGone
      )}
    </blockquote>
  );
}
