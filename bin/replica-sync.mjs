// The child process that syncs a replica's file, which is its argument, with the primary. The driver blocks and may wait
// forever, so it runs here, where it can be killed. Plain Node.
import Database from "libsql";

let replica;

process.on("message", ({ syncUrl, authToken }) => {
  try {
    replica ??= new Database(process.argv[2], { syncUrl, authToken });
    process.send({ result: replica.sync().frame_no });
  } catch (error) {
    process.send({ error: error.message });
  }
});
// The parent process decides when this one ends.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
