// What the Share YouTube Video dialog asks for: an address.
import { Form, useActionData, useNavigation } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import type { NoticeWords } from "~/models/notice";
import { shareWords, videoOf } from "~/models/share";
import { Button, ButtonLink } from "./button";
import { Field } from "./field";
import type { RefusedShare } from "./share-form";
import { announce } from "./toaster";

/** Posts to its own page. */
export function VideoForm({ shareId, closeTo }: { shareId: string; closeTo: string }) {
  const answer = useActionData<RefusedShare>();
  const isSending = useNavigation().formMethod === "POST";
  const [wrong, setWrong] = useState<NoticeWords>();
  const { youtubeUrl, form } = answer?.fieldErrors ?? {};

  function check(event: FormEvent<HTMLFormElement>) {
    const typed = String(new FormData(event.currentTarget).get("youtubeUrl") ?? "");
    const words = !typed.trim() ? shareWords.urlRequired : videoOf(typed) ? undefined : shareWords.urlInvalid;
    setWrong(words);
    if (!words) return;
    event.preventDefault();
    announce({ ...words, id: `video ${Date.now()}`, kind: "error" });
  }

  return (
    <Form id="share-video" method="post" preventScrollReset noValidate className="stack" onSubmit={check}>
      <Field
        name="youtubeUrl"
        label="YouTube URL"
        type="url"
        inputMode="url"
        autoComplete="off"
        hint="The link that YouTube gives you, such as https://youtu.be/…"
        defaultValue={answer?.repopulateFields?.youtubeUrl}
        error={wrong?.description ?? (isSending ? undefined : (youtubeUrl ?? form))}
        onInput={() => setWrong(undefined)}
      />
      <input type="hidden" name="id" value={shareId} autoComplete="off" />
      <div className="cluster">
        <Button look="primary" icon="send" disabled={isSending}>
          {isSending ? "Sharing..." : "Share Video"}
        </Button>
        {isSending ? (
          <Button type="button" disabled>
            Cancel
          </Button>
        ) : (
          <ButtonLink to={closeTo} preventScrollReset>
            Cancel
          </ButtonLink>
        )}
      </div>
    </Form>
  );
}
