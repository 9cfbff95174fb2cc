// Forms that were opened at the same version and are sent at the same moment: the first is saved, the second refused.
import { expect, test } from "vitest";
import { getMember, readProfile, saveProfile } from "~/models/member/member.server";
import { readOwnWishes, saveWishes } from "~/models/member/wishes.server";
import { wishesInput } from "~/models/member/wishes-schema";
import { getPreferences, preferencesVersion, savePreferences } from "~/models/music/preferences.server";
import { addRecord, recordVersion, updateRecord } from "~/models/record/record.server";
import { recordInput } from "~/models/record/record-schema";
import { versionOf } from "~/models/version.server";
import { addMember } from "../cast";

/** Opens a form of a new member, and returns how it is sent with a text in the field that changes. */
const forms: Record<string, () => Promise<(text: string) => Promise<unknown>>> = {
  async profile() {
    const ada = await addMember("Ada");
    const saved = readProfile(ada);
    const rest = { age: 30, location: "Portland, Oregon" };
    return (bio) => saveProfile(ada.id, { ...rest, bio }, versionOf(saved));
  },
  async wishes() {
    const ada = await addMember("Ada");
    const version = versionOf(readOwnWishes(await getMember(ada.id)));
    return (genderWords) =>
      saveWishes(ada.id, wishesInput.parse({ gender: "own", genderWords, consents: true }), version);
  },
  async preferences() {
    const ada = await addMember("Ada");
    const saved = await getPreferences(ada.id);
    if (!saved) throw new Error("Ada has a taste");
    return (name) => savePreferences(ada.id, { ...saved, topArtists: [name] }, preferencesVersion(saved));
  },
  async record() {
    const ada = await addMember("Ada");
    const typed = (album: string) => recordInput.parse({ artist: "Low", album });
    const added = await addRecord(ada.id, typed("Hey What"));
    return (album) => updateRecord(ada.id, added.id, typed(album), recordVersion(added));
  },
};

test.each(Object.keys(forms))("of two forms of the same %s sent at once, one is saved", async (name) => {
  const send = await forms[name]?.();
  const sent = await Promise.allSettled(["One", "Other"].map((text) => send?.(text)));
  expect(sent).toMatchObject([
    { status: "fulfilled" },
    {
      status: "rejected",
      reason: { code: "conflict", message: "This changed meanwhile. Nothing was saved." },
    },
  ]);
});
