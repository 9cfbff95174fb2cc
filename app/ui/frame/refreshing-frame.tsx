// Live updates without scripts: a page in a frame that refreshes itself, so that the page around it stays.
import { useContext } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { t } from "~/language/text";
import { Nonce } from "~/ui/nonce";

/**
 * Replaces the element after it (`hides`, a selector) where our scripts don't run. With scripts turned off it is in a
 * <noscript>. If they are on, but ours don't load or fail, `showServed` (components/layout/script-gate.tsx) puts the same HTML
 * into the box.
 */
export function RefreshingFrame({
  address,
  name,
  title,
  hides,
  className,
  check,
}: {
  address: string;
  name: string;
  title: string;
  hides: string;
  className: string;
  /** The text of the link that refreshes at once. */
  check: string;
}) {
  const nonce = useContext(Nonce);
  if (useHydrated()) return null;
  const still = `${address}${address.includes("?") ? "&" : "?"}still`;
  const style = `${hides}{display:none}`;
  return (
    <>
      <noscript>
        <style nonce={nonce}>{style}</style>
        <iframe name={name} title={title} src={address} className={className} />
        <p className="spread border-t border-line px-3 text-sm">
          <a href={address} target={name} className="link px-1 py-3">
            {check}
          </a>
          <a href={still} target={name} className="link px-1 py-3">
            {t("Stop refreshing")}
          </a>
        </p>
      </noscript>
      <div
        id="late-frame"
        className="flex flex-[1_0_auto] flex-col empty:hidden"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty, and React leaves what the box then holds alone
        dangerouslySetInnerHTML={{ __html: "" }}
      />
    </>
  );
}
