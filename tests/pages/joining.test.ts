// Joining where a moderator lets newcomers in, and where an invitation does: by the form and from an outside provider.
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { query } from "../api/mail";
import { operate } from "../api/operate";
import type { Person } from "../api/people";
import { shareApp } from "../app";
import { startMailServer } from "../fakes/mail-server";
import { startProvider } from "../fakes/provider";
import { freePort } from "../free-port";
import type { Page } from "../visitor/page";
import { openVisitor } from "../visitor/visitor";

const port = await freePort();
const client = { id: "b-side", secret: "secret", redirectTo: `http://127.0.0.1:${port}/api/callback` };
const [mail, provider] = [await startMailServer(), await startProvider(client)];
afterAll(() => {
  mail.close();
  provider.close();
});

const QUESTION = "What did you last play twice?";
const ACCEPTED = "I'm 18 or older";
const shared = { PORT: String(port), ...mail.variables };
const outside = {
  OAUTH_ISSUER: provider.issuer,
  OAUTH_CLIENT_ID: client.id,
  OAUTH_CLIENT_SECRET: client.secret,
};

type Visitor = ReturnType<typeof openVisitor>;
type Newcomer = { name: string; surname: string; email: string };

/** The ways share a database, so that their newcomers need other surnames. */
const personOf =
  (surname: string) =>
  (name: string): Newcomer => {
    const email = `${name.toLowerCase()}-${randomUUID()}@example.org`;
    return { name, surname, email };
  };

/** Fills in the form of newcomers, whose link comes by mail; resolves with the page after it. */
async function signUp(form: Page, { name, surname, email }: Newcomer): Promise<Page> {
  form.fill("First name", name).fill("Last name", surname).fill("Email", email);
  return form.fill("Password", "listen closely").check(ACCEPTED).press("Create Account");
}

async function openLink(browser: Visitor, { email }: Newcomer): Promise<Page> {
  const [sent] = await mail.untilReceived(email);
  const [link = ""] = /http\S+\/create\?token=\S+/.exec(sent?.text ?? "") ?? [];
  return (await browser.visit(link)).press("Create My Account");
}

/** From the page with "Create Account" in, each by its own way; `start` leads to the form or to the provider. */
const ways = {
  "the form": {
    surname: "Byron",
    variables: shared,
    enter: async (browser: Visitor, newcomer: Newcomer, start: Page) => {
      expect((await signUp(start, newcomer)).headings).toContain("Check Your Email");
      return openLink(browser, newcomer);
    },
  },
  "an outside provider": {
    surname: "Hopper",
    variables: { ...shared, ...outside },
    enter: async (browser: Visitor, { name, surname, email }: Newcomer, start: Page) => {
      provider.signInAs(email, { given_name: name, family_name: surname, email });
      const page = await browser.visit((await provider.visit(start.address)).href);
      if (!page.address.startsWith("/agreement")) return page;
      expect((await browser.visit("/settings")).address).toBe("/agreement");
      const refused = await page.press("Continue");
      expect(refused.errorOf(ACCEPTED)).toBe("You must be 18 or older");
      return refused.check(ACCEPTED).press("Continue");
    },
  },
};

const eachWay = Object.entries(ways);

async function appoint({ email }: { email: string }, role: "moderator" | "operator") {
  const { addStaff } = await import("~/models/safety/staff/staff.server");
  await addStaff(email, role);
}

/** Runs `add` as where registration is `registration`, without the pages that lead in. */
async function addWith(registration: "open" | "approval", add: () => Promise<Person>) {
  const { env } = await import("~/env.server");
  env.registration = registration;
  const person = await add();
  return { ...person, ...openVisitor(person) };
}

const rowOf = (page: Page, text: string) => page.main.all("listitem").find((row) => row.has(text));

const subjects = async ({ email }: { email: string }, count: number) =>
  (await mail.untilReceived(email, count)).map(({ subject }) => subject);

