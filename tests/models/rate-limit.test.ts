// Rate limits whose time is too long for a server that runs: they are counted on a clock that the test sets.
import { afterEach, expect, test, vi } from "vitest";

process.env.RATE_LIMITS = "on";
const { addMessage } = await import("~/models/conversation/message.server");
const { deleteMessage, editMessage } = await import("~/models/conversation/message-change.server");
const { consumeRateLimit } = await import("~/models/rate-limit.server");
const { addMember, makeConversation } = await import("../cast");

const DAY_SECONDS = 24 * 60 * 60;

afterEach(() => vi.useRealTimers());

test("a member can send 2,000 messages a day, however slowly", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  const write = () => addMessage(ada.id, id, { content: "Hello" });
  await write();
  for (let sent = 1; sent < 2000; sent++) {
    if (sent % 30 === 0) vi.advanceTimersByTime(10_000);
    await consumeRateLimit("message", ada.id);
  }
  vi.advanceTimersByTime(10_000);
  const refusal = await write().catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    ...{ code: "too-many", retryAfterSeconds: DAY_SECONDS - 670 },
    message: "You've reached the limit for now. Try again in 24 hours.",
  });
  await addMessage(ben.id, id, { content: "Hello" });
  vi.advanceTimersByTime((DAY_SECONDS - 670) * 1000);
  await write();
});

test("a member can edit 500 messages a day, and delete more", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await makeConversation(ada, ben);
  const { id: messageId } = await addMessage(ada.id, id, { content: "Hello" });
  const edit = (content: string) => editMessage(ada.id, messageId, { content });
  await edit("Hello again");
  for (let edited = 1; edited < 500; edited++) await consumeRateLimit("editInDay", ada.id);
  await expect(edit("Goodbye")).toBeRefused("too-many");
  await deleteMessage(ada.id, messageId);
});
