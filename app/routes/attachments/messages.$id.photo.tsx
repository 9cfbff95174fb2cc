import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useState } from "react";
import { loadFileForm, submitFile } from "~/actions/conversation/message-forms.server";
import { useObjectUrl } from "~/browser/use-object-url";
import { titled } from "~/community";
import { FileDialog, FileForm, type FileFormProps } from "~/components/conversation/file-dialog";
import { createClientAction } from "~/forms/client-action";
import { t } from "~/language/text";
import { MESSAGE_MAX } from "~/models/conversation/message";
import { validateFiles } from "~/models/picture/upload";
import { TextArea } from "~/ui/field";
import { FileField } from "~/ui/file-field";
import { useRefusal } from "~/ui/form-refusal";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Send Photo · Messages")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadFileForm(request, params.id ?? "", "photo");
}

export async function action({ request, params }: ActionFunctionArgs) {
  return submitFile(request, params.id ?? "", "photo");
}

export const clientAction = createClientAction({ outlivesPage: true });

export default function SendPhoto() {
  return <FileDialog title={t("Send Photo")} form={PhotoForm} />;
}

/** A photo and its caption, sent with the size that the chat keeps free for it. */
function PhotoForm(sharing: FileFormProps) {
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
