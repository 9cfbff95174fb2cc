// The form of the Send Photo dialog.
import { useState } from "react";
import { useObjectUrl } from "~/browser/use-object-url";
import { t } from "~/language/text";
import { MESSAGE_MAX } from "~/models/conversation/message";
import { validateFiles } from "~/models/picture/upload";
import { TextArea } from "~/ui/field";
import { FileField } from "~/ui/file-field";
import { useRefusal } from "~/ui/form-refusal";
import { FileForm, type FileFormProps } from "../file-dialog";

/** A photo and its caption, sent with the size that the chat keeps free for it. */
export function PhotoForm(sharing: FileFormProps) {
  const { answer } = sharing;
  const state = useRefusal(answer);
  const { fields, dismiss } = state;
  const [file, setFile] = useState<File>();
  const [size, setSize] = useState({ width: 4, height: 3 });
  const url = useObjectUrl(file);
  return (
    <FileForm kind="photo" sharing={sharing} state={state}>
      <FileField
        name="photo"
        label={t("Photo")}
        required
        hint={t("JPEG, PNG, WebP, AVIF or GIF, up to 10 MB. Location and date are removed.")}
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
            alt={t("Preview")}
            className="cover object-contain"
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize({ width: naturalWidth, height: naturalHeight })
            }
          />
        </span>
      ) : null}
      <TextArea
        name="content"
        label={t("Caption")}
        isOptional
        rows={2}
        maxLength={MESSAGE_MAX}
        dir="auto"
        defaultValue={answer?.typed?.content}
        error={fields.content}
      />
      <input type="hidden" name="width" value={size.width} />
      <input type="hidden" name="height" value={size.height} />
    </FileForm>
  );
}
