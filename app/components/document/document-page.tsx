// The pages of documents, which visitors and members read alike.
import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { PageHeader } from "~/components/ui/page-header";

/** A column of text with a header. */
export function DocumentPage({
  title,
  text,
  children,
}: {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}) {
  const viewer = useRouteLoaderData<{ viewer?: object }>("root")?.viewer;
  const page = (
    <div className="mx-auto max-w-prose">
      <PageHeader title={title} text={text} />
      {children}
    </div>
  );
  // The frame around members' screens has a `main`.
  return viewer ? (
    page
  ) : (
    <main id="main" tabIndex={-1} className="page">
      {page}
    </main>
  );
}

/** A text that was rendered from Markdown, without HTML of its own. */
export function DocumentText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer turns HTML in a document into text
  return <div className="document" dangerouslySetInnerHTML={{ __html: html }} />;
}
