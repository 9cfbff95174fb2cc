// Text in forms and JSON: what counts as blank, and what is left out.
import { describe, expect, test } from "vitest";
import { signUpInput } from "~/models/account/account-schema";
import { optionalText, requiredText } from "~/models/fields";

const name = requiredText("Name is required", 50);

describe("required text", () => {
  test.each(["", " \n ", "\u200b\u200b", "\u2060", "\u3164", "\u2800", "\u200d\ufe0f", "\u202e"])(
    "%j is blank",
    (typed) => {
      expect(name.safeParse(typed).error?.issues).toMatchObject([{ message: "Name is required" }]);
    },
  );

  test.each([
    [" Ada ", "Ada"],
    ["❤️‍🔥", "❤️‍🔥"],
    ["می‌خواهم", "می‌خواهم"],
    ["\u202eabc", "\u202eabc"],
    ["A\u0000d\ud800a", "Ada"],
    ["two\r\nlines", "two\nlines"],
  ])("%j is kept as %j", (typed, kept) => {
    expect(name.parse(typed)).toBe(kept);
  });
});

test("optional text without anything to see is blank", () => {
  expect(optionalText(50).parse("\u200b")).toBe("");
});

test("a member's name doesn't turn the text around it", () => {
  const { firstName, lastName } = signUpInput.shape;
  expect([firstName.parse("\u202eabc\u202c"), lastName.parse("\u2067Ben")]).toEqual(["abc", "Ben"]);
  expect(firstName.parse("عليا")).toBe("عليا");
});
