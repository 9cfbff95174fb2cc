// Labeled lines about a member.
import type { ReactNode } from "react";

/** Labeled lines such as Top Artists; lines without text are left out. */
export function MemberDetails({ lines }: { lines: { label: string; text: ReactNode }[] }) {
  return (
    <dl>
      {lines
        .filter((line) => line.text)
        .map((line) => (
          <div key={line.label} className="pt-2">
            <dt className="eyebrow">{line.label}</dt>
            <dd>{line.text}</dd>
          </div>
        ))}
    </dl>
  );
}
