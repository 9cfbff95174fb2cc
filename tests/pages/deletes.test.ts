// Deletes that are refused, without scripts: the next page says what was refused, and why.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { makeConversation } from "../api/people";
import { shareApp } from "../app";
import { openVisitor } from "../visitor/visitor";

const { addMember } = shareApp();

test("a refused delete says what is refused", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const talk = await makeConversation(ada, ben);
  const list = await (await ada.json("POST", "/api/playlists", { name: "Slow trains" })).json();
  const absent = randomUUID();
  const deletes: [path: string, fields: Record<string, string>, title: string, reason: string][] = [
    [`/messages/${talk}/delete`, { messageId: absent }, "message", "This message is no longer available."],
    [`/records/${absent}/delete`, {}, "record", "This record is no longer in your collection."],
    [`/playlists/${absent}/delete`, {}, "playlist", "This playlist is no longer available."],
    [`/playlists/${list.id}/songs/${absent}/remove`, {}, "song", "This song is no longer in the playlist."],
    [`/profile/photos/${absent}/remove`, {}, "photo", "This photo was removed in the meantime."],
    [`/settings/notifications/${absent}/remove`, {}, "browser", "There is nothing here."],
    [`/settings/passkeys/${absent}/remove`, {}, "passkey", "There is nothing here."],
  ];
  for (const [path, fields, title, reason] of deletes) {
    expect((await ada.form(path, fields)).status, path).toBe(303);
    const { alerts } = await openVisitor(ada).visit("/settings");
    expect([path, alerts]).toEqual([
      path,
      expect.stringMatching(new RegExp(`Failed to (delete|remove) ${title}.*404: ${reason}`, "s")),
    ]);
  }
});
