// What tests of conversations without scripts share: two who talk, what they write, and their pages.
import { expect } from "vitest";
import { makeConversation, type Person } from "../../api/people";
import type { Page } from "../../visitor/page";
import { openVisitor } from "../../visitor/visitor";

export const visit = (person: Person, path: string) => openVisitor(person).visit(path);
export const open = (person: Person, talk: string) => visit(person, `/messages/${talk}`);
/** The page of the messages, which is in a frame of the conversation's page. */
export const framed = async (person: Person, talk: string) => (await open(person, talk)).frame("Messages");
export const say = (page: Page, text: string) => page.fill("Message", text).press("Send");

/** Sends a message through the API. */
export async function write(one: Person, talk: string, body: string | object) {
  const value = typeof body === "string" ? { content: body } : body;
  const sent = await one.json("POST", `/api/conversations/${talk}/messages`, value);
  expect(sent.status).toBe(201);
  return (await sent.json()) as { id: string };
}

/** The messages so far, through the API. */
export async function contentsOf(one: Person, talk: string): Promise<string[]> {
  const newestFirst = await (await one.get(`/api/conversations/${talk}/messages`)).json();
  return newestFirst.map(({ content }: { content: string }) => content).reverse();
}

/** Ada and Ben, who match; `talk` is the id of their conversation. */
export async function makeCouple(addMember: (firstName: string) => Promise<Person>) {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  return { ada, ben, talk: await makeConversation(ada, ben) };
}
