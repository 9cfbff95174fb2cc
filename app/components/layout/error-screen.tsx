// The screens for pages that are missing, for members only, or failed.

import type { ReactNode } from "react";
import { t } from "~/language/text";
import { ButtonAnchor, ButtonLink } from "~/ui/button";

/**
 * The not-found screen. `signInPath` is set for visitors, who may see the page after signing in. `level` is the heading
 * level, for use inside another screen.
 */
export function NotFound({
  signInPath,
  level: Heading = signInPath ? "h2" : "h1",
}: {
  signInPath?: string;
  level?: "h1" | "h2";
}) {
  return (
    <>
      {signInPath ? (
        <ErrorScreen
          title={t("Sign in to see this page")}
          message={t("The page you're looking for may be for members only.")}
          signInPath={signInPath}
        />
      ) : null}
      <div className="empty-state pt-16">
        <NotFoundRecord />
        <Heading className="mt-6">{t("404 Page Not Found")}</Heading>
        <p className="mt-2 text-soft">{t("Did you forget to add the page to the router?")}</p>
        {signInPath ? null : <ErrorAction />}
      </div>
    </>
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

function ErrorAction({ signInPath }: { signInPath?: string }): ReactNode {
  return (
    <div className="mt-6">
      {signInPath ? (
        <ButtonAnchor variant="primary" href={signInPath}>
          {t("Sign In")}
        </ButtonAnchor>
      ) : (
        <ButtonLink to="/">{t("Home")}</ButtonLink>
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
