// The cover field of a form: a file or a URL. The form must send files.
import { type ReactNode, useEffect, useState } from "react";
import { useField, useIsSubmitting } from "remix-validated-form";
import { useUploadProgress } from "~/browser/upload-progress";
import { useObjectUrl } from "~/browser/use-object-url";
import { t } from "~/language/text";
import { validateFiles } from "~/models/picture/upload";
import { CheckField } from "~/ui/field";
import { UploadProgress } from "~/ui/progress/upload-progress";
import { BasicField } from "./basic-form";
import { BasicFileField } from "./basic-form-file";

/**
 * Three fields: `picture` is a file, `uploaded` the URL of the current upload, `name` the URL of a remote image. A `found`
 * cover replaces the upload; `source` says where the current one comes from.
 */
export function CoverField({ name, found, source }: { name: string; found?: string; source?: string }) {
  const { defaultValue } = useField("uploaded") as { defaultValue?: string };
  const uploaded = found ?? defaultValue;
  const [file, setFile] = useState<File>();
  const preview = useObjectUrl(file);
  const isSubmitting = useIsSubmitting();
  const sent = useUploadProgress();
  const shown = preview ?? uploaded;

  useEffect(() => {
    if (found) clearInput(name);
  }, [found, name]);

  function choose(_: HTMLInputElement, chosen: File | undefined) {
    setFile(chosen);
    // The new picture overrides a URL entered before.
    if (chosen) clearInput(name);
  }

  return (
    <>
      <BasicFileField
        name="picture"
        label={t("Cover image")}
        isOptional
        hint={t("JPEG, PNG, WebP, AVIF or GIF, up to 10 MB")}
        check={validateFiles}
        onChoose={choose}
        current={
          shown ? (
            <CurrentCover url={shown} onBroken={() => setFile(undefined)}>
              {preview ? null : (
                <div key={uploaded}>
                  <CheckField name="withoutPicture" label={t("Remove cover")} />
                  {source ? <p className="small-print">{source}</p> : null}
                </div>
              )}
            </CurrentCover>
          ) : null
        }
      />
      {isSubmitting && preview ? <UploadProgress sent={sent} /> : null}
      <input type="hidden" name="uploaded" value={uploaded ?? ""} />
      <BasicField
        name={name}
        label={t("Or image URL")}
        hint={t("Must start with https://. Only you will see it.")}
        inputMode="url"
        autoComplete="off"
      />
    </>
  );
}

function clearInput(id: string) {
  const input = document.getElementById(id);
  if (input instanceof HTMLInputElement) input.value = "";
}

function CurrentCover({
  url,
  onBroken,
  children,
}: {
  url: string;
  onBroken: () => void;
  children: ReactNode;
}) {
  return (
    <div className="mb-2 flex items-center">
      <img
        src={url}
        alt={t("Current cover")}
        width="72"
        height="72"
        className="mr-3 rounded border"
        onError={onBroken}
      />
      {children}
    </div>
  );
}

/** The initial values of a cover's fields. */
export function coverDefaults(name: string, address: string | null | undefined) {
  const isRemote = address?.startsWith("https://");
  return { [name]: isRemote ? address : "", uploaded: isRemote ? "" : address };
}
