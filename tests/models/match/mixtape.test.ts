// The mixtape card of a match: what is on it, and that its picture is one whatever the members typed.
import sharp from "sharp";
import { expect, test } from "vitest";
import { decideOn } from "~/models/match/decision.server";
import { drawMixtape } from "~/models/match/mixtape";
import { getMixtape, paintMixtape } from "~/models/match/mixtape.server";
import { blockMember } from "~/models/safety/block.server";
import { addMember, makeMatch } from "../../cast";

test("only two who match have a card, until the match ends", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  expect(await getMixtape(ada, ben.id)).toBeUndefined();
  expect(await getMixtape(ben, ada.id)).toBeUndefined();
  await makeMatch(ada, ben);
  const card = await getMixtape(ada, ben.id);
  expect(card).toMatchObject({
    names: ["Ada", "Ben"],
    artists: expect.arrayContaining(["Broadcast", "Radiohead"]),
  });
  expect(card?.artists).not.toContain("Stereolab");
  expect(await getMixtape(ben, ada.id)).toEqual({ ...card, names: ["Ben", "Ada"] });
  await blockMember(ada.id, ben.id);
  expect(await getMixtape(ben, ada.id)).toBeUndefined();
});

test.each([
  ["nothing shared", { names: ["Ada", "Ben"], score: 0, sleeves: [], artists: [] }],
  [
    "hostile words",
    {
      names: ["</svg><script>alert(1)</script>", "\u0000\ud800\u202e\"'&"],
      score: 100,
      sleeves: [{ artist: "]]><![CDATA[", title: "</style><svg onload=alert(1)>" }],
      artists: ["<image href='https://example.org/'/>", "x".repeat(300), "宇宙", ""],
    },
  ],
] as const)("a card with %s is a picture of its size, and loads nothing", async (_, { names, ...rest }) => {
  const card = {
    ...rest,
    names: [...names] as [string, string],
    sleeves: [...rest.sleeves],
    artists: [...rest.artists],
  };
  expect(drawMixtape(card)).not.toMatch(/<script|<image|onload=|href=/);
  const picture = await sharp(await paintMixtape(card)).metadata();
  expect(picture).toMatchObject({ format: "png", width: 1080, height: 1350 });
});
