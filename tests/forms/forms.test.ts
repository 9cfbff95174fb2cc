// The order of a form's errors, and where forms that navigate lead with scripts.

import ts from "typescript";
import { expect, test } from "vitest";
import { checkedBy } from "~/forms/basic-form-validator";
import { signUpInput } from "~/models/account/account-schema";
import { songInput } from "~/models/playlist/playlist-schema";
import { sourcesIn } from "../sources";

function fill(names: string[]) {
  const form = new FormData();
  for (const name of names) form.set(name, "");
  return form;
}

test("errors come in the order of the form's fields, and those of unchecked boxes last", async () => {
  const signUp = fill(["firstName", "lastName", "email", "password"]);
  const { error } = await checkedBy(signUpInput).validate(signUp);
  expect(Object.keys(error?.fieldErrors ?? {})).toEqual(["firstName", "email", "password", "adult"]);
  const refused = await checkedBy(songInput).validate(fill(["title", "artist", "album", "duration"]));
  expect(Object.keys(refused.error?.fieldErrors ?? {})).toEqual(["title", "artist"]);
});

test("a form that navigates posts to a screen", () => {
  const actions = sourcesIn("app", /\.tsx$/).flatMap(actionsOf);
  // A button's route has no screen to stay on.
  expect([...new Set(actions)].sort()).toEqual([
    '"/profile?tab=meet"',
    '"/profile?tab=profile"',
    "{ANTHEM_PATH}",
    "{MUSIC_ACCOUNTS_PATH}",
    "{PROMPTS_PATH}",
    "{QUESTION_PATH}",
    "{action}",
    "{planPath(plan.conversationId)}",
    '{stepPath("about")}',
  ]);
});

/** The addresses, as they are written, that forms post to other than their own page. */
function actionsOf({ path, text }: { path: string; text: string }): string[] {
  const actions: string[] = [];
  function visit(node: ts.Node) {
    if (ts.isJsxOpeningElement(node) && /^(Basic)?Form$/.test(node.tagName.getText())) {
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
