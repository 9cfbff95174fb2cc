import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { shareApp } from "../../app";

const folder = mkdtempSync(join(tmpdir(), "b-side-words-"));
const file = join(folder, "words.txt");
writeFileSync(file, "# Held back from first messages\n\nSend money\r\n");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { addMember } = shareApp({ HELD_WORDS: file });

test("a first message with a held word is refused with an explanation and keeps the input", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await ada.json("POST", "/api/matches", { targetUserId: ben.id, liked: true });
  const begun = await ada.json("POST", "/api/conversations", { targetUserId: ben.id });
  const { id } = (await begun.json()) as { id: string };
  const content = "Please send money";
  const refused = await ada.json("POST", `/api/conversations/${id}/messages`, { content });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("A first message can't include “Send money”.");
  const page = await ada.form(`/messages/${id}`, { content });
  expect(page.status).toBe(400);
  const html = await page.text();
  expect(html).toContain("A first message can&#x27;t include “Send money”.");
  expect(html).toContain(content);
  expect(await (await ben.get("/api/conversations")).json()).toEqual([]);
});
