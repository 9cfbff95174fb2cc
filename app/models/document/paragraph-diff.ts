// What has changed between two texts, by paragraphs.

/** A run of paragraphs that one of the texts has, or both. */
export type TextPart = { kind: "same" | "added" | "removed"; text: string };

/** Longer comparisons take too long: the texts then count as wholly different where they differ at all. */
const MAX_CELLS = 1_000_000;

/** The paragraphs of both texts, in order; a changed one is removed and added. */
export function diffParagraphs(before: string, after: string): TextPart[] {
  const [old, now] = [paragraphsOf(before), paragraphsOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return [
    ...as("same", now.slice(0, start)),
    ...diffMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...as("same", now.slice(now.length - end)),
  ];
}

function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
}

function as(kind: TextPart["kind"], paragraphs: string[]): TextPart[] {
  return paragraphs.map((text) => ({ kind, text }));
}

/** Compares by the longest common subsequence; `lengths` has its length from each pair of paragraphs on. */
function diffMiddle(old: string[], now: string[]): TextPart[] {
  if (old.length * now.length > MAX_CELLS) return [...as("removed", old), ...as("added", now)];
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const parts: TextPart[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      parts.push(...as("same", now.slice(j, j + 1)));
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) parts.push(...as("removed", old.slice(i, ++i)));
    else parts.push(...as("added", now.slice(j, ++j)));
  }
  return [...parts, ...as("removed", old.slice(i)), ...as("added", now.slice(j))];
}
