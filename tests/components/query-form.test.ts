// @vitest-environment jsdom
// What is typed in a search form while it loads stays there, however late the page shows that it loads.
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useQueryForm } from "~/browser/use-query-form";

const idle = { location: undefined };
const start = { search: "", key: "default" };
/** The state of the router, and what the page shows of it, which lags behind. */
let state: { location: typeof start; navigation: { location?: typeof start } };
let shown: typeof state;
let listeners: Set<(next: typeof state) => void>;
vi.mock("@remix-run/react", () => ({
  useLocation: () => shown.location,
  useNavigation: () => shown.navigation,
}));

vi.mock("~/browser/router", () => ({
  getRouter: () => ({
    state,
    subscribe(listener: (next: typeof state) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  }),
}));

let root: Root;
const box = document.createElement("div");
const field = () => box.querySelector("input") as HTMLInputElement;

function Search() {
  const form = useQueryForm({ q: new URLSearchParams(shown.location.search).get("q") ?? "" });
  return createElement("form", { ref: form }, createElement("input", { name: "q" }));
}

function show(which = state) {
  shown = which;
  act(() => root.render(createElement(Search)));
}

function navigate(search: string) {
  change({ navigation: { location: { search, key: search } } });
}

function arrive() {
  change({ location: state.navigation.location ?? start, navigation: idle });
}

function change(next: Partial<typeof state>) {
  state = { ...state, ...next };
  for (const listener of listeners) listener(state);
}

function type(text: string) {
  field().value = text;
  field().dispatchEvent(new Event("input", { bubbles: true }));
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  listeners = new Set();
  state = { location: start, navigation: idle };
  document.body.append(box);
  root = createRoot(box);
  show();
});

afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

test("a new address replaces what was typed before", () => {
  type("nick");
  navigate("?q=bjork");
  show();
  arrive();
  show();
  expect(field().value).toBe("bjork");
});

test("typing while an address loads stays", () => {
  navigate("?q=");
  show();
  type("bjork ");
  arrive();
  show();
  expect(field().value).toBe("bjork ");
});

test("a new address replaces what was typed before, even if the page never shows that it loads", () => {
  type("nick");
  navigate("?q=bjork");
  arrive();
  show();
  expect(field().value).toBe("bjork");
});

test("typing stays before the page shows that an address loads", () => {
  navigate("?sort=artist");
  type("bjork ");
  show();
  arrive();
  show();
  expect(field().value).toBe("bjork ");
});

test("typing stays if its search begins before the page shows the address that was loading", () => {
  navigate("?sort=artist");
  show();
  type("bjork ");
  arrive();
  navigate("?q=bjork");
  show();
  expect(field().value).toBe("bjork ");
});

test("typing stays if it begins before the page shows the address that has loaded", () => {
  navigate("?sort=artist");
  show();
  arrive();
  type("bjork ");
  show();
  expect(field().value).toBe("bjork ");
});

test("typing stays if its search has loaded before the page shows the address that was loading", () => {
  navigate("?sort=artist");
  show();
  type("bjork ");
  arrive();
  const first = state;
  navigate("?q=bjork");
  arrive();
  show(first);
  expect(field().value).toBe("bjork ");
  show();
  expect(field().value).toBe("bjork");
});
