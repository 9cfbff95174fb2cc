// The app in the test's own process, on the database of the test file, and members who are signed in without its pages.
import { Agent } from "node:http";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { afterAll, beforeAll, expect } from "vitest";
import { type Browser, openBrowser, type Site, sendRaw } from "./api/client";
import { completeProfile, type Person } from "./api/people";
import type { Variables } from "./api/server";
import { freePort } from "./free-port";

/** The exports of server.ts. */
type Build = typeof import("../server");

let members = 0;
let apps = 0;

/** The password of members who are added. */
const password = "listen closely";

/**
 * Runs the built app for all tests of a file, on a free port and with rate limits off unless `variables` say otherwise, and
 * checks in the end that it met no bug. Its database is the one that the file's own imports of models read and write.
 */
export function shareApp(variables: Variables = {}) {
  let app: Site;
  let end = async () => {};
  let built: Build;
  beforeAll(async () => {
    const port = Number(variables.PORT ?? (await freePort()));
    const address = `http://127.0.0.1:${port}`;
    Object.assign(process.env, { NODE_ENV: "production", HOST: "127.0.0.1", APP_ORIGIN: address });
    Object.assign(process.env, variables, { PORT: String(port) });
    // The query makes it a module of this app's own.
    const path = new URL(`../build/server/index.js?${process.env.DATA_DIR}&${++apps}`, import.meta.url).href;
    built = await import(/* @vite-ignore */ path);
    const server = await built.startServer();
    const agent = new Agent({ keepAlive: true });
    end = async () => {
      agent.destroy();
      await built.shutDown(server);
      for (const name of Object.keys(variables)) delete process.env[name];
      expect(built.listBugs()).toEqual([]);
    };
    const { APP_ORIGIN: origin = address, DATA_DIR: dataDir = "" } = process.env;
    app = { address, origin, port, dataDir, agent };
  });
  afterAll(() => end());
  const known = new Map<string, Promise<Person>>();
  const addMember = async (firstName: string) => completeProfile(await signUp(app, firstName));
  return {
    app: () => app,
    visitor: () => openBrowser(app),
    /** A newcomer, who is signed in and has no profile yet. */
    signUp: (firstName: string) => signUp(app, firstName),
    /** A member with a profile and a taste. */
    addMember,
    /** The same member for all tests of the file that do not change them. */
    sharedMember: (firstName: string) => {
      const person = known.get(firstName) ?? addMember(firstName);
      known.set(firstName, person);
      return person;
    },
    /** Signs a member in on another browser. */
    signInAgain: ({ id }: Person) => openSession(app, Number(id)),
    sendRaw: (request: string) => sendRaw(app, request),
    /** Counts a use of a rate limit in the app. */
    consumeRateLimit: (...use: Parameters<Build["consumeRateLimit"]>) => built.consumeRateLimit(...use),
  };
}

/** Adds an account and its member, who is signed in on a browser of their own. */
async function signUp(app: Site, firstName: string): Promise<Person> {
  // Imported here, because the environment must be complete before the app's modules read it.
  const { addAccount } = await import("~/models/account/account.server");
  const { findOrAddMember } = await import("~/models/member/member.server");
  const email = `${firstName.toLowerCase()}-${++members}@example.org`;
  const person = { firstName, lastName: "Lovelace", email };
  const subject = await addAccount({ ...person, password }, "127.0.0.1");
  const { id } = await findOrAddMember({ ...person, issuer: EMBEDDED_MEMBERS, subject });
  return Object.assign(await openSession(app, id), { id: String(id), email, password });
}

/** Starts a session of a member, in a browser of its own. */
async function openSession(app: Site, memberId: number): Promise<Browser> {
  const { startSession } = await import("~/auth/session.server");
  const cookie = await startSession(new Request(app.origin), memberId, {}, { confirmedAt: new Date() });
  return openBrowser(app, [cookieIn(cookie)]);
}

/** The cookie that a Set-Cookie header sets. */
function cookieIn(header: string) {
  const [pair = ""] = header.split(";");
  const [name = "", ...value] = pair.split("=");
  return { name, value: value.join("="), path: "/" };
}
