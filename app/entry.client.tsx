// Brings the served page to life.
import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

// Radix's dialog writes a style element while it is open; this is where it looks for the nonce that allows it.
Object.assign(window, {
  __webpack_nonce__: document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce,
});

// Back to a page that the browser kept whole: whoever was signed in may have left since, so it is asked for anew.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) window.location.reload();
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
