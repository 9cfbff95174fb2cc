// The cover in a form of plain fields: a file, or an address. The form must send files.
import { useEffect, useRef, useState } from "react";
import { useField } from "remix-validated-form";
import { CheckField } from "~/components/field";
import { FileField } from "~/components/file-field";
import { UploadProgress } from "~/components/upload-progress";
import { FlatField } from "./flat-form";
import { fileTrouble, sendPicture, UploadFailure } from "./send-picture";

/**
 * Three fields: `picture` is a file, `uploaded` the upload that is there already, and what is called `name` an address. With
 * scripts a file is uploaded as soon as it is chosen; until that is done, and without scripts, the form carries it.
 */
export function FlatPicture({ name }: { name: string }) {
  const { error, clearError } = useField("picture");
  const { defaultValue } = useField("uploaded");
  const [uploaded, setUploaded] = useState<string>(defaultValue ?? "");
  const [sent, setSent] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const leaving = useRef<AbortController>();
  useEffect(() => () => leaving.current?.abort(), []);

  async function upload(field: HTMLInputElement, file: File | undefined) {
    clearError();
    setFailure(undefined);
    setSent(undefined);
    leaving.current?.abort();
    if (!file) return;
    const coming = new AbortController();
    leaving.current = coming;
    setSent(0);
    try {
      setUploaded(await sendPicture(file, setSent, coming.signal));
      // The new picture counts, and not an address that stood there before.
      const address = document.getElementById(name);
      if (address instanceof HTMLInputElement) address.value = "";
    } catch (trouble) {
      if (coming.signal.aborted) return;
      if (!(trouble instanceof UploadFailure)) throw trouble;
      setFailure(`Upload failed: ${trouble.message}. Please try again.`);
    }
    field.value = "";
    setSent(undefined);
  }

  return (
    <>
      <FileField
        name="picture"
        label="Cover picture"
        hint="JPEG, PNG, WebP, AVIF or GIF, at most 10MB"
        error={failure ?? error}
        check={fileTrouble}
        onChoose={upload}
      />
      {sent === undefined ? null : <UploadProgress sent={sent} />}
      <input type="hidden" name="uploaded" value={uploaded} />
      {uploaded ? (
        <div className="flex items-center">
          <img
            src={uploaded}
            alt="The cover as it is"
            width="72"
            height="72"
            className="mr-3 rounded border"
          />
          <CheckField name="withoutPicture" label="Take this cover off" />
        </div>
      ) : null}
      <FlatField
        name={name}
        label="Or its address"
        hint="It begins with https:// and is shown to you alone."
        inputMode="url"
        autoComplete="off"
      />
    </>
  );
}

/** What the fields of a cover begin with. */
export function coverDefaults(name: string, address: string | null | undefined) {
  const isElsewhere = address?.startsWith("https://");
  return { [name]: isElsewhere ? address : "", uploaded: isElsewhere ? "" : address };
}
