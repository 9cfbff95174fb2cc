import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { matchUp, type Person, serveThisFile } from "./server";

const { signUp, visitor } = serveThisFile();
const all = "/api/record-collections";
const blueTrain = { artist: "John Coltrane", album: "Blue Train" };

async function add(person: Person, fields: Record<string, unknown> = {}): Promise<{ id: string }> {
  const added = await person.json("POST", all, { ...blueTrain, ...fields });
  expect(added.status).toBe(201);
  return (await added.json()) as { id: string };
}

test("a collection is empty, then has what was added, changed and removed", async () => {
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

test("the same record sent five times at once is one", async () => {
  const ada = await signUp("Ada");
  const id = randomUUID();
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ada.json("POST", all, { ...blueTrain, id })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect(await (await ada.get(all)).json()).toHaveLength(1);
});

test("a long collection goes on where the Link header says", async () => {
  const ada = await signUp("Ada");
  const lines = Array.from({ length: 501 }, (_, i) => `Artist ${i},Album ${i}`);
  const form = new FormData();
  form.set("file", new File([["Artist,Title", ...lines].join("\n")], "collection.csv"));
  const read = await ada.form("/records/import", form);
  expect(read.status).toBe(303);
  await ada.form(read.headers.get("Location") ?? "", {});
  const first = await ada.get(`${all}?sort=artist`);
  expect(await first.json()).toHaveLength(500);
  expect(first.headers.get("Link")).toBe(`<${all}?sort=artist&page=2>; rel="next"`);
  const second = await ada.get(`${all}?sort=artist&page=2`);
  expect(await second.json()).toMatchObject([{ artist: "Artist 99" }]);
  expect(second.headers.get("Link")).toBeNull();
});

test("what cannot be a record is refused with one sentence", async () => {
  const ada = await signUp("Ada");
  const refusals: [unknown, string][] = [
    [{}, "Artist is required"],
    [{ ...blueTrain, album: null }, "Must be text"],
    [{ ...blueTrain, year: 1899 }, "Use a year from 1900 on"],
    [{ ...blueTrain, year: "next" }, "Use a year from 1900 on"],
    [{ ...blueTrain, format: "wax" }, "Choose a format from the list"],
    [{ ...blueTrain, imageUrl: "data:,x" }, "Use a picture's full address that begins with https://"],
    [{ ...blueTrain, notes: "n".repeat(1001) }, "Use at most 1000 characters"],
    [[], "The body must be a JSON object."],
    ["text", "The body must be a JSON object."],
  ];
  for (const [body, says] of refusals) {
    const refused = await ada.json("POST", all, body);
    expect([refused.status, await refused.text()]).toEqual([400, says]);
    expect(refused.headers.get("Content-Type")).toContain("text/plain");
  }
});

describe("who may do what", () => {
  /** Every door to one record, and what it answers a stranger, an ex-match and a visitor. */
  const doors = (id: string): [string, (who: Person | ReturnType<typeof visitor>) => Promise<Response>][] => [
    ["PUT", (who) => who.json("PUT", `${all}/${id}`, blueTrain)],
    ["DELETE", (who) => who.json("DELETE", `${all}/${id}`, undefined)],
    ["edit page", (who) => who.get(`/records/${id}/edit`)],
    ["edit", (who) => who.form(`/records/${id}/edit`, { ...blueTrain, album: "Mine" })],
    ["delete page", (who) => who.get(`/records/${id}/delete`)],
    ["delete", (who) => who.form(`/records/${id}/delete`, {})],
  ];

  test("another's record is as absent as one that never was", async () => {
    const [ada, ben, cleo] = [await signUp("Ada"), await signUp("Ben"), await signUp("Cleo")];
    await matchUp(ada, ben);
    await ben.json("POST", "/api/matches", { targetUserId: ada.id, liked: false });
    const { id } = await add(ada);
    for (const who of [ben, cleo, visitor()]) {
      const never = doors(randomUUID());
      for (const [place, [name, open]] of doors(id).entries()) {
        const [foreign, absent] = [await open(who), await never[place]?.[1](who)];
        expect(foreign.status, name).toBe(absent?.status);
        expect(await tellingOf(foreign), name).toBe(absent && (await tellingOf(absent)));
      }
    }
    expect(await (await ada.get(all)).json()).toMatchObject([{ id, album: "Blue Train" }]);
  });

  test("a visitor is told of no collection at all", async () => {
    expect((await visitor().get(all)).status).toBe(401);
    expect((await visitor().json("POST", all, blueTrain)).status).toBe(401);
    for (const path of ["/records", "/records/new", "/records/import", "/records/export.csv"])
      expect((await visitor().get(path)).status, path).toBe(404);
  });

  test("other methods are named", async () => {
    const ada = await signUp("Ada");
    const { id } = await add(ada);
    expect((await ada.get(`${all}/${id}`)).headers.get("Allow")).toBe("PUT, DELETE");
    expect((await ada.json("DELETE", all, undefined)).headers.get("Allow")).toBe("GET, POST");
  });
});

describe("files", () => {
  const send = (person: Person, body: string | Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.set("file", new File([body], "../../etc/passwd"));
    return person.form("/records/import", form);
  };

  test("a wrong line imports nothing and is told in the page", async () => {
    const ada = await signUp("Ada");
    const refused = await send(ada, "Artist,Title\nNico,Desertshore\n<b>Nico</b>,\n");
    expect(refused.status).toBe(400);
    const page = await refused.text();
    expect(page).toContain("Nothing was added");
    expect(page).toContain("Title: Album is required.");
    expect(await (await ada.get(all)).json()).toEqual([]);
  });

  test("whatever the file holds, the answer is a sentence", async () => {
    const ada = await signUp("Ada");
    const odd = [
      new Uint8Array(),
      Uint8Array.from({ length: 5000 }, (_, i) => i % 256),
      '"',
      "\0".repeat(100),
    ];
    for (const body of odd) expect((await send(ada, body)).status).toBe(400);
    expect((await send(ada, "a".repeat(4_000_000))).status).toBe(413);
    expect((await ada.form("/records/import", { file: "text" })).status).toBe(400);
    expect((await ada.json("POST", "/records/import", {})).status).toBe(415);
  });

  test("nobody looks at or runs another's import, and the yes counts once", async () => {
    const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
    const preview = (await send(ada, "Artist,Title\nNico,Desertshore\n")).headers.get("Location") ?? "";
    expect((await ben.get(preview)).status).toBe(404);
    await ben.form(preview, {});
    expect(await (await ben.get(all)).json()).toEqual([]);
    expect(await (await ada.get(all)).json()).toEqual([]);
    await Promise.all([1, 2, 3].map(() => ada.form(preview, {})));
    expect(await (await ada.get(all)).json()).toHaveLength(1);
    const exported = await ada.get("/records/export.csv");
    expect(exported.headers.get("Cache-Control")).toBe("private, no-store");
    expect(await exported.text()).toContain("Nico,Desertshore,,Vinyl,Very Good (VG),");
  });
});

/** What an answer tells beside its status: its sentence, or where it sends. */
async function tellingOf(response: Response): Promise<string> {
  const text = response.headers.get("Content-Type")?.startsWith("text/plain") ? await response.text() : "";
  const to = (response.headers.get("Location") ?? "").replace(/[\da-f-]{36}/, "…");
  return `${text} ${to}`;
}
