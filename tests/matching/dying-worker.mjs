// A process that dies of whatever it is asked, as one does that runs out of memory.
process.on("message", () => process.kill(process.pid, "SIGKILL"));
