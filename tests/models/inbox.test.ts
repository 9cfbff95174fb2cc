import { expect, test } from "vitest";
import { foldAddress, inboxOf } from "~/models/inbox";

test.each([
  ["ada.lovelace+1@gmail.com", "adalovelace@gmail.com"],
  ["A.d.a.Lovelace@GoogleMail.com", "adalovelace@gmail.com"],
  ["ada+b-side@outlook.com", "ada@outlook.com"],
  ["ada+x@hotmail.co.uk", "ada@hotmail.co.uk"],
  ["ada+x@mac.com", "ada@icloud.com"],
  ["ada.l+x@icloud.com", "ada.l@icloud.com"],
  ["ada_l-o.v+x@pm.me", "adalov@proton.me"],
  ["ada+x@fastmail.com", "ada@fastmail.com"],
  ["ada.l+x@example.org", "ada.l+x@example.org"],
])("%s is the same person's as %s", (address, folded) => {
  expect([foldAddress(address), foldAddress(folded)]).toEqual([folded, folded]);
});

test("for limits, what follows a plus sign is ignored at every provider", () => {
  expect(inboxOf("ada+1@example.org")).toBe("ada@example.org");
  expect(inboxOf("a.d.a+1@gmail.com")).toBe("ada@gmail.com");
  expect(inboxOf("a.da@example.org")).not.toBe(inboxOf("ada@example.org"));
  expect(inboxOf("+@example.org")).toBe("+@example.org");
});
