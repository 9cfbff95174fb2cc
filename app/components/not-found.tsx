// The screen for an address that leads nowhere.
import type { ReactNode } from "react";

/** The two texts of an unknown address; `children` is the way out, such as a sign-in link. */
export function NotFound({ children }: { children?: ReactNode }) {
  return (
    <div className="not-found">
      <svg aria-hidden="true" viewBox="0 0 320 160" width="320" height="160" className="max-w-full">
        <path d="M0 130h320" stroke="var(--rule)" />
        <circle cx="160" cy="150" r="120" fill="var(--vinyl)" />
        <g fill="none" stroke="var(--vinyl-groove)" strokeWidth="1.5">
          {[112, 103, 95, 86, 78, 69, 61].map((radius) => (
            <circle key={radius} cx="160" cy="150" r={radius} />
          ))}
        </g>
        <circle cx="160" cy="150" r="48" fill="var(--red)" />
      </svg>
      <h1 className="mt-6">404 Page Not Found</h1>
      <p className="mt-2 text-soft">Did you forget to add the page to the router?</p>
      {children ? <div className="mt-6">{children}</div> : null}
    </div>
  );
}
