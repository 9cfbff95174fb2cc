// A screen that is a section of its page without scripts, and a dialog over it with scripts.
import { Link, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useHydrated } from "remix-utils/use-hydrated";
import { hasFile } from "~/browser/upload-progress";
import { t } from "~/language/text";
import { Icon } from "~/ui/icon";
import { loadDialog, loadedDialog } from "./load-dialog";

type RouteDialogProps = {
  title: string;
  description?: string;
  closeTo: string;
  quick?: boolean;
  isHidden?: boolean;
  children: ReactNode;
};

/**
 * `closeTo` is the URL of the page below; Escape, a click outside and the close button go there. With `quick` the dialog
 * closes while its form is submitted, because the page below predicts the result; a refusal opens it again. A form with
 * a file stays open to show the progress. `isHidden` closes it for forms submitted in another way.
 */
export function RouteDialog({
  title,
  description,
  closeTo,
  quick = false,
  isHidden = false,
  children,
}: RouteDialogProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { formMethod, formAction, formData } = useNavigation();
  const isSending = formMethod === "POST" && formAction?.split("?")[0] === pathname;
  const section = useRef<HTMLElement>(null);
  const isHydrated = useHydrated();
  // A served page shows the section until the dialog's code is loaded.
  const [Dialog, setDialog] = useState(() => (isHydrated ? loadedDialog() : undefined));

  useEffect(() => {
    let gone = false;
    loadDialog()
      // Checks and moves in one go, because input between the two would be lost.
      .then((loaded) => !gone && !isInUse(section.current) && flushSync(() => setDialog(() => loaded)))
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, []);

  if (Dialog) {
    return (
      <Dialog
        title={title}
        description={description}
        open={!(quick && isSending && !hasFile(formData)) && !isHidden}
        onClose={() => navigate(closeTo, { preventScrollReset: true, replace: true })}
      >
        {children}
      </Dialog>
    );
  }
  return (
    <div className="served-overlay">
      <section ref={section} aria-label={title} className="card dialog mx-auto w-full max-w-dialog">
        <header className="flex items-start justify-between border-b border-line py-2 pl-4 pr-2">
          <div className="min-w-0 py-2">
            <h2>{title}</h2>
            {description ? <p className="text-soft">{description}</p> : null}
          </div>
          <Link to={closeTo} preventScrollReset className="icon-button">
            <Icon name="close" />
            <span className="sr-only">{t("Close")}</span>
          </Link>
        </header>
        <div className="p-4">{children}</div>
      </section>
    </div>
  );
}

/** Whether the section has the focus or input already, which moving it into a dialog would lose. */
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
