import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { judgeEncoding } from "~/models/text-file/encoding-judge.server";
import type { TextEncoding } from "~/models/text-file/text-encoding";
import * as textFile from "~/models/text-file/text-file.server";

const decodeText = (bytes: Uint8Array, chosen?: TextEncoding) =>
  textFile.decodeText(bytes, { judge: judgeEncoding, chosen });
const decodeTextStream = (chunks: AsyncIterable<Buffer>) =>
  textFile.decodeTextStream(chunks, { judge: judgeEncoding });

const HEAD = "Artist;Title;Format\r\n";
const texts = {
  "windows-1250": [
    `${HEAD}Antonín Dvořák;Z nového světa;LP\r\n`,
    `${HEAD}Czesław Niemen;Dziwny jest ten świat;LP\r\n`,
    `${HEAD}Kabát;Dole v dole;CD\r\nLucie;Černý kočky mokrý žáby;CD\r\n`,
    `${HEAD}Omega;Gyöngyhajú lány;LP\r\nLokomotív GT;Ringasd el magad;LP\r\n`,
    `${HEAD}Ewa Demarczyk;Śpiewa piosenki Zygmunta Koniecznego;LP\r\n`,
    `${HEAD}Jiří Schmitzer;Šílenec;CD\r\n`,
    `${HEAD}Psí vojáci;Baroko v Čechách;LP\r\n`,
    `${HEAD}Đorđe Balašević;Pub;LP\r\n`,
    `${HEAD}Azra;Filigranski pločnici;LP\r\n`,
    `${HEAD}Ismerős Arcok;Őszi szél;CD\r\n`,
    `${HEAD}Maria Tănase;Cine iubește și lasă;LP\r\n`.replaceAll("ș", "ş"),
    `${HEAD}Žbirka;Doktor sen – výber;LP\r\n`,
  ],
  "windows-1251": [
    `${HEAD}Кино;Группа крови;LP\r\n`,
    `${HEAD}ДДТ;Это всё;LP\r\n`,
    `${HEAD}${"Low;Secret Name;LP\r\n".repeat(500)}Аквариум;Радио Африка;LP\r\n`,
    `${HEAD}Океан Ельзи;Модель;CD\r\n`,
    `${HEAD}Скрябін;Модна країна;CD\r\n`,
    `${HEAD}Ляпис Трубецкой;Капитал;CD\r\n`,
    `${HEAD}Бијело дугме;Кад би' био бијело дугме;LP\r\n`,
    `${HEAD}ФСБ;Двуетажен град;LP\r\n`,
    `${HEAD}АРИЯ;ГЕРОЙ АСФАЛЬТА;LP\r\n`,
    `${HEAD}«Кино»;«Звезда по имени Солнце»;LP\r\n`,
    `${HEAD}МакSим;Трудный возраст;CD\r\nАнимал ДжаZ;Шаг вдох;CD\r\n`,
    `${HEAD}Metallica;Master of Puppets;LP\r\nАлиса;Шабаш;LP\r\n`,
  ],
  "windows-1252": [
    "artist,album,track,date\nBjörk,Debut,Venus,05 Apr 2010 11:59\n",
    `${HEAD}Beyoncé;“Lemonade” – 2016;CD\r\n`,
    `${HEAD}The Beatles;Sgt. Pepper’s;LP\r\n`,
    `${HEAD}Mötley Crüe;Dr. Feelgood;LP\r\n`,
    `${HEAD}Sigur Rós;Ágætis byrjun;LP\r\n`,
    `${HEAD}Low;Café`,
    `${HEAD}Françoise Hardy;Tous les garçons et les filles;LP\r\n`,
    `${HEAD}Caetano Veloso;Transa – edição;LP\r\n`,
    `${HEAD}Håkan Hellström;Känn ingen sorg för mig Göteborg;LP\r\n`,
    `${HEAD}Mercedes Sosa;¿Será posible el sur?;LP\r\n`,
    `${HEAD}Mina;Città vuota;LP\r\n`,
    "Artist,Title,Notes\nLow,Secret Name,paid £12.50\nMötley Crüe,Dr. Feelgood,£9\n",
    "Artist,Title,Notes\nBlur,Parklife,£ 5\n",
    "Artist,Title,Notes\nLow,2½ Songs,¾ inch\n",
    `${HEAD}Orquesta;Sinfonía nº 5;LP\r\n`,
    `${HEAD}Queensrÿche;Empire;LP\r\n`,
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

test.each(["utf-16le", "utf-16be"])("%s is recognized without a mark", async (encoding) => {
  for (const [, text] of all) {
    const bytes = iconv.encode(text, encoding, { addBOM: false });
    expect(await decodeText(bytes)).toEqual({ text, encoding });
    expect(await collect(decodeTextStream(inPieces(bytes, 7)))).toBe(text);
  }
});

test("a zero here and there, as a crash leaves it, makes no UTF-16", async () => {
  for (const text of [`${HEAD}Björk;Debut;LP\r\n\0\0\0\0`, `${HEAD}Low;Secret\0Name;LP\r\n`.repeat(20), ""]) {
    expect(await decodeText(Buffer.from(text))).toEqual({ text, encoding: "utf-8" });
    expect(await collect(decodeTextStream(inPieces(Buffer.from(text), 7)))).toBe(text);
  }
});

test("UTF-8 in which a letter was cut is still UTF-8", async () => {
  const [before, letter, after] = ["Artist;Title\r\nКино;Группа ", Buffer.from("к"), "рови;LP\r\nКино;"].map(
    (part) => Buffer.from(part),
  ) as [Buffer, Buffer, Buffer];
  for (const cut of [letter.subarray(0, 1), letter.subarray(1)]) {
    const inside = Buffer.concat([before, cut, after]);
    const text = `${before}${after}`;
    expect(await decodeText(inside)).toEqual({ text, encoding: "utf-8" });
    expect(await collect(decodeTextStream(inPieces(inside, 7)))).toBe(text);
    const atEnd = Buffer.concat([before, after, cut]);
    expect(await decodeText(atEnd)).toEqual({ text, encoding: "utf-8" });
  }
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
