// What has changed between two texts, by paragraphs.
import { diffArrays } from "diff";

/** A paragraph that one of the texts has, or both. */
export type TextPart = { kind: "same" | "added" | "removed"; text: string };

/** Finding more changes takes too long: the texts then count as wholly different. */
const MOST_CHANGES = 500;

/** The paragraphs of both texts, in order; a changed one is removed and added. */
export function diffParagraphs(before: string, after: string): TextPart[] {
  const [old, now] = [paragraphsOf(before), paragraphsOf(after)];
  const changes = diffArrays(old, now, { maxEditLength: MOST_CHANGES });
  if (!changes) return [...as("removed", old), ...as("added", now)];
  return changes.flatMap(({ added, removed, value }) =>
    as(added ? "added" : removed ? "removed" : "same", value),
  );
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
