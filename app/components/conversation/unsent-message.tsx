// The screen after sending a message to a conversation that is gone.
import { ButtonLink } from "~/components/ui/button";
import { CONVERSATION_GONE } from "~/models/conversation/message";

/** Shows what was typed, since its field is gone too. */
export function UnsentMessage({ text }: { text: string }) {
  return (
    <section className="card mb-4 p-4">
      <h2>{CONVERSATION_GONE}</h2>
      <p className="mt-2">Your message wasn't sent:</p>
      <blockquote className="mt-2 whitespace-pre-wrap border-l border-line pl-3" dir="auto">
        {text}
      </blockquote>
      <p className="mt-4">
        <ButtonLink to="/messages">All conversations</ButtonLink>
      </p>
    </section>
  );
}
