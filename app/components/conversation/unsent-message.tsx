// The screen after sending a message to a conversation that is gone.
import { Button, ButtonLink } from "~/components/ui/button";
import { CONVERSATION_GONE } from "~/models/conversation/message";

/** Shows what was typed, since its field is gone too. `drop` deletes it from the device, where it waited for a connection. */
export function UnsentMessage({ text, drop }: { text: string; drop?: () => void }) {
  return (
    <section className="card mb-4 p-4">
      <h2>{CONVERSATION_GONE}</h2>
      <p className="mt-2">Your message wasn't sent:</p>
      <blockquote className="mt-2 whitespace-pre-wrap border-l border-line pl-3" dir="auto">
        {text}
      </blockquote>
      <p className="cluster mt-4">
        {drop ? <UnsentButtons text={text} drop={drop} /> : null}
        <ButtonLink to="/messages">All conversations</ButtonLink>
      </p>
    </section>
  );
}

/** What can be done with a message that the server has refused. */
export function UnsentButtons({ text, drop }: { text: string; drop: () => void }) {
  return (
    <>
      <Button type="button" onClick={() => void navigator.clipboard.writeText(text)}>
        Copy
      </Button>
      <Button type="button" onClick={drop}>
        Delete
      </Button>
    </>
  );
}
