// Parts of files, as players ask for them.
import { expect, test } from "vitest";
import { answerWithRange } from "~/http/byte-range.server";

const file = { bytes: Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), tag: "note", type: "audio/webm" };
const ask = (headers: Record<string, string>) =>
  answerWithRange(new Request("http://localhost/attachments/1", { headers }), file);

test("a range beyond the end gives 416 and the length there is", async () => {
  for (const Range of ["bytes=10-", "bytes=10-20", "bytes=-0"]) {
    const answer = ask({ Range });
    expect([answer.status, answer.headers.get("Content-Range")], Range).toEqual([416, "bytes */10"]);
    expect(await answer.text()).toBe("");
  }
});

test.each([
  ["bytes=9-", [9], "bytes 9-9/10"],
  ["bytes=8-20", [8, 9], "bytes 8-9/10"],
  ["bytes=-3", [7, 8, 9], "bytes 7-9/10"],
  ["bytes=-20", [...file.bytes], "bytes 0-9/10"],
])("%s gives that part", async (Range, bytes, range) => {
  const answer = ask({ Range });
  expect([answer.status, answer.headers.get("Content-Range")]).toEqual([206, range]);
  expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual(bytes);
});

test("a part of a file that has changed meanwhile is the whole file", async () => {
  const answer = ask({ Range: "bytes=9-", "If-Range": '"another"' });
  expect(answer.status).toBe(200);
  expect((await answer.arrayBuffer()).byteLength).toBe(10);
});