describe("with approval", () => {
  const { enter, surname, variables } = ways["the form"];
  const { visitor, signUp } = shareApp({
    ...variables,
    REGISTRATION: "approval",
    APPROVAL_QUESTION: QUESTION,
  });
  const rowName = (name: string) => new RegExp(`^${name} Lovelace`);

  test("newcomers answer and wait, and moderators let them in or tell them why not", async () => {
    const browser = visitor();
    const { visit } = openVisitor(browser);
    const newcomer = personOf(surname)("Ada");
    const first = await enter({ visit }, newcomer, await visit("/api/login?new"));
    const ada = { ...newcomer, get: browser.get, visit };
    const [ben, cleo] = [
      await addWith("approval", () => signUp("Ben")),
      await addWith("approval", () => signUp("Cleo")),
    ];
    expect([first.address, first.headings[0]]).toEqual(["/waiting", "Almost There"]);
    for (const link of first.within("Main", "navigation").links)
      expect((await first.follow(link)).address, link).toBe(first.addressOf(link));
    expect((await ada.visit("/discover")).address).toBe("/waiting");
    const api = await ada.get("/api/discover");
    expect([api.status, await api.text()]).toEqual([403, expect.stringContaining("/waiting")]);
    expect((await ada.get("/api/auth/user")).status).toBe(200);
    const empty = await first.press("Send Answer");
    expect(empty.errorOf(QUESTION)).toBe("Answer the question");
    const sent = await empty.fill(QUESTION, "Low, by Low").press("Send Answer");
    expect(sent.has("Someone will read your answer.")).toBe(true);
    expect(sent.value(QUESTION)).toBe("Low, by Low");

    const mo = await addWith("open", () => signUp("Mo"));
    await appoint(mo, "moderator");
    const cases = await mo.visit("/moderation");
    let queue = await cases.follow(/waiting to be let in$/);
    expect(rowOf(queue, `Ada ${surname}`)?.has("Low, by Low")).toBe(true);
    expect(rowOf(queue, "Ben Lovelace")?.has("Hasn't answered yet")).toBe(true);
    expect((await queue.press("Submit Decision")).errors).toEqual([
      "Choose 1 to 100 accounts",
      "Choose a decision",
    ]);
    queue = await queue
      .check(new RegExp(`^Ada ${surname}`))
      .check("Let in")
      .press("Submit Decision");
    expect(rowOf(queue, `Ada ${surname}`)).toBeUndefined();
    queue
      .check(rowName("Ben"))
      .check(rowName("Cleo"))
      .check(/^Refuse/);
    queue = await queue.press("Submit Decision");
    expect(queue.errors).toEqual(["Explain why in a sentence or two"]);
    expect([rowName("Ben"), rowName("Cleo"), /^Refuse/].map((box) => queue.isChecked(box))).toEqual([
      true,
      true,
      true,
    ]);
    queue = await queue.fill(/^Reason/, "This looks like an advertisement.").press("Submit Decision");
    expect(rowOf(queue, "Ben Lovelace")?.has("Refused")).toBe(true);
    const ticked = await queue.follow("Tick all");
    expect(["Ben", "Cleo"].map((name) => ticked.isChecked(rowName(name)))).toEqual([true, true]);

    expect(await subjects(ada, 2)).toEqual(["Finish signing up for B-Side", "Welcome to B-Side"]);
    expect((await ada.visit("/discover")).address).toBe("/discover");
    expect((await ada.visit("/waiting")).address).toBe("/");
    for (const refused of [ben, cleo]) {
      expect(await subjects(refused, 1)).toEqual(["You can't join B-Side"]);
      const told = (await mail.untilReceived(refused.email)).at(-1)?.text;
      expect(told).toContain("This looks like an advertisement.");
      const page = await refused.visit("/discover");
      expect([page.address, page.has("This looks like an advertisement.")]).toEqual(["/waiting", true]);
      expect(page.buttons).not.toContain("Send Answer");
    }
  });
});

