// The collection as JSON, and files that are no collection.
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import type { Person } from "../server";

const { signUp } = shareApp();
const all = "/api/record-collections";
const blueTrain = { artist: "John Coltrane", album: "Blue Train" };

async function add(person: Person, fields: Record<string, unknown> = {}): Promise<{ id: string }> {
  const added = await person.json("POST", all, { ...blueTrain, ...fields });
  expect(added.status).toBe(201);
  return (await added.json()) as { id: string };
}

test("records are added, changed and removed", async () => {
  const ada = await signUp("Ada");
  expect(await (await ada.get(all)).json()).toEqual([]);
  const { id } = await add(ada, { year: 1958, format: "cd", imageUrl: "https://covers.example.org/1.jpg" });
  const expected = {
    id,
    ...blueTrain,
    year: 1958,
    genre: "",
    format: "cd",
    condition: "very_good",
    notes: "",
    imageUrl: "https://covers.example.org/1.jpg",
    createdAt: expect.any(String),
  };
  expect(await (await ada.get(all)).json()).toEqual([expected]);
  const changed = await ada.json("PUT", `${all}/${id}`, { ...blueTrain, album: "Giant Steps" });
  expect(changed.status).toBe(200);
  expect(await changed.json()).toMatchObject({ id, album: "Giant Steps", year: null, format: "vinyl" });
  const removed = await ada.json("DELETE", `${all}/${id}`, undefined);
  expect([removed.status, await removed.text()]).toEqual([204, ""]);
  expect((await ada.json("DELETE", `${all}/${id}`, undefined)).status).toBe(404);
});

test("a long collection continues at the URL in the Link header", async () => {
  const ada = await signUp("Ada");
  const lines = Array.from({ length: 501 }, (_, i) => `Artist ${i},Album ${i}`);
  const form = new FormData();
  form.set("file", new File([["Artist,Title", ...lines].join("\n")], "collection.csv"));
  const read = await ada.form("/records/import", form);
  expect(read.status).toBe(303);
  await ada.form(read.headers.get("Location") ?? "", {});
  const first = await ada.get(`${all}?sort=artist`);
  expect(await first.json()).toHaveLength(500);
  const next = /^<(.*)>; rel="next"$/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
  expect(next).toMatch(/^\/api\/record-collections\?sort=artist&cursor=[\w-]+$/);
  const second = await ada.get(next);
  expect(await second.json()).toMatchObject([{ artist: "Artist 99" }]);
  expect(second.headers.get("Link")).toBeNull();
});

test("an invalid record is refused with one sentence", async () => {
  const ada = await signUp("Ada");
  const refusals: [unknown, string][] = [
    [{}, "Artist is required"],
    [{ ...blueTrain, album: null }, "Must be text"],
    [{ ...blueTrain, year: 1899 }, "Enter a year, 1900 or later"],
    [{ ...blueTrain, year: 20_999 }, `The year can't be after ${new Date().getFullYear()}`],
    [{ ...blueTrain, year: "next" }, "Enter a year, 1900 or later"],
    [{ ...blueTrain, format: "wax" }, "Choose a format from the list"],
    [{ ...blueTrain, imageUrl: "data:,x" }, "Use a full image URL that starts with https://"],
    [{ ...blueTrain, notes: "n".repeat(1001) }, "Use at most 1000 characters"],
    [[], "The body must be a JSON object."],
    ["text", "The body must be a JSON object."],
  ];
  for (const [body, message] of refusals) {
    const refused = await ada.json("POST", all, body);
    expect([refused.status, await refused.text()]).toEqual([400, message]);
    expect(refused.headers.get("Content-Type")).toContain("text/plain");
  }
});

test("other methods get the allowed ones in Allow", async () => {
  const ada = await signUp("Ada");
  const { id } = await add(ada);
  expect((await ada.get(`${all}/${id}`)).headers.get("Allow")).toBe("PUT, DELETE");
  expect((await ada.json("DELETE", all, undefined)).headers.get("Allow")).toBe("GET, POST");
});

test("any file that is no collection gets an error message", async () => {
  const ada = await signUp("Ada");
  const send = (body: string | Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.set("file", new File([body], "../../etc/passwd"));
    return ada.form("/records/import", form);
  };
  const odd = [new Uint8Array(), Uint8Array.from({ length: 5000 }, (_, i) => i % 256), '"', "\0".repeat(100)];
  for (const body of odd) expect((await send(body)).status).toBe(400);
  expect((await send("a".repeat(4_000_000))).status).toBe(413);
  expect((await ada.form("/records/import", { file: "text" })).status).toBe(400);
  expect((await ada.json("POST", "/records/import", {})).status).toBe(415);
  const parts = new FormData();
  for (let i = 0; i < 2_000; i++) parts.append("file", new File([], "a.csv"));
  const crowded = await ada.form("/records/import", parts);
  expect([crowded.status, await crowded.text()]).toEqual([
    413,
    expect.stringContaining("That form has too many fields."),
  ]);
});
