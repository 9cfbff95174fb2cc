// Finds the objects of a JSON array or of JSON lines in bytes as they arrive, and keeps at most one.
import { Refusal } from "~/refusal";
import { historyErrors } from "./history";

/** A play has about one kilobyte. */
const MOST_BYTES = 256 * 1024;
const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = Buffer.from('"\\{}[]');
/** White space, commas, and UTF-8's byte order mark. */
const BETWEEN = new Set([...Buffer.from(" \t\r\n,"), 0xef, 0xbb, 0xbf]);

/**
 * Passes the text of every outermost object to `take`. Refuses bytes between them (wrong file), an object of more than 256 kB
 * with `toTooLong`'s refusal, and an end within an object or the list (damaged).
 */
export class ObjectSplitter {
  private depth = 0;
  private lists = 0;
  private isInString = false;
  private isEscaped = false;
  private begun: Buffer[] = [];
  private begunBytes = 0;

  constructor(
    private readonly take: (text: string) => void,
    private readonly toTooLong: () => Refusal,
  ) {}

  push(chunk: Buffer) {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.isInString) {
        if (this.isEscaped) this.isEscaped = false;
        else if (byte === BACKSLASH) this.isEscaped = true;
        else if (byte === QUOTE) this.isInString = false;
      } else if (byte === OPEN) {
        if (this.depth++ === 0) start = at;
      } else if (this.depth === 0) {
        if (byte === OPEN_LIST) this.lists++;
        else if (byte === CLOSE_LIST && this.lists > 0) this.lists--;
        else if (!BETWEEN.has(byte ?? 0)) throw new Refusal("invalid", historyErrors.wrong);
      } else if (byte === QUOTE) this.isInString = true;
      else if (byte === CLOSE && --this.depth === 0) {
        this.keep(chunk.subarray(start, at + 1));
        this.take(Buffer.concat(this.begun).toString());
        this.begun = [];
        this.begunBytes = 0;
      }
    }
    if (this.depth > 0) this.keep(chunk.subarray(start));
  }

  end() {
    if (this.depth > 0 || this.lists > 0) throw new Refusal("invalid", historyErrors.damaged);
  }

  private keep(bytes: Buffer) {
    this.begunBytes += bytes.length;
    if (this.begunBytes > MOST_BYTES) throw this.toTooLong();
    this.begun.push(bytes);
  }
}
