// Large uploads on a disk without room for them.
import { expect, test } from "vitest";
import { t } from "~/language/text";

// Ten terabytes, more than disks of tests have.
process.env.MIN_FREE_DISK_MB = "9999999";
const { requireSpace, withUploadForm, withUploadedFile } = await import("~/http/upload.server");
const { historyErrors } = await import("~/models/music-account/history/history");

const noSpace = { code: "unavailable", message: t(historyErrors.noSpace), retryAfterSeconds: 600 };

test("a history that there is no room for is refused before its first byte is read", async () => {
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulls++;
        controller.enqueue(new Uint8Array(1000));
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request("http://localhost/api/listening-history", { method: "PUT" });
  const sent = withUploadedFile(
    1,
    body,
    "history",
    async () => "kept",
    () => requireSpace(1, request),
  );
  await expect(sent).rejects.toMatchObject(noSpace);
  expect(pulls).toBe(0);
});

test("a form with such a file is read to its end, and says so", async () => {
  const form = new FormData();
  form.append("file", new Blob(["Artist,Title\nCan,Vitamin C"]), "plays.csv");
  form.append("after", "kept");
  const request = new Request("http://localhost/music-connections/file", { method: "POST", body: form });
  const take = async (sent: { form: FormData; path?: string; fileError?: unknown }) => sent;
  const sent = await withUploadForm(1, request, "history", take, () => requireSpace(1, request));
  expect(sent).toMatchObject({ fileError: noSpace });
  expect([sent.path, sent.form.get("after")]).toEqual([undefined, "kept"]);
});
