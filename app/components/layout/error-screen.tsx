// The screens for pages that are missing, for members only, or failed, and for failed parts of a page.
import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonAnchor, ButtonLink } from "~/components/ui/button";
import { SIGNED_OUT } from "~/refusal";

/**
 * The not-found screen. `signInPath` is set for visitors, who may see the page after signing in. `level` is the heading
 * level, for use inside another screen.
 */
export function NotFound({
  signInPath,
  level: Heading = "h1",
}: {
  signInPath?: string;
  level?: "h1" | "h2";
}) {
  if (!signInPath)
    return (
      <div className="empty-state pt-16">
        <NotFoundRecord />
        <Heading className="mt-6">404 Page Not Found</Heading>
        <p className="mt-2 text-soft">Did you forget to add the page to the router?</p>
        <ErrorAction />
      </div>
    );
  return (
    <div className="empty-state pt-16">
      <h1>Sign in to see this page</h1>
      <p className="mt-2 text-soft">The page you're looking for may be for members only.</p>
      <ErrorAction signInPath={signInPath} />
      <div className="mt-12">
        <NotFoundRecord />
      </div>
      <h2 className="mt-6">404 Page Not Found</h2>
      <p className="mt-2 text-soft">Did you forget to add the page to the router?</p>
    </div>
  );
}

/** The screen of a failed page: what happened and what to do next, which is to sign in if `signInPath` is given. */
export function ErrorScreen({
  title,
  message,
  signInPath,
}: {
  title: string;
  message: string;
  signInPath?: string;
}) {
  return (
    <div className="empty-state pt-16">
      <h1>{title}</h1>
      <p className="mt-2 text-soft">{message}</p>
      <ErrorAction signInPath={signInPath} />
    </div>
  );
}

/**
 * The `ErrorBoundary` of a route inside another screen, such as a chat or a dialog: the rest of the screen stays. An ended
 * session is left to the root, which clears the page.
 */
export function PaneError() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 500, data: undefined };
  if (status === 401 || data === SIGNED_OUT) throw error;
  if (status === 404) return <NotFound level="h2" />;
  return (
    <section className="card mb-4 p-4">
      <h2 ref={focusOnMount} tabIndex={-1}>
        Something went wrong
      </h2>
      <p className="mt-2 text-soft">
        {typeof data === "string" && data
          ? data
          : "The problem is on our side. Please try again in a minute."}
      </p>
      <p className="mt-4">
        <ButtonAnchor href={pathname + search}>Try again</ButtonAnchor>
      </p>
    </section>
  );
}

function focusOnMount(heading: HTMLElement | null) {
  heading?.focus();
}

function ErrorAction({ signInPath }: { signInPath?: string }): ReactNode {
  return (
    <div className="mt-6">
      {signInPath ? (
        <ButtonAnchor variant="primary" href={signInPath}>
          Sign In
        </ButtonAnchor>
      ) : (
        <ButtonLink to="/">Home</ButtonLink>
      )}
    </div>
  );
}

/** A record that has sunk halfway. */
function NotFoundRecord() {
  return (
    <svg aria-hidden="true" viewBox="0 0 320 132" width="320" height="132" className="max-w-full">
      <circle cx="160" cy="131" r="120" fill="var(--vinyl)" stroke="var(--vinyl-groove)" />
      <g fill="none" stroke="var(--vinyl-groove)">
        {[114, 107, 101, 94, 88, 81, 75, 68].map((radius) => (
          <circle key={radius} cx="160" cy="131" r={radius} />
        ))}
      </g>
      <circle cx="160" cy="131" r="44" fill="var(--red)" />
      <path d="M0 131h320" stroke="var(--rule)" strokeWidth="2" />
    </svg>
  );
}
