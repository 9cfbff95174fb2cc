// The service worker: shows what is pushed, closes what was read elsewhere, opens what is pressed, and stays subscribed.

self.addEventListener("push", (event) => {
  const { notification, close = [] } = event.data.json();
  event.waitUntil(Promise.all([notification && show(notification), ...close.map(closeAll)]));
});

function show({ title, navigate, ...options }) {
  return self.registration.showNotification(title, {
    ...options,
    icon: "/apple-touch-icon.png",
    data: { navigate },
  });
}

async function closeAll(tag) {
  for (const notification of await self.registration.getNotifications({ tag })) notification.close();
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.navigate));
});

/** Shows the page in a tab that is there, or in a new one. */
async function open(url) {
  const [tab] = await self.clients.matchAll({ type: "window" });
  if (!tab) return self.clients.openWindow(url);
  await tab.focus();
  return tab.navigate(url);
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew()));

/** Subscribes anew where the browser has dropped a subscription that its member wants. */
async function renew() {
  const path = "/api/notifications/browsers";
  const answer = await fetch(path);
  const { publicKey, browsers } = answer.ok ? await answer.json() : { browsers: [] };
  if (!browsers.some(({ isCurrent }) => isCurrent)) return;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await self.registration.pushManager.subscribe(options);
  const headers = { "Content-Type": "application/json" };
  await fetch(path, { method: "POST", headers, body: JSON.stringify(subscription) });
}
