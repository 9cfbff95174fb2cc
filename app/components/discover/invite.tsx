// An invitation to somebody who is not here yet.
import { useEffect, useState } from "react";
import { Button } from "./button";
import { Field } from "./field";

/** Says that nobody else is here, and shows the address to come to; with scripts a button copies it. */
export function Invite({ address }: { address: string }) {
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
      <p className="mb-3">You are the first one here: nobody else has joined yet.</p>
      <Field label="Invite a friend: send them this address" name="invite" value={address} readOnly />
      {canCopy ? (
        <Button type="button" look="primary" icon="link" className="mt-3" onClick={copy}>
          Invite a friend
        </Button>
      ) : null}
      <p role="status" className="mt-1 text-note">
        {copied ? "Address copied." : ""}
      </p>
    </div>
  );
}
