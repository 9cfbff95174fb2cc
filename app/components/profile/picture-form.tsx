// The form of the profile's photo and cover: choose a file and upload it, with progress.
import { useActionData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useUploadProgress } from "~/browser/upload-progress";
import { useObjectUrl } from "~/browser/use-object-url";
import { t } from "~/language/text";
import {
  type PictureRemoval,
  type ProfilePicture,
  profilePictures,
  validateFiles,
} from "~/models/picture/upload";
import { DEFAULT_FOCUS } from "~/models/picture-focus";
import type { Face } from "~/models/public-member";
import { Button } from "~/ui/button";
import { FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { UploadProgress } from "~/ui/progress/upload-progress";
import { FocusField } from "./focus-field";

/**
 * Posts to its own page. Each of the `removals` has a button. `face` is the member's photo, whose focal point can be changed
 * without another upload. In the first run the field is large, and optional.
 */
export function PictureForm({
  picture,
  removals,
  face,
  isFirstRun = false,
}: {
  picture: ProfilePicture;
  removals: PictureRemoval[];
  face?: Face;
  isFirstRun?: boolean;
}) {
  const { errorTitle } = profilePictures[picture];
  const { refusal, fields, dismiss } = useRefusal(useActionData<FormRefusal>());
  const isPosting = useNavigation().formMethod === "POST";
  const sent = useUploadProgress();
  const [file, setFile] = useState<File>();
  const chosenUrl = useObjectUrl(file);

  return (
    <>
      <Form encType="multipart/form-data" className="stack" preventScrollReset noValidate>
        <RefusalSummary
          refusal={isPosting ? undefined : refusal}
          title={t(errorTitle)}
          toMessage={refusal?.typed?.remove ? undefined : uploadFailed}
        />
        <FileField
          name="file"
          label={t("Photo")}
          required={!isFirstRun}
          dropWords={isFirstRun ? t("Drop a photo here, or choose one") : undefined}
          hint={t("JPEG, PNG, WebP, AVIF or GIF, up to 10 MB. Location and date are removed.")}
          error={isPosting ? undefined : fields.file}
          check={validateFiles}
          onChoose={(field, chosen) => {
            dismiss();
            setFile(field.value ? chosen : undefined);
          }}
        />
        {picture === "photo" ? (
          <FocusField
            id="new-focus"
            url={chosenUrl}
            focus={DEFAULT_FOCUS}
            error={isPosting ? undefined : fields.focus}
          />
        ) : null}
        <Button variant="primary" icon="upload" isPending={isPosting}>
          {isPosting ? t("Uploading...") : t("Upload")}
        </Button>
        {isPosting ? <UploadProgress sent={sent} /> : null}
      </Form>
      {face && !chosenUrl ? <PositionForm face={face} isPosting={isPosting} /> : null}
      {removals.length ? <RemovalForm removals={removals} isPosting={isPosting} /> : null}
    </>
  );
}

function PositionForm({ face, isPosting }: { face: Face; isPosting: boolean }) {
  return (
    <Form className="stack mt-4 border-t border-line pt-4" preventScrollReset>
      <h3>{t("Your photo")}</h3>
      <FocusField id="focus" url={face.url} focus={face.focus} />
      <Button name="move" value="yes" isPending={isPosting}>
        {t("Save Position")}
      </Button>
    </Form>
  );
}

function RemovalForm({ removals, isPosting }: { removals: PictureRemoval[]; isPosting: boolean }) {
  return (
    <Form className="cluster mt-4 border-t border-line pt-4" preventScrollReset>
      {removals.map(({ picture, label }) => (
        <Button key={picture} icon="trash" name="remove" value={picture} isPending={isPosting}>
          {label}
        </Button>
      ))}
    </Form>
  );
}

function uploadFailed(reason: string) {
  return t("Upload failed: {reason}. Please try again.", { reason: reason.replace(/\.$/, "") });
}
