// Hydrates the served page.
import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { extendFetch } from "~/browser/remix-fetch";
import { initialFormsLoaded } from "~/forms/lazy-form";

// Radix's dialog adds a style element while it is open, and takes its nonce from here.
Object.assign(window, {
  __webpack_nonce__: document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce,
});

// A page from the back/forward cache is reloaded: its session may have ended since.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) window.location.reload();
});

extendFetch();

Promise.all([initialFormsLoaded(), pageDataDecoded()]).then(() => {
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
 * Resolves when RemixBrowser can render. Until the page's data is decoded it suspends, and a key press or click while the
 * root is suspended crashes React (error 345: https://react.dev/errors/345).
 */
async function pageDataDecoded() {
  try {
    RemixBrowser({});
  } catch (suspension) {
    await suspension;
  }
}
