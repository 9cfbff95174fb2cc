// Whether response times tell that an address has an account: sign-in, sign-up and reset, 200 attempts each with a known and an
// unknown address in random order, on a server that mails. The request after each is timed, too, since the mail is sent
// meanwhile.
import { spawn } from "node:child_process";
import { randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { DEMO_SIGN_IN } from "~/models/account/sign-in/demo-sign-in";
import { PORT, withFreshServer } from "./fresh-server";
import { percentile } from "./measurements";

const TRIES = 200;
const WARM_UP = 20;
const ORIGIN = `http://127.0.0.1:${PORT}`;

/** Runs in a process of its own: receiving a mail must not hold up the clock. */
const MAIL_SERVER = `import("./tests/fakes/mail-server.ts").then(async ({ startMailServer }) => {
  console.log((await startMailServer()).url);
});`;

type Times = { answer: number[]; next: number[] };

/** Prints the median and 90th percentile for both, and the p-value of the difference. */
export async function measureAddresses() {
  const mail = spawn(process.execPath, ["--import", "tsx", "--eval", MAIL_SERVER], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url] = await once(mail.stdout, "data");
  Object.assign(process.env, {
    SMTP_URL: String(url).trim(),
    MAIL_FROM: "hello@b-side.example",
    LOG_LEVEL: "error",
  });
  await withFreshServer(0, async () => {
    const { page, cookie } = await openSignIn();
    const person = { firstName: "Ada", lastName: "L", password: "a long enough password", adult: "on" };
    const forms: Record<string, (email: string) => [path: string, fields: Record<string, string>]> = {
      "sign-in": (email) => [page, { email, password: "not the password" }],
      "sign-up": (email) => [`${page}/sign-up`, { email, ...person }],
      reset: (email) => ["/forgot-password", { email }],
    };
    const table: string[] = [];
    for (const [name, form] of Object.entries(forms)) {
      const known: Times = { answer: [], next: [] };
      const unknown: Times = { answer: [], next: [] };
      for (let i = 0; i < WARM_UP; i++) await time(() => post(...form(DEMO_SIGN_IN.email), cookie));
      while (known.answer.length < TRIES || unknown.answer.length < TRIES) {
        const isKnown = unknown.answer.length >= TRIES || (known.answer.length < TRIES && randomInt(2) === 0);
        const email = isKnown ? DEMO_SIGN_IN.email : `${randomUUID()}@example.org`;
        const times = isKnown ? known : unknown;
        times.answer.push(await time(() => post(...form(email), cookie)));
        times.next.push(await time(() => fetch(`${ORIGIN}/forgot-password`)));
      }
      for (const part of ["answer", "next"] as const) {
        const label = part === "answer" ? name : `${name}: the next request`;
        const times = (of: Times) =>
          [0.5, 0.9].map((share) => percentile(of[part], share).toFixed(1)).join("/");
        table.push(
          `${label.padEnd(28)} known ${times(known).padEnd(12)} unknown ${times(unknown).padEnd(12)} p = ${probability(known[part], unknown[part]).toFixed(3)}`,
        );
      }
    }
    console.info(
      `\nms until the answer, median/p90 of ${TRIES} tries each; below p = 0.01 the two can be told apart`,
    );
    console.info(table.join("\n"));
  });
  mail.kill();
}

/** Starts a sign-in; resolves with the path of its page and its cookies. */
async function openSignIn() {
  const cookies: string[] = [];
  let url = `${ORIGIN}/api/login`;
  for (let hops = 0; hops < 2; hops++) {
    const answer = await fetch(url, { redirect: "manual", headers: { Cookie: cookies.join("; ") } });
    cookies.push(...answer.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? ""));
    url = new URL(answer.headers.get("Location") ?? "", url).href;
  }
  return { page: new URL(url).pathname, cookie: cookies.join("; ") };
}

function post(path: string, fields: Record<string, string>, cookie: string) {
  return fetch(ORIGIN + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Accept: "text/html", "Sec-Fetch-Site": "same-origin", Cookie: cookie },
  });
}

async function time(request: () => Promise<Response>): Promise<number> {
  const start = performance.now();
  await (await request()).arrayBuffer();
  return performance.now() - start;
}

/** The two-sided probability of the Mann-Whitney U test, by its normal approximation. */
function probability(some: number[], others: number[]): number {
  const below = some.reduce((sum, value) => sum + others.filter((other) => other < value).length, 0);
  const pairs = some.length * others.length;
  const deviation = Math.sqrt((pairs * (some.length + others.length + 1)) / 12);
  const z = Math.abs(below - pairs / 2) / deviation;
  // Abramowitz and Stegun, 26.2.17.
  const t = 1 / (1 + 0.2316419 * z);
  const tail =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return Math.min(1, 2 * tail * (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)));
}
