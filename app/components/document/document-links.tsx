// Links to documents beside the checkbox that accepts them.
import type { DocumentLink } from "~/models/document/document";

/** Each opens in a new tab, so that the form keeps its input. */
export function DocumentLinks({ links }: { links: DocumentLink[] }) {
  return (
    <>
      {links.map(({ title, path }) => (
        <a key={path} className="link mr-4 inline-block py-2" href={path} target="_blank" rel="noopener">
          {title}
        </a>
      ))}
    </>
  );
}
