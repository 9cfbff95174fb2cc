// The process that reads members' files and calendars of shows, one at a time. Its argument is the name of a job, and it loads
// only what that job needs. It is bundled separately into build/file-worker.js.
import { readFile } from "node:fs/promises";
import { answerJobs, yieldMemory } from "db/worker-process.server";
import type { ArchiveJob } from "~/models/account/export/archive-reading.server";
import type { LogoJob } from "~/models/community/logo.server";
import type { VoiceJob } from "~/models/conversation/attachment/voice-processing.server";
import type { FileJobName } from "~/models/member-job.server";
import type { HistoryJob } from "~/models/music-account/history/history.server";
import type { PictureJob } from "~/models/picture/processing.server";
import type { PlaylistJob } from "~/models/playlist/playlist-import.server";
import type { EncodingJob } from "~/models/record/record-import.server";
import type { CalendarJob } from "~/models/show/calendar/reading.server";

const jobs: Record<FileJobName, () => Promise<void>> = {
  async picture() {
    const { decodePicture } = await import("~/models/picture/decoding.server");
    answerJobs(({ path, cut }: PictureJob) => decodePicture(path, cut));
  },
  async archive() {
    const { readArchive } = await import("~/models/account/export/archive-reading.server");
    answerJobs((job: ArchiveJob) => readArchive(job));
  },
  async logo() {
    const { decodeLogo } = await import("~/models/picture/decoding.server");
    answerJobs(({ path }: LogoJob) => decodeLogo(path));
  },
  async voice() {
    const { rewrapRecording } = await import("~/models/conversation/attachment/voice-file.server");
    answerJobs(({ path }: VoiceJob) => rewrapRecording(path));
  },
  async history() {
    const { readUpload } = await import("~/models/music-account/history/read-upload.server");
    answerJobs((job: HistoryJob) => readUpload(job));
  },
  async encoding() {
    const { judgeEncoding } = await import("~/models/text-file/encoding-judge.server");
    answerJobs(({ sample }: EncodingJob) => judgeEncoding(sample));
  },
  async playlist() {
    const { readPlaylistFile } = await import("~/models/playlist/file/reading.server");
    answerJobs(async ({ source, filename, encoding }: PlaylistJob) => {
      const bytes = "path" in source ? await readFile(source.path) : Buffer.from(source.text);
      return readPlaylistFile(bytes, filename, encoding);
    });
  },
  async calendar() {
    const { readCalendar } = await import("~/models/show/calendar/reading.server");
    answerJobs(async (job: CalendarJob) => readCalendar(job));
  },
};

await yieldMemory();
await jobs[process.argv[2] as FileJobName]();
