// A fake checking service: it takes signed questions alone and answers what a test wants, signed or forged.
import { createHmac } from "node:crypto";
import { startService } from "./service";

const SECRET = "a secret of at least 32 characters";

type Answer = Record<string, string>;

let services = 0;

/** Starts a service that finds everything fine, with a host that no earlier one had. */
export async function startCheckingService() {
  const asked: Answer[] = [];
  let [verdict, reason] = ["fine", ""];
  let forge = (answer: Answer): object => answer;
  let wait: () => unknown = () => undefined;
  const service = startService([`check-${++services}.example`], async ({ body, headers }) => {
    const text = body.toString();
    if (headers["b-side-signature"] !== sign(text)) return { status: 403, json: {} };
    const question = JSON.parse(text);
    asked.push(question);
    await wait();
    const { id } = question;
    return { json: forge({ id, verdict, reason, signature: sign(`${id}\n${verdict}\n${reason}`) }) };
  });
  return {
    ...service,
    address: `${service.address}/check`,
    secret: SECRET,
    /** The questions so far. */
    asked,
    /** Its answer from now on; `change` alters the signed answer. */
    answer(nextVerdict: string, nextReason = "", change: typeof forge = (answer) => answer) {
      [verdict, reason, forge] = [nextVerdict, nextReason, change];
    },
    /** What happens before it answers. */
    whileAsked(happens: typeof wait) {
      wait = happens;
    },
  };
}

/** HMAC-SHA256 in hex. */
function sign(text: string): string {
  return createHmac("sha256", SECRET).update(text).digest("hex");
}
