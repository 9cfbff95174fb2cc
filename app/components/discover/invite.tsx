// An invitation for a community of one.
import { useEffect, useState } from "react";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";

/** Shows the link to share below `text`; with scripts a button copies it. */
export function Invite({
  address,
  text = "You're the first one here. Bring someone who shares your taste.",
}: {
  address: string;
  text?: string;
}) {
  const [canCopy, setCanCopy] = useState(false);
  const [copied, setCopied] = useState(false);
  useEffect(() => setCanCopy("clipboard" in navigator), []);

  function copy() {
    navigator.clipboard.writeText(address).then(
      () => setCopied(true),
      () => setCanCopy(false),
    );
  }

  return (
    <div className="mx-auto max-w-dialog text-left">
      <p className="mb-3">{text}</p>
      <Field label="Invite a friend with this link" name="invite" value={address} readOnly />
      {canCopy ? (
        <Button type="button" variant="primary" icon="link" className="mt-3" onClick={copy}>
          Invite a friend
        </Button>
      ) : null}
      <p role="status" className="mt-1 text-sm">
        {copied ? "Link copied." : ""}
      </p>
    </div>
  );
}
