// Starts Firefox and WebKit and drives them by their own protocols: Firefox by Marionette, which also works with
// JavaScript turned off, and WebKit by WebDriver.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../free-port";

/** How long a page may take to show something. */
const PATIENCE_MS = 60_000;
/** How long a browser may take to start, with others starting beside it. */
const START_MS = 120_000;
const RETRY_MS = 50;

/** The commands of both protocols that the journeys use, with WebDriver's method and path. */
const commands = {
  Navigate: ["POST", "/url"],
  GetCurrentURL: ["GET", "/url"],
  FindElements: ["POST", "/elements"],
  ElementClick: ["POST", "/element/:id/click"],
  ElementSendKeys: ["POST", "/element/:id/value"],
  SwitchToFrame: ["POST", "/frame"],
  SwitchToParentFrame: ["POST", "/frame/parent"],
  ExecuteScript: ["POST", "/execute/sync"],
} as const;

type Parameters = Record<string, unknown> & { id?: string };
type Send = (command: keyof typeof commands, parameters?: Parameters) => Promise<unknown>;

/** The browser actions of a journey. Elements are XPath expressions; each step waits until it can be done. */
export type OtherBrowser = {
  visit: (path: string) => Promise<void>;
  click: (element: string) => Promise<void>;
  /** Types at the end of what a field contains. */
  type: (element: string, text: string) => Promise<void>;
  see: (element: string) => Promise<void>;
  /** Runs `steps` within a frame. */
  within: (frame: string, steps: () => Promise<void>) => Promise<void>;
  path: () => Promise<string>;
  signIn: (member: { email: string; password: string }) => Promise<void>;
  /** The return value of a script's body in the page. */
  evaluate: (script: string) => Promise<unknown>;
  close: () => Promise<void>;
};

/** An XPath expression for the elements `tag` whose text or label is `name`. */
export function named(tag: string, name: string): string {
  return `//${tag}[normalize-space(.)="${name}" or @aria-label="${name}"]`;
}

/** An XPath expression for the field with this label. */
export function labelled(label: string): string {
  return `//*[@id=//label[starts-with(normalize-space(.),"${label}")]/@for]`;
}

/** An XPath expression for anything that directly contains this text. */
export function text(words: string): string {
  return `//body//*[text()[contains(normalize-space(.),"${words}")]]`;
}

const FIREFOX = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => existsSync(path));
const MINI_BROWSER = ["x86_64", "aarch64"]
  .map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`)
  .find((path) => existsSync(path));
const hasWebKit =
  MINI_BROWSER && ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"].every((path) => existsSync(path));

/** Whether each browser is on this machine, and how it starts. */
export const otherBrowsers = {
  firefox: { name: "Firefox", isInstalled: FIREFOX !== undefined, start: startFirefox },
  webkit: { name: "WebKit", isInstalled: Boolean(hasWebKit), start: startWebKit },
};

for (const { name, isInstalled } of Object.values(otherBrowsers))
  if (!isInstalled) console.info(`${name} is not installed here, so its tests are skipped.`);

/** Starts Firefox with an empty profile. */
async function startFirefox(origin: string, hasScripts = true): Promise<OtherBrowser> {
  const profile = mkdtempSync(join(tmpdir(), "b-side-firefox-"));
  const port = await freePort();
  const preferences = {
    "marionette.port": port,
    "javascript.enabled": hasScripts,
    "app.update.enabled": false,
    "browser.shell.checkDefaultBrowser": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    "signon.rememberSignons": false,
    // A microphone that hums, which nobody has to allow.
    "media.navigator.streams.fake": true,
    "media.navigator.permission.disabled": true,
  };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});\n`);
  writeFileSync(join(profile, "user.js"), lines.join(""));
  const child = spawn(String(FIREFOX), ["--headless", "--no-remote", "--marionette", "--profile", profile], {
    stdio: "ignore",
    env: { ...process.env, HOME: profile },
  });
  const marionette = await connectMarionette(port);
  await marionette.send("WebDriver:NewSession", {});
  const send: Send = async (command, parameters = {}) => {
    const result = await marionette.send(`WebDriver:${command}`, parameters);
    return result && typeof result === "object" && "value" in result ? result.value : result;
  };
  return makeBrowser(origin, hasScripts, send, async () => {
    marionette.close();
    await stop(child);
  });
}

