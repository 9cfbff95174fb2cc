// Without scripts the browser's own players play previews, and a member chooses an anthem.
import { expect, test } from "vitest";
import { makeConversation } from "../api/people";
import { shareApp } from "../app";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const { signUp } = shareApp({ PREVIEWS: "deezer" });

const SONG = { artist: "Can", title: "Vitamin C" };
const players = (page: Page) =>
  [...page.element.querySelectorAll("audio[controls][preload=none]")].map((each) => each.getAttribute("src"));
const preview = expect.stringMatching(/^\/previews\/.*artist=Can&title=Vitamin\+C$/);

test("shared songs and playlists have a player for each song, which loads nothing before it is played", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const talk = await makeConversation(ada, ben);
  const share = { messageType: "music_share", metadata: SONG };
  await ben.json("POST", `/api/conversations/${talk}/messages`, share);
  const { id } = await (await ada.json("POST", "/api/playlists", { name: "Slow trains" })).json();
  await ada.json("POST", `/api/playlists/${id}/songs`, SONG);
  await ada.json("POST", `/api/playlists/${id}/songs`, { artist: "Stereolab", title: "French Disko" });
  const visitor = openVisitor(ada);
  const frame = await visitor.visit(`/messages/${talk}/frame?still`);
  expect(players(frame)).toEqual([preview]);
  expect(players(await visitor.visit(`/playlists/${id}`))).toEqual([preview, expect.anything()]);
  // Songs without a picture have a drawn sleeve.
  expect(frame.element.querySelector('.share img[src^="/sleeves/"]')).not.toBeNull();
});

test("a member chooses an anthem, which stands on their page until it is removed", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const visitor = openVisitor(ada);
  let page = await (await visitor.visit("/profile")).follow(/anthem/i);
  expect(page.title).toBe("Anthem · Profile · B-Side");
  page = await page.press("Save Anthem");
  expect(page.errors).not.toEqual([]);
  page = await page.fill("Artist", SONG.artist).fill("Title", SONG.title).press("Save Anthem");
  expect(page.alerts).toContain("Anthem updated");
  const card = (await openVisitor(ben).visit(`/members/${ada.id}`)).within("Anthem", "region");
  expect(card.has("Vitamin C")).toBe(true);
  expect(players(card)).toEqual([preview]);
  page = await (await visitor.visit("/profile/anthem")).press("Remove Anthem");
  expect(page.alerts).toContain("Anthem removed");
  expect((await openVisitor(ben).visit(`/members/${ada.id}`)).headings).not.toContain("Anthem");
});
