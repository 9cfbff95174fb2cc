import { expect, test } from "vitest";
import { serveThisFile } from "./server";

const { signUp } = serveThisFile();

test("a visitor signs up, is signed in, and keeps no secret of the way there", async () => {
  const ada = await signUp("Ada");
  expect(await (await ada.get("/api/auth/user")).json()).toMatchObject({
    firstName: "Ada",
    email: ada.email,
  });
  const names = ada.cookies.map(({ name }) => name);
  expect(names).toContain("session");
  expect(names.filter((name) => /^(sign-in|return)/.test(name))).toEqual([]);
});
