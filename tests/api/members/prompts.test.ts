// Prompts: up to three answers on a member's profile.
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import type { Person } from "../server";

const { addMember } = shareApp();

const B_SIDE = { prompt: "b_side", answer: "Yes It Is" };
const save = (one: Person, prompts: unknown) => one.json("PUT", "/api/profile/prompts", { prompts });
const own = async (one: Person) => (await (await one.get("/api/profile/prompts")).json()).prompts;
const pageOf = async (viewer: Person, { id }: Person) => (await viewer.get(`/members/${id}`)).text();

test("others read a member's answers in their order, until they are taken back", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  expect(await own(ada)).toEqual([]);
  const saved = await save(ada, [{ prompt: "best_show", answer: " Low <3 " }, B_SIDE]);
  const prompts = [
    { prompt: "best_show", question: "Best show I ever saw", answer: "Low <3" },
    { ...B_SIDE, question: "The B-side I defend" },
  ];
  expect(await saved.json()).toEqual({ prompts });
  expect(await own(ada)).toEqual(prompts);
  const page = await pageOf(ben, ada);
  expect(page).toContain("Low &lt;3");
  expect(page.indexOf("Best show I ever saw")).toBeLessThan(page.indexOf("The B-side I defend"));

  const form = { prompt1: "", answer1: "", prompt2: "", answer2: " ", prompt3: "", answer3: "" };
  expect((await ada.form("/profile/prompts", form)).status).toBe(303);
  expect(await own(ada)).toEqual([]);
  expect(await pageOf(ben, ada)).not.toContain("Yes It Is");
});

test("a member who has blocked another shows them no answers", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await save(ada, [B_SIDE]);
  expect(await pageOf(ben, ada)).toContain("Yes It Is");
  await ada.json("POST", "/api/blocks", { targetUserId: ben.id });
  expect(await pageOf(ben, ada)).not.toContain("Yes It Is");
});

test("more than three answers, long ones and unknown prompts are refused", async () => {
  const ada = await addMember("Ada");
  const answers = ["b_side", "karaoke", "lyric", "parents"].map((prompt) => ({ prompt, answer: "Low" }));
  for (const [prompts, message] of [
    [answers, "Answer at most 3 prompts"],
    ["b_side", "Answer at most 3 prompts"],
    [[{ prompt: "tape", answer: "Low" }], "Choose a prompt from the list"],
    [[{ prompt: "b_side", answer: " " }], "Write an answer"],
    [[{ prompt: "b_side", answer: "x".repeat(151) }], "Use at most 150 characters"],
    [[B_SIDE, { ...B_SIDE, answer: "Rain" }], "Choose each prompt once"],
  ] as const) {
    const refused = await save(ada, prompts);
    expect([refused.status, await refused.text()]).toEqual([400, message]);
  }
  expect(await own(ada)).toEqual([]);
});

test("a card in Discover shows the first answer of a member without a bio", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await save(ben, [B_SIDE, { prompt: "lyric", answer: "The second answer" }]);
  await ben.json("PATCH", "/api/profile", { bio: "", age: 30, location: "Portland, Oregon" });
  const discover = async () => (await ada.get("/discover")).text();
  const card = await discover();
  expect(card).not.toContain("The second answer");
  expect(card).toContain("Yes It Is");
  await ben.json("PATCH", "/api/profile", { bio: "Likes records.", age: 30, location: "Portland, Oregon" });
  expect(await discover()).not.toContain("Yes It Is");
});
