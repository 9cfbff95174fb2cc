// The form of the profile's photo and of its cover: choose, upload with progress, done.
import { Form, useActionData, useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "~/components/button";
import { FileField } from "~/components/file-field";
import { Icon } from "~/components/icons";
import { UploadProgress } from "~/components/upload-progress";
import { fileTrouble, sendPicture, UploadFailure } from "./send-picture";

/**
 * Posts to its own page: the file itself, or with scripts the address that it was uploaded to meanwhile. `isThere` says
 * that there is a picture which can be removed.
 */
export function PictureForm({ label, isThere }: { label: string; isThere: boolean }) {
  const answer = useActionData<{ says?: string }>();
  const [heard, setHeard] = useState<typeof answer>();
  const submit = useSubmit();
  const isPosting = useNavigation().formMethod === "POST";
  const [sent, setSent] = useState<number>();
  const [failure, setFailure] = useState<UploadFailure>();
  const leaving = useRef<AbortController>();
  useEffect(() => () => leaving.current?.abort(), []);
  const isBusy = sent !== undefined || isPosting;

  async function upload(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    const file = new FormData(form).get("file");
    if (!(file instanceof File) || !file.name) return;
    event.preventDefault();
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    setFailure(undefined);
    setSent(0);
    try {
      const address = await sendPicture(file, setSent, signal);
      submit({ address }, { method: "post", preventScrollReset: true });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof UploadFailure)) throw error;
      setFailure(error);
    } finally {
      setSent(undefined);
    }
  }

  return (
    <>
      <Form
        method="post"
        encType="multipart/form-data"
        className="stack"
        preventScrollReset
        onSubmit={upload}
        noValidate
      >
        {failure ? <Failure failure={failure} /> : null}
        <FileField
          name="file"
          label="Picture"
          hint="JPEG, PNG, WebP, AVIF or GIF, at most 10MB. Where and when it was taken is not kept."
          error={answer === heard ? undefined : answer?.says}
          check={fileTrouble}
          onChoose={() => setHeard(answer)}
        />
        <Button look="primary" icon="upload" disabled={isBusy}>
          {isBusy ? "Uploading..." : "Upload"}
        </Button>
        {isBusy ? <UploadProgress sent={sent ?? 1} /> : null}
      </Form>
      {isThere ? (
        <Form method="post" className="mt-4 border-t border-line pt-4" preventScrollReset>
          <Button icon="trash" name="remove" value="yes" disabled={isBusy}>
            Remove {label.toLowerCase()}
          </Button>
        </Form>
      ) : null}
    </>
  );
}

function Failure({ failure: { status, message } }: { failure: UploadFailure }) {
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => told.current?.focus(), []);
  return (
    <div ref={told} role="alert" tabIndex={-1} className="notice notice-error">
      <span className="notice-strip">
        <Icon name="alert" />
      </span>
      <div className="min-w-0 p-3">
        <p className="font-display text-lead font-extrabold">
          {status === undefined ? "Upload failed" : `Upload failed with status ${status}`}
        </p>
        <p>Upload failed: {message}. Please try again.</p>
      </div>
    </div>
  );
}
