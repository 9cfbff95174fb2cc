// The hidden field of a form that says which version of the saved values it edits.
import { useActionData, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/**
 * Makes the server refuse the form if its values were saved since, in another tab. The version changes only with the form's own
 * response: data that reloads behind the form leaves its input alone.
 */
export function VersionField({ version }: { version: string }) {
  const answered = useActionData<{ version?: string }>()?.version ?? version;
  const { state, formData } = useNavigation();
  const [shown, setShown] = useState(answered);
  const isOwn = useRef(false);
  const isSending = formData?.has("version");
  useEffect(() => {
    if (isSending) isOwn.current = true;
    if (state !== "idle" || !isOwn.current) return;
    isOwn.current = false;
    setShown(answered);
  }, [state, isSending, answered]);
  return <input type="hidden" className="hidden-field" name="version" value={shown} />;
}
