// One toast at a time, and a success never replaces an error.
import { expect, test } from "vitest";
import type { FlashData } from "~/models/flash";
import { addToast, dismissToast } from "~/ui/toast/toast-queue";

const liked: FlashData = { id: "1", kind: "success", title: "Match recorded" };
const saved: FlashData = { id: "2", kind: "success", title: "Profile updated" };
const failed: FlashData = { id: "3", kind: "error", title: "Error" };

test("a newer success replaces an older one", () => {
  expect(addToast({ shown: liked }, saved)).toEqual({ shown: saved });
});

test("a success waits until the error shown is dismissed", () => {
  const queue = addToast({ shown: failed }, saved);
  expect(queue).toEqual({ shown: failed, waiting: saved });
  expect(dismissToast(queue)).toEqual({ shown: saved });
});

test("an error replaces a success", () => {
  expect(addToast({ shown: liked }, failed)).toEqual({ shown: failed });
});

test("a flash message that is already shown changes nothing", () => {
  const queue = { shown: liked };
  expect(addToast(queue, { ...liked })).toBe(queue);
});
