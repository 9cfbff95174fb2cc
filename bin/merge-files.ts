// Chooses which of the browser's small files to merge.

/** What a request is worth in compressed bytes: its headers, its turn, and what two files compress worse than one. */
const REQUEST_BYTES = 1450;

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
    const best = findBest(parts);
    if (!best) return parts.map(({ names }) => names);
    const { one, other } = best;
    parts.splice(parts.indexOf(other), 1);
    one.names.push(...other.names);
    one.imports = [...one.imports, ...other.imports];
    one.bytes += other.bytes;
    for (const part of closureOf(parts, one))
      part.pages = new Set([...part.pages, ...other.pages, ...one.pages]);
  }
}

/** The two files whose merging saves most. */
function findBest(parts: Part[]) {
  const closures = new Map(parts.map((part) => [part, closureOf(parts, part)]));
  let best: { one: Part; other: Part; gain: number } | undefined;
  for (const [index, one] of parts.entries()) {
    for (const other of parts.slice(index + 1)) {
      const both = [...one.pages].filter((page) => other.pages.has(page)).length;
      const least = best?.gain ?? 0;
      if (both * REQUEST_BYTES <= least) continue;
      const added = addedBytes(closures.get(one), other) + addedBytes(closures.get(other), one);
      const gain = both * REQUEST_BYTES - added;
      if (gain > least && !leadsAround(parts, one, other) && !leadsAround(parts, other, one))
        best = { one, other, gain };
    }
  }
  return best;
}

/** What pages that need a file would also load if it came with others: those they don't need otherwise. */
function addedBytes(others: Set<Part> = new Set(), { pages }: Part): number {
  return [...others].reduce(
    (sum, other) => sum + other.bytes * [...pages].filter((page) => !other.pages.has(page)).length,
    0,
  );
}

/** A file with all that it imports. */
function closureOf(parts: Part[], part: Part): Set<Part> {
  const all = new Set([part]);
  for (const { imports } of all)
    for (const next of parts) if (next.names.some((name) => imports.includes(name))) all.add(next);
  return all;
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
