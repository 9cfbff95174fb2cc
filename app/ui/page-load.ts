// Forms that are sent with a page load: only once, and not without a connection.
import { t } from "~/language/text";
import { showToast } from "~/ui/toast/toaster";

/** Longer than the response takes; a second submission would abort it, and only the refused repeat would be seen. */
const ONCE_MS = 10_000;

const sentAt = new WeakMap<HTMLFormElement, number>();

/**
 * Sends the form with a page load, or stays and says so when there is no connection: the browser would show its own error
 * page, from which Back leads to an empty form. A browser that calls itself offline may still reach a local server.
 */
export async function sendWithPageLoad(form: HTMLFormElement) {
  if (isRepeat(form)) return;
  if (navigator.onLine || (await isReachable())) return form.submit();
  sentAt.delete(form);
  showToast({
    id: "offline",
    kind: "error",
    title: t("You're offline"),
    description: t("Nothing has been sent."),
  });
}

/** Does the same for forms that nothing in the page handles. */
export function holdForms() {
  window.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    if (!navigator.onLine) {
      event.preventDefault();
      void sendWithPageLoad(form);
    } else if (isRepeat(form)) event.preventDefault();
  });
}

function isRepeat(form: HTMLFormElement) {
  const now = performance.now();
  if (now - (sentAt.get(form) ?? -ONCE_MS) < ONCE_MS) return true;
  sentAt.set(form, now);
  return false;
}

async function isReachable() {
  try {
    await fetch("/healthz", { method: "HEAD" });
    return true;
  } catch {
    return false;
  }
}
