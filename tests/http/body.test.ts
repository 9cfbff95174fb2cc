import { expect, test } from "vitest";
import { readForm } from "~/http/body.server";

function posted(fields: number) {
  const body = Array.from({ length: fields }, () => "a=1").join("&");
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return new Request("http://localhost/profile", { method: "POST", body, headers });
}

test("a form of more fields than any form has is refused before a library reads it", async () => {
  expect([...(await readForm(posted(1000))).keys()]).toHaveLength(1000);
  await expect(readForm(posted(1001))).rejects.toMatchObject({ code: "too-large" });
});
