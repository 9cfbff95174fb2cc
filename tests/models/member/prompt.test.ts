import { expect, test } from "vitest";
import { setPaused } from "~/models/account/leaving/pause.server";
import { getPrompts, savePrompts } from "~/models/member/prompt.server";
import { blockMember } from "~/models/safety/block.server";
import { addMember } from "../../cast";

test("a member's answers are shown to those who can see the member", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  const prompts = [{ prompt: "b_side" as const, answer: "Pearly*" }];
  await savePrompts(ada.id, { prompts });
  const seen = async () =>
    Promise.all([ben, cleo].map(async (viewer) => (await getPrompts(viewer.id, ada.id)).length));
  expect(await seen()).toEqual([1, 1]);
  await blockMember(ada.id, ben.id);
  expect(await seen()).toEqual([0, 1]);
  await setPaused(ada.id, true);
  expect(await seen()).toEqual([0, 0]);
});
