// The process that reads playlists from files, one at a time. It is bundled separately into build/playlist-worker.js.
import { readFile } from "node:fs/promises";
import { answerJobs, yieldMemory } from "db/worker-process.server";
import type { PlaylistJob } from "./file-jobs.server";
import { readPlaylistFile } from "./reading.server";

await yieldMemory();
answerJobs<PlaylistJob>(async ({ source, filename, encoding }) =>
  readPlaylistFile(
    "path" in source ? await readFile(source.path) : Buffer.from(source.text),
    filename,
    encoding,
  ),
);
