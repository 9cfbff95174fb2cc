// The data of a page's loaders on its way to the browser, as Remix has encoded it.

type Chunk = Uint8Array;

/** What has been read of it. */
type PageData = {
  /** All of it; undefined if a loader has left part of it for later. */
  whole: string | undefined;
  /** A stream with everything, from the beginning. */
  stream: () => ReadableStream<Chunk>;
};

/** Reads what is there of a page's data, without waiting for more. */
export async function readPageData(encoded: ReadableStream<Chunk>): Promise<PageData> {
  const reader = encoded.getReader();
  const chunks: Chunk[] = [];
  for (;;) {
    const next = reader.read();
    const read = await Promise.race([next, nextTurn()]);
    if (read && !read.done) {
      chunks.push(read.value);
      continue;
    }
    return {
      whole: read && Buffer.concat(chunks).toString(),
      stream: () => resume(chunks, next, reader),
    };
  }
}

/**
 * The scripts that give whole data to the browser, as `<RemixServer>` would stream them:
 * https://github.com/remix-run/remix/blob/remix%402.17.5/packages/remix-react/single-fetch.tsx
 */
export function toDataScript(whole: string, nonce: string): string {
  const controller = "window.__remixContext.streamController";
  const text = JSON.stringify(whole).replace(/[&><\u2028\u2029]/g, escapeInScript);
  return `<script nonce="${nonce}">${controller}.enqueue(${text});${controller}.close();</script>`;
}

function escapeInScript(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Resolves once everything that waits for nothing has run. */
function nextTurn(): Promise<undefined> {
  return new Promise((resolve) => setImmediate(() => resolve(undefined)));
}

function resume(
  chunks: Chunk[],
  next: Promise<ReadableStreamReadResult<Chunk>>,
  reader: ReadableStreamDefaultReader<Chunk>,
): ReadableStream<Chunk> {
  let pending = next;
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
    },
    async pull(controller) {
      const read = await pending;
      if (read.done) return controller.close();
      pending = reader.read();
      controller.enqueue(read.value);
    },
  });
}
