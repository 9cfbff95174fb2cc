// Where the focus goes as somebody joins by an invitation and invites others, on a server of its own.
import { expect } from "@playwright/test";
import { openFile } from "db/write-ahead-log.server";
import { PASSWORD } from "./members";
import { operateSite } from "./operator";
import { startSite } from "./own-site";
import { expectFocusInMain } from "./page-checks";
import { openContext, test, visit } from "./pages";

test("an accepted code and a new invitation take the focus", { tag: "@all" }, async ({ browser }) => {
  const site = await startSite({ REGISTRATION: "invitation", INVITATIONS: "3" });
  try {
    const [, code = ""] = /invitation=(\S+)/.exec(await operateSite(site, "invite")) ?? [];
    const page = await (await openContext(browser, true)).newPage();
    await visit(page, `${site.origin}/join`);
    const field = page.getByLabel("Invitation code");
    await field.fill("not this one");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Ask for another one.").first()).toBeVisible();
    await expect(field).toBeFocused();
    await field.fill(code);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "You're Invited" })).toBeVisible();
    await expectFocusInMain(page);

    await page.getByRole("link", { name: "Create Account" }).click();
    const typed = {
      "First name": "Ada",
      "Last name": "Lovelace",
      Email: "ada@example.org",
      Password: PASSWORD,
    };
    for (const [label, text] of Object.entries(typed))
      await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByLabel("I'm 18 or older").check();
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page).toHaveURL(/\/welcome\//);

    // Members invite others after a month.
    const database = openFile(`${site.dataDir}/b-side.sqlite`, 5000);
    database.exec("update member set created_at = created_at - 40 * 86400000");
    database.close();
    await visit(page, `${site.origin}/settings/invitations`);
    for (const left of ["2 invitations", "1 invitation"]) {
      await page.getByRole("button", { name: "Create Invitation" }).press("Enter");
      await expect(page.getByText(`You have ${left} left.`)).toBeVisible();
      await expect(page.getByRole("heading", { name: "Your new invitation" })).toBeFocused();
    }
  } finally {
    await site.stop();
  }
});
