// A member's photos, prompts and wishes, without scripts: kept by the member, looked at by others.
import { expect, test } from "vitest";
import type { Person } from "../api/server";
import { shareApp } from "../app";
import { blotches } from "../fakes/picture-files";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const { addMember, sharedMember } = shareApp();

const open = (person: Person, address: string) => openVisitor(person).visit(address);
let seed = 0;

async function draw() {
  const bytes = await blotches(++seed).jpeg().toBuffer();
  return new File([new Uint8Array(bytes)], `${seed}.jpg`, { type: "image/jpeg" });
}

const images = (root: Element, selector: string) => [
  ...root.querySelectorAll<HTMLImageElement>(`${selector} img`),
];
const sources = ({ element }: Page) =>
  images(element, ".own-photo").map((image) => image.getAttribute("src") ?? "");

test("a member adds photos, reorders them, sets a focal point, and others look at them", async () => {
  const [ada, ben] = [await addMember("Ada"), await sharedMember("Ben")];
  const page = await (await open(ada, "/profile")).follow("Your Photos");
  expect(page.title).toBe("Photos · Profile · B-Side");
  const added = await page.attach("Photos", await draw(), await draw(), await draw()).press("Add Photos");
  expect([added.address, added.alerts]).toEqual([
    "/profile/photos",
    expect.stringContaining("3 photos added"),
  ]);
  const [first, second, third] = sources(added);
  const raised = await added.press("Make photo 3 First");
  expect(sources(raised)).toEqual([third, first, second]);
  const lowered = await raised.press("Move photo 2 down");
  expect(sources(lowered)).toEqual([third, second, first]);

  const position = await lowered.follow("Position of photo 2");
  expect(position.title).toBe("Position · Photos · Profile · B-Side");
  const positioned = await position.check("Bottom right").press("Save Position");
  expect(images(positioned.element, ".own-photo")[1]?.getAttribute("style")).toContain("100% 100%");

  const member = await open(ben, `/members/${ada.id}`);
  const strip = member.within(/^Photos of Ada/, "region");
  expect(images(strip.element, "li").map((image) => image.getAttribute("src"))).toEqual([
    third,
    second,
    first,
  ]);
  const photo = await strip.follow(/photo 2 of 3/);
  expect(photo.headings).toContain("Photo 2 of 3");
  const last = await photo.follow("Next");
  expect(last.headings).toContain("Photo 3 of 3");
  expect(last.links).not.toContain("Next");
  const report = await (await last.follow("Previous")).follow("Report");
  expect(report.headings).toContain("Report Ada's photo");
  const reported = report.element.querySelector('img[alt="The photo you\'re reporting"]');
  expect(reported?.getAttribute("src")).toBe(second);
  expect((await report.within("Report Ada's photo", "main").follow("Cancel")).headings).toContain(
    "Photo 2 of 3",
  );

  const removed = await positioned.press("Remove photo 1");
  expect(sources(removed)).toEqual([second, first]);
  const gone = await positioned.press("Remove photo 1");
  expect(gone.alerts).toContain("This photo was removed in the meantime.");
  const strips = (await open(ben, `/members/${ada.id}`)).within(/^Photos of Ada/, "region");
  expect(images(strips.element, "li")).toHaveLength(2);
});

test("more photos than there is room for are refused, and those before one that can't be read stay", async () => {
  const ada = await addMember("Ada");
  const page = await open(ada, "/profile/photos");
  expect((await page.press("Add Photos")).errors).toContain("Choose a picture first.");
  const many = [];
  for (let number = 0; number < 7; number++) many.push(await draw());
  const refused = await page.attach("Photos", ...many).press("Add Photos");
  expect([refused.status, refused.errors]).toEqual([400, ["You can have up to 6 photos. Remove one first."]]);
  const text = new File(["not a picture"], "a.jpg", { type: "image/jpeg" });
  const half = await refused
    .attach("Photos", ...many.slice(0, 1), text, ...many.slice(1, 2))
    .press("Add Photos");
  expect([half.status, half.errors]).toEqual([
    415,
    [
      "The first photo was added. The next one wasn't: Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded.",
    ],
  ]);
  expect([sources(half).length, half.has("Up to 5 more")]).toEqual([1, true]);
  const full = await half.attach("Photos", ...many.slice(1, 6)).press("Add Photos");
  expect(full.has("You have 6 photos")).toBe(true);
  expect(sources(full)).toHaveLength(6);
});

