// Roles that are given on a machine with a replica.
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../api/client";
import { operate } from "../../api/operate";
import { signUp } from "../../api/people";
import { hasPrimary, type Primary, startPrimary } from "../../api/primary";
import { startServer } from "../../api/server";

describe.runIf(hasPrimary)("on a machine with a replica", () => {
  let primary: Primary;
  beforeAll(async () => {
    primary = await startPrimary();
  });
  afterAll(() => primary.remove());

  test("roles are written to the primary, and the replica's file is left to the server", async () => {
    const replica = await startServer({ DATABASE_SYNC_URL: primary.address });
    const eve = await signUp(openBrowser(replica), "Eve");
    const variables = { DATABASE_SYNC_URL: primary.address };
    const added = await operate(replica.dataDir, ["operator", "add", eve.email], variables);
    expect(added).toEqual({ code: 0, said: `Eve Lovelace (${eve.email}) is now an operator.` });
    expect((await operate(replica.dataDir, ["operator", "list"], variables)).said).toContain(eve.email);
    const readPage = async () => (await eve.get("/admin", { Accept: "text/html" })).text();
    await expect.poll(readPage).toMatch(/<b>Replica<\/b><span[^>]*>Working<\/span><\/p><p[^>]*>0 s behind/);
    expect(await readPage()).toContain("By the database server");
    expect(await replica.stop()).toBe(0);
    rmSync(replica.dataDir, { recursive: true, force: true });
  });
});
