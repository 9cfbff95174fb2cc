// Forms that are sent with a page load, without a connection.
import { showToast } from "./toaster";

/**
 * Sends the form with a page load, or stays and says so when there is no connection: the browser would show its own error
 * page, from which Back leads to an empty form. A browser that calls itself offline may still reach a local server.
 */
export async function sendWithPageLoad(form: HTMLFormElement) {
  if (navigator.onLine || (await isReachable())) form.submit();
  else
    showToast({
      id: "offline",
      kind: "error",
      title: "You're offline",
      description: "Nothing has been sent.",
    });
}

/** Keeps forms that nothing in the page handles from being sent without a connection. */
export function holdFormsOffline() {
  window.addEventListener("submit", (event) => {
    if (navigator.onLine || event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    void sendWithPageLoad(event.target);
  });
}

async function isReachable() {
  try {
    await fetch("/healthz", { method: "HEAD" });
    return true;
  } catch {
    return false;
  }
}
