import { createElement } from "react";
import { expect, test } from "vitest";
import { framePage } from "~/http/static-page.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { FrameErrorPage } from "~/ui/frame/frame-error";

const request = new Request("http://localhost/messages/4/frame");
const errorPage = createElement(FrameErrorPage, {
  address: "/messages/4/frame",
  theme: null,
  stylesUrl: "/a.css",
});
const failing = (error: unknown) => framePage(request, errorPage, () => Promise.reject(error));

test.each([
  ["a busy database", new Refusal("unavailable", "Busy.", {}, 2), 503, "2"],
  ["a bug", new TypeError("undefined is not a function"), 500, null],
])("a frame that fails on %s shows an error and keeps refreshing", async (_, error, status, retryAfter) => {
  const answer = await failing(error);
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([status, retryAfter]);
  expect(answer.headers.get("Content-Type")).toContain("text/html");
  const page = await answer.text();
  expect(page).toContain('<meta http-equiv="refresh" content="3"/>');
  expect(page).toContain('<a href="/messages/4/frame" class="link">Try again</a>');
  expect(page).not.toMatch(/Busy|undefined/);
});

test("a frame of a missing conversation is missing too", async () => {
  await expect(failing(notFoundRefusal())).rejects.toMatchObject({ code: "absent" });
  await expect(failing(new Response(null, { status: 404 }))).rejects.toMatchObject({ status: 404 });
});
