import { expect, test } from "vitest";
import { sourcesIn } from "./sources";

test("texts read how long something lasts, and do not say it themselves", () => {
  const isComment = /^\s*(\/\/|\/?\*)/;
  const said = sourcesIn("app", /\.tsx?$/).flatMap(({ path, text }) =>
    text
      .split("\n")
      .filter((line) => !isComment.test(line) && /\d days\b|past week|in an hour/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(said).toEqual([]);
});
