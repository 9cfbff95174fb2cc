// The form of the Send Photo dialog.
import type { useFetcher } from "@remix-run/react";
import { useState } from "react";
import { useObjectUrl } from "~/browser/use-object-url";
import { Button, ButtonLink } from "~/components/ui/button";
import { TextArea } from "~/components/ui/field";
import { FileField } from "~/components/ui/file-field";
import { Form } from "~/components/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/components/ui/form-refusal";
import { MESSAGE_MAX } from "~/models/conversation/message";
import { validateFiles } from "~/models/picture/upload";

/** Posts to its own page through `sharer`, which survives leaving the screen, with the size that the chat keeps free for it. */
export function PhotoForm({
  id,
  sharer,
  answer,
  closeTo,
}: {
  id: string;
  sharer: ReturnType<typeof useFetcher<FormRefusal>>;
  answer: FormRefusal | undefined;
  closeTo: string;
}) {
  const { refusal, fields, dismiss } = useRefusal(answer);
  const [file, setFile] = useState<File>();
  const [size, setSize] = useState({ width: 4, height: 3 });
  const url = useObjectUrl(file);
  return (
    <Form
      fetcher={sharer}
      id="send-photo"
      action={`${closeTo}/photo`}
      encType="multipart/form-data"
      preventScrollReset
      noValidate
      className="stack"
      onInput={dismiss}
    >
      <RefusalSummary refusal={refusal} />
      <FileField
        name="photo"
        label="Photo"
        required
        hint="JPEG, PNG, WebP, AVIF or GIF, up to 10 MB. Location and date are removed."
        error={fields.photo}
        check={validateFiles}
        onChoose={(field, chosen) => {
          dismiss();
          setFile(field.value ? chosen : undefined);
        }}
      />
      {url ? (
        <span className="share-picture">
          <img
            src={url}
            alt="What you chose"
            className="cover object-contain"
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize({ width: naturalWidth, height: naturalHeight })
            }
          />
        </span>
      ) : null}
      <TextArea
        name="content"
        label="Caption"
        hint="Optional"
        rows={2}
        maxLength={MESSAGE_MAX}
        dir="auto"
        defaultValue={answer?.typed?.content}
        error={fields.content}
      />
      <input type="hidden" name="id" value={id} autoComplete="off" />
      <input type="hidden" name="width" value={size.width} />
      <input type="hidden" name="height" value={size.height} />
      <div className="cluster">
        <Button variant="primary" icon="send" isPending={sharer.state !== "idle"}>
          Send
        </Button>
        <ButtonLink to={closeTo} preventScrollReset>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
