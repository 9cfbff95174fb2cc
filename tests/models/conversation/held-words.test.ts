import { expect, test } from "vitest";
import { env } from "~/env.server";
import { VOICE_NOTE_TEXT } from "~/models/conversation/attachment/voice";
import { addMessage } from "~/models/conversation/message.server";
import { startConversation } from "~/models/conversation/request.server";
import { findHeldWord } from "~/models/conversation/writing/held-words.server";
import { decideOn } from "~/models/match/decision.server";
import { addMember, makeConversation } from "../../cast";

env.heldWords.push("viagra", "send money", "café");

test.each([
  "Buy VIAGRA now",
  "viagra",
  "Please send  money!",
  "Send-money to me",
  "ｖｉａｇｒａ",
  "via\u200bgra",
  "v\u0336i\u0336a\u0336gra",
  "the Cafe, at nine",
])("a held word is found in %j", (text) => expect(findHeldWord(text)).toBeDefined());

test.each(["Viagras", "I send you money", "decaf"])("no held word is found in %j", (text) =>
  expect(findHeldWord(text)).toBeUndefined(),
);

test("a held word is refused in a first message and its song, and allowed once the other has replied", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id } = await startConversation(ada.id, ben.id);
  const message = "A first message can't include “viagra”. Leave it out until Ben replies.";
  await expect(addMessage(ada.id, id, { content: "Viagra?" })).rejects.toMatchObject({
    code: "invalid",
    message,
    fields: { content: message },
  });
  const metadata = { type: "song" as const, artist: "Viagra Boys", title: "Sports" };
  for (const content of ["Shared a song", VOICE_NOTE_TEXT])
    await expect(
      addMessage(ada.id, id, { content, messageType: "music_share", metadata }),
    ).rejects.toMatchObject({ code: "invalid" });
  await addMessage(ada.id, id, { content: "Do you like Viagras?" });
  await addMessage(ben.id, id, { content: "I prefer Viagra Boys." });
  await addMessage(ada.id, id, { content: "Viagra Boys it is." });
});

test("matched members may use held words from the start", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  expect(await addMessage(ada.id, id, { content: "Viagra Boys!" })).toMatchObject({
    content: "Viagra Boys!",
  });
});
