// Reads ZIP files as other programs do.
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { type Entry, fromBuffer, type Options, type ZipFile } from "yauzl";

/** Resolves with the files of an archive by name. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const open = promisify<Buffer, Options, ZipFile>(fromBuffer);
  const zip = await open(bytes, { lazyEntries: true, validateEntrySizes: true });
  const files = new Map<string, Buffer>();
  const ended = once(zip, "end");
  zip.on("entry", (entry: Entry) => {
    zip.openReadStream(entry, async (error, stream) => {
      if (error) return zip.emit("error", error);
      files.set(entry.fileName, await buffer(stream));
      zip.readEntry();
    });
  });
  zip.readEntry();
  await ended;
  return files;
}
