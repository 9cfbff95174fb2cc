// Input and clicks during hydration are not lost, whether before, while or after scripts load.
import { expect, type Page } from "@playwright/test";
import { addMember, conversationWithMember, like, type Person, sendJson, setPreferences } from "../members";
import { test } from "../pages";

/** Moments while a page arrives, on a slowed-down machine. */
const MOMENTS = [
  { name: "as it arrives", wait: async () => {} },
  {
    name: "while its controls hydrate",
    wait: (page: Page) =>
      page.waitForFunction(() =>
        Array.from(document.querySelectorAll("a, button, input")).some((control) =>
          Object.keys(control).some((key) => key.startsWith("__react")),
        ),
      ),
  },
];

/** Does something at each moment, on a page that is slow until then. */
async function atEachMoment(
  page: Page,
  address: string,
  act: (attempt: number) => Promise<void>,
  expectDone = async (_attempt: number) => {},
) {
  const devTools = await page.context().newCDPSession(page);
  for (const [attempt, { name, wait }] of MOMENTS.entries()) {
    await test.step(`${address} ${name}`, async () => {
      await devTools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      await page.goto(address, { waitUntil: "commit" });
      await wait(page);
      await act(attempt);
      await devTools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
      await expectDone(attempt);
    });
  }
  await devTools.detach();
}

const list = async (person: Person, path: string) => (await person.context.request.get(path)).json();

test("a message and a like are each saved once, as entered @all", async ({ browser }) => {
  const { ada, conversationId } = await conversationWithMember(browser);
  const { page } = ada;

  const composer = page.getByPlaceholder("Type a message...");
  await atEachMoment(
    page,
    `/messages/${conversationId}`,
    async (attempt) => {
      await composer.fill(`Message ${attempt}`);
      await page.getByRole("button", { name: "Send", exact: true }).click();
    },
    async (attempt) => {
      await expect(composer).toHaveValue("");
      await expect
        .poll(() => list(ada, `/api/conversations/${conversationId}/messages`))
        .toHaveLength(attempt + 1);
    },
  );

  const artists = [`Early Birds ${test.info().workerIndex}`];
  await sendJson(ada, "PATCH", "/api/profile", { bio: "", age: 30, location: "Vík" });
  await setPreferences(ada, artists, ["Jazz"]);
  for (const name of MOMENTS.map((_, n) => `Finn${"n".repeat(n)}`)) {
    const other = await addMember(name);
    await sendJson(other, "PATCH", "/api/profile", { bio: "", age: 30, location: "Vík" });
    await setPreferences(other, artists, ["Jazz"]);
    await like(other, ada);
  }
  const nameOf = (attempt: number) => `Finn${"n".repeat(attempt)} L.`;
  await atEachMoment(
    page,
    "/discover",
    (attempt) => page.getByRole("button", { name: `Like ${nameOf(attempt)}`, exact: true }).click(),
    async (attempt) => {
      await expect(page.getByText("It's mutual! You two like each other.").first()).toBeVisible();
      await expect(page.getByRole("link", { name: nameOf(attempt), exact: true })).toHaveCount(0);
      expect(await list(ada, "/api/matches/mutual")).toHaveLength(attempt + 2);
    },
  );
});
