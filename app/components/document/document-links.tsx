// Links to documents beside the box that accepts them.
import type { DocumentLink } from "~/models/document/document";

/** Each opens in a tab of its own, so that what was typed stays. */
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
