// What was changed in a form and not saved is not lost without a question.
import { unstable_usePrompt, useActionData, useBeforeUnload, useNavigation } from "@remix-run/react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";

/**
 * Stands around a form that posts to `address`, its own page. With scripts, going anywhere else asks first while
 * something is unsaved.
 */
export function UnsavedChanges({ address, children }: { address: string; children: ReactNode }) {
  const around = useRef<HTMLDivElement>(null);
  const [changed, setChanged] = useState(false);
  const isIdle = useNavigation().state === "idle";
  const wasRefused = useActionData() !== undefined;

  useEffect(() => {
    console.info('idle effect', isIdle, wasRefused); if (isIdle) setChanged(wasRefused);
  }, [isIdle, wasRefused]);

  // The browser's own events: React keeps quiet about a form whose scripts are still on their way.
  useEffect(() => {
    const box = around.current;
    if (!box) return;
    const noteInput = (event: Event) => { console.info('input', event.isTrusted); if (event.isTrusted) setChanged(true); };
    const noteSubmit = () => setChanged(true);
    box.addEventListener("input", noteInput);
    // The buttons of rows send the form without leaving the page.
    box.addEventListener("submit", noteSubmit);
    const fields = box.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    console.info('mount', Array.from(fields).some(isChanged)); if (Array.from(fields).some(isChanged)) setChanged(true);
    return () => {
      box.removeEventListener("input", noteInput);
      box.removeEventListener("submit", noteSubmit);
    };
  }, []);

  useBeforeUnload(
    useCallback(
      (event) => {
        if (changed) event.preventDefault();
      },
      [changed],
    ),
  );
  console.info('render', changed);
  unstable_usePrompt({
    message: "You have changes that are not saved. Leave them?",
    when: ({ nextLocation }) => changed && nextLocation.pathname + nextLocation.search !== address,
  });

  return <div ref={around}>{children}</div>;
}

function isChanged(field: HTMLInputElement | HTMLTextAreaElement) {
  if (field.type === "hidden") return false;
  if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) return true;
  return field.value !== field.defaultValue;
}
