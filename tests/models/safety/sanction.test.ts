import { expect, test } from "vitest";
import { consequenceOf, isOver, rejectedPicture, type SanctionDto } from "~/models/safety/sanctions/sanction";

test("a sanction is over when it was overturned or has ended", () => {
  const suspension = {
    kind: "suspend",
    isOverturned: false,
    endsAt: "2026-05-08T00:00:00.000Z",
  } as SanctionDto;
  expect(isOver(suspension, Date.parse("2026-05-07T23:59:59Z"))).toBe(false);
  expect(isOver(suspension, Date.parse("2026-05-08T00:00:00Z"))).toBe(true);
  expect(isOver({ ...suspension, endsAt: null })).toBe(false);
  expect(isOver({ ...suspension, endsAt: null, isOverturned: true })).toBe(true);
});

test("a rejected new picture is told apart from a removed one", () => {
  expect(rejectedPicture({ kind: "removal", removed: ["pendingPhoto"] })).toBe("photo");
  expect(rejectedPicture({ kind: "removal", removed: ["pendingCover"] })).toBe("cover");
  expect(rejectedPicture({ kind: "removal", removed: ["photo"] })).toBeUndefined();
  expect(rejectedPicture({ kind: "removal", removed: [] })).toBeUndefined();
  expect(
    consequenceOf({ kind: "removal", removed: ["pendingPhoto"], removedNames: ["new profile photo"] }),
  ).not.toContain("We removed");
  expect(
    consequenceOf({ kind: "removal", removed: ["photo", "bio"], removedNames: ["profile photo", "bio"] }),
  ).toContain("We removed your profile photo and bio.");
});
