// A screen that is a section of the page, and with scripts a dialog above the page it was opened from.
import { Link, useNavigate } from "@remix-run/react";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import type { DialogFrameProps } from "./dialog-frame";
import { Icon } from "./icons";

/** `closeTo` is the address of the page below; Escape, a click beside the dialog and the cross go there. */
export function RouteDialog({
  title,
  description,
  closeTo,
  children,
}: {
  title: string;
  description?: string;
  closeTo: string;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const [Frame, setFrame] = useState<ComponentType<DialogFrameProps>>();

  useEffect(() => {
    let gone = false;
    import("./dialog-frame").then(
      (module) => !gone && setFrame(() => module.DialogFrame),
      () => undefined,
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
        onClose={() => navigate(closeTo, { preventScrollReset: true })}
      >
        {children}
      </Frame>
    );
  }
  return (
    <section aria-label={title} className="sleeve mx-auto max-w-dialog">
      <header className="flex items-start justify-between border-b border-line py-2 pl-4 pr-2">
        <div className="py-2">
          <h2>{title}</h2>
          {description ? <p className="text-soft">{description}</p> : null}
        </div>
        <Link to={closeTo} preventScrollReset aria-label="Close" className="icon-button">
          <Icon name="close" />
        </Link>
      </header>
      <div className="p-4">{children}</div>
    </section>
  );
}
