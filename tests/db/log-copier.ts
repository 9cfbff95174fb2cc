// Copies the log of a database file as often as it can until it is stopped: [file].
import { createCheckpointer } from "db/write-ahead-log.server";

const [file = ""] = process.argv.slice(2);
const checkpointer = createCheckpointer(file);
let isOver = false;
process.on("SIGTERM", () => {
  isOver = true;
});

while (!isOver) {
  try {
    checkpointer.empty();
  } catch (error) {
    if (!String((error as { code?: string }).code).startsWith("SQLITE_BUSY")) throw error;
  }
  // Lets the signal through.
  await new Promise(setImmediate);
}
checkpointer.close();
