// The mark and the name.

/** A record whose label carries the B. */
export function Mark({ size = 36 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 64 64"
      width={size}
      height={size}
      className="flex-none"
    >
      <circle cx="32" cy="32" r="32" fill="var(--vinyl)" />
      <circle cx="32" cy="32" r="28.5" fill="none" stroke="var(--vinyl-groove)" strokeWidth="1.5" />
      <circle cx="32" cy="32" r="24.5" fill="none" stroke="var(--vinyl-groove)" strokeWidth="1.5" />
      <circle cx="32" cy="32" r="20" fill="var(--red)" />
      <path
        fill="var(--on-red)"
        fillRule="evenodd"
        d="M24 19h10.5c4.5 0 7 2.3 7 6.2 0 2.9-1.3 4.800-3.5 5.700 2.700.9 4.3 3 4.3 6.2 0 4.9-2.9 7.9-7.600 7.9H24zm6 5v5h3c1.600 0 2.5-.9 2.5-2.5s-.9-2.5-2.5-2.5zm0 10v6h3.3c1.800 0 2.800-1.100 2.800-3s-1-3-2.800-3z"
      />
    </svg>
  );
}

/** Mark and name together. */
export function Wordmark() {
  return (
    <span className="wordmark">
      <Mark />
      <span>B-Side</span>
    </span>
  );
}
