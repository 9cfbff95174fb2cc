// A member's photos, covers, prompts and wishes without scripts.
import { expect, test } from "vitest";
import { makeConversation, type Person } from "../api/people";
import { shareApp } from "../app";
import { blotches, photo, svg } from "../fakes/picture-files";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const { addMember, sharedMember, signUp } = shareApp();

const open = (person: Person, address: string) => openVisitor(person).visit(address);
let seed = 0;

async function draw() {
  const bytes = await blotches(++seed, 160).jpeg().toBuffer();
  return new File([new Uint8Array(bytes)], `${seed}.jpg`, { type: "image/jpeg" });
}

const images = (root: Element, selector: string) => [
  ...root.querySelectorAll<HTMLImageElement>(`${selector} img`),
];
const sources = ({ element }: Page) =>
  images(element, ".own-photo").map((image) => image.getAttribute("src") ?? "");

test("a member adds photos, reorders them, sets a focal point, and others look at them", async () => {
  const [ada, ben] = [await addMember("Ada"), await sharedMember("Ben")];
  const page = await (await open(ada, "/profile")).follow("Edit your photos");
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
  const page = await (await open(ada, "/profile")).follow("Edit your prompts");
  expect(page.title).toBe("Prompts · Profile · B-Side");
  expect(page.source).toContain("Acquiesce. Better than most A-sides.");
  const empty = await page.choose("Prompt 1", "Best show I ever saw").press("Save Prompts");
  expect(empty.errors).toEqual(["Write an answer"]);
  expect(empty.value("Prompt 1")).toBe("Best show I ever saw");
  expect(empty.hintOf("Answer 1")).toContain("For example: Low, in a church");
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
  expect(page.has(/Others see them only if I choose\./)).toBe(true);
  const words = await page.check("In my own words").check("Women").fill("From", "25").press("Save");
  expect(words.errors).toEqual(["Add your own words"]);
  expect([words.isChecked("Women"), words.value("From")]).toEqual([true, "25"]);
  words.check("Woman").check("Non-binary people").fill("To", "35").check("Dating");
  const unasked = await words.press("Save");
  expect(unasked.errors).toEqual([
    "Check this to save your answers, or leave out your gender and whom you'd like to meet",
  ]);
  expect(await (await ada.get("/api/profile/wishes")).json()).toMatchObject({ gender: null, meets: [] });
  const saved = await unasked.check(/^I agree: B-Side uses my gender/).press("Save");
  expect([saved.address, saved.alerts]).toEqual([
    "/profile?tab=meet",
    expect.stringContaining("Discover now follows your choices."),
  ]);
  expect([await find(ben, ada), await find(ada, ben)]).toEqual([undefined, undefined]);
  await ben.json("PUT", "/api/profile/wishes", { gender: "nonbinary", consents: true });
  expect(await find(ada, ben)).toBeDefined();
  expect(await find(ben, ada)).not.toMatch(/woman|looking for|dating/i);

  expect([saved.isChecked("Woman"), saved.isChecked("Women"), saved.value("To")]).toEqual([true, true, "35"]);
  await saved.check("Show this on my profile").press("Save");
  const card = await find(ben, ada);
  expect(card).toContain("Woman · within 5 miles");
  expect(card).toContain("Dating · Women, Non-binary people · Ages 25–35");
  expect((await open(ben, `/members/${ada.id}`)).has("Woman · Akranes")).toBe(true);

  const consented = await open(ada, "/profile?tab=meet");
  expect(consented.has("You agreed to this on")).toBe(true);
  const erased = await consented.press("Erase My Answers");
  expect(erased.alerts).toContain("Your answers are gone");
  expect([erased.isChecked("Woman"), erased.isChecked(/^I agree/), erased.value("To")]).toEqual([
    false,
    false,
    "",
  ]);
  expect((await open(ben, `/members/${ada.id}`)).has("Woman")).toBe(false);
});

const NO_PICTURE = "Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded.";
const TOO_LARGE = "Some files are too large. Maximum size is 10MB.";

const file = async (name: string, bytes?: Buffer) =>
  new File([new Uint8Array(bytes ?? (await photo("jpeg", 60, 40)))], name);
const tooLarge = () => file("big.jpg", Buffer.alloc(11_000_000, 1));

const image = (page: Page, selector: string) =>
  page.element.querySelector<HTMLImageElement>(selector) ?? expect.fail(`No image at ${selector}`);
const source = (page: Page, selector: string) => image(page, selector).getAttribute("src") ?? "";

async function expectLoaded(person: Person, page: Page, selector: string) {
  expect(source(page, selector)).toMatch(/^\/pictures\//);
  expect((await person.get(source(page, selector))).status).toBe(200);
}

test("a member changes the photo, everyone sees it, and the member removes it", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  let page = await openVisitor(ada).visit("/profile?tab=music");
  page = await page.follow("Change profile photo");
  expect(page.title).toBe("Profile photo · Profile · B-Side");
  page = await page.attach("Photo", await file("../me; (1).jpg")).press("Upload");
  expect(page.address).toBe("/profile?tab=music");
  expect(page.alerts).toContain("Profile photo updated");
  expect(page.fields).not.toContain("Photo");
  await expectLoaded(ada, page, ".profile-photo img");
  expect(image(page, "header img").getAttribute("srcset")).toMatch(/-96\.webp 96w, .*-640\.webp 640w/);
  const shown = await openVisitor(ben).visit(`/members/${ada.id}`);
  expect(source(shown, 'img[alt="Ada L."]')).toMatch(/^\/pictures\/.*-640\.webp$/);

  page = await (await page.follow("Change profile photo")).press("Remove profile photo");
  expect(page.alerts).toContain("Profile photo removed");
  expect(source(page, ".profile-photo img")).toBe("/avatars/Ada.svg");

  page = await page.follow("Change cover photo");
  page = await page.attach("Photo", await file("cover.png", await photo("png", 60, 40))).press("Upload");
  expect(page.alerts).toContain("Cover photo updated");
  await expectLoaded(ada, page, ".profile-cover img");
});

