// The service worker: shows what is pushed, closes what was read elsewhere, and opens what is pressed.

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
