// The script of public/check.html: computes scores again from files, in the browser alone.
import { type Checked, checkFiles, describeVerdict } from "~/matching/check/score-files";

const input = document.querySelector<HTMLInputElement>("input");
const results = document.querySelector("output");

input?.addEventListener("change", async () => {
  const files = [...(input.files ?? [])].map((file) => ({ name: file.name, file }));
  if (files.length && results) results.replaceChildren(...toLines(await checkFiles(files)));
});

function toLines({ hasOwn, verdicts, others }: Checked): HTMLElement[] {
  const agreeing = verdicts.filter(({ agrees }) => agrees).length;
  return [
    line(
      "strong",
      verdicts.length ? `${agreeing} of ${verdicts.length} agree.` : "There is no score in these files.",
    ),
    line(
      "p",
      hasOwn
        ? "Your own list was compared with your data download."
        : "Your own list was taken from the files: add your data download (a ZIP) to compare it.",
    ),
    ...verdicts.map((verdict) =>
      line(
        "p",
        `${verdict.agrees ? "✓" : "✗"} ${describeVerdict(verdict)}`,
        verdict.agrees ? "agrees" : "differs",
      ),
    ),
    ...others.map((name) => line("p", `${name} is neither a score nor your data download.`, "differs")),
  ];
}

function line(tag: "p" | "strong", text: string, className = ""): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
}
