// Finds texts in the sources: those that can be translated, and those that people would read in English.
import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";

const { SyntaxKind: Kind } = ts;

/** A text of `t()`, `msg()` or `<Trans>`; `values` are the names of its values, unless they are computed. */
export type Translatable = { text: string; as?: string; values?: string[]; tags?: string[]; at: string };
/** A text outside of these. */
export type Plain = { text: string; at: string };

/** The sources in a folder, as paths from the project's. */
function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)
    .sort();
}

/** The sources with texts that people read. */
export function textSources(): string[] {
  return [...sourcesIn("app"), "db/data-inventory.ts", "db/errors.server.ts"];
}

export function parseSource(path: string, code = readFileSync(path, "utf8")): ts.SourceFile {
  return ts.createSourceFile(path, code, ts.ScriptTarget.ES2022, true);
}

/** The texts of a source. */
export function readTexts(file: ts.SourceFile): {
  translatable: Translatable[];
  plain: Plain[];
  wrong: Plain[];
} {
  const translatable: Translatable[] = [];
  const plain: Plain[] = [];
  const wrong: Plain[] = [];
  const names = importedNames(file);
  const place = (node: ts.Node) =>
    `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;

  const visit = (node: ts.Node): void => {
    if (isLeftOut(node)) return;
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const called = names.get(node.expression.text);
      const [first, values] = node.arguments;
      if ((called === "t" || called === "msg") && first) {
        const text = literalOf(first);
        if (text !== undefined) {
          translatable.push({ text, as: asOf(values), values: keysOf(values), at: place(node) });
          if (values) visit(values);
          return;
        }
        if (isPieced(first)) {
          wrong.push({ text: first.getText(), at: place(first) });
          return;
        }
      }
    }
    if (ts.isJsxSelfClosingElement(node) && names.get(node.tagName.getText()) === "Trans") {
      const attribute = (name: string) => {
        const found = node.attributes.properties.find(
          (each): each is ts.JsxAttribute => ts.isJsxAttribute(each) && each.name.getText() === name,
        );
        const given = found?.initializer;
        return given && ts.isJsxExpression(given) ? given.expression : given;
      };
      const [given, values, tags, as] = [
        attribute("text"),
        attribute("values"),
        attribute("tags"),
        attribute("as"),
      ];
      const text = given && literalOf(given);
      if (text === undefined) wrong.push({ text: node.getText(), at: place(node) });
      else
        translatable.push({
          text,
          as: as && literalOf(as),
          values: keysOf(values) ?? (values ? undefined : []),
          tags: keysOf(tags) ?? (tags ? undefined : []),
          at: place(node),
        });
      if (values) visit(values);
      if (tags) visit(tags);
      return;
    }
    const text = plainTextOf(node);
    if (text !== undefined) plain.push({ text, at: place(node) });
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return { translatable, plain, wrong };
}

/** The file's local names of the functions of app/language/text.ts and of `Trans`. */
function importedNames(file: ts.SourceFile): Map<string, string> {
  const names = new Map<string, string>();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const from = (statement.moduleSpecifier as ts.StringLiteral).text;
    if (!/(^|\/)(text|trans)$/.test(from)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings && ts.isNamedImports(bindings))
      for (const { name, propertyName } of bindings.elements)
        names.set(name.text, propertyName?.text ?? name.text);
  }
  return names;
}

function literalOf(node: ts.Node): string | undefined {
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) ? node.text : undefined;
}

function isPieced(node: ts.Node): boolean {
  return (
    ts.isTemplateExpression(node) ||
    (ts.isConditionalExpression(node) &&
      [node.whenTrue, node.whenFalse].some((each) => literalOf(each) !== undefined)) ||
    (ts.isBinaryExpression(node) && literalOf(node.left) !== undefined)
  );
}

/** The keys of an object literal; undefined for anything else. */
function keysOf(node: ts.Node | undefined): string[] | undefined {
  if (!node || !ts.isObjectLiteralExpression(node) || node.properties.some(ts.isSpreadAssignment))
    return node ? undefined : [];
  return node.properties.flatMap(({ name }) => (name ? [name.getText().replace(/"/g, "")] : []));
}

function asOf(node: ts.Node | undefined): string | undefined {
  if (!node || !ts.isObjectLiteralExpression(node)) return undefined;
  const as = node.properties.find(({ name }) => name?.getText() === "as");
  return as && ts.isPropertyAssignment(as) ? literalOf(as.initializer) : undefined;
}

/* What isn't read by people is known by where it stands. */

/** Attributes whose values are never read, besides those in lower case. */
const CODE_ATTRIBUTES =
  /^(className|class|d|viewBox|preserveAspectRatio|points|transform|style|allow|sandbox|accept|sizes|srcSet|media|content|pattern|rel|key|autoComplete|fill|stroke|htmlFor|(aria-(labelledby|describedby|controls|owns|activedescendant|live|current|haspopup)))$/i;
/** Functions and methods that take names and codes, or texts for developers and operators. */
const CODE_CALLS =
  /^(get|set|has|append|delete|add|includes|startsWith|endsWith|indexOf|split|join|replace|replaceAll|match|test|setHeader|getHeader|hasHeader|removeHeader|setAttribute|getAttribute|removeAttribute|querySelector|querySelectorAll|closest|matches|addEventListener|removeEventListener|createElement|createElementNS|keyedDigest|update|postMessage|info|warn|error|debug|fatal|bug|log|exitWithError|raw|all|run|prepare|execute|createContext|createCookie|header|unansweredRefusal|withheldRefusal|type|RegExp|Error|TypeError|RangeError|DOMException|URL|Headers)$/;

function isLeftOut(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTaggedTemplateExpression(node)
  )
    return true;
  if (ts.isJsxAttribute(node)) return CODE_ATTRIBUTES.test(node.name.getText());
  if (ts.isPropertyAssignment(node)) {
    const name = node.name.getText();
    // The value of a header is code. A message whose key only looks like a header, such as "Hip-Hop", is a text.
    const isHeader = /^"[A-Z][a-z]+(-[A-Z]\w*)+"$/.test(name) && !ts.isCallExpression(node.initializer);
    if (isHeader || /^(className|class|as)$/.test(name)) return true;
  }
  if (ts.isCaseClause(node)) return false;
  return hasComment(node, /not translated/i);
}

function hasComment(node: ts.Node, pattern: RegExp): boolean {
  if (!ts.isStatement(node) && !ts.isPropertyAssignment(node) && !ts.isJsxAttribute(node)) return false;
  const text = node.getSourceFile().text;
  return (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []).some(({ pos, end }) =>
    pattern.test(text.slice(pos, end)),
  );
}

/** The text that a node shows to people; undefined for anything else. */
function plainTextOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node))
    return /\p{L}/u.test(node.text) && !node.containsOnlyTriviaWhiteSpaces ? node.text.trim() : undefined;
  const text = ts.isTemplateExpression(node) ? patternOf(node) : literalOf(node);
  if (text === undefined || !/\p{L}/u.test(text) || isCode(node)) return undefined;
  return (isInMarkup(node) ? looksReadInMarkup(text) : looksRead(text)) ? text : undefined;
}

/** A template with `{}` for each value. */
function patternOf(node: ts.TemplateExpression): string {
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("{}");
}

/**
 * True for "Save", "Saving...", "No answer yet" and "{} songs"; false for "kebab-case", "camelCase", "CONSTANT" and "/a/path".
 */
function looksRead(text: string): boolean {
  if (/^[A-Z][a-z]+( |[,.:…!?’']|$)/.test(text) && !/^[A-Z]\w*\/[\d.]/.test(text)) return true;
  if (/[<>=;@\\]|\/\/|--|^[./#?]|^\S*[&=]\S*$/.test(text)) return false;
  if (/^\{\}('s)? \p{Ll}{3,}[.!?…]?$/u.test(text)) return true;
  return (
    /(^|[\s“({}])(\p{L}{2,}|I|a)[,;:]? (\p{L}|\{\}|\d)/u.test(text) &&
    !/^[\w-]+(:[\w-]+)* [\w-]+[-[:][\w-[\]]+/.test(text)
  );
}

/** The content between tags is read, whatever it looks like; attributes in lower case are codes. */
function looksReadInMarkup(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll("{}", ""));
}

/** Whether a literal is a child of an element, alone or as one of several alternatives. */
function isInMarkup(node: ts.Node): boolean {
  let each = node;
  while (
    ts.isConditionalExpression(each.parent) ||
    ts.isParenthesizedExpression(each.parent) ||
    isChoice(each)
  ) {
    if (ts.isConditionalExpression(each.parent) && each.parent.condition === each) return false;
    each = each.parent;
  }
  const expression = each.parent;
  return (
    ts.isJsxExpression(expression) &&
    (ts.isJsxElement(expression.parent) || ts.isJsxFragment(expression.parent))
  );
}

function isChoice({ parent }: ts.Node): boolean {
  return (
    ts.isBinaryExpression(parent) &&
    [Kind.BarBarToken, Kind.AmpersandAmpersandToken, Kind.QuestionQuestionToken].includes(
      parent.operatorToken.kind,
    )
  );
}

function isCode(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isElementAccessExpression(parent) || ts.isCaseClause(parent) || ts.isLiteralTypeNode(parent))
    return true;
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    if ([Kind.EqualsEqualsEqualsToken, Kind.ExclamationEqualsEqualsToken, Kind.InKeyword].includes(kind))
      return true;
  }
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    const called = parent.expression;
    const name = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
    return CODE_CALLS.test(name) && called !== node;
  }
  return false;
}
