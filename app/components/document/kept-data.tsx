// What is kept about a member, by groups, and what becomes of it.
import type { ReactNode } from "react";
import type { KeptData as Data } from "~/models/document/kept-data";
import { Card } from "~/ui/card";

/** A card for each group, and one for each question about all of them. */
export function KeptData({ groups, stays, unexported, evidence }: Data) {
  return (
    <div className="stack">
      {groups.map(({ title, why, until, things }) => (
        <Card key={title} title={title}>
          <p>{`${why} ${until}`}</p>
          <List>
            {things.map(([name, words]) => (
              <li key={name}>
                <b>{name}:</b> {words}
              </li>
            ))}
          </List>
        </Card>
      ))}
      <Answer title="What stays after your account is erased" lines={stays} />
      <Answer title="What your export leaves out" lines={unexported} />
      <Answer title="What moderators see if you're reported" lines={evidence} />
    </div>
  );
}

function Answer({ title, lines }: { title: string; lines: string[] }) {
  return (
    <Card title={title}>
      <List>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </List>
    </Card>
  );
}

function List({ children }: { children: ReactNode }) {
  return <ul className="tips mt-3">{children}</ul>;
}
