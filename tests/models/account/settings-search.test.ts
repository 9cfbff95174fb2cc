import { expect, test } from "vitest";
import { matchesSearch } from "~/models/account/settings-search";

test.each([
  ["", true],
  ["  ", true],
  ["pass", true],
  ["PASSWORD change", true],
  ["change pass", true],
  ["word", false],
  ["password photo", false],
  ["(", true],
])("%j finds Change Password: %s", (query, finds) => {
  expect(matchesSearch(query, "Change Password. Your other browsers will be signed out.")).toBe(finds);
});
