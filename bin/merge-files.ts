// Chooses which of the browser's small files to merge.

/** What a request is worth in compressed bytes: its headers, its turn, and what two files compress worse than one. */
const REQUEST_BYTES = 1200;

/** A file's compressed size, and the names of those that it imports. */
type File = { name: string; imports: string[]; bytes: number };
type Part = { names: string[]; imports: string[]; bytes: number; pages: Set<Set<string>> };

/**
 * Merges files two by two, best first, as long as that saves more requests than it adds bytes to pages that need only one of
 * them; all pages count alike. A page is the names of the files that it loads. Merged files never import each other in a
 * circle, where modules would run too early. Returns the names in each merged file.
 */
export function mergeFiles(files: File[], pages: Set<string>[]): string[][] {
  const parts: Part[] = files.map(({ name, imports, bytes }) => {
    return { names: [name], imports, bytes, pages: new Set(pages.filter((page) => page.has(name))) };
  });
  for (;;) {
    const best = parts
      .flatMap((one, index) =>
        parts.slice(index + 1).map((other) => ({ one, other, gain: gainOf(one, other) })),
      )
      .filter(({ gain }) => gain > 0)
      .sort((a, b) => b.gain - a.gain)
      .find(({ one, other }) => !leadsAround(parts, one, other) && !leadsAround(parts, other, one));
    if (!best) return parts.map(({ names }) => names);
    const { one, other } = best;
    parts.splice(parts.indexOf(other), 1);
    one.names.push(...other.names);
    one.imports = [...one.imports, ...other.imports];
    one.bytes += other.bytes;
    one.pages = new Set([...one.pages, ...other.pages]);
  }
}

/** What merging two files saves, in bytes, over all pages. */
function gainOf(one: Part, other: Part): number {
  const both = [...one.pages].filter((page) => other.pages.has(page)).length;
  return both * REQUEST_BYTES - (one.pages.size - both) * other.bytes - (other.pages.size - both) * one.bytes;
}

/** Whether a file imports another one through a third. */
function leadsAround(parts: Part[], from: Part, to: Part): boolean {
  const importsOf = ({ imports }: Part) =>
    parts.filter(({ names }) => names.some((name) => imports.includes(name)));
  const seen = new Set([from]);
  const next = importsOf(from).filter((part) => part !== to);
  for (let part = next.pop(); part; part = next.pop()) {
    if (part === to) return true;
    if (seen.has(part)) continue;
    seen.add(part);
    next.push(...importsOf(part));
  }
  return false;
}