describe("closed", () => {
  const { visitor } = shareApp({ ...shared, REGISTRATION: "closed" });

  test("a link from when it was open says so, and creates nothing", async () => {
    const { digest } = await import("~/digest.server");
    const email = `late-${randomUUID()}@example.org`;
    const until = Date.now() + 3_600_000;
    await query(
      `insert into pending_account (id, email, password_hash, first_name, last_name, created_at, expires_at)
        values ('${digest("late")}', ?, '', 'Ada', 'Byron', ${until}, ${until})`,
      email,
    );
    const { visit } = openVisitor(visitor());
    const page = await visit("/oidc/interaction/earlier/create?token=late");
    expect(page.headings[0]).toBe("Not Taking New Members");
    expect(page.has("B-Side isn't taking new members right now. Members can still sign in.")).toBe(true);
    expect(page.buttons.filter((name) => /Create/.test(name))).toEqual([]);
  });
});

describe.each(eachWay)("by invitation, by %s", (way, { surname, variables, enter }) => {
  const person = personOf(surname);
  const {
    app,
    visitor,
    signUp: addPerson,
  } = shareApp({
    ...variables,
    REGISTRATION: "invitation",
    INVITATIONS: "2",
  });

  /** Makes invitations; resolves with their links. */
  async function invite(amount = 1): Promise<string[]> {
    const { addOperatorInvitations } = await import("~/models/account/invitation/invitation.server");
    const codes = await addOperatorInvitations(amount);
    return codes.map((code) => `${app().origin}/join?invitation=${code}`);
  }

  async function join(name: string, link: string) {
    const newcomer = person(name);
    const browser = openVisitor(visitor());
    const invited = await browser.visit(link);
    expect(invited.headings[0]).toBe("You're Invited");
    const first = await enter(browser, newcomer, await invited.follow("Create Account"));
    return { ...newcomer, ...browser, first };
  }

  const refusedAt = async (link: string) => (await openVisitor(visitor()).visit(link)).main.text;

  test("a link lets one newcomer in, once, and whoever had it open joins with another", async () => {
    const [link = "", other = ""] = await invite(2);
    const late = openVisitor(visitor());
    const start = await (await late.visit(link)).follow("Create Account");
    const ada = await join("Ada", link);
    expect(ada.first.address).toBe("/welcome/music");
    expect((await ada.visit("/discover")).address).toBe("/discover");
    expect(await refusedAt(link)).toContain("was used, has expired or was ended");
    const none = openVisitor(visitor());
    const first = await none.visit("/api/login?new");
    const [ben, cleo] = [person("Ben"), person("Cleo")];
    const isForm = way === "the form";
    const [refused, missing] = isForm
      ? [await signUp(start, ben), await signUp(first, cleo)]
      : [await enter(late, ben, start), await enter(none, cleo, first)];
    expect(refused.text).toContain("its invitation was used, has expired or was ended");
    expect(missing.text).toContain("You need an invitation");
    const again = refused.fill("Invitation code", new URL(other).searchParams.get("invitation") ?? "");
    if (isForm) {
      await again.fill("Password", "listen closely").press("Create Account");
      expect((await openLink(late, ben)).address).toBe("/welcome/music");
    } else {
      const invited = await again.press("Continue");
      const joined = await enter(late, ben, await invited.follow("Create Account"));
      expect(joined.address).toBe("/welcome/music");
    }
  });

  if (way === "an outside provider") {
    test("a newcomer whom moderators must let in is told so after the agreement", async () => {
      const { setNetworkHeld } = await import("~/models/safety/newcomer/network.server");
      await setNetworkHeld("127.0.0.0/24", true);
      const [link = ""] = await invite();
      const { first, email } = await join("Eve", link);
      expect([first.address, first.headings[0]]).toEqual(["/waiting", "Almost There"]);
      await setNetworkHeld("127.0.0.0/24", false);
      expect(mail.mails.filter(({ to }) => to === email)).toEqual([]);
    });
    return;
  }

  test("a link from the console is an invitation", async () => {
    const settings = { APP_ORIGIN: app().origin, REGISTRATION: "invitation" };
    const { code, said } = await operate(app().dataDir, ["invite", "1"], settings);
    expect([code, said]).toEqual([0, expect.stringContaining("Each works once and expires in 30 days.")]);
    const [link = ""] = said.match(/http\S+/g) ?? [];
    expect((await openVisitor(visitor()).visit(link)).headings[0]).toBe("You're Invited");
  });

  test("a code that is typed counts like its link, and a wrong one is refused", async () => {
    const [link = ""] = await invite();
    const code = new URL(link).searchParams.get("invitation") ?? "";
    const browser = openVisitor(visitor());
    const page = await browser.visit("/join");
    const wrong = await page.fill("Invitation code", "NO-SUCH-CODE").press("Continue");
    expect(wrong.value("Invitation code")).toBe("NO-SUCH-CODE");
    expect(wrong.errorOf("Invitation code")).toBe(
      "This code is mistyped, or its invitation was used, has expired or was ended. Check it, or ask for another one.",
    );
    const right = await wrong
      .fill("Invitation code", code.toLowerCase().replaceAll("-", " "))
      .press("Continue");
    expect(right.headings[0]).toBe("You're Invited");
  });

  test("an invitation that has expired, or was ended by an operator, lets nobody in", async () => {
    const [link = ""] = await invite();
    await query("update invitation set expires_at = 0 where used_at is null");
    expect(await refusedAt(link)).toContain("was used, has expired or was ended");
    await query("update invitation set expires_at = ? where used_at is null", Date.now() + 1e9);

    const olga = await addWith("open", () => addPerson("Olga"));
    await appoint(olga, "operator");
    const made = await (await olga.visit("/admin/invitations"))
      .fill("How many", "2")
      .press("Create Invitations");
    const links = made.within("New invitations").text.match(/http\S+/g) ?? [];
    expect(links).toHaveLength(2);
    const ended = await made.press(/^End \d+ Open Invitation/);
    expect(ended.alerts).toMatch(/invitations? ended/);
    for (const each of [...links, link]) expect(await refusedAt(each)).toContain("was ended");
  });

  test("members invite after a month, and their operator sees the chain", async () => {
    const ada = await addWith("open", () => addPerson("Ada"));
    const early = await ada.visit("/settings/invitations");
    expect([early.has("You can invite people from"), early.buttons.includes("Create Invitation")]).toEqual([
      true,
      false,
    ]);
    await query("update member set created_at = created_at - 40 * 86400000 where email = ?", ada.email);
    const made = await (await ada.visit("/settings/invitations")).press("Create Invitation");
    const [link = ""] = made.text.match(/http\S+\/join\S+/) ?? [];
    // The mail is read once somebody else has used the link.
    const [slow, cleo] = [openVisitor(visitor()), person("Cleo")];
    await signUp(await (await slow.visit(link)).follow("Create Account"), cleo);
    await join("Ben", link);
    const refused = await openLink(slow, cleo);
    expect([refused.status, refused.alerts]).toEqual([
      400,
      "Error This invitation was used, has expired or was ended. Sign up again with another one.",
    ]);
    expect((await ada.visit("/settings/invitations")).has("Used")).toBe(true);
    const olga = await addWith("open", () => addPerson("Olga"));
    await appoint(olga, "operator");
    const chains = await olga.visit("/admin/invitations");
    expect(chains.within("Ada Lovelace").has(`Ben ${surname}`)).toBe(true);
    const together = await chains.within("Ada Lovelace").follow("Look at these accounts together");
    expect(together.has(`Ben ${surname}`)).toBe(true);
  });
});
