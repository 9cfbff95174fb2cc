// The screen of a failed part of a page.

import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { t } from "~/language/text";
import { SIGNED_OUT } from "~/refusal";
import { ButtonAnchor } from "~/ui/button";
import { ErrorScreen, NotFound } from "./error-screen";

/**
 * The `ErrorBoundary` of a route inside another screen, such as a chat or a dialog: the rest of the screen stays. An ended
 * session is left to the root, which clears the page. `gone` replaces the not-found screen.
 */
export function PaneError({ gone }: { gone?: { title: string; message: string } }) {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 500, data: undefined };
  if (status === 401 || data === SIGNED_OUT) throw error;
  if (status === 404) return gone ? <ErrorScreen {...gone} /> : <NotFound level="h2" />;
  return (
    <section className="card mb-4 p-4">
      <h2 ref={focusOnMount} tabIndex={-1}>
        {t("Something went wrong")}
      </h2>
      <p className="mt-2 text-soft">
        {typeof data === "string" && data
          ? data
          : t("The problem is on our side. Please try again in a minute.")}
      </p>
      <p className="mt-4">
        <ButtonAnchor href={pathname + search}>{t("Try again")}</ButtonAnchor>
      </p>
    </section>
  );
}

function focusOnMount(heading: HTMLElement | null) {
  heading?.focus();
}
