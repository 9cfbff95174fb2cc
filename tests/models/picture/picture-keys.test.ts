// The migration from picture URLs to keys, on a database with the previous schema.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@libsql/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabaseFile } from "../../database-file";

const UPLOAD = "11111111-2222-4333-8444-555555555555";
const GONE = "99999999-2222-4333-8444-555555555555";
const square = (id: string) => `/pictures/${id}-640.webp`;
const EXTERNAL = "https://covers.example.org/1.jpg";
const { entries } = JSON.parse(readFileSync("db/migrations/meta/_journal.json", "utf8")) as {
  entries: { tag: string }[];
};
const target = entries.findIndex(({ tag }) => tag === "0012_picture-keys");
let folder: string;
let client: Client;

async function migrate(from: number, to: number) {
  for (const { tag } of entries.slice(from, to)) {
    const statements = readFileSync(`db/migrations/${tag}.sql`, "utf8").split("--> statement-breakpoint");
    await client.migrate(statements.map((statement) => statement.trim()));
  }
}

async function run(statement: string, rows: (string | number | null)[][]) {
  await client.batch(rows.map((args) => ({ sql: statement, args })));
}

const read = async (statement: string) => (await client.execute(statement)).rows.map((row) => ({ ...row }));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "b-side-picture-keys-"));
  client = openDatabaseFile(join(folder, "old.sqlite"));
  await migrate(0, target);
});

afterEach(() => {
  client.close();
  rmSync(folder, { recursive: true, force: true });
});

test("uploads become keys, other URLs stay, and references to a lost picture are cleared", async () => {
  await run(
    `insert into member (id, issuer, subject, first_name, last_name, created_at, profile_image_url, cover_image_url)
      values (?, 'demo', ?, 'Ada', 'B', 0, ?, ?)`,
    [
      [1, "one", null, `/pictures/${UPLOAD}-1536.webp`],
      [2, "two", "/portraits/ben.svg", null],
      [3, "three", square(GONE), null],
    ],
  );
  await run("insert into picture (id, owner_id, created_at, made_at) values (?, 1, 0, 1)", [[UPLOAD]]);
  await client.execute({
    sql: "update member set profile_image_url = ? where id = 1",
    args: [square(UPLOAD)],
  });
  await run(
    `insert into record (id, member_id, artist, album, artist_key, album_key, genre_key, genre, format, condition, notes,
      created_at, image_url) values (?, 1, '', '', '', '', '', '', 'vinyl', 'mint', '', 0, ?)`,
    [
      ["upload", square(UPLOAD)],
      ["external", EXTERNAL],
      ["gone", square(GONE)],
      ["none", null],
    ],
  );
  await run(
    `insert into playlist (id, owner_id, name, description, is_public, created_at, cover_image_url)
      values (?, 1, '', '', 0, 0, ?)`,
    [
      ["upload", square(UPLOAD)],
      ["external", EXTERNAL],
    ],
  );
  const listed = [
    { album: "A", imageUrl: square(UPLOAD) },
    { album: "B", imageUrl: EXTERNAL },
    { album: "C" },
  ];
  await run("insert into record_import (id, member_id, rows, created_at) values ('import', 1, ?, 0)", [
    [JSON.stringify(listed)],
  ]);

  await migrate(target, target + 1);

  expect(await read("select id, photo_id, cover_id, portrait_url from member order by id")).toEqual([
    { id: 1, photo_id: UPLOAD, cover_id: UPLOAD, portrait_url: null },
    { id: 2, photo_id: null, cover_id: null, portrait_url: "/portraits/ben.svg" },
    { id: 3, photo_id: null, cover_id: null, portrait_url: null },
  ]);
  expect(await read("select id, picture_id, external_image_url from record order by id")).toEqual([
    { id: "external", picture_id: null, external_image_url: EXTERNAL },
    { id: "gone", picture_id: null, external_image_url: null },
    { id: "none", picture_id: null, external_image_url: null },
    { id: "upload", picture_id: UPLOAD, external_image_url: null },
  ]);
  expect(await read("select id, picture_id, external_image_url from playlist order by id")).toEqual([
    { id: "external", picture_id: null, external_image_url: EXTERNAL },
    { id: "upload", picture_id: UPLOAD, external_image_url: null },
  ]);
  const [kept] = await read("select rows from record_import");
  expect(JSON.parse(String(kept?.rows))).toMatchObject([
    { album: "A", pictureId: UPLOAD, externalImageUrl: null },
    { album: "B", pictureId: null, externalImageUrl: EXTERNAL },
    { album: "C", pictureId: null, externalImageUrl: null },
  ]);
  expect(await read("pragma foreign_key_check")).toEqual([]);
});

test("deleting a picture finds its references by index", async () => {
  await migrate(target, entries.length);
  const program = await read("explain delete from picture where id = 'x'");
  const opened = program.filter(({ opcode }) => opcode === "OpenRead").map(({ p2 }) => p2);
  const names = await read("select name, rootpage from sqlite_master where type = 'index'");
  const used = names.filter(({ rootpage }) => opened.includes(rootpage)).map(({ name }) => name);
  expect(used).toEqual(
    expect.arrayContaining(["member_photo", "member_cover", "record_picture", "playlist_picture"]),
  );
});
