// The form of the profile's photo and cover: choose a file and upload it, with progress.
import { useActionData, useNavigation } from "@remix-run/react";
import { useUploadProgress } from "~/browser/upload-progress";
import { Button } from "~/components/ui/button";
import { FileField } from "~/components/ui/file-field";
import { Form } from "~/components/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/components/ui/form-refusal";
import { UploadProgress } from "~/components/ui/upload-progress";
import {
  type PictureRemoval,
  type ProfilePicture,
  profilePictures,
  validateFiles,
} from "~/models/picture/upload";

/** Posts to its own page. Each of the `removals` has a button. */
export function PictureForm({ picture, removals }: { picture: ProfilePicture; removals: PictureRemoval[] }) {
  const { errorTitle } = profilePictures[picture];
  const { refusal, fields, dismiss } = useRefusal(useActionData<FormRefusal>());
  const isPosting = useNavigation().formMethod === "POST";
  const sent = useUploadProgress();

  return (
    <>
      <Form encType="multipart/form-data" className="stack" preventScrollReset noValidate>
        <RefusalSummary
          refusal={isPosting ? undefined : refusal}
          title={errorTitle}
          toMessage={refusal?.typed?.remove ? undefined : uploadFailed}
        />
        <FileField
          name="file"
          label="Photo"
          required
          hint="JPEG, PNG, WebP, AVIF or GIF, up to 10 MB. Location and date are removed."
          error={isPosting ? undefined : fields.file}
          check={validateFiles}
          onChoose={dismiss}
        />
        <Button variant="primary" icon="upload" isPending={isPosting}>
          {isPosting ? "Uploading..." : "Upload"}
        </Button>
        {isPosting ? <UploadProgress sent={sent} /> : null}
      </Form>
      {removals.length ? (
        <Form className="cluster mt-4 border-t border-line pt-4" preventScrollReset>
          {removals.map(({ which, label }) => (
            <Button key={which} icon="trash" name="remove" value={which} isPending={isPosting}>
              {label}
            </Button>
          ))}
        </Form>
      ) : null}
    </>
  );
}

function uploadFailed(reason: string) {
  return `Upload failed: ${reason.replace(/\.$/, "")}. Please try again.`;
}
