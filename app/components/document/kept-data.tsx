// What is kept about a member, by groups.
import type { ReactNode } from "react";
import type { KeptGroup, KeptThing } from "~/models/document/kept-data";
import { Card } from "~/ui/card";

/** A card for each group; lists open without scripts. */
export function KeptData({ groups }: { groups: KeptGroup[] }) {
  return (
    <div className="stack">
      {groups.map(({ title, why, until, things, kept, unexported, evidence }) => (
        <Card key={title} title={title}>
          <p>{why}</p>
          <dl className="credits mt-3">
            <Answer question="What">
              <Things things={things} of={title} />
            </Answer>
            <Answer question="How long">{until}</Answer>
            <Answer question="After your account is erased">
              {kept.length ? <Things before="What stays: " things={kept} of={title} /> : "All of it is gone."}
            </Answer>
            <Answer question="In your export">
              {unexported.length ? (
                <Things before="All but some of this: " things={unexported} of={title} />
              ) : (
                "All of it."
              )}
            </Answer>
            {evidence.length ? (
              <Answer question="If you're reported, moderators see">
                <Things things={evidence} of={title} />
              </Answer>
            ) : null}
          </dl>
        </Card>
      ))}
    </div>
  );
}

function Answer({ question, children }: { question: string; children: ReactNode }) {
  return (
    <div>
      <dt className="eyebrow">{question}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The names of things, and their details behind a press. */
function Things({ before = "", things, of }: { before?: string; things: KeptThing[]; of: string }) {
  return (
    <details className="kept-things">
      <summary>
        <span className="min-w-0">
          {before}
          {things.map(({ title }) => title).join(" · ")}
          <span className="sr-only">{` (${of})`}</span>
        </span>
      </summary>
      <ul className="tips">
        {things.map(({ title, details }) => (
          <li key={title}>
            <b>{title}:</b> {details.join(", ")}
          </li>
        ))}
      </ul>
    </details>
  );
}
