// Subscribes this browser to push. Loaded when the member reaches for the button.

/** Why there is no subscription: the member or the browser said no, or a server could not be reached. */
export type PushFailure = "denied" | "unreachable";

/** Asks for the browser's permission and sends its subscription to the server; undefined on success. */
export async function subscribeToPush(publicKey: string): Promise<PushFailure | undefined> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  try {
    const subscription = await subscribe(await navigator.serviceWorker.register("/sw.js"), publicKey);
    const response = await fetch("/api/notifications/browsers", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        ...subscription.toJSON(),
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
    });
    return response.ok ? undefined : "unreachable";
  } catch {
    return "unreachable";
  }
}

async function subscribe({ pushManager }: ServiceWorkerRegistration, publicKey: string) {
  // Made for another member of this browser, or with another key.
  await (await pushManager.getSubscription())?.unsubscribe();
  await navigator.serviceWorker.ready;
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}
