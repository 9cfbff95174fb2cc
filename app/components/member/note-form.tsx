// The form of a like with a note, on its page and in a dialog: what is liked, and a sentence about it.
import type { FetcherWithComponents } from "@remix-run/react";
import { useState } from "react";
import { BasicForm, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { t } from "~/language/text";
import {
  NOTE_MAX,
  noteMessages,
  type QuotedQuestion,
  type QuotedShow,
  quoteKey,
} from "~/models/conversation/profile-quote/profile-quote";
import type { Face } from "~/models/public-member";
import { ButtonLink } from "~/ui/button";
import type { FormRefusal } from "~/ui/form-refusal";
import { Photo } from "./photo";

/** What the form needs; a quote without `face`, `answer` or `show` is no longer on the profile. */
export type Note = {
  /** The id of the message. */
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

/** The title of the form, and what happens with the note. */
export function describeNote({ firstName, quote, isConnected }: Note): { title: string; text: string } {
  const title =
    quote.type === "show"
      ? t("Together with {name}?", { name: firstName })
      : quote.type === "photo"
        ? t("Like {name}'s photo", { name: firstName })
        : t("Like {name}'s answer", { name: firstName });
  if (isConnected) return { title, text: t("Your note appears in your conversation.") };
  return { title, text: t("{name} gets your note with your like.", { name: firstName }) };
}

/** The answer to a refused note, and with scripts also to one that is sent. */
export type NoteAnswer = FormRefusal & { isSent?: true };

/** Posts to `to`, in a dialog through `sender`; `answer` is what came back. */
export function NoteForm({
  note,
  to,
  sender,
  answer,
}: {
  note: Note;
  to: string;
  sender?: FetcherWithComponents<NoteAnswer>;
  answer: NoteAnswer | undefined;
}) {
  const { firstName, quote, isConnected, canSendNote, closeTo } = note;
  // A retry after no answer must keep its id, even if the page is loaded again.
  const [id] = useState(answer?.typed?.id || note.id);
  const back = <ButtonLink to={closeTo}>{canSendNote ? t("Cancel") : t("Back")}</ButtonLink>;
  if (!canSendNote && !answer)
    return (
      <>
        <p className="mb-4">{noteMessages.used(firstName)}</p>
        {back}
      </>
    );
  return (
    <BasicForm
      id="note"
      action={to}
      fetcher={sender}
      schema={fetchSchema}
      defaults={{ content: quote.type === "show" ? t(noteMessages.together) : "" }}
    >
      <Quoted quote={quote} />
      <input type="hidden" name={quote.type} value={quoteKey(quote)} />
      <input type="hidden" name="id" value={id} autoComplete="off" />
      <BasicTextArea
        name="content"
        label={t("Your note")}
        required
        rows={3}
        dir="auto"
        maxLength={NOTE_MAX}
        hint={t("Up to {max} characters", { max: NOTE_MAX })}
      />
      <div className="cluster">
        <BasicSubmit icon="like">{isConnected ? t("Send Note") : t("Send Like")}</BasicSubmit>
        {back}
      </div>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/conversation/profile-quote/profile-quote-schema")).noteForm;
}

function Quoted({ quote }: Pick<Note, "quote">) {
  if (quote.type === "show")
    return (
      <blockquote id="quote" tabIndex={-1} className="card p-3 font-bold" dir="auto">
        {quote.show ?? t(noteMessages.showGone)}
      </blockquote>
    );
  if (quote.type !== "photo")
    return (
      <blockquote id="quote" tabIndex={-1} className="card p-3">
        <span className="eyebrow block">{quote.asked}</span>
        <span className="whitespace-pre-line" dir="auto">
          {quote.answer ?? t(noteMessages.answerGone)}
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
            alt={t("The photo you like")}
            width={320}
            height={320}
            className="rounded"
          />
        </span>
      ) : (
        t(noteMessages.photoGone)
      )}
    </blockquote>
  );
}