test("without a photo a member is the same drawing of their first artist on every screen, and a stranger's name alone", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const)
    await one.json("POST", "/api/matches", { targetUserId: other.id, liked: true });
  await ada.json("POST", "/api/conversations", { targetUserId: ben.id });
  for (const [one, other] of [
    [ben, ada],
    [cleo, ada],
  ] as const)
    await one.json("POST", "/api/trivia-games", { player2Id: other.id });
  const visitor = openVisitor(ada);
  const own = "/avatars/Ada.svg?artist=Radiohead";
  for (const path of ["/", `/members/${ben.id}`, "/matches", "/messages", "/notifications", "/trivia"]) {
    const page = await visitor.visit(path);
    expect([path, source(page, "header img")]).toEqual([path, own]);
    expect([path, source(page, "main img[src^='/avatars/Ben']")]).toEqual([
      path,
      "/avatars/Ben.svg?artist=Radiohead",
    ]);
  }
  const page = await visitor.visit("/trivia");
  expect(source(page, "main img[src^='/avatars/Cleo']")).toBe("/avatars/Cleo.svg");
  const profile = await visitor.visit("/profile?tab=profile");
  expect(source(profile, ".profile-photo img")).toBe(own);
});

test("a member chooses what every crop of the photo shows, with the upload and later", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const visitor = openVisitor(ada);
  const position = (page: Page, selector: string) => image(page, selector).style.objectPosition;
  let page = await visitor.visit("/profile/photo");
  expect(page.isChecked("Middle center")).toBe(true);
  page = await page
    .check("Top center")
    .attach("Photo", await file("me.jpg"))
    .press("Upload");
  for (const place of [".member-photos img", ".top-bar img"])
    expect(position(page, place), place).toBe("50% 0%");

  page = await visitor.visit("/profile/photo");
  const save = page.all("form").find((form) => form.buttons.includes("Save Position"));
  expect(save?.isChecked("Top center")).toBe(true);
  page = (await save?.check("Bottom right").press("Save Position")) ?? page;
  expect(page.alerts).toContain("Photo position saved");
  expect(position(page, ".member-photos img")).toBe("100% 100%");
  await makeConversation(ada, ben);
  for (const address of [`/members/${ada.id}`, "/matches", "/messages", `/members/${ada.id}/match`])
    expect(position(await openVisitor(ben).visit(address), 'main img[src^="/pictures/"]'), address).toBe(
      "100% 100%",
    );
});

test("a record's cover is uploaded, kept, replaced by a URL and removed", async () => {
  const ada = await signUp("Ada");
  const visitor = openVisitor(ada);
  const imageUrl = async () =>
    ((await (await ada.get("/api/record-collections")).json()) as [{ imageUrl: string }])[0].imageUrl;
  const edit = async () => (await visitor.visit("/records")).follow("Edit Desertshore");
  let page = (await visitor.visit("/records/new")).fill("Artist", "Nico").fill("Album", "Desertshore");
  page = await page.attach("Cover image", await file("cover.jpg")).press("Add Record");
  expect(page.alerts).toContain("Record added to your collection");
  await expectLoaded(ada, page, ".record-card img");
  expect(image(page, ".record-card img").getAttribute("srcset")).toMatch(/-320\.webp 320w/);

  page = await edit();
  await expectLoaded(ada, page, 'img[alt="Current cover"]');
  expect(page.value("Or image URL")).toBe("");
  page = await page.fill("Notes", "Still with its cover").press("Save Record");
  expect(page.has("Still with its cover")).toBe(true);
  await expectLoaded(ada, page, ".record-card img");

  const url = "https://covers.example.org/1.jpg";
  await (await edit()).fill("Or image URL", url).press("Save Record");
  expect(await imageUrl()).toBe(url);
  page = await edit();
  expect(page.value("Or image URL")).toBe(url);
  await page.attach("Cover image", await file("other.jpg")).press("Save Record");
  expect(await imageUrl()).toMatch(/^\/pictures\//);
  page = await (await edit()).check("Remove cover").press("Save Record");
  expect(page.alerts).toContain("Record updated successfully");
  expect(source(page, ".record-card img")).toMatch(/^\/sleeves\//);
});

test("a cover that is not a picture is refused at its field, and other input is kept", async () => {
  const ada = await signUp("Ada");
  const visitor = openVisitor(ada);
  let page = (await visitor.visit("/playlists/new")).fill("Name", "Deserts");
  for (const [bytes, message] of [
    [await file("cover.jpg", svg), NO_PICTURE],
    [await tooLarge(), TOO_LARGE],
  ] as const) {
    page = await page.attach("Cover image", bytes).press("Create Playlist");
    expect(page.errorOf("Cover image")).toContain(message);
    expect(page.value("Name")).toBe("Deserts");
  }
  page = await page.attach("Cover image", await file("cover.jpg")).press("Create Playlist");
  expect(page.alerts).toContain("Playlist created successfully");
  page.heading("Deserts");
  await expectLoaded(ada, await visitor.visit("/playlists"), 'main a[href^="/playlists/"] img');
});

test("where photos aren't checked, nothing speaks of it", async () => {
  const ada = await sharedMember("Ada");
  expect((await open(ada, "/profile/photo-check")).status).toBe(404);
  for (const address of ["/profile/photos", "/discover"])
    expect((await open(ada, address)).has(/photo.check/i), address).toBe(false);
});
