// Where forms that navigate lead with scripts.
import ts from "typescript";
import { expect, test } from "vitest";
import { sourcesIn } from "../sources";

test("a form that navigates posts to a screen", () => {
  const actions = sourcesIn("app", /\.tsx$/).flatMap(actionsOf);
  // A button's route has no screen to stay on.
  expect([...new Set(actions)].sort()).toEqual([
    '"/profile?tab=meet"',
    "{ANTHEM_PATH}",
    "{MUSIC_ACCOUNTS_PATH}",
    "{PROMPTS_PATH}",
    "{QUESTION_PATH}",
    "{action}",
    '{stepPath("about")}',
  ]);
});

/** The addresses, as they are written, that forms post to other than their own page. */
function actionsOf({ path, text }: { path: string; text: string }): string[] {
  const actions: string[] = [];
  function visit(node: ts.Node) {
    if (ts.isJsxOpeningElement(node) && node.tagName.getText() === "Form") {
      const written = new Map(
        node.attributes.properties
          .filter(ts.isJsxAttribute)
          .map((attribute) => [attribute.name.getText(), attribute.initializer?.getText()]),
      );
      const action = written.get("action");
      // Those with a fetcher stay, and a search is a GET.
      const navigates = !written.has("fetcher") && written.get("navigate") !== "{false}";
      if (action && navigates && written.get("method") !== '"get"') actions.push(action);
    }
    ts.forEachChild(node, visit);
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return actions;
}
