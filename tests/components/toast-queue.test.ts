// One toast at a time, and a success never pushes out an error.
import { expect, test } from "vitest";
import { dismiss, receive } from "~/components/toast-queue";
import type { NoticeContent } from "~/models/notice";

const liked: NoticeContent = { id: "1", kind: "success", title: "Match recorded" };
const saved: NoticeContent = { id: "2", kind: "success", title: "Profile updated" };
const failed: NoticeContent = { id: "3", kind: "error", title: "Error" };

test("a newer success takes the place of an older one", () => {
  expect(receive({ shown: liked }, saved)).toEqual({ shown: saved });
});

test("a success waits while an error is on show, and comes when the error goes", () => {
  const queue = receive({ shown: failed }, saved);
  expect(queue).toEqual({ shown: failed, waiting: saved });
  expect(dismiss(queue)).toEqual({ shown: saved });
});

test("an error takes the place of a success", () => {
  expect(receive({ shown: liked }, failed)).toEqual({ shown: failed });
});

test("a notice that is on show already changes nothing", () => {
  const queue = { shown: liked };
  expect(receive(queue, { ...liked })).toBe(queue);
});
