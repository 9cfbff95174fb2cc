import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { decodeText, decodeTextStream } from "~/models/text-file.server";

const HEAD = "Artist;Title;Format\r\n";
const texts = {
  "windows-1250": [
    `${HEAD}Antonín Dvořák;Z nového světa;LP\r\n`,
    `${HEAD}Czesław Niemen;Dziwny jest ten świat;LP\r\n`,
    `${HEAD}Kabát;Dole v dole;CD\r\nLucie;Černý kočky mokrý žáby;CD\r\n`,
    `${HEAD}Omega;Gyöngyhajú lány;LP\r\nLokomotív GT;Ringasd el magad;LP\r\n`,
  ],
  "windows-1251": [
    `${HEAD}Кино;Группа крови;LP\r\n`,
    `${HEAD}ДДТ;Это всё;LP\r\n`,
    `${HEAD}${"Low;Secret Name;LP\r\n".repeat(500)}Аквариум;Радио Африка;LP\r\n`,
    `${HEAD}Океан Ельзи;Модель;CD\r\n`,
  ],
  "windows-1252": [
    "artist,album,track,date\nBjörk,Debut,Venus,05 Apr 2010 11:59\n",
    `${HEAD}Beyoncé;“Lemonade” – 2016;CD\r\n`,
    `${HEAD}The Beatles;Sgt. Pepper’s;LP\r\n`,
    `${HEAD}Mötley Crüe;Dr. Feelgood;LP\r\n`,
    `${HEAD}Sigur Rós;Ágætis byrjun;LP\r\n`,
    `${HEAD}Low;Café`,
  ],
} as const;
const all = Object.entries(texts).flatMap(([encoding, list]) =>
  list.map((text) => [encoding, text] as const),
);

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(stream: AsyncIterable<string>) {
  let text = "";
  for await (const part of stream) text += part;
  return text;
}

const encode = (text: string, encoding: string) =>
  iconv.encode(text, encoding, { addBOM: /utf/.test(encoding) });

test.each(all)("%s is recognized: %j", async (encoding, text) => {
  const bytes = encode(text, encoding);
  expect((await decodeText(bytes)).text).toBe(text);
  expect(await collect(decodeTextStream(inPieces(bytes, 7)))).toBe(text);
});

test.each(
  ["utf-8", "utf-16le", "utf-16be"].flatMap((encoding) => all.map(([, text]) => [encoding, text] as const)),
)("a byte order mark tells %s: %j", async (encoding, text) => {
  const bytes = encode(text, encoding);
  expect(await decodeText(bytes)).toEqual({ text, encoding });
  expect(await collect(decodeTextStream(inPieces(bytes, 1000)))).toBe(text);
});

test.each(all)("UTF-8 without a mark is preferred to %s: %j", async (_, text) => {
  const bytes = Buffer.from(text);
  expect(await decodeText(bytes)).toEqual({ text, encoding: "utf-8" });
  expect(await collect(decodeTextStream(inPieces(bytes, 7)))).toBe(text);
});

test("a long stream is decoded across its pieces, whatever comes first", async () => {
  const ascii = "Low;Secret Name;LP\r\n".repeat(30_000);
  for (const encoding of ["utf-8", "windows-1251", "windows-1252"]) {
    const text =
      ascii + (encoding === "windows-1252" ? "Björk;Début;CD\r\n" : "Кино;Ночь;LP\r\n").repeat(40_000);
    const stream = decodeTextStream(inPieces(iconv.encode(text, encoding), 65_537));
    expect((await collect(stream)) === text).toBe(true);
  }
});

test("bytes that an encoding lacks are left out", async () => {
  const damaged = Buffer.concat([
    Buffer.from("\ufeffBjörk "),
    Buffer.from([0xf6, 0x81]),
    Buffer.from(" Début"),
  ]);
  expect((await decodeText(damaged)).text).toBe("Björk  Début");
  expect((await decodeText(damaged, "windows-1252")).text).not.toContain("\ufffd");
  expect(await collect(decodeTextStream(inPieces(damaged, 5)))).toBe("Björk  Début");
});

test("what a member chooses is used", async () => {
  const bytes = iconv.encode("Кино", "windows-1251");
  expect(await decodeText(bytes, "windows-1252")).toEqual({ text: "Êèíî", encoding: "windows-1252" });
  expect((await decodeText(bytes, "windows-1251")).text).toBe("Кино");
});
