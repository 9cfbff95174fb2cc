// The process that brings the file of a replica up to its primary. The driver waits for an answer without end and holds
// whoever calls it; here it can be given up at any moment. Its argument is the file. Plain Node.
import Database from "libsql";

let replica;

process.on("message", ({ syncUrl, authToken }) => {
  try {
    replica ??= new Database(process.argv[2], { syncUrl, authToken });
    replica.sync();
    process.send({ result: undefined });
  } catch (error) {
    process.send({ error: error.message });
  }
});
// The one who asks decides when this ends.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
