import { lookup } from "node:dns";
import { EventEmitter } from "node:events";
import { get } from "node:https";
import type { LookupFunction } from "node:net";
import { expect, test, vi } from "vitest";
import { type HttpDownloadOptions, httpDownload } from "~/integrations/http-download.server";
import { serve } from "./serve";

vi.mock("node:https", async (original) => {
  const https = await original<typeof import("node:https")>();
  return { ...https, get: vi.fn(https.get) };
});
vi.mock("node:dns", async (original) => {
  const dns = await original<typeof import("node:dns")>();
  return { ...dns, lookup: vi.fn(dns.lookup) };
});

const limits = { hosts: ["covers.example", "*.archive.example"], maxRedirects: 3, maxBytes: 1000 };

function from(base: string, options: Partial<HttpDownloadOptions> = {}) {
  return (path: string) => httpDownload(new URL(path, base).href, { ...limits, base, ...options });
}

/** Makes every name stand for these addresses. */
function resolveTo(...addresses: string[]) {
  vi.mocked(lookup).mockImplementationOnce(((_name: string, _options: unknown, callback: Callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    )) as never);
}
type Callback = (error: null, addresses: { address: string; family: number }[]) => void;

test("a download has its status, headers and bytes, and says who asks", async () => {
  const agents: unknown[] = [];
  const { base } = await serve((request, response) => {
    agents.push(request.headers["user-agent"]);
    response.writeHead(request.url === "/cover" ? 200 : 404, { "Content-Type": "image/jpeg" }).end(bytes);
  });
  const bytes = Buffer.from([0xff, 0xd8, 0xff, 0x00]);
  const download = from(base);
  expect(await download("/cover")).toMatchObject({
    status: 200,
    headers: { "content-type": "image/jpeg" },
    bytes,
  });
  expect(await download("/absent")).toMatchObject({ status: 404 });
  expect(agents).toEqual([expect.stringMatching(/^B-Side\//), expect.stringMatching(/^B-Side\//)]);
});

test("redirects are followed as often as allowed, and no more", async () => {
  const { base, asked } = await serve(({ url = "" }, response) => {
    const left = Number(url.slice(1));
    if (left === 0) response.end("here");
    else response.writeHead(left % 2 ? 307 : 302, { Location: `/${left - 1}` }).end();
  });
  const download = from(base);
  expect(await download("/3")).toMatchObject({ status: 200, bytes: Buffer.from("here") });
  asked.length = 0;
  expect(await download("/4")).toEqual({ failure: "redirect" });
  expect(asked).toEqual(["GET /4", "GET /3", "GET /2", "GET /1"]);
});

test("a loop of redirects ends", async () => {
  const { base, asked } = await serve((_, response) => response.writeHead(302, { Location: "/" }).end());
  expect(await from(base)("/")).toEqual({ failure: "redirect" });
  expect(asked).toHaveLength(4);
});

test.each([
  "http://169.254.169.254/latest/meta-data",
  "http://127.0.0.1:PORT/",
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://elsewhere.example/",
  "https://covers.example.evil.example/",
  "https://evilcovers.example/",
  "https://archive.example/",
  "https://evilarchive.example/",
  "https://covers.example:8443/",
  "https://user@covers.example/",
  "https://covers.example./",
  "http://covers.example:8080/",
  "http://user@covers.example/",
  "file:///etc/passwd",
  "https://",
])("neither the URL nor a redirect may be %s", async (address) => {
  const inner = await serve((_, response) => response.end("secret"));
  const location = address.replace("PORT", new URL(inner.base).port);
  const { base } = await serve((_, response) => response.writeHead(302, { Location: location }).end());
  vi.mocked(lookup).mockClear();
  expect(await from(base)("/")).toEqual({ failure: "forbidden" });
  expect(await httpDownload(location, { ...limits, base })).toEqual({ failure: "forbidden" });
  expect(inner.asked).toEqual([]);
  expect(lookup).not.toHaveBeenCalled();
});

test.each([
  ["http://covers.example/1.jpg", "https://covers.example/1.jpg"],
  ["http://covers.example:80/1.jpg", "https://covers.example/1.jpg"],
  ["HTTP://Ia800.us.archive.example/a b.jpg?x=1", "https://ia800.us.archive.example/a%20b.jpg?x=1"],
  ["//covers.example/1.jpg", "https://covers.example/1.jpg"],
])("a redirect to %s is followed as %s", async (location, followed) => {
  const { base } = await serve((_, response) => response.writeHead(302, { Location: location }).end());
  const asked: string[] = [];
  vi.mocked(get).mockImplementationOnce(((url: URL) => {
    asked.push(url.href);
    const request = new EventEmitter();
    setImmediate(() => request.emit("error", new Error("not connected")));
    return request;
  }) as never);
  expect(await from(base)("/")).toEqual({ failure: "failed" });
  expect(asked).toEqual([followed]);
});

test.each([
  ["127.0.0.1"],
  ["10.1.2.3"],
  ["172.16.0.1"],
  ["192.168.1.1"],
  ["169.254.169.254"],
  ["100.64.0.1"],
  ["0.0.0.0"],
  ["::1"],
  ["fd00::1"],
  ["fe80::1"],
  ["::ffff:127.0.0.1"],
  ["64:ff9b::7f00:1"],
  ["10.1.2.3", "fd00::1"],
])("an allowed name that stands for %s is not connected to", async (...addresses) => {
  const { base } = await serve((_, response) =>
    response.writeHead(302, { Location: "https://ia800.us.archive.example/cover.jpg" }).end(),
  );
  resolveTo(...addresses);
  expect(await from(base)("/")).toEqual({ failure: "forbidden" });
});

test("a name of private and public addresses is connected to at the public ones", async () => {
  resolveTo("127.0.0.1", "203.0.114.1", "fd00::1");
  let offered: unknown;
  vi.mocked(get).mockImplementationOnce(((_url: unknown, { lookup: lookUp }: { lookup: LookupFunction }) => {
    const request = new EventEmitter();
    setImmediate(() =>
      lookUp("www.archive.example", { all: true }, (_, addresses) => {
        offered = addresses;
        request.emit("error", new Error("not connected"));
      }),
    );
    return request;
  }) as never);
  const download = httpDownload("https://www.archive.example/", {
    ...limits,
    base: "https://covers.example",
  });
  expect(await download).toEqual({ failure: "failed" });
  expect(offered).toEqual([{ address: "203.0.114.1", family: 4 }]);
});

test("no more bytes are read than allowed", async () => {
  let sent = 0;
  const { base } = await serve((request, response) => {
    if (request.url !== "/pours") return void response.end("a".repeat(Number(request.url?.slice(1))));
    const pour = () => {
      while (!response.destroyed && response.write("a".repeat(16_384))) sent += 16_384;
    };
    response.on("drain", pour);
    pour();
  });
  expect(await from(base)("/1000")).toMatchObject({ status: 200 });
  expect(await from(base)("/1001")).toEqual({ failure: "too-large" });
  expect(await from(base)("/pours")).toEqual({ failure: "too-large" });
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

test("a slow download ends with the shared deadline, its redirects included", async () => {
  const { base } = await serve(({ url }, response) => {
    if (url === "/slow") response.write("a");
    else response.writeHead(302, { Location: "/slow" }).end();
  });
  expect(await from(base, { deadline: Date.now() + 300 })("/")).toEqual({ failure: "timeout" });
  expect(await from(base, { deadline: Date.now() })("/")).toEqual({ failure: "timeout" });
});

test("a download cut off or missing is a failure", async () => {
  const { base } = await serve((_, response) => {
    response.writeHead(200, { "Content-Length": "100" });
    response.write("half");
    setTimeout(() => response.destroy(), 50);
  });
  expect(await from(base)("/")).toEqual({ failure: "failed" });
  expect(await from("http://127.0.0.1:1")("/")).toEqual({ failure: "failed" });
});

test("five failures in a row pause a service, and so does a request to wait", async () => {
  const broken = await serve((_, response) => response.writeHead(500).end());
  for (let i = 0; i < 5; i++) expect(await from(broken.base)("/")).toEqual({ failure: "failed" });
  expect(await from(broken.base)("/")).toEqual({ failure: "paused" });
  expect(broken.asked).toHaveLength(5);
  const busy = await serve((_, response) => response.writeHead(503, { "Retry-After": "60" }).end());
  expect(await from(busy.base)("/")).toEqual({ failure: "paused" });
  expect(await from(busy.base)("/")).toEqual({ failure: "paused" });
  expect(busy.asked).toHaveLength(1);
});
