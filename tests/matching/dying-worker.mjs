// A worker that is killed by every job, as one that runs out of memory would be.
process.on("message", () => process.kill(process.pid, "SIGKILL"));
