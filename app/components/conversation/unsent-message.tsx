// The screen after sending a message to a conversation that is gone.
import { useState } from "react";
import { useFocusAfterwards } from "~/browser/use-focus";
import { t } from "~/language/text";
import { CONVERSATION_GONE } from "~/models/conversation/message";
import { Button, ButtonLink } from "~/ui/button";
import { showToast } from "~/ui/toast/toaster";

/** Shows the unsent text, since its field is gone, too. `drop` deletes it from the device, where it waited for a connection. */
export function UnsentMessage({ text, drop }: { text: string; drop?: () => void }) {
  return (
    <section className="card mb-4 p-4">
      <h2>{t(CONVERSATION_GONE)}</h2>
      <p className="mt-2">{t("Your message wasn't sent:")}</p>
      <blockquote className="mt-2 whitespace-pre-wrap border-l border-line pl-3" dir="auto">
        {text}
      </blockquote>
      <p className="cluster mt-4">
        {drop ? <UnsentButtons text={text} drop={drop} /> : null}
        <ButtonLink to="/messages">{t("All conversations")}</ButtonLink>
      </p>
    </section>
  );
}

/** Copies or deletes a message that the server has refused. */
export function UnsentButtons({ text, drop }: { text: string; drop: () => void }) {
  const [isDeleting, setDeleting] = useState(false);
  useFocusAfterwards("write", isDeleting, "chat-state");

  function copy() {
    navigator.clipboard.writeText(text).then(
      () => showToast({ id: "copied", kind: "success", title: t("Message copied") }),
      () => showToast({ id: "not-copied", kind: "error", title: t("Couldn't copy the message") }),
    );
  }
  return (
    <>
      <Button type="button" onClick={copy}>
        {t("Copy")}
      </Button>
      <Button
        type="button"
        onClick={() => {
          setDeleting(true);
          drop();
        }}
      >
        {t("Delete")}
      </Button>
    </>
  );
}
