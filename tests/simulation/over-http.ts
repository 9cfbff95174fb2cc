// Plays scenarios over HTTP: the steps go through the built server, as JSON and as forms in turns.
import { db } from "db/client.server";
import { member } from "db/schema";
import { inArray } from "drizzle-orm";
import { openBrowser } from "../api/client";
import { completeProfile, type Person, signUp } from "../api/people";
import type { RunningServer } from "../api/server";
import { photo } from "../fakes/picture-files";
import { wav } from "../fakes/recordings";
import { ANSWERED, answerOf } from "./notes";
import { CAST, type Outcome, type World } from "./run";
import { type Ids, type KindName, quotedMessage, reactedMessage, reactionOf, type Step } from "./steps";

type Send = (person: Person, ids: Ids, step: Step) => Promise<Response>;
/** The requests for a step: as JSON, or as a form of a page without scripts. */
type Doors = { json?: Send; form?: Send };

const talk = ({ conversation }: Ids) => `/messages/${conversation}`;
const target = ({ you }: Ids) => ({ targetUserId: String(you) });

function fileBody(file: Uint8Array) {
  return { method: "POST", body: new Uint8Array(file), headers: { "Sec-Fetch-Site": "same-origin" } };
}

function fileForm(fields: Record<string, string>, file: Uint8Array): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new File([new Uint8Array(file)], "file"));
  return form;
}

const doors: Partial<Record<KindName, Doors>> = {
  like: {
    json: (person, ids) => person.json("POST", "/api/matches", { ...target(ids), liked: true }),
    form: (person, { you }) => person.form(`/members/${you}/decide`, { liked: "true" }),
  },
  pass: { json: (person, ids) => person.json("POST", "/api/matches", { ...target(ids), liked: false }) },
  undo: { form: (person, { you }) => person.form(`/members/${you}/undo`, {}) },
  unmatch: { form: (person, { you }) => person.form(`/members/${you}/unmatch`, {}) },
  start: {
    json: (person, ids) => person.json("POST", "/api/conversations", target(ids)),
    form: (person, ids) => person.form("/matches/talk", target(ids)),
  },
  send: {
    json: (person, { conversation, message }, { text }) =>
      person.json("POST", `/api/conversations/${conversation}/messages`, { id: message, content: text }),
    form: (person, ids, { text }) => person.form(talk(ids), { id: ids.message, content: text }),
  },
  note: {
    json: (person, { you, message }, { text }) =>
      person.json("POST", `/api/members/${you}/like`, {
        ...{ id: message, content: text },
        quote: { type: "prompt", prompt: ANSWERED },
      }),
    form: (person, { you, message }, { text }) =>
      person.form(`/members/${you}/like?prompt=${ANSWERED}`, {
        ...{ id: message, content: text },
        prompt: ANSWERED,
      }),
  },
  goodbye: {
    json: (person, { conversation, message }, { text }) =>
      person.json("POST", `/api/conversations/${conversation}/goodbye`, { id: message, content: text }),
    form: (person, ids, { text }) => person.form(`${talk(ids)}/goodbye`, { id: ids.message, content: text }),
  },
  reopen: {
    json: (person, { conversation }) =>
      person.json("DELETE", `/api/conversations/${conversation}/goodbye`, {}),
    form: (person, ids) => person.form(`${talk(ids)}/reopen`, {}),
  },
  accept: { form: (person, ids) => person.form(`${talk(ids)}/accept`, {}) },
  decline: { form: (person, ids) => person.form(`${talk(ids)}/decline`, {}) },
  restore: { form: (person, ids) => person.form(`${talk(ids)}/decline`, { undo: "true" }) },
  read: {
    json: (person, ids, { number }) => person.json("POST", `${talk(ids)}/read`, { sequence: number }),
  },
  react: {
    json: (person, ids, step) =>
      person.json("PUT", `/api/messages/${reactedMessage(ids, step)}/reaction`, {
        reaction: reactionOf(step.text),
      }),
    form: (person, ids, step) =>
      person.form(`${talk(ids)}/reaction`, {
        messageId: reactedMessage(ids, step),
        reaction: reactionOf(step.text),
      }),
  },
  unreact: {
    json: (person, ids, step) =>
      person.json("DELETE", `/api/messages/${reactedMessage(ids, step)}/reaction`, {}),
    form: (person, ids, step) =>
      person.form(`${talk(ids)}/reaction`, { messageId: reactedMessage(ids, step), reaction: "" }),
  },
  quote: {
    json: (person, ids, step) =>
      person.json("POST", `/api/conversations/${ids.conversation}/messages`, {
        ...{ id: ids.message, content: step.text, quotedId: quotedMessage(ids, step) },
      }),
    form: (person, ids, step) =>
      person.form(talk(ids), {
        ...{ id: ids.message, content: step.text, quotedId: quotedMessage(ids, step) },
      }),
  },
  photo: {
    json: async (person, { conversation, message }, { text }) =>
      person.send(
        `/api/conversations/${conversation}/photos?${new URLSearchParams({ id: message, content: text })}`,
        fileBody(await photo("png", 8, 6)),
      ),
    form: async (person, ids, { text }) =>
      person.form(
        `${talk(ids)}/photo`,
        fileForm({ id: ids.message, content: text }, await photo("png", 8, 6)),
      ),
  },
  voice: {
    json: async (person, { conversation, message }) =>
      person.send(
        `/api/conversations/${conversation}/voice-notes?${new URLSearchParams({ id: message })}`,
        fileBody(await wav(1)),
      ),
    form: async (person, ids) =>
      person.form(`${talk(ids)}/voice`, fileForm({ id: ids.message }, await wav(1))),
  },
  // Not edits, whose 15 minutes would have to pass to the millisecond.
  erase: {
    json: (person, ids, step) => person.json("DELETE", `/api/messages/${reactedMessage(ids, step)}`, {}),
    form: (person, ids, step) => person.form(`${talk(ids)}/delete`, { messageId: reactedMessage(ids, step) }),
  },
  block: {
    json: (person, ids) => person.json("POST", "/api/blocks", target(ids)),
    form: (person, { you }) => person.form(`/members/${you}/block`, {}),
  },
  unblock: {
    json: (person, { you }) => person.json("DELETE", `/api/blocks/${you}`, {}),
    form: (person, ids) => person.form("/settings/blocked", target(ids)),
  },
  pause: { form: (person) => person.form("/settings/pause", { paused: "true" }) },
  resume: { form: (person) => person.form("/settings/pause", { paused: "false" }) },
};

