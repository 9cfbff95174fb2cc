// Links to dialogs, and the state they pass to the screen below.
import { Link, type LinkProps, useLocation, useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";
import { opensNewTab } from "~/browser/navigation";

/** For a link to a dialog over the same screen: a pending dialog shows this title until it has loaded. */
export function opensDialog(title: string) {
  return { preventScrollReset: true, ...opensDialogElsewhere(title) };
}

/** The same for a link to a dialog over another screen, which begins at its top. */
export function opensDialogElsewhere(title: string) {
  return { state: { dialog: title } };
}

/** The title of the dialog that a navigation or a location opens; undefined if it opens none. */
export function dialogTitle(state: unknown): string | undefined {
  return readState(state, "dialog");
}

/** The URL of the dialog that is loading at a location. */
export function pendingDialog(state: unknown): string | undefined {
  return readState(state, "pending");
}

function readState(state: unknown, key: "dialog" | "pending"): string | undefined {
  const value = typeof state === "object" && state && (state as Record<string, unknown>)[key];
  return typeof value === "string" ? value : undefined;
}

/**
 * A link with the props of `opensDialog`, or any other. The router changes the URL only once a screen has loaded, so until then
 * the pending dialog is a fragment of the page below, which Back leaves; then the dialog replaces it.
 */
export function DialogLink({ onClick, ...link }: LinkProps) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { to, state, preventScrollReset } = link;

  function openPending(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (typeof to !== "string" || !dialogTitle(state) || event.defaultPrevented || opensNewTab(event)) return;
    event.preventDefault();
    const { href } = window.location;
    navigate({ search, hash: to }, { preventScrollReset: true, state: { ...state, pending: to } });
    // The member may have been asked whether to stay.
    const isOpen = window.location.href !== href;
    navigate(to, { replace: isOpen, preventScrollReset, state });
  }

  return <Link {...link} onClick={openPending} />;
}
