// The journey through the app that other browsers make.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decide, type Person } from "../../api/people";
import { shareServer } from "../../api/server";
import { labelled, named, type OtherBrowser, type otherBrowsers, text } from "./web-driver";

type Kind = (typeof otherBrowsers)[keyof typeof otherBrowsers];

/** Tests the journey in a browser, with JavaScript on or off. */
export function testJourney({ name, isInstalled, start }: Kind, hasScripts: boolean) {
  const title = `${name} with JavaScript ${hasScripts ? "on" : "off"}`;
  describe.skipIf(!isInstalled)(title, () => {
    const { running, addMember } = shareServer();
    let browser: OtherBrowser;
    let ada: Person;
    let ben: Person;

    beforeAll(async () => {
      [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
      await decide(ben, ada, true);
      browser = await start(running().origin, hasScripts);
    }, 240_000);
    afterAll(() => browser?.close());

    test("a member signs in, matches, talks, adds a record, changes the profile, and signs out", async () => {
      const { visit, click, type, see, within } = browser;
      await browser.signIn(ada);
      await see(text("Ada!"));

      await visit("/discover");
      await click(named("button", "Like Ben L."));
      await see(text("It's mutual!"));
      await click(named("button", "Say Hello to Ben"));
      await see(labelled("Message"));
      await type(labelled("Message"), "You know Dots and Loops?");
      await click(named("button", "Send"));
      const read = (words: string) =>
        hasScripts ? see(text(words)) : within('//iframe[@title="Messages"]', () => see(text(words)));
      await read("You know Dots and Loops?");
      const conversation = (await browser.path()).split("/").at(-1);
      await ben.json("POST", `/api/conversations/${conversation}/messages`, { content: "Side two only." });
      await read("Side two only.");

      await visit("/records/new");
      await type(labelled("Artist"), "Stereol");
      if (hasScripts) await see('//datalist/option[@value="Stereolab"]');
      await type(labelled("Artist"), "ab");
      await type(labelled("Album"), "Emperor Tomato Ketchup");
      await click(named("button", "Add Record"));
      await see(text("Emperor Tomato Ketchup"));
      await see(text("Stereolab"));
      // With scripts it is shown before it is saved, and Firefox drops a visit that the answer's address overtakes.
      await expect.poll(browser.path).toBe("/records");

      await visit("/profile?tab=profile");
      await type(labelled("Bio"), " Digs crates.");
      await click(named("button", "Save Profile"));
      await see(text("Profile updated"));
      const profile = (await (await ada.get("/api/auth/user")).json()) as { bio: string };
      expect(profile.bio).toBe("Likes records. Digs crates.");

      await click(named("button", "Sign Out"));
      await see(named("a", "Join Now"));
    }, 240_000);
  });
}