/** The kinds of steps that can be taken over HTTP by a member who stays signed in. */
export const kindsOverHttp = Object.keys(doors) as KindName[];

const refusals: Record<number, string> = { 403: "forbidden", 404: "absent", 409: "conflict" };

/** The world of the members of a server, who share the database of this process. */
export function worldOf(running: () => RunningServer, restart: () => Promise<void>): World {
  let people: Person[] = [];
  const headers = { "X-Now": "" };
  const setClock = () => {
    headers["X-Now"] = String(Date.now());
  };
  return {
    async addMembers() {
      setClock();
      people = [];
      for (const name of CAST)
        people.push(await completeProfile(await signUp(openBrowser(running(), [], headers), name)));
      for (const [who, person] of people.entries())
        await person.json("PUT", "/api/profile/prompts", {
          prompts: [{ prompt: ANSWERED, answer: answerOf(CAST[who] ?? "") }],
        });
      const rows = await db
        .select()
        .from(member)
        .where(
          inArray(
            member.id,
            people.map(({ id }) => Number(id)),
          ),
        );
      return people.flatMap(({ id }) => rows.filter((row) => String(row.id) === id));
    },
    async take(ids, step): Promise<Outcome> {
      setClock();
      const { json, form } = doors[step.kind] ?? {};
      const person = people[step.who] as Person;
      const isForm = !json || (form && step.number % 2 === 1);
      const send = (isForm ? form : json) as Send;
      let answer: Response;
      try {
        answer = await send(person, ids, step);
      } catch {
        return "unanswered";
      }
      if (answer.status >= 500) throw new Error(`${step.kind} was answered with ${answer.status}.`);
      // A form's answer leads to the next page, which says what became of it.
      if (isForm) return "unseen";
      const refused = refusals[answer.status];
      if (refused) return { refused };
      // Such as to read up to the message before the first.
      if (answer.status === 400) return "unavailable";
      if (answer.status > 400) throw new Error(`${step.kind} was answered with ${answer.status}.`);
      return "done";
    },
    /** Kills the server while the steps are under way. */
    breakDown({ statement }) {
      const killed = new Promise((resolve) => setTimeout(resolve, statement * 5)).then(() =>
        running().stop("SIGKILL"),
      );
      return () => killed.then(restart);
    },
  };
}
