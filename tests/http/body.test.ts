import { expect, test } from "vitest";
import { parseJson, readBody, readForm } from "~/http/body.server";

const readJson = async (request: Request) => parseJson(request, await readBody(request));

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=x";
const field = (name: string, value = "") =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (bytes: string) =>
  `--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n${bytes}\r\n`;

function posted(body: string, type: string) {
  return new Request("http://localhost/profile", { method: "POST", body, headers: { "Content-Type": type } });
}

/** `count` fields, in both form encodings. */
const forms: [type: string, write: (count: number) => string][] = [
  [FORM, (count) => Array(count).fill("a=1").join("&")],
  [`${FORM}; boundary=x`, (count) => Array(count).fill("a=1").join("&")],
  [MULTIPART, (count) => `${field("a").repeat(count)}--x--\r\n`],
  ['multipart/form-data; a="boundary=y"; boundary=x', (count) => `${field("a").repeat(count)}--x--\r\n`],
];

test.each(forms)("a form with too many fields is refused: %s", async (type, write) => {
  expect([...(await readForm(posted(write(200), type))).keys()]).toHaveLength(200);
  for (const count of [201, 900]) {
    await expect(readForm(posted(write(count), type))).rejects.toMatchObject({
      code: "too-large",
      message: "That form has too many fields.",
    });
  }
});

test.each([
  [FORM, (length: number) => `a=${"x".repeat(length - 2)}`],
  [MULTIPART, (length: number) => `${field("a", "x".repeat(length - field("a").length - 7))}--x--\r\n`],
])("a form of 64 kB is refused: %s", async (type, write) => {
  expect((await readForm(posted(write(63_999), type))).get("a")).toMatch(/^x+$/);
  for (const length of [64_001, 200_000])
    await expect(readForm(posted(write(length), type))).rejects.toMatchObject({ code: "too-large" });
});

test("fields are read the same from both form encodings", async () => {
  const names: [string, string][] = [
    ["topArtists[0]", "Björk & Co + 100%"],
    ["notes", "a\r\nb"],
    ["", "x"],
    ["notes", ""],
  ];
  const encoded = new URLSearchParams(names).toString();
  const parts = `${names.map((each) => field(...each)).join("")}${file("y")}--x--\r\n`;
  for (const [body, type] of [
    [encoded, FORM],
    [parts, MULTIPART],
  ] as const) {
    expect([...(await readForm(posted(body, type)))], type).toEqual(names);
  }
});

test.each([
  ["an empty body", "", "invalid"],
  ["a body without an end", field("a", "b"), "invalid"],
  ["a body without parts", "a=b", "invalid"],
])("%s is not a multipart form", async (_, body, code) => {
  await expect(readForm(posted(body, MULTIPART))).rejects.toMatchObject({ code });
  await expect(readForm(posted(body, "multipart/form-data"))).rejects.toMatchObject({ code });
});

test("JSON of 64 kB is refused before it is parsed", async () => {
  const json = (length: number) => posted(`"${"x".repeat(length - 2)}"`, "application/json");
  expect(await readJson(json(63_999))).toMatch(/^x+$/);
  await expect(readJson(json(64_000))).rejects.toMatchObject({
    code: "too-large",
    message: "That is too large: the limit is 64 kB.",
  });
  await expect(readJson(posted("{".repeat(64_000), "application/json"))).rejects.toMatchObject({
    code: "too-large",
  });
});
