// An export that another member, here or elsewhere, reads again without scripts: chosen, seen, and taken over in part.
import { expect, test } from "vitest";
import { createExport } from "../api/exports";
import { shareApp } from "../app";
import { openVisitor } from "../visitor/visitor";

const { addMember, signUp } = shareApp();

test("what is in a download is shown, taken over as chosen, and what is left can be taken over after it", async () => {
  const ada = await addMember("Ada");
  await ada.json("PUT", "/api/profile/prompts", { prompts: [{ prompt: "b_side", answer: "Yes It Is" }] });
  await ada.json("PUT", "/api/profile/wishes", { gender: "woman", meets: ["man"], consents: true });
  await ada.json("POST", "/api/record-collections", { artist: "Low", album: "Hey What" });
  const bytes = await (await ada.get(await createExport(ada))).arrayBuffer();
  const zip = new File([bytes], "export.zip");

  const cleo = await signUp("Cleo");
  const settings = await openVisitor(cleo).visit("/settings");
  const page = await settings.follow(/^Import Your Data/);
  const wrong = await page.attach("Your download", new File(["no ZIP"], "export.zip")).press("Preview");
  expect(wrong.errorOf("Your download")).toBe(
    "This file is damaged. Download your data again and choose the new file.",
  );
  const seen = await wrong.attach("Your download", zip).press("Preview");
  expect(seen.has("The B-side I defend: Yes It Is")).toBe(true);
  expect((await seen.follow("Look at the records")).has("1 record ready to import.")).toBe(true);

  // Whom somebody would like to meet is never taken over by itself, and not without this place's consent.
  const refused = await seen.check(/^Who you'd like to meet/).press("Import Selected");
  expect(refused.has("Check this to save your answers")).toBe(true);
  const taken = await seen
    .uncheck(/^Who you'd like to meet/)
    .uncheck(/^Prompts/)
    .press("Import Selected");
  expect(taken.has("Now on B-Side: age, town and bio; artists and genres.")).toBe(true);
  expect(await (await cleo.get("/api/profile/prompts")).json()).toEqual({ prompts: [] });
  const rest = await taken.check(/^Prompts/).press("Import Selected");
  expect(rest.has("Now on B-Side: prompts.")).toBe(true);
  const [before, after] = [await ada.get("/api/music-preferences"), await cleo.get("/api/music-preferences")];
  expect(await after.json()).toEqual(await before.json());
});
