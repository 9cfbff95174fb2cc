import { expect, test } from "vitest";
import { DISTANCE_BOUNDS } from "~/matching/filters";
import { distanceUnitOf, formatDistance } from "~/models/member/distance";

test("distances are in miles where roads are signed so, in kilometers elsewhere, or as the member chose", () => {
  const unit = (acceptLanguage: string | null) => distanceUnitOf(null, acceptLanguage);
  for (const language of ["en-US,en;q=0.9", "en", "en-GB", "cy-GB;q=0.8", "my-MM", "en-LR", "es-US"])
    expect([language, unit(language)]).toEqual([language, "miles"]);
  for (const language of ["de", "de-DE,en-US;q=0.5", "en-CA", "en-AU", "fr-FR", "pt", "zh-Hant-TW", "en-IE"])
    expect([language, unit(language)]).toEqual([language, "kilometers"]);
  for (const language of [null, "", "*", "%%%", "x".repeat(5_000)]) expect(unit(language)).toBe("miles");
  expect([distanceUnitOf("miles", "de"), distanceUnitOf("kilometers", "en-US")]).toEqual([
    "miles",
    "kilometers",
  ]);
});

test("kilometers tell no more than the steps of the miles", () => {
  const { min, max, step } = DISTANCE_BOUNDS;
  const steps = Array.from({ length: (max - min) / step + 1 }, (_, at) => min + at * step);
  const words = steps.map((miles) => formatDistance(miles, "kilometers"));
  expect([words[0], words[4], words.at(-1)]).toEqual(["8 km", "40 km", "161 km"]);
  expect(new Set(words).size).toBe(steps.length);
});
