// The sections of an operator's own rules in sanctions.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { env } from "~/env.server";
import { citeSection, listRuleSections } from "~/models/safety/sanctions/rule-section.server";
import { listSanctions } from "~/models/safety/sanctions/sanction.server";
import { addMember } from "../../cast";
import { addModerator, decide, report } from "./cases";

const folder = mkdtempSync(join(tmpdir(), "b-side-rules-"));
writeFileSync(
  join(folder, "rules.md"),
  "# House Rules\n\n## Be **kind**\n\nText # no heading\n\n### 2. No selling ##\n\n## Be kind\n#tag\n",
);
afterAll(() => rmSync(folder, { recursive: true }));

function withRules() {
  env.pagesDir = folder;
  onTestFinished(() => {
    env.pagesDir = undefined;
  });
}

test("a sanction cites a heading of the operator's rules, as its member reads it", () => {
  withRules();
  expect(listRuleSections()).toEqual(["Be kind", "2. No selling"]);
  const statement = "You sold tickets.";
  expect(citeSection({ section: "2. No selling", statement })).toBe(
    "House Rules, “2. No selling”: You sold tickets.",
  );
  expect([citeSection({ section: "", statement }), citeSection({ statement })]).toEqual([
    statement,
    statement,
  ]);
  expect(() => citeSection({ section: "tag", statement })).toThrow("Choose a section from your rules");
});

test("whoever is warned reads the section, and one that is gone is refused", async () => {
  withRules();
  const [ada, ben, mia] = [await addMember("Ada"), await addMember("Ben"), await addModerator("Mia")];
  const caseId = await report(ben, ada);
  await expect(decide(mia, caseId, { section: "Be brief" })).rejects.toMatchObject({
    fields: { section: expect.stringContaining("Choose a section") },
  });
  await decide(mia, caseId, { section: "Be kind" });
  const [warning] = await listSanctions(ada.id);
  expect(warning?.statement).toBe("House Rules, “Be kind”: You insulted others.");
});

test("without rules of its own, a deployment cites B-Side's alone", () => {
  expect(listRuleSections()).toEqual([]);
  expect(() => citeSection({ section: "Be kind", statement: "No." })).toThrow("Choose a section");
});
