// The browser that is added to push, and what a push leads to. On a server of its own, whose push
// service is a fake one: test browsers have none.
import { expect, type Page } from "@playwright/test";
import { startPushService } from "../fakes/push-service";
import { servicesUrl } from "../fakes/service";
import { like, type Person, sendMessage, signUp } from "./members";
import { startSite } from "./own-site";
import { collectErrors } from "./page-checks";
import { test as base, openPage, visit } from "./pages";

const SETTINGS = "/settings/notifications";

type PushService = Awaited<ReturnType<typeof startPushService>>;
type Site = { origin: string; service: PushService };

const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the library reads the names of fixtures from it
    async ({}, use) => {
      const service = await startPushService();
      const { origin, stop } = await startSite({ SERVICES_URL: servicesUrl });
      await use({ origin, service });
      await stop();
      service.close();
    },
    { scope: "worker" },
  ],
  baseURL: ({ site }, use) => use(site.origin),
});

test.use({ serviceWorkers: "allow" });

/** Lets a page subscribe at the fake push service; returns its subscriptions. */
async function fakeSubscriptions(page: Page, service: PushService) {
  const devices: ReturnType<PushService["subscribe"]>[] = [];
  await page.exposeFunction("subscribeAtService", (key: string) => {
    const device = service.subscribe(key);
    devices.push(device);
    return device.subscription;
  });
  await page.addInitScript(() => {
    const { subscribeAtService } = window as unknown as {
      subscribeAtService: (key: string) => Promise<object>;
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => null,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        const subscription = await subscribeAtService(applicationServerKey);
        return { toJSON: () => subscription };
      },
    });
  });
  return devices;
}

/** A notification as the service worker shows it. */
type Shown = { title: string; tag: string; data: { navigate: string } };
type WorkerScope = EventTarget & {
  shown: Shown[];
  opened: string[];
  registration: object;
  clients: object;
};

/**
 * The service worker of a page's browser. Test browsers let it neither show anything nor open windows: it notes what it
 * would show and open.
 */
async function workerOf({ context, page }: Person, origin: string) {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate(() => {
    const self = globalThis as unknown as WorkerScope;
    Object.assign(self, { shown: [], opened: [] });
    const remove = (tag: string) => {
      self.shown = self.shown.filter((each) => each.tag !== tag);
    };
    const withClose = (each: Shown) => ({ ...each, close: () => remove(each.tag) });
    Object.assign(self.registration, {
      showNotification: async (title: string, options: Omit<Shown, "title">) => {
        remove(options.tag);
        self.shown.push({ title, ...options });
      },
      getNotifications: async ({ tag }: Shown) =>
        self.shown.filter((each) => each.tag === tag).map(withClose),
    });
    Object.assign(self.clients, { openWindow: async (url: string) => void self.opened.push(url) });
  });
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  return {
    /** Hands it a payload, as a browser does once it has decrypted it. */
    deliver: (data = "") =>
      session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data }),
    titles: () =>
      worker.evaluate(() => (globalThis as unknown as WorkerScope).shown.map(({ title }) => title)),
    /** Presses what is shown last; returns the address that this opens. */
    press: () =>
      worker.evaluate(async () => {
        const self = globalThis as unknown as WorkerScope;
        const { tag } = self.shown.at(-1) ?? {};
        const [notification] = await (
          self.registration as { getNotifications: (filter: object) => Promise<object[]> }
        ).getNotifications({ tag });
        let work: unknown;
        const waitUntil = (promise: unknown) => {
          work = promise;
        };
        self.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil }));
        await work;
        return self.opened.pop() ?? "";
      }),
  };
}

test("a browser is asked after a press, told of what it has missed, and removed", { tag: "@all" }, async ({
  browser,
  site,
}) => {
  const [ada, ben] = [await signUp(browser, "Ada", true), await signUp(browser, "Ben", true)];
  // One that says no is told how to change that.
  await ada.page.addInitScript(() => {
    Notification.requestPermission = async () => "denied";
  });
  await visit(ada.page, SETTINGS);
  await ada.page.getByRole("button", { name: "Notify This Device" }).click();
  await expect(ada.page.getByText("Your browser doesn't allow notifications from B-Side.")).toBeVisible();

  await ben.context.grantPermissions(["notifications"]);
  const devices = await fakeSubscriptions(ben.page, site.service);
  const errors = collectErrors(ben.page);
  await visit(ben.page, SETTINGS);
  await expect(ben.page.getByText("Your browser will ask you to allow it.")).toBeVisible();
  expect(devices).toEqual([]);
  await ben.page.getByRole("button", { name: "Notify This Device" }).click();
  await expect(ben.page.getByText("This browser")).toBeVisible();
  await expect(ben.page.getByRole("button", { name: "Notify This Device" })).toHaveCount(0);
  const leave = () => ben.page.goto("about:blank");
  await leave();
  const worker = await workerOf(ben, site.origin);
  const received = async (count: number) => (await devices[0]?.untilReceived(count))?.at(-1)?.text;

  await like(ben, ada);
  await like(ada, ben);
  await worker.deliver(await received(1));
  await expect.poll(worker.titles).toEqual(["New match on B-Side"]);
  await visit(ben.page, await worker.press());
  expect(await worker.titles()).toEqual([]);
  await expect(ben.page.getByRole("heading", { name: "You and Ada" })).toBeVisible();
  await ben.page.getByRole("button", { name: "Say Hello to Ada" }).click();
  await expect(ben.page).toHaveURL(/\/messages\/[\w-]+/);
  const [, conversationId = ""] = /messages\/([\w-]+)/.exec(ben.page.url()) ?? [];
  // It was read on the page.
  await worker.deliver(await received(2));

  await leave();
  await sendMessage(ada, conversationId, "A secret about vinyl");
  const payload = await received(3);
  expect(payload).not.toContain("vinyl");
  await worker.deliver(payload);
  await expect.poll(worker.titles).toEqual(["New message on B-Side"]);
  const other = await openPage(ben.context);
  await visit(other, `/messages/${conversationId}`);
  await worker.deliver(await received(4));
  await expect.poll(worker.titles).toEqual([]);
  await other.close();
  await sendMessage(ada, conversationId, "Which pressing?");
  await worker.deliver(await received(5));
  await expect.poll(worker.titles).toEqual(["New message on B-Side"]);
  await visit(ben.page, await worker.press());
  await expect(ben.page.getByText("Which pressing?").last()).toBeVisible();

  await visit(ben.page, SETTINGS);
  await ben.page.getByRole("button", { name: "Remove" }).click();
  await expect(ben.page.getByText("This browser")).toHaveCount(0);
  await expect(ben.page.getByRole("button", { name: "Notify This Device" })).toBeVisible();
  expect(errors).toEqual([]);
});
