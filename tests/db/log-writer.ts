// Writes rows to a database file through the server's own client until it is stopped, and notes each row after its commit:
// [file, notes, name].
import { closeSync, openSync, writeSync } from "node:fs";
import { openLocal } from "db/local.server";
import { toNote } from "./log-notes";

/** Logs of many lengths, as some rows make, are what a checkpoint can mistake for each other. */
const LONG_ROW = 60_000;
const LONG_ROWS = 0.3;

const [file = "", notes = "", name = ""] = process.argv.slice(2);
const client = openLocal(`file:${file}`, file, 0);
const noted = openSync(notes, "a");
let isOver = false;
process.on("SIGTERM", () => {
  isOver = true;
});

for (let row = 0; !isOver; row++) {
  const bytes = Math.random() < LONG_ROWS ? Math.ceil(Math.random() * LONG_ROW) : 50;
  try {
    await client.execute({
      sql: "insert into word values (?, randomblob(?))",
      args: [`${name} ${row}`, bytes],
    });
    writeSync(noted, toNote(row));
  } catch (error) {
    if ((error as { code?: string }).code !== "unavailable") throw error;
  }
}
client.close();
closeSync(noted);
