// A link to copy and send.
import { type ComponentProps, useEffect, useState } from "react";
import { t } from "~/language/text";
import { Button } from "./button";
import { Field } from "./field";

/** Shows the address in a field; with scripts a button, whose text is `copy`, copies it. */
export function LinkToCopy({
  address,
  copy,
  variant,
  ...field
}: { address: string; copy: string } & Pick<ComponentProps<typeof Field>, "label" | "name" | "id"> &
  Pick<ComponentProps<typeof Button>, "variant">) {
  const [canCopy, setCanCopy] = useState(false);
  const [copied, setCopied] = useState(false);
  useEffect(() => setCanCopy("clipboard" in navigator), []);

  function copyAddress() {
    navigator.clipboard.writeText(address).then(
      () => setCopied(true),
      () => setCanCopy(false),
    );
  }

  return (
    <>
      <Field {...field} value={address} readOnly />
      {canCopy ? (
        <Button type="button" variant={variant} icon="link" className="mt-3" onClick={copyAddress}>
          {copy}
        </Button>
      ) : null}
      <p role="status" className="mt-1 text-sm">
        {copied ? t("Link copied.") : ""}
      </p>
    </>
  );
}
