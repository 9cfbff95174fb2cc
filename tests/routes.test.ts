// Files stand in folders by subject, of which none is long; the addresses of routes follow from their own names alone.
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { routeFiles, routes, servedAt } from "./routes";
import { sourcesIn } from "./sources";

const sources = readdirSync("app/routes", { recursive: true, encoding: "utf8" })
  .filter((path) => /\.\w+$/.test(path))
  .map((path) => `app/routes/${path}`);

/** The address that a file's own name says. */
function addressOf(name: string): string {
  return name
    .replace(/\.tsx?$/, "")
    .split(/(?<!\[)\./)
    .filter((part) => part !== "_index")
    .map((part) => part.replace(/_$/, "").replace("[.]", ".").replace(/^\$$/, "*").replace(/^\$/, ":"))
    .map((part) => `/${part}`)
    .join("");
}

test("every file of every folder is a route, at the address that its own name says", () => {
  expect(routeFiles.map(({ path }) => path).sort()).toEqual(sources.sort());
  for (const { name } of routeFiles) {
    const id = `routes/${name.replace(/\.tsx?$/, "")}`;
    expect([id, routes[id] && servedAt(id)]).toEqual([id, addressOf(name)]);
  }
});

test("no two files claim one address", () => {
  const names = sources.map((path) => basename(path));
  const claims = names.map((name) => `${addressOf(name)}${/\b_index\./.test(name) ? "/" : ""}`);
  expect(claims.filter((claim, index) => claims.indexOf(claim) !== index)).toEqual([]);
});

test("what is streamed or saved as a file goes through the route of downloads", () => {
  const others = sourcesIn("app/routes", /\.tsx?$/)
    .filter(({ text }) => /Content-Disposition|Readable|AsyncGenerator/.test(text))
    .map(({ path }) => basename(path));
  // A picture that a process of its own paints.
  expect(others).toEqual(["members.$id.mixtape[.]png.ts"]);
});

test("no folder shows more than 30 files", () => {
  const folders = ["app", "tests"].flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath }) => parentPath),
  );
  const full = folders.filter((folder) => folders.filter((each) => each === folder).length > 30);
  expect([...new Set(full)]).toEqual([]);
});
