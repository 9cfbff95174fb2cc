// Hydrates the served page.
import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { extendFetch } from "~/browser/remix-fetch";
import { reloadUnasked } from "~/browser/use-unsaved-input";
import { currentLanguage, setLanguageSource } from "~/language/current";
import { catalogModule, ENGLISH } from "~/language/language";
import { textKey } from "~/language/text-parts";
import { holdForms } from "~/ui/page-load";

// A page from the back/forward cache is reloaded: its session may have ended since.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) reloadUnasked();
});

// Radix gives it to the style that keeps the page below a dialog from scrolling.
Object.assign(window, { __webpack_nonce__: document.querySelector("script")?.nonce });

extendFetch();
keepTypedTexts();
holdForms();

// They would be a hydration mismatch.
for (const link of document.head.querySelectorAll("link[rel=modulepreload]")) link.remove();

if (import.meta.env.DEV) await loadCatalog();

pageDataDecoded()
  .then(() => {
    startTransition(() => {
      hydrateRoot(
        document,
        <StrictMode>
          <RemixBrowser />
        </StrictMode>,
      );
    });
  })
  .catch(() => window.showServed());

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

/** While developing, scripts are in English, and the page's own language comes from its catalog. */
async function loadCatalog() {
  const language = currentLanguage();
  if (language === ENGLISH) return;
  const { default: texts } = await import(/* @vite-ignore */ catalogModule(language));
  const catalog = new Map<string, string>(texts);
  setLanguageSource({ language: () => language, translate: (_, text, as) => catalog.get(textKey(text, as)) });
}

/**
 * Keeps text that is typed before its field hydrates. React then resets a textarea to the served text unless the element's
 * content differs from it; an element in it changes neither the value nor the default value.
 * https://github.com/facebook/react/blob/v18.3.1/packages/react-dom/src/client/ReactDOMTextarea.js
 */
function keepTypedTexts() {
  function keep(field: HTMLTextAreaElement) {
    if (field.value === field.defaultValue || field.children.length) return;
    const mark = document.createElement("b");
    mark.textContent = "typed";
    field.append(mark);
  }
  document.querySelectorAll("textarea").forEach(keep);
  // React stops the event at the document when the field belongs to a form whose script is not loaded yet.
  document.addEventListener("input", ({ target }) => target instanceof HTMLTextAreaElement && keep(target), {
    capture: true,
  });
}
