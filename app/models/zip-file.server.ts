// ZIPs that members send: the entries of one, and their bytes.
import type { Readable } from "node:stream";
import { type Entry, fromBuffer, fromFd, type ZipFile } from "yauzl";
import type { Message } from "~/language/text";
import { Refusal } from "~/refusal";

const ENTRIES_MAX = 10_000;

/** The messages of a ZIP that can't be read, and of one with too much inside. */
type ZipErrors = { damaged: Message; unpacked: Message };

/** Opens a ZIP by a file descriptor or its bytes. Refuses a damaged one (invalid). */
export function openZip(source: number | Buffer, { damaged }: ZipErrors): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true };
    const settle = (error: Error | null, zip: ZipFile) =>
      error ? reject(new Refusal("invalid", damaged)) : resolve(zip);
    if (typeof source === "number") fromFd(source, options, settle);
    else fromBuffer(source, options, settle);
  });
}

/** The entries of a ZIP. Refuses a damaged one, and more than 10,000 entries (invalid). */
export function listEntries(zip: ZipFile, { damaged, unpacked }: ZipErrors): Promise<Entry[]> {
  const entries: Entry[] = [];
  return new Promise((resolve, reject) => {
    if (zip.entryCount > ENTRIES_MAX) return reject(new Refusal("invalid", unpacked));
    zip.on("error", () => reject(new Refusal("invalid", damaged)));
    zip.on("end", () => resolve(entries));
    zip.on("entry", (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

/** The bytes of an entry; reading fails if there are not as many as it says. Refuses a damaged one (invalid). */
export function openEntry(zip: ZipFile, entry: Entry, { damaged }: ZipErrors): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) =>
      error ? reject(new Refusal("invalid", damaged)) : resolve(stream),
    );
  });
}
