// A screen that is a section of its page, and with scripts a dialog above it.
import { Link, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useHydrated } from "remix-utils/use-hydrated";
import type { DialogFrameProps } from "./dialog-frame";
import { Icon } from "./icons";
import { RefusedNotice } from "./refused-notice";

/**
 * `closeTo` is the address of the page below; Escape, a click beside the dialog and the cross go there.
 * With `quick` the dialog is gone while its form is on its way, for a page below that shows at once what it will be;
 * a form that is refused brings it back. A form that is sent in another way says so by `isHidden`.
 */
export function RouteDialog({
  title,
  description,
  closeTo,
  quick = false,
  isHidden = false,
  children,
}: {
  title: string;
  description?: string;
  closeTo: string;
  quick?: boolean;
  isHidden?: boolean;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { formMethod, formAction } = useNavigation();
  const isSending = formMethod === "POST" && formAction?.split("?")[0] === pathname;
  const section = useRef<HTMLElement>(null);
  const hydrated = useHydrated();
  // Opened by scripts it waits for the dialog; served by the server it stands there at once.
  const [waits, setWaits] = useState(hydrated);
  // One and the same element: changed before it has come to life, what is inside would be thrown away and built anew.
  const served = useMemo(() => <Suspense fallback={null}>{children}</Suspense>, [children]);
  const [Frame, setFrame] = useState<ComponentType<DialogFrameProps>>();

  useEffect(() => {
    let gone = false;
    // What is typed between the look and the move would be lost: both are done in one go.
    import("./dialog-frame").then(
      ({ DialogFrame }) => !gone && !isInUse(section.current) && flushSync(() => setFrame(() => DialogFrame)),
      () => !gone && setWaits(false),
    );
    return () => {
      gone = true;
    };
  }, []);

  if (Frame) {
    return (
      <Frame
        title={title}
        description={description}
        open={!(quick && isSending) && !isHidden}
        onClose={() => navigate(closeTo, { preventScrollReset: true })}
      >
        <RefusedNotice />
        {children}
      </Frame>
    );
  }
  if (waits) return null;
  return (
    <div className="served-overlay">
      <section ref={section} aria-label={title} className="sleeve dialog">
        <header className="flex items-start justify-between border-b border-line py-2 pl-4 pr-2">
          <div className="min-w-0 py-2">
            <h2>{title}</h2>
            {description ? <p className="text-soft">{description}</p> : null}
          </div>
          <Link to={closeTo} preventScrollReset aria-label="Close" className="icon-button">
            <Icon name="close" />
          </Link>
        </header>
        <div className="p-4">
          <RefusedNotice />
          {served}
        </div>
      </section>
    </div>
  );
}

/** Whether somebody is in the section already: moved into a dialog, it would forget what was typed and chosen. */
function isInUse(section: HTMLElement | null): boolean {
  if (!section) return false;
  const isTyped = (field: HTMLInputElement) =>
    /checkbox|radio/.test(field.type)
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue;
  const isChosen = ({ options, selectedIndex }: HTMLSelectElement) =>
    selectedIndex !==
    Math.max(
      0,
      Array.from(options).findIndex(({ defaultSelected }) => defaultSelected),
    );
  return (
    section.contains(document.activeElement) ||
    Array.from(section.querySelectorAll<HTMLInputElement>("input, textarea")).some(isTyped) ||
    Array.from(section.querySelectorAll("select")).some(isChosen)
  );
}
