// How processes note the rows that they have written: lines of the same length, of which a killed one leaves whole ones.
import { existsSync, readFileSync, statSync } from "node:fs";

const LENGTH = 10;

export const toNote = (row: number) => `${String(row).padStart(LENGTH - 1)}\n`;

export const countNotes = (file: string) =>
  Math.floor((statSync(file, { throwIfNoEntry: false })?.size ?? 0) / LENGTH);

export function readNotes(file: string): number[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  return Array.from({ length: countNotes(file) }, (_, i) => Number(text.slice(i * LENGTH, (i + 1) * LENGTH)));
}
