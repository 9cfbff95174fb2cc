import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { shareApp } from "../../app";
import { makeMatch, type Person } from "../server";

const { signUp, visitor } = shareApp();
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

test("a record sent five times at once is added once", async () => {
  const ada = await signUp("Ada");
  const id = randomUUID();
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ada.json("POST", all, { ...blueTrain, id })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect(await (await ada.get(all)).json()).toHaveLength(1);
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

describe("permissions", () => {
  /** Every route of a record, with the status for a stranger, a former match and a visitor. */
  const doors = (id: string): [string, (who: Person | ReturnType<typeof visitor>) => Promise<Response>][] => [
    ["PUT", (who) => who.json("PUT", `${all}/${id}`, blueTrain)],
    ["DELETE", (who) => who.json("DELETE", `${all}/${id}`, undefined)],
    ["edit page", (who) => who.get(`/records/${id}/edit`)],
    ["edit", (who) => who.form(`/records/${id}/edit`, { ...blueTrain, album: "Mine" })],
    ["delete page", (who) => who.get(`/records/${id}/delete`)],
    ["delete", (who) => who.form(`/records/${id}/delete`, {})],
  ];

  test("another member's record gets the same response as a missing one", async () => {
    const [ada, ben, cleo] = [await signUp("Ada"), await signUp("Ben"), await signUp("Cleo")];
    await makeMatch(ada, ben);
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

  test("visitors can't list a collection", async () => {
    expect((await visitor().get(all)).status).toBe(401);
    expect((await visitor().json("POST", all, blueTrain)).status).toBe(401);
    for (const path of ["/records", "/records/new", "/records/import", "/records/export.csv"])
      expect((await visitor().get(path)).status, path).toBe(404);
  });

  test("other methods get the allowed ones in Allow", async () => {
    const ada = await signUp("Ada");
    const { id } = await add(ada);
    expect((await ada.get(`${all}/${id}`)).headers.get("Allow")).toBe("PUT, DELETE");
    expect((await ada.json("DELETE", all, undefined)).headers.get("Allow")).toBe("GET, POST");
  });
});

describe("import files", () => {
  const send = (person: Person, body: string | Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.set("file", new File([body], "../../etc/passwd"));
    return person.form("/records/import", form);
  };

  test("unreadable lines are listed and skipped, and a file with no other lines imports nothing", async () => {
    const ada = await signUp("Ada");
    const refused = await send(ada, "Artist,Album\n<b>Nico</b>,\n");
    expect(refused.status).toBe(400);
    const reasons = await refused.text();
    expect(reasons).toContain("Nothing was added");
    expect(reasons).toContain("1 line couldn&#x27;t be read. Fix it and choose the file again.");
    expect(reasons).toContain("Album is required.");
    expect(reasons).not.toContain("Album: Album");
    const read = await send(ada, 'Artist,Album\n<b>Nico</b>,\nNico,Desertshore\nNico,Janitor,"\n');
    const path = read.headers.get("Location") ?? "";
    const preview = await (await ada.get(path)).text();
    expect(preview).toContain("1 record ready to import. 2 lines can&#x27;t be read and will be skipped:");
    expect(preview).toContain("Album is required.");
    expect(preview).toContain("The quotation marks in this line don&#x27;t match.");
    expect(await (await ada.get(all)).json()).toEqual([]);
    await ada.form(path, {});
    expect(await (await ada.get(all)).json()).toMatchObject([{ artist: "Nico", album: "Desertshore" }]);
    expect(await (await ada.get(path)).text()).toContain("Already imported");
    const known = await send(ada, "Artist,Album\nNico,\nNico,Desertshore\n");
    const nothing = await (await ada.get(known.headers.get("Location") ?? "")).text();
    expect(nothing).toContain("Nothing to import");
    expect(nothing).toContain("You already have every record we could read. 1 line can&#x27;t be read");
  });

  test("any file gets a preview or an error message", async () => {
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
    const parts = new FormData();
    for (let i = 0; i < 20_000; i++) parts.append("file", new File([], "a.csv"));
    const crowded = await ada.form("/records/import", parts);
    expect([crowded.status, await crowded.text()]).toEqual([
      413,
      expect.stringContaining("That form has too many fields."),
    ]);
  });

  test("members can't see or confirm others' imports, and an import runs once", async () => {
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

test("a page whose last record was removed shows the first one, and says what was removed", async () => {
  const ada = await signUp("Ada");
  for (let i = 0; i < 48; i++) await add(ada, { album: `Side ${i}` });
  const { id } = await add(ada, { artist: "Zuzu", album: "The last record" });
  const firstPage = await (await ada.get("/records?sort=artist")).text();
  const onPage2 = /sort=artist&amp;cursor=[\w-]+/.exec(firstPage)?.[0].replace("&amp;", "&");
  expect(await (await ada.get(`/records?${onPage2}`)).text()).toContain("The last record");
  const shown = await (await ada.follow(await ada.form(`/records/${id}/delete?${onPage2}`, {}))).text();
  expect(shown).toContain("Record removed from collection");
  expect(shown).toContain("Side 47");
  expect(await (await ada.get("/records?cursor=nonsense")).text()).toContain("Side 0");
});

test("a year far ahead is refused as one", async () => {
  const ada = await signUp("Ada");
  const answer = await ada.json("POST", all, { ...blueTrain, year: 20_999 });
  expect([answer.status, await answer.text()]).toEqual([
    400,
    `The year can't be after ${new Date().getFullYear()}`,
  ]);
});

/** The content of a response besides its status: its sentence, or its redirect. */
async function tellingOf(response: Response): Promise<string> {
  const text = response.headers.get("Content-Type")?.startsWith("text/plain") ? await response.text() : "";
  const to = (response.headers.get("Location") ?? "").replace(/[\da-f-]{36}/, "…");
  return `${text} ${to}`;
}
