// Moderators and operators, by the email address of a member.
import { db } from "db/client.server";
import { member } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { addStaff, listStaff, removeStaff } from "~/models/safety/staff/staff.server";
import { addNewcomer } from "../../cast";

/** Adds a newcomer with an email address of their own; returns it. */
async function join(firstName: string) {
  const { id } = await addNewcomer(firstName);
  const email = `${firstName.toLowerCase()}-${id}@example.org`;
  await db.update(member).set({ email }).where(eq(member.id, id));
  return email;
}

test("the console finds an address as its owner writes it, its domain in their script", async () => {
  const { id } = await addNewcomer("Ivan");
  const email = `ivan-${id}@xn--e1afmkfd.xn--p1ai`;
  await db.update(member).set({ email }).where(eq(member.id, id));
  expect((await addStaff(` Ivan-${id}@пример.рф`, "operator")).email).toBe(email);
});

const emailsOf = async (role: "moderator" | "operator") => (await listStaff(role)).map(({ email }) => email);

test("a member has one role: a moderator can become an operator, and an operator stays one", async () => {
  const cleo = await join("Cleo");
  await addStaff(cleo, "moderator");
  await addStaff(cleo, "operator");
  expect(await emailsOf("moderator")).not.toContain(cleo);
  await expect(addStaff(cleo, "moderator")).rejects.toMatchObject({
    code: "conflict",
    message: `${cleo} is already an operator.`,
  });
  await expect(removeStaff(cleo, "moderator")).rejects.toMatchObject({
    code: "absent",
    message: `${cleo} is not a moderator.`,
  });
  expect(await emailsOf("operator")).toContain(cleo);
});

test("an address that several members have, in any case, is refused, and so is an unknown one", async () => {
  const [dan, eve] = [await join("Dan"), await join("Eve")];
  await db.update(member).set({ email: dan.toUpperCase() }).where(eq(member.email, eve));
  const several = { code: "conflict", message: `Several members have the email address ${dan}.` };
  await expect(addStaff(dan, "operator")).rejects.toMatchObject(several);
  const unknown = { code: "absent", message: `No member has the email address ${eve}.` };
  await expect(addStaff(eve, "operator")).rejects.toMatchObject(unknown);
  expect(await emailsOf("operator")).not.toContain(dan);
});
