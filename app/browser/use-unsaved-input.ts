// Asks before a navigation loses what was typed into a form.
import { type Location, matchRoutes, useBlocker } from "@remix-run/react";
import { useEffect } from "react";
import { t } from "~/language/text";
import { getRouter } from "./router";

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The initial value of each changed field, and the forms sent since. */
const before = new Map<TextField, string>();
const sent = new WeakSet<HTMLFormElement>();

/**
 * Asks before Back, a link or closing a dialog leaves a posting form with unsent text; before a page load the browser asks in
 * its own words. Cancel and forms with `data-unasked` are left without a question.
 */
export function useUnsavedInput() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    hasUnsavedInput((field) => isLost(field, currentLocation, nextLocation)),
  );

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (confirmLeaving()) blocker.proceed();
    else blocker.reset();
  }, [blocker]);

  useEffect(() => {
    function ask(event: Event) {
      if (hasUnsavedInput()) event.preventDefault();
    }
    document.addEventListener("input", rememberValue, true);
    document.addEventListener("submit", markAsSent, true);
    document.addEventListener("click", forgetCancelled, true);
    window.addEventListener("beforeunload", ask);
    return () => {
      document.removeEventListener("input", rememberValue, true);
      document.removeEventListener("submit", markAsSent, true);
      document.removeEventListener("click", forgetCancelled, true);
      window.removeEventListener("beforeunload", ask);
    };
  }, []);
}

/** Asks whether to discard unsent text, if there is any. */
export function confirmLeaving(): boolean {
  const isLeaving = !hasUnsavedInput() || window.confirm(t("Leave without saving what you typed?"));
  if (isLeaving) before.clear();
  return isLeaving;
}

/** Whether the member is typing or has unsent text, including a chat message. */
export function isTyping(): boolean {
  const unasked = Array.from(document.querySelectorAll<HTMLTextAreaElement>("[data-unasked] textarea"));
  return isTextField(document.activeElement) || hasUnsavedInput() || unasked.some(({ value }) => value);
}

/** Reloads the page without asking, when it belongs to a session that has ended. */
export function reloadUnasked() {
  before.clear();
  window.location.reload();
}

function isTextField(target: EventTarget | null): target is TextField {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !/checkbox|file|radio|range/.test(target.type))
  );
}

function rememberValue({ target }: Event) {
  if (!isTextField(target) || target.form?.method !== "post" || "unasked" in target.form.dataset) return;
  const { form } = target;
  if (isSent(form)) forgetForm(form);
  sent.delete(form);
  // React updates it for a controlled field, but only after this event.
  if (!before.has(target)) before.set(target, target.defaultValue);
}

function markAsSent({ target }: Event) {
  if (target instanceof HTMLFormElement) sent.add(target);
}

/** A link among a form's buttons is its Cancel, which already says that the input is discarded. */
function forgetCancelled({ target }: Event) {
  const form = target instanceof Element && target.closest(".cluster > a")?.closest("form");
  if (form) forgetForm(form);
}

function forgetForm(form: HTMLFormElement) {
  for (const field of before.keys()) if (field.form === form) before.delete(field);
}

/** A refused form holds unsaved input again. */
function isSent(form: HTMLFormElement) {
  return sent.has(form) && !form.querySelector("[role=alert]");
}

function hasUnsavedInput(isConcerned: (field: TextField) => boolean = () => true): boolean {
  for (const field of before.keys()) if (!field.isConnected) before.delete(field);
  return Array.from(before).some(
    ([field, value]) => field.form && !isSent(field.form) && field.value !== value && isConcerned(field),
  );
}

/** Whether the navigation removes the field: opening and closing a dialog keeps the page below. */
function isLost(field: TextField, from: Location, to: Location): boolean {
  if (from.pathname === to.pathname) {
    const isDialogLeft = from.hash !== to.hash && field.closest(".dialog") !== null;
    return from.search !== to.search || isDialogLeft;
  }
  const [here, there] = [from, to].map((location) => routesOf(location));
  const isOver = there?.startsWith(`${here} `);
  const isBelow = here?.startsWith(`${there} `);
  return isBelow ? field.closest(".dialog") !== null : !isOver;
}

function routesOf(location: Location): string {
  return (matchRoutes(getRouter().routes, location) ?? []).map(({ route }) => route.id).join(" ");
}
