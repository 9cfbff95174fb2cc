import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JSDOM } from "jsdom";
import { afterAll, expect, test } from "vitest";
import { OWN_SEGMENTS, parseDocument, readDocumentFiles } from "~/models/document/document-files.server";
import { renderDocument } from "~/models/document/documents.server";
import { routes, servedAt } from "../../routes";

const folder = mkdtempSync(join(tmpdir(), "b-side-documents-"));
afterAll(() => rmSync(folder, { recursive: true }));

function folderWith(files: Record<string, string>): string {
  const path = mkdtempSync(join(folder, "pages-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

const html = (text: string) => renderDocument({ text });

/** What a page with this HTML would load or run. */
function dangersIn(source: string): string[] {
  const { body } = new new JSDOM().window.DOMParser().parseFromString(source, "text/html");
  const elements = [...body.querySelectorAll("*")];
  return elements.flatMap((element) => {
    const runs = element.getAttributeNames().filter((name) => /^(on|src|style)/.test(name));
    const leads = /^(https?:|\/|$)/.test(element.getAttribute("href") ?? "") ? [] : ["href"];
    const names = /^(p|a|code|strong|em|h\d)$/i.test(element.tagName) ? [] : [element.tagName];
    return [...names, ...runs, ...leads];
  });
}

test("the expected documents come first, then others by name, each with the title that it gives itself", () => {
  const path = folderWith({
    "community-events.md": "Every Friday.",
    "rules.md": "# House Rules\n\nBe kind.",
    "terms.md": "---\ntitle: Terms of Use\nask-again: true\n---\n\nPlay fair.",
    "notes.txt": "Not a page.",
  });
  const { documents, problems } = readDocumentFiles(path);
  expect(documents.map(({ name, title, text, asksAgain }) => [name, title, text, asksAgain])).toEqual([
    ["terms", "Terms of Use", "Play fair.", true],
    ["rules", "House Rules", "Be kind.", false],
    ["community-events", "Community events", "Every Friday.", false],
  ]);
  expect(problems).toEqual([]);
});

test("a version follows the text alone, whatever the head, the title and the line ends say", () => {
  const version = (file: string) => parseDocument("terms", file).version;
  expect(version("---\nask-again: true\n---\nPlay fair.\n")).toBe(version("Play fair."));
  expect(version("# Terms\r\n\r\nPlay fair.")).toBe(version("Play fair."));
  expect(version("Play fairly.")).not.toBe(version("Play fair."));
});

test("a file that can't be a page is named with the reason, and is none", () => {
  const path = folderWith({
    "discover.md": "Mine",
    "Terms.md": "Capitals",
    "..md": "Dots",
    "%2e%2e.md": "Escapes",
    "a b.md": "Spaces",
    "empty.md": " \n",
    "long.md": "x".repeat(200_001),
  });
  mkdirSync(join(path, "folder.md"));
  symlinkSync(join(path, "nowhere"), join(path, "gone.md"));
  const { documents, problems } = readDocumentFiles(path);
  expect(documents).toEqual([]);
  const form = "its name must be lowercase letters, digits and hyphens, such as community-events.md.";
  expect(problems.sort()).toEqual([
    `%2e%2e.md is not shown: ${form}`,
    `..md is not shown: ${form}`,
    `Terms.md is not shown: ${form}`,
    `a b.md is not shown: ${form}`,
    "discover.md is not shown: B-Side has a page of its own at /discover.",
    "empty.md is not shown: it is empty.",
    "folder.md is not shown: it is not a file.",
    "gone.md is not shown: it cannot be read.",
    "long.md is not shown: it is larger than 200 kB.",
  ]);
});

test("a folder with too many documents shows the first of them", () => {
  const names = Array.from({ length: 22 }, (_, index) => `page-${String(index).padStart(2, "0")}.md`);
  const { documents, problems } = readDocumentFiles(
    folderWith(Object.fromEntries(names.map((name) => [name, "Text"]))),
  );
  expect(documents).toHaveLength(20);
  expect(problems).toHaveLength(2);
});

test("no document can take an address of the app's own", () => {
  const served = Object.keys(routes).map((id) => servedAt(id).split("/")[1] ?? "");
  const mounted = ["oidc", "healthz", "metrics", "assets"];
  const files = readdirSync("public");
  const segments = new Set([...served, ...mounted, ...files].filter((each) => /^[a-z][a-z\d-]*$/.test(each)));
  // The operator's own document, beside which the app has /privacy/data.
  segments.delete("privacy");
  expect(OWN_SEGMENTS).toEqual([...segments].sort());
});

test("a document is Markdown, and no HTML, script or picture in it becomes one", () => {
  expect(html("## Age\n\nYou are **18**: see [the rules](/rules).")).toBe(
    '<h2>Age</h2>\n<p>You are <strong>18</strong>: see <a href="/rules">the rules</a>.</p>\n',
  );
  for (const text of [
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "[press](javascript:alert(1))",
    "[press](JaVaScRiPt:alert(1))",
    "[press](data:text/html;base64,PHN2Zz4=)",
    "[press](vbscript:x)",
    "![spy](https://elsewhere.example/x.png)",
    "<javascript:alert(1)>",
    '[a](https://x.example "\\" onmouseover=alert(1) x=\\"")',
    "`<b onclick=x>`",
  ])
    expect(dangersIn(html(text)), text).toEqual([]);
});
