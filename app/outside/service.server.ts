// How a music service is asked: for JSON, and with a sentence for the member where there is none.
import type { z } from "zod";
import { ACCOUNT_MAX } from "~/models/connection";
import { Refusal } from "~/models/refusal";
import { written } from "~/models/taste";
import { ask, type Question, readAnswer } from "./ask.server";

/** All questions of one page share this time: then it answers without them. */
const TOGETHER_MS = 5_000;

/** When the questions that are asked from now on for one page are of no use any more. */
export function shortly(): number {
  return Date.now() + TOGETHER_MS;
}

/** What `name` answers, as its status and its JSON. Refuses (unanswered) silence, and a success that is not JSON. */
export async function askService(name: string, base: string, path: string, question: Question) {
  const answer = await ask(base, path, question);
  if ("silence" in answer) throw unanswered(name, answer.silence);
  const json = readAnswer(answer);
  const isObject = typeof json === "object" && json !== null;
  if (!isObject && answer.status < 400) throw unanswered(name, "not JSON");
  return { status: answer.status, json: isObject ? json : {} };
}

/** The part of an answer that we know. Refuses (unanswered) an answer in which it is not. */
export function readPart<Schema extends z.ZodTypeAny>(
  name: string,
  schema: Schema,
  { status, json }: { status: number; json: object },
): z.output<Schema> {
  const parsed = schema.safeParse(json);
  if (status >= 400) throw unanswered(name, `status ${status}`);
  if (!parsed.success) throw unanswered(name, "another form");
  return parsed.data;
}

/** A name that a service gives: of what a database gives back, and not longer than names are. */
export function tidyName(name: string): string {
  return Array.from(written(name)).slice(0, ACCOUNT_MAX).join("");
}

/** The one refusal of everything that goes wrong at a service; `why` is for those who run the app. */
function unanswered(name: string, why: string): Refusal {
  const says = `${name} does not answer at the moment. Try again in a minute.`;
  return Object.assign(new Refusal("unanswered", says), { cause: `${name}: ${why}` });
}
