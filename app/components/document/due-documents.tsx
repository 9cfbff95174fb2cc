// The text of documents, and those that a member has to accept, with what has changed since they last did.
import { t } from "~/language/text";
import { Card } from "~/ui/card";
import { DocumentLinks } from "./document-links";

type Change = { kind: "added" | "removed"; html: string };

/** Without `changes`, the member has accepted no version in this language yet. */
export function DueDocuments({
  documents,
}: {
  documents: { title: string; path: string; changes?: Change[] }[];
}) {
  return (
    <div className="stack">
      {documents.map(({ title, path, changes }) => (
        <Card key={path} title={title} note={changes ? t("What has changed") : undefined}>
          {changes ? <Changes changes={changes} /> : null}
          <p className={changes ? "mt-4" : undefined}>
            <DocumentLinks links={[{ title: t("Read all of “{title}”", { title }), path }]} />
          </p>
        </Card>
      ))}
    </div>
  );
}

const looks = { added: "border-green", removed: "border-edge text-soft [&>.document]:line-through" };

/** The paragraphs that were added and removed. */
function Changes({ changes }: { changes: Change[] }) {
  return (
    <ul className="stack">
      {changes.map(({ kind, html }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other name, and the list never changes
        <li key={index} className={`border-l-4 pl-3 ${looks[kind]}`}>
          <p className="eyebrow">{kind === "added" ? t("New") : t("No longer there")}</p>
          <DocumentText html={html} />
        </li>
      ))}
    </ul>
  );
}

/** A text that was rendered from Markdown, without HTML of its own. */
export function DocumentText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer turns HTML in a document into text
  return <div className="document" dangerouslySetInnerHTML={{ __html: html }} />;
}
