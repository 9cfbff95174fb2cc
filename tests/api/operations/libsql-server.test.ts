// What members change, in a deployment whose database is a libSQL server: its parser knows less SQL than SQLite's.
import { expect, test } from "vitest";
import { openBrowser } from "../client";
import { completeProfile, makeConversation, signUp } from "../people";
import { hasPrimary, startPrimary } from "../primary";
import { startServer } from "../server";

test.runIf(hasPrimary)("members of a libSQL server join, change what others see, and meet", async () => {
  const primary = await startPrimary();
  const server = await startServer({ DATABASE_URL: primary.address });
  const [ada, ben] = await Promise.all(["Ada", "Ben"].map((name) => signUp(openBrowser(server), name)));
  if (!ada || !ben) throw new Error("Nobody has joined");
  await completeProfile(ada);
  await completeProfile(ben);
  expect(await (await ada.get("/api/profile")).json()).toMatchObject({ bio: "Likes records.", age: 30 });
  const statusOf = async (answer: Promise<Response>) => (await answer).status;
  const changes = {
    alert: await statusOf(ada.json("POST", "/api/alerts", {})),
    pause: await statusOf(ben.json("POST", "/api/profile/pause", {})),
    back: await statusOf(ben.json("DELETE", "/api/profile/pause")),
    wishes: await statusOf(ben.json("PATCH", "/api/profile", { age: 31 })),
  };
  expect(changes).toEqual({});
  expect(await makeConversation(ada, ben)).toEqual(expect.any(String));
  expect(await server.stop()).toBe(0);
  expect(server.output()).not.toContain('"msg":"bug"');
  await primary.remove();
});
