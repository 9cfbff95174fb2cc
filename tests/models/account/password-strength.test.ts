import { expect, test } from "vitest";
import { estimateStrength } from "~/models/account/sign-in/password-strength";

test.each([
  ["", "Weak"],
  ["x7#Kq2", "Weak"],
  ["password1", "Weak"],
  ["Password123!", "Weak"],
  ["aaaaaaaaaaaaaaaaaaaa", "Weak"],
  ["abcdefghijklmnopqrst", "Weak"],
  ["12345678901234567890", "Weak"],
  ["abcxyzabcxyzabcxyzabcxyz", "Weak"],
  ["k7#Qz!m2", "Fair"],
  ["quiet brook", "Fair"],
  ["a long enough password", "Strong"],
  ["correct horse battery staple", "Strong"],
  ["k7#Qz!m2Rw9$Lp", "Strong"],
])("%j is %s", (password, strength) => {
  expect(estimateStrength(password)).toBe(strength);
});
