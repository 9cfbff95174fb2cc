// The screen for an address that leads nowhere.
import type { ReactNode } from "react";

/** The two texts of an unknown address; `children` is the way out, such as a sign-in link. */
export function NotFound({ children }: { children?: ReactNode }) {
  return (
    <div className="not-found">
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
      <h1 className="mt-6">404 Page Not Found</h1>
      <p className="mt-2 text-soft">Did you forget to add the page to the router?</p>
      {children ? <div className="mt-6">{children}</div> : null}
    </div>
  );
}