/** Starts WebKitGTK's browser on a screen of its own. */
async function startWebKit(origin: string): Promise<OtherBrowser> {
  const home = mkdtempSync(join(tmpdir(), "b-side-webkit-"));
  mkdirSync(join(home, "run"), { mode: 0o700 });
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x900x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [display] = await once(screen.stdio[3] as NodeJS.ReadableStream, "data");
  const port = await freePort();
  const driver = spawn("/usr/bin/WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore",
    env: {
      ...process.env,
      HOME: home,
      XDG_RUNTIME_DIR: join(home, "run"),
      DISPLAY: `:${String(display).trim()}`,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    },
  });
  const request = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === "POST" ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } };
    if (!response.ok) throw new DriverError(value.error ?? "", value.message ?? "");
    return value;
  };
  await until(async () => (await request("GET", "/status").catch(() => undefined)) !== undefined);
  const options = { "webkitgtk:browserOptions": { binary: MINI_BROWSER, args: ["--automation"] } };
  const { sessionId } = (await request("POST", "/session", { capabilities: { alwaysMatch: options } })) as {
    sessionId: string;
  };
  const send: Send = async (command, { id, ...body } = {}) => {
    const [method, path] = commands[command];
    // Unlike Firefox, WebKitGTK's driver doesn't scroll up to what it clicks.
    if (command === "ElementClick") {
      const args = [reference(id ?? "")];
      await send("ExecuteScript", { script: "arguments[0].scrollIntoViewIfNeeded()", args });
    }
    const target = command === "SwitchToFrame" ? { id: reference(id ?? "") } : body;
    return request(method, `/session/${sessionId}${path.replace(":id", id ?? "")}`, target);
  };
  return makeBrowser(origin, true, send, async () => {
    await request("DELETE", `/session/${sessionId}`);
    await stop(driver);
    await stop(screen);
  });
}

function makeBrowser(
  origin: string,
  hasScripts: boolean,
  send: Send,
  close: () => Promise<void>,
): OtherBrowser {
  const find = async (element: string) => {
    const found = await send("FindElements", { using: "xpath", value: element });
    return (found as Record<string, string>[]).map((each) => String(Object.values(each)[0]));
  };
  /** Does something with the first of these elements that lets it be done. */
  const act = (element: string, doIt: (id: string) => Promise<unknown>) =>
    until(async () => {
      for (const id of await find(element)) {
        try {
          await doIt(id);
          return true;
        } catch (error) {
          if (!(error instanceof DriverError && NOT_YET.has(error.code))) throw error;
        }
      }
      return false;
    }, element);
  const untilHydrated = () =>
    until(async () => (await send("ExecuteScript", { script: IS_HYDRATED, args: [] })) === true, "hydration");
  const visit = async (path: string) => {
    await send("Navigate", { url: origin + path });
    if (hasScripts) await untilHydrated();
  };
  const click = (element: string) => act(element, (id) => send("ElementClick", { id }));
  const type = (element: string, typed: string) =>
    act(element, (id) => send("ElementSendKeys", { id, text: typed }));
  const see = (element: string) => until(async () => (await find(element)).length > 0, element);
  return {
    visit,
    click,
    type,
    see,
    signIn: async ({ email, password }) => {
      await visit("/");
      await click(named("a", "Sign In"));
      await type(labelled("Email"), email);
      await type(labelled("Password"), password);
      await click(named("button", "Sign In"));
      await see('//a[@href="/api/logout"]');
    },
    within: async (frame, steps) => {
      await act(frame, (id) => send("SwitchToFrame", { id, element: id }));
      await steps();
      await send("SwitchToParentFrame");
    },
    evaluate: (script) => send("ExecuteScript", { script, args: [] }),
    path: async () => new URL(String(await send("GetCurrentURL"))).pathname,
    close,
  };
}

/** The same condition as in the tests with Chromium. */
const IS_HYDRATED = `
  if (history.scrollRestoration !== "manual") return false;
  const controls = document.querySelectorAll("a, button, input, select, textarea");
  return Array.from(controls).every((control) =>
    control.closest(".track-sample") || Object.keys(control).some((key) => key.startsWith("__reactProps")));`;

/** The errors of a page that is still changing. */
const NOT_YET = new Set([
  "no such element",
  "no such frame",
  "stale element reference",
  "element not interactable",
  "element click intercepted",
]);

class DriverError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(`${code}: ${message}`);
  }
}

const reference = (id: string) => ({ "element-6066-11e4-a52e-4f735466cecf": id });

async function until(isTrue: () => Promise<boolean>, what = "the browser") {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await pause(RETRY_MS);
  }
}

/** Speaks Marionette's protocol: JSON messages, each after its length. */
async function connectMarionette(port: number) {
  const socket = await connectWhenReady(port);
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let received = Buffer.alloc(0);
  let lastId = 0;
  socket.on("data", (part: Buffer) => {
    received = Buffer.concat([received, part]);
    for (;;) {
      const colon = received.indexOf(":");
      const end = colon + 1 + Number(received.subarray(0, Math.max(0, colon)));
      if (colon < 0 || received.length < end) return;
      const message = JSON.parse(received.subarray(colon + 1, end).toString());
      received = received.subarray(end);
      // The first message is a greeting.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      const reply = waiting.get(id);
      waiting.delete(id);
      if (error) reply?.reject(new DriverError(error.error, error.message));
      else reply?.resolve(result);
    }
  });
  return {
    send: (command: string, parameters: object) =>
      new Promise<unknown>((resolve, reject) => {
        lastId++;
        waiting.set(lastId, { resolve, reject });
        const message = JSON.stringify([0, lastId, command, parameters]);
        socket.write(`${Buffer.byteLength(message)}:${message}`);
      }),
    close: () => socket.destroy(),
  };
}

async function connectWhenReady(port: number) {
  for (const deadline = Date.now() + START_MS; ; await pause(RETRY_MS)) {
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "connect");
      return socket;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill();
  await exited;
}
