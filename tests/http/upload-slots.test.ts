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
function stall(
  memberId: number,
  kind: Kind,
  bytes: number,
  onRefusal: (code: string) => unknown,
  address?: string,
) {
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
  stalled.push({ end, ended: upload(memberId, kind, body, address).catch(({ code }) => onRefusal(code)) });
}

/** Sends a file, from an address that four members share unless it is given. */
function upload(
  memberId: number,
  kind: Kind,
  body: ReadableStream<Uint8Array>,
  clientAddress = `192.0.2.${Math.floor(memberId / 4)}`,
): Promise<string> {
  return new Promise((resolve, reject) =>
    runInContext({ route: "", depth: 0, clientAddress }, () =>
      withUploadedFile(memberId, body, kind, (path) => readFile(path, "utf8")).then(resolve, reject),
    ),
  );
}

const send = (memberId: number, kind: Kind, address?: string) =>
  upload(memberId, kind, new Blob(["a file"]).stream(), address);

test.each<[Kind, most: number, each: number, address?: string]>([
  ["picture", 40, 4],
  ["picture", 20, 4, "192.0.2.255"],
  ["history", 4, 1],
])(
  "a %s that arrives more slowly than all others gives way after half a minute",
  async (kind, most, each, address) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const refused: string[] = [];
    const code = address ? "too-many" : "unavailable";
    const hold = (n: number, bytes: number) =>
      stall(Math.floor(n / each), kind, bytes, (code) => refused.push(`${n} ${code}`), address);
    for (let n = 0; n < most; n++) hold(n, n === 2 ? 10 : 1000);
    await expect.poll(() => arrived).toBe(most);
    const busy = { code, message: expect.stringContaining("Too many files") };
    await expect(send(100, kind, address)).rejects.toMatchObject(busy);
    vi.setSystemTime(Date.now() + 31_000);
    expect(await send(100, kind, address)).toBe("a file");
    await expect.poll(() => refused).toEqual([`2 ${code}`]);
    hold(1000, 1);
    expect(await send(102, kind, address)).toBe("a file");
    // A new one stays.
    await expect.poll(() => refused).toHaveLength(2);
    expect(refused[1]).not.toContain("1000 ");
  },
);
