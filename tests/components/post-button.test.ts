// @vitest-environment jsdom
// A button whose fields change with what it has done keeps the focus.
import { act, createElement, useMemo } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { PostButton } from "~/ui/form";

vi.mock("@remix-run/react", () => ({
  // As in the library, each key has a component of its own.
  useFetcher: ({ key }: { key: string }) => ({
    state: "idle",
    // biome-ignore lint/correctness/useExhaustiveDependencies: the key
    Form: useMemo(() => (props: object) => createElement("form", props), [key]),
  }),
  useRouteLoaderData: () => undefined,
}));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const box = document.body.appendChild(document.createElement("div"));
const root = createRoot(box);
afterEach(() => act(() => root.unmount()));

test("a pressed button keeps the focus when its fields change", () => {
  const show = (held: string, label: string) =>
    act(() =>
      root.render(createElement(PostButton, { to: "/admin/networks", fields: { held } } as never, label)),
    );
  show("true", "Hold");
  box.querySelector("button")?.focus();
  show("false", "Stop Holding");
  expect(document.activeElement?.textContent).toBe("Stop Holding");
});
