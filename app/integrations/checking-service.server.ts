// The operator's checking service (CHECK_URL), which judges new photos and first messages; docs/operating.md describes it.
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { cleanText } from "~/clean-text";
import { env } from "~/env.server";
import { msg } from "~/language/text";
import { log } from "~/log.server";
import { Refusal } from "~/refusal";
import { httpRequest, parseJson } from "./http-request.server";

const MAX_BYTES = 4096;
const REASON_MAX = 200;
/** How long a failing service is left alone. */
const RETRY_SECONDS = 30;

const VERDICTS = ["fine", "hold", "refuse"] as const;

/** What is judged: the text of a first message, or a photo as others would see it, in WebP. */
export type Judged = { kind: "message"; text: string } | { kind: "photo"; picture: Uint8Array };

/** `reason` is the service's, in one line, or blank. `isAnswer` is false if the service gave no answer. */
export type Verdict = { verdict: (typeof VERDICTS)[number]; reason: string; isAnswer: boolean };

const answerSchema = z.object({
  id: z.string(),
  verdict: z.enum(VERDICTS),
  reason: z.string().default(""),
  signature: z.string(),
});

/**
 * The service's verdict on a photo or a message; "fine" without a service. Without a signed answer within 5 s, or while the
 * service is paused, the verdict is the operator's choice (CHECK_FAILS). The service isn't told whose it is.
 */
export async function judge(judged: Judged): Promise<Verdict> {
  const service = env.checkingService;
  if (!service) return { verdict: "fine", reason: "", isAnswer: false };
  const id = randomUUID();
  const { kind } = judged;
  const content =
    kind === "photo"
      ? { type: "image/webp", base64: Buffer.from(judged.picture).toString("base64") }
      : { text: judged.text };
  const json = JSON.stringify({ id, kind, at: new Date().toISOString(), ...content });
  const headers = { "B-Side-Signature": sign(json) };
  const response = await httpRequest(service.url, "", { json, headers, maxBytes: MAX_BYTES });
  const answer = "failure" in response ? undefined : readAnswer(id, parseJson(response));
  if (answer) return answer;
  // Not translated: for the log.
  const cause =
    "failure" in response ? response.failure : `status ${response.status} without a signed verdict`;
  log.logger.warn({ cause, kind }, "no verdict by the checking service");
  return { verdict: service.onFailure === "hold" ? "hold" : "fine", reason: "", isAnswer: false };
}

/**
 * The refusal, to be tried again later, of something that can't wait for a moderator while the service gives no answer
 * (unavailable).
 */
export function uncheckedRefusal(what: Judged["kind"] | "answer" | "show"): Refusal {
  const message = msg(
    "{what, select, photo {Your photo can't be checked right now.} message {Your message can't be checked right now.} answer {Your answer can't be checked right now.} other {Your show can't be checked right now.}} Please try again in a minute.",
    { what },
  );
  return new Refusal("unavailable", message, {}, RETRY_SECONDS);
}

/** The verdict if it answers this request and is signed; undefined for anything else. */
function readAnswer(id: string, json: unknown): Verdict | undefined {
  const parsed = answerSchema.safeParse(json);
  if (!parsed.success || parsed.data.id !== id) return undefined;
  const { verdict, reason, signature } = parsed.data;
  // The id is new with every request, so no earlier answer fits.
  const expected = Buffer.from(sign(`${id}\n${verdict}\n${reason}`));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return { verdict, reason: cleanText(reason.slice(0, REASON_MAX)), isAnswer: true };
}

/** HMAC-SHA256 with CHECK_SECRET, in hex. */
function sign(text: string): string {
  return createHmac("sha256", env.checkingService?.secret ?? "")
    .update(text)
    .digest("hex");
}
