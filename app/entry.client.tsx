// Brings the served page to life.
import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { servedFormsFetched } from "~/forms/fetched-form";
import { steadyFetch } from "~/steady-fetch";

// Radix's dialog writes a style element while it is open; this is where it looks for the nonce that allows it.
Object.assign(window, {
  __webpack_nonce__: document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce,
});

// Back to a page that the browser kept whole: whoever was signed in may have left since, so it is asked for anew.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) window.location.reload();
});

steadyFetch();

Promise.all([servedFormsFetched(), pageDataRead()]).then(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  });
});

/**
 * Resolves when RemixBrowser can render. Until the page's data is read it throws a promise, and a key or a click in that
 * moment makes React give up on the page for good (error 345: https://react.dev/errors/345).
 */
async function pageDataRead() {
  try {
    RemixBrowser({});
  } catch (wait) {
    await wait;
  }
}
