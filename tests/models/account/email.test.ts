import { expect, test } from "vitest";
import { emailInput } from "~/models/account/account-schema";

const read = (email: string) => emailInput.safeParse({ email }).data?.email;

test.each([
  "ada@example.org",
  "ivan@xn--e1afmkfd.xn--p1ai",
  "o&m@example.org",
  "a/b@example.org",
  "user=x@example.org",
  "name.@docomo.ne.jp",
  "a..b@ezweb.ne.jp",
  "o'neill+records@mail.example.co.uk",
  "{a}|b~c!#$%*?^_`@example.org",
  "1@2.example",
  "ada+news@example.org",
  "_ada-@example.org",
  "-ada@example.org",
  "#1@example.org",
  "a%b@example.org",
  "ada.@ezweb.ne.jp",
  "a...b@docomo.ne.jp",
  "ada@xn--80ak6aa92e.com",
  "ada@a-b.c--d.museum",
  `${"a".repeat(64)}@example.org`,
  `ada@${"a".repeat(63)}.org`,
])("%s is an address", (email) => {
  expect(read(email)).toBe(email);
});

test.each([
  [" Ada@Example.ORG ", "ada@example.org"],
  ["ivan@президент.рф", "ivan@xn--d1abbgf6aiiy.xn--p1ai"],
  ["ivan@Президент.РФ", "ivan@xn--d1abbgf6aiiy.xn--p1ai"],
  ["ivan@XN--D1ABBGF6AIIY.XN--P1AI", "ivan@xn--d1abbgf6aiiy.xn--p1ai"],
  ["jo@bücher.example", "jo@xn--bcher-kva.example"],
  ["jo@BÜCHER.example", "jo@xn--bcher-kva.example"],
  ["jo@faß.example", "jo@xn--fa-hia.example"],
  ["jo@例え.jp", "jo@xn--r8jz45g.jp"],
  ["jo@مثال.إختبار", "jo@xn--mgbh0fb.xn--kgbechtv"],
  ["\u200bada@example.org\u200b", "ada@example.org"],
  ["\u2068ada@example.org\u2069", "ada@example.org"],
  ["\u202aada@example.org\u202c\u00a0", "ada@example.org"],
  ["\ufeffada@example.org", "ada@example.org"],
])("%s is the address %s", (typed, email) => {
  expect(read(typed)).toBe(email);
});

test.each([
  "ada at example",
  "ada@example",
  "@example.org",
  "ada@",
  "ada@bea@example.org",
  '"ada"@example.org',
  ".ada@example.org",
  "a da@example.org",
  "ada@exa mple.org",
  "ada@.example.org",
  "ada@example..org",
  "ada@example.org.",
  "ada@-example.org",
  "ada@example-.org",
  "ada@exa_mple.org",
  "ada@exa%6dple.org",
  "ada@example.o",
  "ada@127.0.0.1",
  "ada@0x7f.0x1",
  "ada@[127.0.0.1]",
  "a\u200bda@example.org",
  "ada@example.org:25",
  "ada@example.org/x",
  "ada<b>@example.org",
  "ada,ben@example.org",
  "ada\\@example.org",
  "ada@example.org\r\nBcc: ben@example.org",
  "иван@example.org",
  `${"a".repeat(65)}@example.org`,
  `ada@${"a".repeat(64)}.org`,
  `ada@${"ж".repeat(60)}.org`,
])("%j is no address", (email) => {
  const { error } = emailInput.safeParse({ email });
  expect(error?.flatten().fieldErrors.email).toEqual(["Enter an email address, such as ada@example.org"]);
});
