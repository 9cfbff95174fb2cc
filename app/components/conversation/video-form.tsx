// What the Share YouTube Video dialog asks for: an address.
import { useActionData, useFetcher } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import type { NoticeWords } from "~/models/notice";
import { shareWords, videoOf } from "~/models/share";
import { Button, ButtonLink } from "./button";
import { Field } from "./field";
import type { RefusedShare } from "./share-form";
import { announce } from "./toaster";

/** Posts to its own page, and goes on when its screen is left. */
export function VideoForm({
  shareId,
  chatId,
  closeTo,
}: {
  shareId: string;
  chatId: string;
  closeTo: string;
}) {
  const sharer = useFetcher<RefusedShare>({ key: `share-${chatId}` });
  const [before] = useState(sharer.data);
  const served = useActionData<RefusedShare>();
  const fetched = sharer.data === before ? undefined : sharer.data;
  const answer = fetched ?? served;
  const isSending = sharer.state !== "idle";
  const [wrong, setWrong] = useState<NoticeWords>();
  const { youtubeUrl, form } = answer?.fieldErrors ?? {};

  useEffect(() => {
    if (fetched?.notice) announce(fetched.notice);
  }, [fetched]);

  function check(event: FormEvent<HTMLFormElement>) {
    const typed = String(new FormData(event.currentTarget).get("youtubeUrl") ?? "");
    const words = !typed.trim() ? shareWords.urlRequired : videoOf(typed) ? undefined : shareWords.urlInvalid;
    setWrong(words);
    if (!words) return;
    event.preventDefault();
    announce({ ...words, id: `video ${Date.now()}`, kind: "error" });
  }

  return (
    <sharer.Form
      id="share-video"
      method="post"
      action={`${closeTo}/video`}
      preventScrollReset
      noValidate
      className="stack"
      onSubmit={check}
    >
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
    </sharer.Form>
  );
}
