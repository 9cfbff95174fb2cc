// Mail in its recipient's language.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { member } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { closeMailServer } from "~/integrations/mail-server.server";
import { inLanguage } from "~/language/language.server";
import { sendDueMail } from "~/mail/sending.server";
import { addAccount } from "~/models/account/account.server";
import { queueMemberMail } from "~/models/account/email.server";
import { requestAccount } from "~/models/account/sign-in/sign-up.server";
import { queueAccountMail } from "~/models/mail-queue.server";
import { findOrAddMember } from "~/models/member/member.server";

const server = await vi.hoisted(async () => {
  const started = await (await import("../fakes/mail-server")).startMailServer();
  Object.assign(process.env, started.variables, { LANGUAGES: "en,de,en-XA" });
  return started;
});

afterAll(() => {
  closeMailServer();
  server.close();
  delete process.env.LANGUAGES;
});

const password = "listen very closely";
const newPerson = () => ({
  firstName: "Ada",
  lastName: "Lovelace",
  email: `ada-${randomUUID()}@example.org`,
});

test("a mail to an account is in its member's language, whoever causes it", async () => {
  for (const [language, subject] of [
    ["de", "Neues Passwort für B-Side"],
    [null, "Choose a new password for B-Side"],
  ] as const) {
    const person = newPerson();
    const accountId = await addAccount({ ...person, password }, randomUUID());
    await findOrAddMember({ ...person, issuer: EMBEDDED_MEMBERS, subject: accountId });
    await db.update(member).set({ language }).where(eq(member.subject, accountId));
    await inLanguage("en-XA", () =>
      transaction((tx) => queueAccountMail(tx, accountId, { kind: "reset", token: "T" })),
    );
    await inLanguage("en-XA", () => sendDueMail());
    const [received] = await server.untilReceived(person.email);
    expect(received?.subject).toBe(subject);
    expect(received?.html).toContain(`<html lang="${language ?? "en"}">`);
  }
});

test("a newcomer without an account gets mail in the language they asked in", async () => {
  const person = newPerson();
  await inLanguage("de", () =>
    requestAccount({ ...person, password }, { address: randomUUID(), interaction: "i" }),
  );
  await sendDueMail();
  const [received] = await server.untilReceived(person.email);
  expect(received?.subject).toBe("Noch ein Schritt zu B-Side");
});

test("a member who signs in at an outside provider gets mail in their language as well", async () => {
  const person = newPerson();
  const outside = { ...person, issuer: "https://id.example", subject: randomUUID() };
  const { id } = await inLanguage("de", () => findOrAddMember(outside));
  await transaction((tx) => queueMemberMail(tx, { id, email: person.email }, { kind: "let-in" }));
  await sendDueMail();
  const [received] = await server.untilReceived(person.email);
  expect(received?.subject).toBe("Willkommen bei B-Side");
});

test("a new member reads what they have signed up in", async () => {
  const person = newPerson();
  const { language } = await inLanguage("de", () =>
    findOrAddMember({ ...person, issuer: "https://id.example", subject: randomUUID() }),
  );
  expect(language).toBe("de");
});