test("a member answers prompts, and others read them", async () => {
  const [ada, ben] = [await addMember("Ada"), await sharedMember("Ben")];
  const page = await (await open(ada, "/profile")).follow("Your Prompts");
  expect(page.title).toBe("Prompts · Profile · B-Side");
  const empty = await page.choose("Prompt 1", "Best show I ever saw").press("Save Prompts");
  expect(empty.errors).toEqual(["Write an answer"]);
  expect(empty.value("Prompt 1")).toBe("Best show I ever saw");
  empty.choose("Prompt 1", empty.options("Prompt 1")[0] ?? "").fill("Answer 1", "Low, in a church.");
  const alone = await empty.press("Save Prompts");
  expect([alone.errors, alone.value("Answer 1")]).toEqual([["Choose a prompt"], "Low, in a church."]);
  alone.choose("Prompt 1", "Best show I ever saw").choose("Prompt 3", "Best show I ever saw");
  const twice = await alone.fill("Answer 3", "Yes It Is").press("Save Prompts");
  expect([twice.errors, twice.value("Answer 3")]).toEqual([["Choose each prompt once"], "Yes It Is"]);
  const saved = await twice.choose("Prompt 3", "The B-side I defend").press("Save Prompts");
  expect(saved.alerts).toContain("Prompts updated");
  const text = (await open(ben, `/members/${ada.id}`)).text;
  expect(text).toMatch(/Best show I ever saw Low, in a church\..*The B-side I defend Yes It Is/);
});

test("a member says whom they would like to meet, and only those who fit see each other", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  for (const each of [ada, ben])
    await each.json("PATCH", "/api/profile", { bio: "", age: 30, location: "Akranes" });
  const find = async (viewer: Person, other: Person) => {
    const page = await open(viewer, "/discover?ageMin=&ageMax=&maxDistance=5&minCompatibility=");
    return page.all("article").find((card) => card.element.querySelector(`a[href='/members/${other.id}']`))
      ?.text;
  };
  const page = await (await open(ada, "/profile")).follow("Who to Meet");
  expect([page.address, page.title]).toEqual(["/profile?tab=meet", "Who to Meet · Profile · B-Side"]);
  expect(page.has("no one sees your answers unless you show them")).toBe(true);
  const words = await page.check("In my own words").check("Women").fill("From", "25").press("Save");
  expect(words.errors).toEqual(["Add your own words"]);
  expect([words.isChecked("Women"), words.value("From")]).toEqual([true, "25"]);
  words.check("Woman").check("Non-binary people").fill("To", "35").check("Dating");
  const saved = await words.press("Save");
  expect([saved.address, saved.alerts]).toEqual([
    "/profile?tab=meet",
    expect.stringContaining("Discover now follows your choices."),
  ]);
  expect([await find(ben, ada), await find(ada, ben)]).toEqual([undefined, undefined]);
  await ben.json("PUT", "/api/profile/wishes", { gender: "nonbinary" });
  expect(await find(ada, ben)).toBeDefined();
  expect(await find(ben, ada)).not.toMatch(/woman|looking for|dating/i);

  expect([saved.isChecked("Woman"), saved.isChecked("Women"), saved.value("To")]).toEqual([true, true, "35"]);
  await saved.check("Show this on my profile").press("Save");
  const card = await find(ben, ada);
  expect(card).toContain("Woman · 5 miles away");
  expect(card).toContain("Dating · Women, Non-binary people · Ages 25–35");
  expect((await open(ben, `/members/${ada.id}`)).has("30 · Woman · Akranes")).toBe(true);
});
