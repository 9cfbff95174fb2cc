// A plugin of the browser's build: replaces each text for people by a mark, and lists the marks' texts in build/texts.json.
// bin/build-languages.ts then fills in each language's texts. In development, pages load catalogs.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import type { Plugin } from "vite";
import { readCatalog } from "../app/language/catalogs.server";
import { catalogModule } from "../app/language/language";
import { textKey } from "../app/language/text-parts";

export type MarkedText = { text: string; as?: string };

const MODULES = /\blanguage\/(text|trans)\b/;
const MARK = "text:";

/** The mark of a text in scripts; it is a hash, so that the file's name still changes with the text. */
function markOf({ text, as }: MarkedText): string {
  return MARK + createHash("sha256").update(textKey(text, as)).digest("hex").slice(0, 12);
}

type Node = { type: string; start: number; end: number; [key: string]: unknown };

export function markTexts(): Plugin {
  const marked: Record<string, MarkedText> = {};
  return {
    name: "mark-texts",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform(code, id) {
      if (id.includes("/node_modules/") || !MODULES.test(code)) return undefined;
      const texts = listTexts(this.parse(code) as unknown as Node);
      let result = code;
      for (const { text, as, start, end } of texts.sort((one, other) => other.start - one.start)) {
        const mark = markOf({ text, as });
        marked[mark] = { text, as };
        result = result.slice(0, start) + JSON.stringify(mark) + result.slice(end);
      }
      return { code: result, map: null };
    },
    writeBundle() {
      writeFileSync("build/texts.json", JSON.stringify(marked));
    },
  };
}

/** Serves catalogs to the pages of the development server, whose scripts are the same in all languages. */
export function serveCatalogs(): Plugin {
  const isCatalog = (id: string) => id.startsWith(catalogModule(""));
  return {
    name: "serve-catalogs",
    apply: "serve",
    resolveId: (id) => (isCatalog(id) ? id : undefined),
    load: (id) =>
      isCatalog(id)
        ? `export default ${JSON.stringify([...readCatalog(id.slice(catalogModule("").length))])}`
        : undefined,
  };
}

type Found = MarkedText & Pick<Node, "start" | "end">;

/** The texts of a module: the first argument of `t()` and `msg()`, and the `text` of <Trans>. */
function listTexts(program: Node): Found[] {
  const names = new Map<string, string>();
  const found: Found[] = [];
  visit(program, (node) => {
    if (node.type === "ImportDeclaration" && MODULES.test(String((node.source as Literal).value)))
      for (const { imported, local } of node.specifiers as { imported?: Named; local: Named }[])
        if (imported) names.set(local.name, imported.name);
    if (node.type !== "CallExpression") return;
    const [first, second] = node.arguments as Node[];
    const callee = names.get((node.callee as Named).name);
    if ((callee === "t" || callee === "msg") && isText(first)) add(found, first, asOf(second));
    // An element, as the compiler writes it.
    if (first && names.get((first as unknown as Named).name) === "Trans") {
      const text = propertyOf(second, "text");
      if (isText(text)) add(found, text, asOf(second));
    }
  });
  return found;
}

type Literal = Node & { value: unknown };
type Named = { name: string };

function add(found: Found[], { value, start, end }: Literal, as: string | undefined) {
  found.push({ text: String(value), as, start, end });
}

function isText(node: Node | undefined): node is Literal {
  return node?.type === "Literal" && typeof node.value === "string";
}

function propertyOf(object: Node | undefined, name: string): Node | undefined {
  const properties = object?.type === "ObjectExpression" ? (object.properties as Node[]) : [];
  return properties.find(({ key }) => (key as Named | undefined)?.name === name)?.value as Node | undefined;
}

function asOf(values: Node | undefined): string | undefined {
  const as = propertyOf(values, "as");
  return isText(as) ? String(as.value) : undefined;
}

function visit(node: Node, look: (node: Node) => void) {
  look(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === "object" && child !== null && "type" in child) visit(child as Node, look);
  }
}
