// Where forms that navigate lead with scripts.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

test("a form that navigates posts to a screen", () => {
  const forms = sources().flatMap((source) => source.match(/<Form\b[^>]*method="post"[^>]*/g) ?? []);
  const actions = forms
    .filter((form) => !form.includes("navigate={false}"))
    .flatMap((form) => form.match(/(?<=\saction=)("[^"]*"|\{[^}]*\})/g) ?? []);
  // A button's route has no screen to stay on, unless it always redirects, as "/theme" does.
  expect([...new Set(actions)].sort()).toEqual([
    '"/profile?tab=meet"',
    '"/theme"',
    "{CONNECTIONS_PATH}",
    "{action}",
    '{stepAddress("about")}',
  ]);
});

function sources(): string[] {
  const paths = readdirSync("app", { recursive: true, encoding: "utf8" });
  return paths.filter((path) => path.endsWith(".tsx")).map((path) => readFileSync(join("app", path), "utf8"));
}
