// The command that computes scores again, from an export and downloads of "Check this number".
import { openAsBlob } from "node:fs";
import { checkFiles, describeVerdict } from "~/matching/check/score-files";
import { Refusal } from "~/refusal";

/** Returns a line for each score. Refuses (invalid) if one doesn't agree, a file is of another kind, or none has a score. */
export async function runCheckScoresCommand(paths: string[]): Promise<string> {
  if (!paths.length)
    throw new Refusal(
      "invalid",
      "Usage: npm run check-scores -- FILE... (your data download, and score-….json)",
    );
  const files = await Promise.all(paths.map(async (name) => ({ name, file: await openAsBlob(name) })));
  const { hasOwn, verdicts, others } = await checkFiles(files);
  const agreeing = verdicts.filter(({ agrees }) => agrees).length;
  const lines = [
    ...verdicts.map((verdict) => `${verdict.file}: ${describeVerdict(verdict)}`),
    ...others.map((name) => `${name}: neither a data download nor a score to check.`),
    `${agreeing} of ${verdicts.length} agree${hasOwn ? ", and so does your list" : "; without your list, which your data download has"}.`,
  ].join("\n");
  if (!verdicts.length || others.length || agreeing < verdicts.length) throw new Refusal("invalid", lines);
  return lines;
}
