import { expect, test } from "vitest";
import { setPaused } from "~/models/account/leaving/pause.server";
import { getConversation } from "~/models/conversation/conversation.server";
import { addMessage } from "~/models/conversation/message.server";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn } from "~/models/match/decision.server";
import { discover } from "~/models/match/discover.server";
import { listMatches } from "~/models/match/match.server";
import { getMemberPage } from "~/models/match/member-card.server";
import { addGame } from "~/models/trivia/new-game.server";
import { addMember, makeConversation, makeMatch } from "../../cast";

test("a paused member leaves Discover, can't be reached by new people, and keeps matches and conversations", async () => {
  const [ada, ben, cleo, dan] = [
    await addMember("Ada"),
    await addMember("Ben"),
    await addMember("Cleo"),
    await addMember("Dan"),
  ];
  await makeMatch(dan, ben);
  const conversation = await makeConversation(ada, ben);
  const found = async () => (await discover(cleo.id, {})).members.some(({ id }) => id === String(ben.id));
  const absent = { code: "absent" };
  await decideOn(ada.id, { targetUserId: cleo.id, liked: true });
  expect(await found()).toBe(true);
  await setPaused(ben.id, true);
  await setPaused(ben.id, true);
  expect(await found()).toBe(false);
  expect(await getMemberPage(cleo, ben.id)).toBeUndefined();
  await expect(decideOn(cleo.id, { targetUserId: ben.id, liked: true })).rejects.toMatchObject(absent);
  await expect(startConversation(cleo.id, ben.id)).rejects.toMatchObject(absent);
  await expect(addGame(cleo.id, { player2Id: ben.id })).rejects.toMatchObject(absent);
  expect(await startConversation(dan.id, ben.id)).toMatchObject({ accepted: true });
  expect(await addGame(dan.id, { player2Id: ben.id })).toMatchObject({ status: "waiting" });
  expect((await listMatches(ada, { mutual: true })).matches).toHaveLength(1);
  expect(await getConversation(ada.id, conversation.id)).toBeDefined();
  expect(await addMessage(ada.id, conversation.id, { content: "Enjoy the break" })).toMatchObject({
    content: "Enjoy the break",
  });
  await setPaused(ben.id, false);
  expect(await found()).toBe(true);
});
