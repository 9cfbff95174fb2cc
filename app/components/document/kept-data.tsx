// What is kept about a member, in groups, and what happens to it.
import type { ReactNode } from "react";
import { t } from "~/language/text";
import type { KeptData as Data } from "~/models/document/kept-data";
import { Card } from "~/ui/card";

/** A card for each group, whose list opens without scripts, and one for each question about all of them. */
export function KeptData({ groups, stays, unexported, evidence }: Data) {
  return (
    <div className="stack">
      {groups.map(({ title, why, until, things }) => (
        <Card key={title} title={title}>
          <p>{why}</p>
          <p className="mt-2">
            <b>{t("How long:")}</b> {until}
          </p>
          <details className="open:pb-3">
            <summary className="py-2.5">
              <span className="min-w-0">
                {things.map(([name]) => name).join(" · ")}
                <span className="sr-only">{` (${title})`}</span>
              </span>
            </summary>
            <List>
              {things.map(([name, words]) => (
                <li key={name}>
                  <b>{t("{label}:", { label: name })}</b> {words}
                </li>
              ))}
            </List>
          </details>
        </Card>
      ))}
      <Answer title={t("What stays after your account is erased")} lines={stays} />
      <Card title={t("What your export leaves out")}>
        <p>{unexported.join(" · ")}</p>
      </Card>
      <Answer title={t("What moderators see if you're reported")} lines={evidence} />
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
  return <ul className="tips">{children}</ul>;
}
