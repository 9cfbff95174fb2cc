import express from "express";
import { expect, test } from "vitest";
import { handleError } from "~/http/express-errors.server";
import { Refusal } from "~/refusal";
import { serve } from "./serve";

const app = express();
app.get("/busy", () => {
  throw new Refusal("unavailable", "The database does not answer.", {}, 10);
});
app.get("/broken", () => {
  throw new Error("the inside of a bug");
});
app.use(handleError);
const { origin } = serve(app);

const get = (path: string, headers = {}) => fetch(origin() + path, { headers });

test("a refusal outside of Remix keeps its status, message and Retry-After", async () => {
  const answer = await get("/busy");
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "10"]);
  expect(await answer.text()).toBe("The database does not answer.");
  const problem = await get("/busy", { Accept: "application/problem+json" });
  expect(await problem.json()).toMatchObject({ status: 503, detail: "The database does not answer." });
});

test("a bug outside of Remix reveals nothing", async () => {
  const answer = await get("/broken");
  expect([answer.status, await answer.text()]).toEqual([500, "Something went wrong on our side."]);
});
