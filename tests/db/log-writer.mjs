// Writes rows to a database file for some seconds through the server's own connection, copying the log after each few of
// them, and sends the number of writes that were committed: [file, name, seconds].
import { openLocal } from "../../db/local.server.ts";

const [file, name, seconds] = process.argv.slice(2);
const client = openLocal(`file:${file}`, file, 0);
const end = Date.now() + Number(seconds) * 1000;
let written = 0;
while (Date.now() < end) {
  try {
    await client.execute({ sql: "insert into word values (?)", args: [`${name} ${written}`] });
    written++;
  } catch (error) {
    if (error.code !== "unavailable") throw error;
  }
  // Empties the log as often as it can, so that new logs begin while others write.
  if (written % 3 === 0) await client.emptyLog().catch(() => undefined);
}
client.close();
process.send(written);
process.disconnect();
