// Uploads that arrive slowly, and others that have to wait for them.
import { readFile } from "node:fs/promises";
import { afterEach, expect, test, vi } from "vitest";
import { withUploadedFile } from "~/http/upload.server";
import { runInContext } from "~/request-context.server";

type Kind = Parameters<typeof withUploadedFile>[2];

/** What has arrived of the uploads that stall. */
let arrived = 0;
const stalled: { end: () => void; ended: Promise<unknown> }[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const { end } of stalled) end();
  await Promise.all(stalled.map(({ ended }) => ended));
  stalled.length = arrived = 0;
});

/** Starts an upload that has sent some bytes, and sends no more. */
function stall(memberId: number, kind: Kind, bytes: number, onRefusal: (code: string) => unknown) {
  let end = () => {};
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start: (controller) => {
      controller.enqueue(new Uint8Array(bytes));
      end = () => controller.close();
    },
    // Asked for more than has been sent.
    pull: () => {
      arrived++;
    },
  };
  const body = new ReadableStream(source, { highWaterMark: 0 });
  stalled.push({ end, ended: upload(memberId, kind, body).catch(({ code }) => onRefusal(code)) });
}

/** Sends a file from an address that four members share. */
function upload(memberId: number, kind: Kind, body: ReadableStream<Uint8Array>): Promise<string> {
  const clientAddress = `192.0.2.${Math.floor(memberId / 4)}`;
  return new Promise((resolve, reject) =>
    runInContext({ route: "", depth: 0, clientAddress }, () =>
      withUploadedFile(memberId, body, kind, (path) => readFile(path, "utf8")).then(resolve, reject),
    ),
  );
}

const send = (memberId: number, kind: Kind) => upload(memberId, kind, new Blob(["a file"]).stream());

test.each<[Kind, most: number, each: number]>([
  ["picture", 40, 4],
  ["history", 4, 1],
])(
  "a %s that arrives more slowly than all others gives way after half a minute",
  async (kind, most, each) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const refused: string[] = [];
    for (let n = 0; n < most; n++)
      stall(Math.floor(n / each), kind, n === 2 ? 10 : 1000, (code) => refused.push(`${n} ${code}`));
    await expect.poll(() => arrived).toBe(most);
    const busy = { code: "unavailable", message: expect.stringContaining("Too many files") };
    await expect(send(100, kind)).rejects.toMatchObject(busy);
    vi.setSystemTime(Date.now() + 31_000);
    expect(await send(100, kind)).toBe("a file");
    await expect.poll(() => refused).toEqual(["2 unavailable"]);
    stall(101, kind, 1, (code) => refused.push(`new ${code}`));
    expect(await send(102, kind)).toBe("a file");
    // A new one stays.
    await expect.poll(() => refused).toHaveLength(2);
    expect(refused[1]).toMatch(/^\d+ unavailable$/);
  },
);
