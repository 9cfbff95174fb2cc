// The logo: a record and the name, or the operator's own.
import { COMMUNITY_NAME, firstLetter, HAS_OWN_NAME } from "~/community";

/** Longer names are set smaller, on two lines if necessary. */
const LONG_NAME = 10;

/** A record whose label carries the B, or the first letter of the community. */
function Mark() {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 64 64"
      width="36"
      height="36"
      className="mr-2 flex-none"
    >
      <circle cx="32" cy="32" r="32" fill="var(--vinyl)" />
      <circle cx="32" cy="32" r="28.5" fill="none" stroke="var(--vinyl-groove)" strokeWidth="1.5" />
      <circle cx="32" cy="32" r="22" fill="var(--red)" />
      {HAS_OWN_NAME ? (
        <text x="32" y="45" textAnchor="middle" fontSize="34" className="fill-on-red font-display font-black">
          {firstLetter(COMMUNITY_NAME)}
        </text>
      ) : (
        <path
          fill="var(--on-red)"
          fillRule="evenodd"
          d="M22.5 17h12.3c5 0 7.8 2.6 7.8 7 0 3.3-1.4 5.4-3.9 6.4 3 1 4.8 3.4 4.8 7 0 5.5-3.2 9.6-8.5 9.6H22.5zm6.8 5.6v5.6h3.4c1.8 0 2.8-1 2.8-2.8s-1-2.8-2.8-2.8zm0 11.2v7.2h3.7c2 0 3.2-1.3 3.2-3.6s-1.2-3.6-3.2-3.6z"
        />
      )}
    </svg>
  );
}

/** The record or the operator's `logo`, and the name. */
export function Wordmark({ logo }: { logo: string | undefined }) {
  const isLong = COMMUNITY_NAME.length > LONG_NAME;
  return (
    <span className="inline-flex items-center font-display font-black">
      {logo ? (
        <img src={logo} alt="" width={36} height={36} className="mr-2 size-9 flex-none object-contain" />
      ) : (
        <Mark />
      )}
      <span
        className={
          isLong
            ? "max-w-40 break-words text-xl leading-[1.1] max-sm:max-w-[7.5rem] max-sm:text-base max-sm:leading-[1.1] max-[359px]:max-w-[5.5rem]"
            : "text-3xl leading-[2.75rem]"
        }
      >
        {COMMUNITY_NAME}
      </span>
    </span>
  );
}
