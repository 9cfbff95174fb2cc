// Hydration that falls back to the page as it was served: it works without scripts, an error screen doesn't.
import { Component, type ComponentType, type ReactNode } from "react";
import { hydrateRoot, type Root } from "react-dom/client";

let page: Node | undefined;
let root: Root;
let location: object | undefined;

/**
 * Hydrates the page with `app`. An error in it puts the served page back, until the first navigation: after that
 * error boundaries are as usual.
 */
export function hydrateServedPage(app: ReactNode) {
  page = document.documentElement.cloneNode(true);
  const modules = window.__remixRouteModules;
  for (const [id, module] of Object.entries(modules)) {
    if (module?.default) modules[id] = { ...module, default: guard(module.default) };
  }
  const { Layout } = modules.root ?? {};
  if (modules.root && Layout) modules.root = { ...modules.root, Layout: guard(Layout) };
  root = hydrateRoot(document, app);
}

function guard<Own extends object>(Guarded: ComponentType<Own>): ComponentType<Own> {
  return (props) => (
    <Guard>
      <Guarded {...props} />
    </Guard>
  );
}

class Guard extends Component<{ children: ReactNode }> {
  state: { failure?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  componentDidCatch() {
    // React is still at work on the document.
    setTimeout(restore);
  }

  render() {
    location ??= window.__remixRouter.state.location;
    const { failure } = this.state;
    if (!failure) return this.props.children;
    if (isServedPage()) return null;
    throw failure.error;
  }
}

function isServedPage() {
  return window.__remixRouter.state.location === location;
}

function restore() {
  if (!page || !isServedPage()) return;
  root.unmount();
  window.__remixRouter.dispose();
  document.replaceChildren(page);
  page = undefined;
  window.showServed();
}
