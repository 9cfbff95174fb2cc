// New invitations, which are shown once.
import { useEffect, useRef } from "react";
import { t } from "~/language/text";
import { joinPath } from "~/models/account/invitation/invitation";
import { Card } from "~/ui/card";

/** `origin` is what links begin with. */
export function NewInvitations({ codes, origin }: { codes: string[]; origin: string }) {
  const ref = useRef<HTMLHeadingElement>(null);
  // The button that made them stays, with the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next ones are focused too
  useEffect(() => ref.current?.focus(), [codes]);
  return (
    <Card>
      <h2 ref={ref} tabIndex={-1} className="text-xl">
        {t("{count, plural, one {Your new invitation} other {New invitations}}", { count: codes.length })}
      </h2>
      <p>
        {t(
          "{count, plural, one {Copy the link now. You won't see it again, and it works once.} other {Copy the links now. You won't see them again, and each works once.}}",
          { count: codes.length },
        )}
      </p>
      <ul className="mt-4">
        {codes.map((code) => (
          <li key={code} className="break-all py-1">
            {`${origin}${joinPath(code)}`}
          </li>
        ))}
      </ul>
    </Card>
  );
}
