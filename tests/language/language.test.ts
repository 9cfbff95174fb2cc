// Which language somebody is answered in.
import { describe, expect, test } from "vitest";
import { currentLanguage } from "~/language/current";
import { currentLocale, formatDate, formatList, formatNumber } from "~/language/intl";
import { preferredLanguage, toLanguage } from "~/language/language";

describe("a browser's languages", () => {
  const offered = ["en", "de", "fr"] as const;
  const cases: [accepted: string | undefined, language: string | undefined][] = [
    [undefined, undefined],
    ["", undefined],
    ["de", "de"],
    ["de-AT,de;q=0.9,en;q=0.8", "de"],
    ["en;q=0.5, fr;q=0.9", "fr"],
    ["fr;q=0.5,de;q=0.5", "fr"],
    ["nl,sv;q=0.9,de;q=0.1", "de"],
    ["de;q=0,en;q=0.1", "en"],
    ["DE-ch", "de"],
    ["es, *;q=0.5", undefined],
    ["de;q=2, en", "en"],
    ["de;q=x, en;q=0.1", "en"],
    [`${"x,".repeat(5000)}de`, "de"],
    ["dex-AT", undefined],
    ["es ; q=0.3 ,\tde ;\tq=0.9", "de"],
  ];

  test.each(cases)("%s", (accepted, language) => {
    expect(preferredLanguage(accepted, offered)).toBe(language);
  });
});

test("a header full of spaces takes no longer than one full of letters", () => {
  const read = (filling: string) => {
    const begun = performance.now();
    preferredLanguage(`a${filling.repeat(15_000)}b`, ["en", "de"]);
    return performance.now() - begun;
  };
  const shortest = (filling: string) => Math.min(...[1, 2, 3].map(() => read(filling)));
  expect(shortest(" ")).toBeLessThan(20 + 20 * shortest("x"));
});

test("only known languages count", () => {
  expect(["de", "en-XA", "nl", "", "toString", null].map((tag) => toLanguage(tag))).toEqual([
    "de",
    "en-XA",
    ...Array(4).fill(undefined),
  ]);
});

test("without a request the language is English, of the US or a known region", () => {
  expect([currentLanguage(), currentLocale(), currentLocale("GB")]).toEqual(["en", "en-US", "en-GB"]);
  expect(formatNumber(1234.5)).toBe("1,234.5");
  expect(formatDate(new Date("2026-12-04T20:05:00Z"), { dateStyle: "medium" })).toBe("Dec 4, 2026");
  expect([formatList(["Low", "Pram", "Can"]), formatList(["Low", "Can"], "or")]).toEqual([
    "Low, Pram and Can",
    "Low or Can",
  ]);
});
