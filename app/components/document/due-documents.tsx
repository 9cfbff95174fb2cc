// The documents that a member has to accept, with what has changed since they last did.
import { Card } from "~/components/ui/card";
import { DocumentLinks } from "./document-links";
import { DocumentText } from "./document-page";

type Change = { kind: "same" | "added" | "removed"; html: string };

/** Without `changes`, the member has accepted no version yet. */
export function DueDocuments({
  documents,
}: {
  documents: { title: string; path: string; changes?: Change[] }[];
}) {
  return (
    <div className="stack">
      {documents.map(({ title, path, changes }) => (
        <Card key={path} title={title} note={changes ? "What has changed" : undefined}>
          {changes ? <Changes changes={changes} /> : null}
          <p className={changes ? "mt-4" : undefined}>
            <DocumentLinks links={[{ title: `Read all of “${title}”`, path }]} />
          </p>
        </Card>
      ))}
    </div>
  );
}

const classes = { added: "document-change", removed: "document-change document-change-removed" };

/** The paragraphs that were added and removed, without those between them. */
function Changes({ changes }: { changes: Change[] }) {
  return (
    <ul className="stack">
      {changes.map(({ kind, html }, index) =>
        kind === "same" ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other name, and the list never changes
          <li key={index} className={classes[kind]}>
            <p className="eyebrow">{kind === "added" ? "New" : "No longer there"}</p>
            <DocumentText html={html} />
          </li>
        ),
      )}
    </ul>
  );
}
