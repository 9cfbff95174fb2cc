// How often the session is read during one request.
import Database from "libsql";
import { expect, test, vi } from "vitest";
import { shareApp } from "../app";
import type { Person } from "./people";

const SESSION = /from "session" inner join "member"/;
let reads = 0;

const { prepare } = Database.prototype;
// The app shares the package, and setup.ts restores it.
vi.spyOn(Database.prototype, "prepare").mockImplementation(function (this: Database.Database, sql: string) {
  const statement = prepare.call(this, sql);
  for (const name of ["all", "run"] as const) {
    const run = statement[name];
    Object.assign(statement, {
      [name](...values: unknown[]) {
        if (SESSION.test(sql)) reads++;
        return Reflect.apply(run, this, values);
      },
    });
  }
  return statement;
});
const { sharedMember, visitor } = shareApp();

/** How often the session is read during one request. */
async function sessionReads(request: () => Promise<Response>, status: number): Promise<number> {
  reads = 0;
  const answer = await request();
  await answer.text();
  expect(answer.status).toBe(status);
  return reads;
}

const record = { artist: "Pram", album: "Helium", format: "vinyl", condition: "good", genre: "Indie" };

test.each<[string, (ada: Person) => Promise<Response>, number]>([
  ["a page", (ada) => ada.get("/records"), 200],
  ["the home page, which has a visitor's side too", (ada) => ada.get("/"), 200],
  ["what scripts fetch of a page", (ada) => ada.get("/records.data"), 200],
  ["a form that leaves a flash message", (ada) => ada.form("/records/new", record), 303],
  ["the page that shows the flash message", (ada) => ada.get("/records"), 200],
  ["a call of the API", (ada) => ada.get("/api/auth/user"), 200],
  ["a write through the API", (ada) => ada.json("POST", "/api/record-collections", record), 201],
])("the session is read once for %s", async (_, request, status) => {
  const ada = await sharedMember("Ada");
  expect(await sessionReads(() => request(ada), status)).toBe(1);
});

test("a refused form reads the session once more, for the page that it comes back on", async () => {
  const ada = await sharedMember("Ada");
  const refused = () => ada.form("/records/new", { ...record, artist: "" });
  expect(await sessionReads(refused, 400)).toBe(2);
});

test("a request without a cookie reads no session", async () => {
  expect(await sessionReads(() => visitor().get("/"), 200)).toBe(0);
});
